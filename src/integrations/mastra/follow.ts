import { isRecord } from '../../core/guards.js';
import { AskUserError, type AskUserTransport } from '../../host/index.js';
import { mastra, type ToolSpec } from '../../dialects/index.js';
import { askAndFormat, type BrokerAskOptions } from '../shared/ask-and-format.js';
import { createAskedQuestions } from '../shared/asked-questions.js';
import { takeMarkedTurn, type ContinueRunOptions, type MarkedTurn } from '../shared/continue.js';
import { outputOf } from './tool.js';
import type { MastraAgent, MastraChunk, MastraRun, MastraStream, SuspendedCall } from './types.js';

/** Options for `runWithQuestions`. */
export interface MastraAskOptions extends BrokerAskOptions, ContinueRunOptions {
  /** The run's `abortSignal`. When it is aborted, the open questions are withdrawn and the run ends. */
  readonly signal?: AbortSignal | undefined;
  /** Tool that was passed to `mastraAskTool`. Defaults to Mastra's ask tool. */
  readonly tool?: ToolSpec<unknown> | undefined;
  /**
   * Names of the tool in the agent. Other suspended calls are ignored. Defaults to the tool's name, or for Mastra's
   * tool to `ask_user` and `askUserTool`.
   */
  readonly toolNames?: readonly string[] | undefined;
  /** Other options for `resumeStream`, such as `requestContext`. @default {} */
  readonly resume?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Yields an agent's stream and continues it. Each time the ask tool suspends the run, this asks the user, resumes the
 * run with the result, and yields its next chunks. Calls that are suspended together are asked together, and each gets
 * a separate answer.
 *
 * Pass `{ runId }` instead of the stream to continue a run that was suspended before, possibly by another process. The
 * calls are read from the agent's storage. The request id is `runId:toolCallId`, so the request or its answer is found
 * in the broker. If several iterators follow the same call through one broker object, at most one of them resumes it.
 * Without `store`, an iterator also ends if another process has resumed its run.
 *
 * With `store`, one of several processes that follow the run resumes it and yields the chunks. The others wait, and
 * then ask what the run asks next.
 *
 * If the broker is closed, the run stays suspended and can be continued later. The same applies if you leave the loop
 * early, with `break` or an exception. The open questions are then withdrawn. The next iterator asks them again, with
 * an id such as `runId:toolCallId#2` if the broker still stores the withdrawal.
 *
 * @throws Any error of `broker.ask`, the agent, the store or the run's stream. If Mastra refuses an answer to a call that
 * still waits, the answer is sent three times before its error is thrown. The next iterator sends it again if the broker
 * still stores it.
 * @throws {AskUserError} If the broker's result is invalid.
 * @throws {RangeError} If `leaseMs` is invalid and there is a `store`.
 * @throws The signal's reason if it is aborted while another process continues the run.
 * @throws {Error} If the agent cannot list its suspended runs (with `{ runId }` or `store`), or a suspended call has
 * no run id, call id or tool name.
 * @example
 * const stream = await agent.stream(message, { abortSignal: signal });
 * for await (const chunk of runWithQuestions(agent, stream, { broker, conversationId, signal })) show(chunk);
 */
export async function* runWithQuestions<Chunk extends MastraChunk>(
  agent: MastraAgent<Chunk>,
  source: MastraStream<Chunk> | MastraRun,
  options: MastraAskOptions,
): AsyncGenerator<Chunk, void, undefined> {
  const { signal, tool, toolNames = tool ? [tool.name] : OWN_NAMES, resume, store, leaseMs, ...askOptions } = options;
  if (store) checkList(agent);
  const followers = followersOf(askOptions.broker);
  const me = Symbol('follower');
  const asked = createAskedQuestions({ keyOf, ask, onAgainError: unlessClosed, signal });

  async function ask(call: SuspendedCall, suffix: string, askSignal: AbortSignal) {
    const callOptions = { requestId: keyOf(call) + suffix, signal: askSignal };
    if (!tool) {
      const { output, result } = await askAndFormat(mastra, call, askOptions, callOptions);
      return { result, resumeData: output as unknown };
    }
    const { output, result, request } = await askAndFormat(tool.dialect, call.suspendPayload, askOptions, callOptions);
    return { result, resumeData: outputOf(tool, output, result, request) };
  }

  function askFor(reported: readonly ReportedCall[]): void {
    const calls = reported
      .flatMap((one) => ownCall(one, toolNames))
      .filter((call) => followers.get(keyOf(call)) !== CONTINUES);
    for (const call of calls) followers.set(keyOf(call), me);
    asked.ask(calls);
  }

  async function* follow(stream: MastraStream<Chunk>): AsyncGenerator<Chunk, void, undefined> {
    const calls: ReportedCall[] = [];
    for await (const chunk of stream.fullStream) {
      calls.push(...reportedCallsIn(chunk));
      yield chunk;
    }
    // Ask only after the stream has ended. A run cannot be resumed before, and leaving the loop during the stream
    // would leave a question open.
    askFor(calls);
  }

  /** Asks the questions of the run's next stop after another process continued it. */
  async function askForNext({ runId }: SuspendedCall, turn: MarkedTurn): Promise<void> {
    for (const reported of await listSuspendedCalls(agent, { runId })) {
      for (const call of ownCall(reported, toolNames)) {
        if (!asked.keys().includes(keyOf(call)) && !(await turn.isMarked(continuedKey(call)))) askFor([reported]);
      }
    }
  }

  try {
    if ('fullStream' in source) yield* follow(source);
    else askFor(await listSuspendedCalls(agent, source));

    while (asked.keys().length > 0) {
      const { question: call, settled } = await asked.next();
      const id = keyOf(call);
      asked.remove(id);
      if (followers.get(id) !== me) continue;
      let turn: MarkedTurn | undefined;
      try {
        // The broker was closed, or the question was withdrawn in every round. The run stays suspended.
        if (settled.result.status === 'aborted' && !signal?.aborted) continue;
        followers.set(id, CONTINUES);
        const { runId, toolCallId } = call;
        turn = await takeMarkedTurn(`mastra ${runId}`, {
          store,
          leaseMs,
          signal: signal?.aborted ? undefined : signal,
        });
        if (await turn.isMarked(continuedKey(call))) {
          await askForNext(call, turn);
          continue;
        }
        // With an aborted signal, Mastra ends the run without a model call.
        const options = { ...resume, runId, toolCallId, ...(signal && { abortSignal: signal }) };
        const resumed = await resumeUnlessTaken(agent, call, () => agent.resumeStream(settled.resumeData, options));
        if (resumed) yield* follow(resumed);
        await turn.mark(continuedKey(call));
      } finally {
        followers.delete(id);
        await turn?.release();
      }
    }
  } finally {
    // If the loop was left early, nothing resumes the run with the remaining answers.
    asked.end();
    for (const id of asked.keys()) if (followers.get(id) === me) followers.delete(id);
  }
}

/** Id of the call's request. */
const keyOf = ({ runId, toolCallId }: SuspendedCall): string => `${runId}:${toolCallId}`;

/** Key of the mark that a process has continued the run from this call to its next stop. */
const continuedKey = ({ runId, toolCallId }: SuspendedCall): string => `continued mastra ${runId} ${toolCallId}`;

/** Maximum number of times that an answer is sent to a run that refuses it. */
const TRIES = 3;
/** Milliseconds before the second try. The third one waits twice as long. */
const RETRY_MS = 100;
const OWN_NAMES: readonly string[] = ['ask_user', 'askUserTool'];
const CONTINUES = Symbol('continues');

/**
 * The newest follower of each call, or `CONTINUES` while the call is resumed, by request id. Without this map, Mastra
 * would resume the call for each follower, and the model would answer twice.
 */
const followersByBroker = new WeakMap<AskUserTransport, Map<string, symbol>>();

function followersOf(broker: AskUserTransport): Map<string, symbol> {
  const followers = followersByBroker.get(broker) ?? new Map<string, symbol>();
  followersByBroker.set(broker, followers);
  return followers;
}

type ReportedCall = { readonly [Name in keyof SuspendedCall]?: unknown };

function reportedCallsIn(chunk: MastraChunk): ReportedCall[] {
  const { runId, payload } = chunk as MastraChunk & { runId?: unknown; payload?: unknown };
  if (chunk.type !== 'tool-call-suspended') return [];
  return [{ ...(isRecord(payload) && payload), runId }];
}

function checkList<Chunk>(agent: MastraAgent<Chunk>): asserts agent is Required<MastraAgent<Chunk>> {
  if (agent.listSuspendedRuns) return;
  throw new Error('The agent has no `listSuspendedRuns`, so the run was not resumed. Update @mastra/core.');
}

async function listSuspendedCalls<Chunk>(agent: MastraAgent<Chunk>, run: MastraRun): Promise<ReportedCall[]> {
  checkList(agent);
  const runId = requireId(run, 'runId');
  const { runs } = await agent.listSuspendedRuns();
  const calls = runs.find((one) => one.runId === runId)?.toolCalls ?? [];
  return calls.map((call) => ({ ...call, runId }));
}

function ownCall(reported: ReportedCall, toolNames: readonly string[]): SuspendedCall[] {
  const toolName = requireId(reported, 'toolName');
  if (!toolNames.includes(toolName)) return [];
  const { suspendPayload } = reported;
  return [
    { runId: requireId(reported, 'runId'), toolCallId: requireId(reported, 'toolCallId'), toolName, suspendPayload },
  ];
}

function requireId(reported: ReportedCall, name: 'runId' | 'toolCallId' | 'toolName'): string {
  const text = reported[name];
  if (typeof text === 'string' && text !== '') return text;
  throw new Error(`A suspended call has no ${name}, so it cannot be resumed. Pass on Mastra’s chunks unchanged.`);
}

function unlessClosed(error: unknown): undefined {
  if (!(error instanceof AskUserError && error.code === 'closed')) throw error;
}

/**
 * Resumes a call. Mastra refuses that with the same errors for a call that another caller has resumed and for one that
 * still waits, such as behind a stale snapshot. Only in the first case, resolves to `undefined`. Without a list of the
 * suspended runs, the cases look the same, so the error is thrown.
 */
async function resumeUnlessTaken<Chunk>(
  agent: MastraAgent<Chunk>,
  call: SuspendedCall,
  resume: () => Promise<MastraStream<Chunk>>,
): Promise<MastraStream<Chunk> | undefined> {
  for (let tries = 1; ; tries++) {
    try {
      return await resume();
    } catch (error) {
      if (!isRefusal(error) || !agent.listSuspendedRuns) throw error;
      const listed = await listSuspendedCalls(agent, call);
      // Some versions list calls without their ids.
      if (listed.every(({ toolCallId = call.toolCallId }) => toolCallId !== call.toolCallId)) return undefined;
      if (tries === TRIES) throw error;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS * tries));
    }
  }
}

/** Without a storage, the run may be lost, so it was not resumed by another caller. */
function isRefusal(error: unknown): boolean {
  const { id, details } = (error ?? {}) as { id?: unknown; details?: { hasStorage?: unknown } };
  const isKnown = id === 'AGENT_RESUME_NO_SNAPSHOT_FOUND' || id === 'AGENT_RESUME_TOOL_CALL_NOT_SUSPENDED';
  return isKnown && details?.hasStorage !== false;
}
