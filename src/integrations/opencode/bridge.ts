import { isRecord } from '../../core/internal.js';
import { AskUserError } from '../../host/index.js';
import { opencode } from '../../dialects/index.js';
import type { AskUserResult } from '../../core/index.js';
import { askAndFormat } from '../shared/ask-and-format.js';
import { isFinished, isListed, isWaiting, list, send } from './calls.js';
import { connect } from './connection.js';
import { during, pause } from './time.js';
import type {
  BridgeOpencodeOptions,
  OpencodeBridge,
  OpencodeClient,
  OpencodeEvent,
  OpencodeQuestion,
} from './types.js';

const BRIDGE_CLOSED = 'The bridge to opencode was closed.';
const TURN_ENDED = 'The turn has ended.';
/**
 * Statuses that the user has not caused, and that opencode cannot represent: the agent reads a reject as the user's
 * dismissal.
 */
const UNASKED: readonly AskUserResult['status'][] = ['unavailable', 'invalid', 'connectionLost'];
const STAYS_OPEN = 'It stays open at opencode. Answer it in another client, or abort the session.';
const NOT_FOUND = 'opencode no longer has the question.';
const SETTLED_ELSEWHERE = 'It was settled in another opencode client.';
/** Maximum number of requests for one question. It prevents an endless loop. */
const ROUNDS = 20;
/**
 * Whether the value has the ids of a question. The server may have another version than the client's types, so the
 * dialect parses the rest.
 */
const isQuestion = (value: object): value is OpencodeQuestion =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['sessionID'] === 'string';

/** Whether the bridge was closed, so that opencode still waits. */
const isClosed = ({ reason }: AbortSignal): boolean => reason === BRIDGE_CLOSED;

interface Open {
  readonly question: OpencodeQuestion;
  readonly withdrawn: AbortController;
}

/**
 * Asks the user the questions of an opencode server, both open and future ones, and returns the results to the server.
 * One bridge serves all sessions of the client's directory. The id of a question is the request id, with `.2`, `.3` and
 * so on if the request was withdrawn, such as by an earlier bridge.
 *
 * A question that could not be asked (`unavailable`, `invalid` or `connectionLost`) is reported to `onError` and stays
 * open at opencode, because the agent reads a reject as the user's dismissal.
 *
 * If the turn of a question was aborted, the question is withdrawn and rejected at opencode, which would keep it
 * forever. If a question was settled in another client or lost with its server, it is withdrawn. While the server
 * cannot be reached, its questions stay open, and an answer is delivered when the server is back.
 *
 * @example
 * const client = createOpencodeClient({ baseUrl: 'http://127.0.0.1:4096', directory });
 * const bridge = bridgeOpencode(client, { broker, conversationId: (sessionID) => conversations.get(sessionID) });
 */
