import type { AskUserResult } from '../../core/answer/types.js';
import { isRecord } from '../../core/guards.js';
import { mastra } from '../../dialects/mastra.js';
import type { ToolSpec } from '../../dialects/types.js';
import { AskUserError } from '../../host/errors.js';
import type { Asker } from '../../host/types.js';
import type { ContinueVia } from '../shared/continue.js';
import { put, type AskVia } from '../shared/put.js';
import { outputOf } from './tool.js';
import { takeTurn, type Turn } from './turn.js';
import type { MastraAgent, MastraChunk, MastraRun, MastraStream, SuspendedCall } from './types.js';

/** Where the questions of a run go, and what is known of it. */
export interface MastraVia extends AskVia, ContinueVia {
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
 * With `claims`, one of several processes that follow the run continues it, and only this one yields the chunks. The others wait, then ask what the
 * run asks next, and end with it.
 *
 * Where the broker is closed, the run stays suspended, and can be gone on with later. So it does where the loop is left early, by a
 * `break` or by what it throws: the questions that are still open are withdrawn then, and whoever goes on with the run asks them anew, as
 * `runId:toolCallId#2` and so on.
 *
 * @throws whatever `broker.ask`, `agent.resumeStream` and the claims do; and the run's stream; the signal's reason if it is aborted while another
 * process continues the run. `Error` where Mastra tells of a suspended call
 * without saying which: it could not be resumed
 * @example
 * const stream = await agent.stream(message, { abortSignal: signal });
 * for await (const chunk of askWhileSuspended(agent, stream, { broker, conversationId, signal })) show(chunk);
 */
export async function* askWhileSuspended<Chunk extends MastraChunk>(
  agent: MastraAgent<Chunk>,
  source: MastraStream<Chunk> | MastraRun,
  via: MastraVia,
): AsyncGenerator<Chunk, void, undefined> {
  const { signal, tool, toolNames = tool ? [tool.name] : OWN_NAMES, resume, claims, leaseMs, ...ask } = via;
  if (claims) checkList(agent);
  const open = new Map<string, Promise<Ended>>();
  const places = placesOf(ask.broker);
  const me = Symbol('follower');
  const left = new AbortController();
  const asking = signal ? AbortSignal.any([signal, left.signal]) : left.signal;

  function askFor(told: readonly ToldCall[]): void {
    for (const call of told.flatMap((one) => ownCall(one, toolNames))) {
      const id = `${call.runId}:${call.toolCallId}`;
      if (places.get(id) === GOES_ON) continue;
      places.set(id, me);
      open.set(id, end(call, id));
    }
  }

  async function askOnce(call: SuspendedCall, requestId: string): Promise<Omit<Ended, 'id'>> {
    const options = { requestId, signal: asking };
    if (!tool) {
      const { wire, result } = await put(mastra, call, ask, options);
      return { call, result, resumeData: wire };
    }
    const { wire, result, request } = await put(tool.dialect, call.suspendPayload, ask, options);
    return { call, result, resumeData: outputOf(tool, wire, result, request) };
  }

  async function end(call: SuspendedCall, id: string): Promise<Ended> {
    let ended = await askOnce(call, id);
    // Withdrawn by a follower that left, while the run waits on: it is asked anew, under a name of its own.
    for (let round = 2; ended.result.status === 'aborted' && !asking.aborted && round <= ROUNDS; round++) {
      const again = await askOnce(call, `${id}#${round}`).catch(unlessClosed);
      if (!again) break;
      ended = again;
    }
    return { ...ended, id };
  }

  async function* follow(stream: MastraStream<Chunk>): AsyncGenerator<Chunk, void, undefined> {
    const calls: ToldCall[] = [];
    for await (const chunk of stream.fullStream) {
      calls.push(...suspendedIn(chunk));
      yield chunk;
    }
    // Not before: until its stream has ended, a run can't be resumed, and whoever left off would leave a question behind.
    askFor(calls);
  }

  /** Asks what the run has stopped for after another process continued it. */
  async function askForNext({ runId }: SuspendedCall, turn: Turn): Promise<void> {
    for (const told of await suspendedCalls(agent, { runId })) {
      for (const { toolCallId } of ownCall(told, toolNames)) {
        if (!open.has(`${runId}:${toolCallId}`) && !(await turn.isContinued(toolCallId))) askFor([told]);
      }
    }
  }

  try {
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
      let turn: Turn | undefined;
      try {
        turn = await takeTurn(call, { claims, leaseMs, signal: signal?.aborted ? undefined : signal });
        if (await turn.isContinued(call.toolCallId)) {
          await askForNext(call, turn);
          continue;
        }
        const { runId, toolCallId } = call;
        // With an aborted signal Mastra ends the run, and asks no model.
        const options = { ...resume, runId, toolCallId, ...(signal && { abortSignal: signal }) };
        const resumed = await agent.resumeStream(resumeData, options).catch(unlessResumed);
        if (resumed) yield* follow(resumed);
        await turn.noteContinued();
      } finally {
        places.delete(id);
        await turn?.release();
      }
    }
  } finally {
    // Left early: nobody is there to resume what is still asked.
    left.abort();
    for (const id of open.keys()) if (places.get(id) === me) places.delete(id);
  }
}

