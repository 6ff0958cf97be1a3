import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import { mastra } from '../../dialects/mastra.js';
import type { ToolSpec } from '../../dialects/types.js';
import type { Asker } from '../../host/types.js';
import { put, type AskVia } from '../shared/put.js';
import { outputOf } from './tool.js';
import type { MastraAgent, MastraChunk, MastraRun, MastraStream, SuspendedCall } from './types.js';

/** Where the questions of a run go, and what is known of it. */
export interface MastraVia extends AskVia {
  /** The run's own `abortSignal`: once it is aborted, the open questions are withdrawn and the run is ended. */
  readonly signal?: AbortSignal | undefined;
  /** What `mastraAskTool` was given. @default Mastra's own tool */
  readonly tool?: ToolSpec<unknown> | undefined;
  /**
   * The names under which the agent has the tool. Other calls that are suspended are left alone.
   *
   * @default the tool's own name; for Mastra's, `ask_user` and `askUserTool`
   */
  readonly toolNames?: readonly string[] | undefined;
  /** What else `resumeStream` is given, such as `requestContext`. @default {} */
  readonly resume?: Readonly<Record<string, unknown>> | undefined;
}

/** What a suspended call came to. */
interface Ended {
  readonly call: SuspendedCall;
  readonly id: string;
  readonly resumeData: unknown;
  readonly result: AskUserResult;
}

/**
 * An agent's stream, and on from there: each time its ask tool has suspended the run, the person is asked, the run is resumed with what
 * came of it, and its chunks go on. All of one step's calls are asked as soon as Mastra tells them, and each gets its own answer.
 *
 * `{ runId }` in the stream's place goes on with a run that was suspended before, be it by another process: the calls come from the
 * agent's storage. A question's id is `runId:toolCallId`, so that it finds its place, or its answer, in the broker. Of several that follow
 * the same call through one broker the newest goes on with it, the others end; so does one whose run was resumed by another process.
 *
 * Where the broker is closed, the run stays suspended, and can be gone on with later.
 *
 * @throws whatever `broker.ask` and `agent.resumeStream` do; and the run's stream
 * @example
 * const stream = await agent.stream(message, { abortSignal: signal });
 * for await (const chunk of askWhileSuspended(agent, stream, { broker, conversationId, signal })) show(chunk);
 */
export async function* askWhileSuspended<Chunk extends MastraChunk>(
  agent: MastraAgent<Chunk>,
  source: MastraStream<Chunk> | MastraRun,
  via: MastraVia,
): AsyncGenerator<Chunk, void, undefined> {
  const { signal, tool, toolNames = tool ? [tool.name] : OWN_NAMES, resume, ...ask } = via;
  const open = new Map<string, Promise<Ended>>();
  const places = placesOf(ask.broker);
  const me = Symbol('follower');

  function askFor(calls: readonly SuspendedCall[]): void {
    for (const call of calls) {
      const id = `${call.runId}:${call.toolCallId}`;
      if (!toolNames.includes(call.toolName) || places.get(id) === GOES_ON) continue;
      places.set(id, me);
      open.set(id, end(call, id));
    }
  }

  async function end(call: SuspendedCall, id: string): Promise<Ended> {
    const options = { requestId: id, signal };
    if (!tool) {
      const { wire, result } = await put(mastra, call, ask, options);
      return { call, id, result, resumeData: wire };
    }
    const { wire, result, request } = await put(tool.dialect, call.suspendPayload, ask, options);
    return { call, id, result, resumeData: outputOf(tool, wire, result, request) };
  }

  async function* follow(stream: MastraStream<Chunk>): AsyncGenerator<Chunk, void, undefined> {
    const calls: SuspendedCall[] = [];
    for await (const chunk of stream.fullStream) {
      calls.push(...suspendedIn(chunk));
      yield chunk;
    }
    // Not before: until its stream has ended, a run can't be resumed, and whoever left off would leave a question behind.
    askFor(calls);
  }

  if ('fullStream' in source) yield* follow(source);
  else askFor(await suspendedCalls(agent, source));

  while (open.size > 0) {
    const { call, id, result, resumeData } = await Promise.race(open.values());
    open.delete(id);
    if (places.get(id) !== me) continue;
    places.delete(id);
    // Withdrawn by somebody else, as by a broker that is closed: not this run's end.
    if (result.status === 'aborted' && !signal?.aborted) continue;
    places.set(id, GOES_ON);
    try {
      const { runId, toolCallId } = call;
      // With an aborted signal Mastra ends the run, and asks no model.
      const options = { ...resume, runId, toolCallId, ...(signal && { abortSignal: signal }) };
      const resumed = await agent.resumeStream(resumeData, options).catch(unlessResumed);
      if (resumed) yield* follow(resumed);
    } finally {
      places.delete(id);
    }
  }
}

const OWN_NAMES: readonly string[] = ['ask_user', 'askUserTool'];
const GOES_ON = Symbol('goes on');

/**
 * Which follower a call belongs to. Mastra would resume it for each of them: two runs, with two answers of the model.
 */
const followed = new WeakMap<Asker, Map<string, symbol>>();

function placesOf(broker: Asker): Map<string, symbol> {
  const places = followed.get(broker) ?? new Map<string, symbol>();
  followed.set(broker, places);
  return places;
}

function suspendedIn(chunk: MastraChunk): SuspendedCall[] {
  const { runId, payload } = chunk as MastraChunk & { runId?: unknown; payload?: unknown };
  if (chunk.type !== 'tool-call-suspended' || !isRecord(payload)) return [];
  const { toolCallId, toolName, suspendPayload } = payload;
  return [{ runId: String(runId), toolCallId: String(toolCallId), toolName: String(toolName), suspendPayload }];
}

async function suspendedCalls<Chunk>(agent: MastraAgent<Chunk>, { runId }: MastraRun): Promise<SuspendedCall[]> {
  if (!agent.listSuspendedRuns) {
    throw new Error('This agent can’t list its suspended runs, so the run is not gone on with. Update @mastra/core.');
  }
  const { runs } = await agent.listSuspendedRuns();
  const calls = runs.find((run) => run.runId === runId)?.toolCalls ?? [];
  return calls.map(({ toolCallId = '', toolName = '', suspendPayload }) => ({
    runId,
    toolCallId,
    toolName,
    suspendPayload,
  }));
}

/** Somebody else has resumed the call: theirs goes on. Without a storage it may as well be lost, which is an error. */
function unlessResumed(error: unknown): undefined {
  const { id, details } = (error ?? {}) as { id?: unknown; details?: { hasStorage?: unknown } };
  const isResumed = id === 'AGENT_RESUME_NO_SNAPSHOT_FOUND' || id === 'AGENT_RESUME_TOOL_CALL_NOT_SUSPENDED';
  if (!isResumed || details?.hasStorage === false) throw error;
}