export function bridgeOpencode(
  client: OpencodeClient,
  { conversationId: conversationOf, signal, onError = console.error, ...askOptions }: BridgeOpencodeOptions,
): OpencodeBridge {
  const open = new Map<string, Open>();
  const asking = new Set<Promise<void>>();
  const sending = new Set<Promise<void>>();
  const closing = new AbortController();

  function take(question: OpencodeQuestion): void {
    if (closing.signal.aborted || open.has(question.id)) return;
    const one: Open = { question, withdrawn: new AbortController() };
    open.set(question.id, one);
    void during(
      asking,
      ask(one).catch((error: unknown) => fail(question, error)),
    );
  }

  async function ask({ question, withdrawn: { signal: withdrawn } }: Open): Promise<void> {
    const conversationId = await conversationOf(question.sessionID);
    if (conversationId === undefined) return;
    let asked;
    let times = 0;
    // A request that was withdrawn, such as by an earlier bridge, is asked again with a new id: opencode still waits.
    do {
      times += 1;
      const requestId = times === 1 ? question.id : `${question.id}.${times}`;
      asked = await askAndFormat(
        opencode,
        question,
        { ...askOptions, conversationId },
        { signal: withdrawn, requestId },
      );
    } while (!withdrawn.aborted && asked.result.status === 'aborted' && times < ROUNDS);
    const { output, result } = asked;
    // The user did not cancel, so leave the question to the next bridge.
    if (result.status === 'aborted' && (!withdrawn.aborted || isClosed(withdrawn))) return;
    if (UNASKED.includes(result.status)) {
      onError(new Error(`The question ${question.id} cannot be asked. ${STAYS_OPEN}`, { cause: result }));
      if (!withdrawn.aborted) await new Promise((done) => withdrawn.addEventListener('abort', done, { once: true }));
      if (withdrawn.reason === TURN_ENDED) await drop(question);
      return;
    }
    await during(sending, deliver(question, output, withdrawn, result.status === 'answered'));
  }

  async function deliver(
    question: OpencodeQuestion,
    output: ReturnType<typeof opencode.formatResult>,
    withdrawn: AbortSignal,
    isAnswer: boolean,
  ): Promise<void> {
    const isLate = (withdrawn.aborted && !isClosed(withdrawn)) || !(await isWaiting(client, question));
    if (!isLate && (await send(client, question.id, output))) return;
    if (isAnswer)
      onError(new Error(`The answer to ${question.id} reached no agent, because opencode no longer waited for it.`));
    if (isLate && (withdrawn.reason ?? TURN_ENDED) === TURN_ENDED) await drop(question);
  }

  /** Rejects a question, which opencode would keep although no agent waits for the answer. */
  const drop = ({ id }: OpencodeQuestion) => send(client, id, { reject: true, status: 'aborted' });

  /** Reconnects after an error, so that the question is asked again, unless asking again cannot succeed. */
  function fail({ id }: OpencodeQuestion, error: unknown): void {
    if (error instanceof AskUserError && error.code === 'closed') return;
    onError(error);
    if (error instanceof AskUserError && error.code !== 'store_failed') return;
    open.delete(id);
    connection.reconnect();
  }

  function withdraw(reason: string, isMeant: (question: OpencodeQuestion) => unknown = () => true): void {
    for (const { question, withdrawn } of open.values()) {
      if (!isMeant(question)) continue;
      open.delete(question.id);
      withdrawn.abort(reason);
    }
  }

  async function sweep(sessionID: unknown): Promise<void> {
    for (const { question } of open.values()) {
      if (question.sessionID !== sessionID || (await isWaiting(client, question))) continue;
      withdraw(TURN_ENDED, ({ id }) => id === question.id);
    }
  }

  /** Compares the open questions with the server's list after the bridge has connected. */
  async function reconcile(): Promise<void> {
    const listed = await list(client);
    withdraw(NOT_FOUND, ({ id }) => !listed.some((question) => question.id === id));
    for (const question of listed) {
      if (await isWaiting(client, question)) take(question);
      else if (open.has(question.id)) withdraw(TURN_ENDED, ({ id }) => id === question.id);
      else if ((await conversationOf(question.sessionID)) !== undefined) await drop(question);
    }
  }

  /** Reports a question that the bridge cannot answer, so that its session does not wait unnoticed. */
  async function reportUnknown(type: string, { id, sessionID }: Partial<OpencodeQuestion>): Promise<void> {
    // opencode asks the questions of MCP servers in the session "global".
    const hasOwner = sessionID !== undefined && sessionID !== 'global';
    if (hasOwner && (await conversationOf(sessionID)) === undefined) return;
    const what = id === undefined ? 'A question' : `The question ${id}`;
    onError(new Error(`${what} cannot be asked: this bridge cannot answer ${type}. ${STAYS_OPEN}`));
  }

  async function onEvent({ type, data = {}, properties = data }: OpencodeEvent): Promise<void> {
    const { sessionID, requestID, part, info, form } = properties;
    switch (type) {
      case 'server.connected':
        return reconcile();
      case 'question.asked':
        if (isQuestion(properties)) return take(properties);
        return onError(new Error('opencode sent a question without an id or a session, so the user was not asked.'));
      case 'question.v2.asked':
        if (!isQuestion(properties)) return reportUnknown(type, {});
        if (open.has(properties.id) || (await isListed(client, properties))) return;
        return reportUnknown(type, properties);
      case 'form.created':
        return reportUnknown(type, isRecord(form) && isQuestion(form) ? form : {});
      case 'question.replied':
      case 'question.rejected':
        return withdraw(SETTLED_ELSEWHERE, ({ id }) => id === requestID);
      case 'message.part.updated':
        return withdraw(TURN_ENDED, ({ tool }) => tool && isFinished(part, tool));
      case 'session.deleted':
        return withdraw(TURN_ENDED, (question) => question.sessionID === (sessionID ?? info?.id));
      // Sent before the call has ended, and also for turns that ended before this one.
      case 'session.idle':
      case 'session.error':
        return sweep(sessionID);
    }
  }

  const connection = connect(client, { onEvent, onError, signal: closing.signal });
  async function close(): Promise<void> {
    closing.abort();
    withdraw(BRIDGE_CLOSED);
    await Promise.allSettled(asking);
  }
  if (signal?.aborted) void close();
  else signal?.addEventListener('abort', () => void close(), { once: true });

  return {
    close,
    async delivered() {
      // Wait for results that the broker has settled but that have not arrived here.
      await pause(0);
      await Promise.allSettled(sending);
    },
  };
}