/** How often a question is asked anew that was withdrawn before: far beyond what happens, but not forever. */
const ROUNDS = 20;
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

/** A call as Mastra tells of it. */
type ToldCall = { readonly [Name in keyof SuspendedCall]?: unknown };

function suspendedIn(chunk: MastraChunk): ToldCall[] {
  const { runId, payload } = chunk as MastraChunk & { runId?: unknown; payload?: unknown };
  if (chunk.type !== 'tool-call-suspended') return [];
  const { toolCallId, toolName, suspendPayload } = isRecord(payload) ? payload : {};
  return [{ runId, toolCallId, toolName, suspendPayload }];
}

function checkList<Chunk>(agent: MastraAgent<Chunk>): asserts agent is Required<MastraAgent<Chunk>> {
  if (agent.listSuspendedRuns) return;
  throw new Error('This agent can’t list its suspended runs, so the run is not gone on with. Update @mastra/core.');
}

async function suspendedCalls<Chunk>(agent: MastraAgent<Chunk>, run: MastraRun): Promise<ToldCall[]> {
  checkList(agent);
  const runId = textOf(run, 'runId');
  const { runs } = await agent.listSuspendedRuns();
  const calls = runs.find((one) => one.runId === runId)?.toolCalls ?? [];
  return calls.map(({ toolCallId, toolName, suspendPayload }) => ({ runId, toolCallId, toolName, suspendPayload }));
}

/** The call, if its tool is one of these. */
function ownCall(told: ToldCall, toolNames: readonly string[]): SuspendedCall[] {
  const toolName = textOf(told, 'toolName');
  if (!toolNames.includes(toolName)) return [];
  const { suspendPayload } = told;
  return [{ runId: textOf(told, 'runId'), toolCallId: textOf(told, 'toolCallId'), toolName, suspendPayload }];
}

/** What a call is found by again: where that is missing, calls would be taken for each other. */
function textOf(told: ToldCall, name: 'runId' | 'toolCallId' | 'toolName'): string {
  const text = told[name];
  if (typeof text === 'string' && text !== '') return text;
  throw new Error(
    `A suspended call has no ${name}, so that nobody could resume it. See that all of Mastra’s chunk is kept.`,
  );
}

/** A broker that is closed asks nothing anew, and is no failure. */
function unlessClosed(error: unknown): undefined {
  if (!(error instanceof AskUserError && error.code === 'closed')) throw error;
}

/** Somebody else has resumed the call: theirs goes on. Without a storage it may as well be lost, which is an error. */
function unlessResumed(error: unknown): undefined {
  const { id, details } = (error ?? {}) as { id?: unknown; details?: { hasStorage?: unknown } };
  const isResumed = id === 'AGENT_RESUME_NO_SNAPSHOT_FOUND' || id === 'AGENT_RESUME_TOOL_CALL_NOT_SUSPENDED';
  if (!isResumed || details?.hasStorage === false) throw error;
}
