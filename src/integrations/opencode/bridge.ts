import { AskUserError } from '../../host/index.js';
import type { AskUserResult } from '../../core/index.js';
import { type Asked, hasIds, isFinished, type Pending, RefusedAnswer } from './calls.js';
import { connect } from './connection.js';
import { formOf, GLOBAL, listForms } from './forms.js';
import { isListed, listQuestions, questionOf } from './questions.js';
import { during, pause } from './time.js';
import type { BridgeOpencodeOptions, Opencode2Client, OpencodeBridge, OpencodeClient, OpencodeEvent } from './types.js';

const BRIDGE_CLOSED = 'The bridge to opencode was closed.';
const TURN_ENDED = 'The turn has ended.';
/**
 * Statuses that the user has not caused, and that opencode cannot represent: the agent reads a reject as the user's
 * dismissal.
 */
const UNASKED: readonly AskUserResult['status'][] = ['unavailable', 'invalid', 'connectionLost'];
const NO_SESSION = "it belongs to no session, and `conversationId('global')` returns no conversation";
const STAYS_OPEN = 'It stays open at opencode. Answer it in another client, or abort the session.';
const NOT_FOUND = 'opencode no longer has the question.';
const SETTLED_ELSEWHERE = 'It was settled in another opencode client.';
/** Maximum number of requests for one question. It prevents an endless loop. */
const ROUNDS = 20;
/** Whether the bridge was closed, so that opencode still waits. */
const isClosed = ({ reason }: AbortSignal): boolean => reason === BRIDGE_CLOSED;

interface Open {
  readonly pending: Pending;
  readonly withdrawn: AbortController;
}

/**
 * Asks the user the questions of an opencode server, both open and future ones, and returns the results to the server.
 * One bridge serves all sessions of the client's directory. The id of a question is the request id, with `.2`, `.3` and
 * so on if the request was withdrawn, such as by an earlier bridge, or if opencode refused the answer.
 *
 * opencode 2 asks through forms, also for MCP servers and plugins. A form with a link, with a field that depends on
 * another one or with a field of an unknown type cannot be asked.
 *
 * A question that could not be asked (also `unavailable`, `invalid` or `connectionLost`) is reported to `onError` and
 * stays open at opencode, because the agent reads a reject as the user's dismissal.
 *
 * If the turn of a question was aborted, the question is withdrawn and rejected at opencode, which would keep it
 * forever. If a question was settled in another client or lost with its server, it is withdrawn. While the server
 * cannot be reached, its questions stay open, and an answer is delivered when the server is back.
 *
 * @param client - A client of `@opencode-ai/sdk/v2`, or of `@opencode/client` for opencode 2.
 * @example
 * const client = createOpencodeClient({ baseUrl: 'http://127.0.0.1:4096', directory });
 * const bridge = bridgeOpencode(client, { broker, conversationId: (sessionID) => conversations.get(sessionID) });
 */
export function bridgeOpencode(
  client: OpencodeClient | Opencode2Client,
  { conversationId: conversationOf, signal, onError = console.error, ...askOptions }: BridgeOpencodeOptions,
): OpencodeBridge {
  const open = new Map<string, Open>();
  const asking = new Set<Promise<void>>();
  const sending = new Set<Promise<unknown>>();
  const closing = new AbortController();

  function take(pending: Pending): void {
    if (closing.signal.aborted || open.has(pending.id)) return;
    const one: Open = { pending, withdrawn: new AbortController() };
    open.set(pending.id, one);
    void during(
      asking,
      ask(one).catch((error: unknown) => fail(pending, error)),
    );
  }

  const report = (id: string | undefined, reason: string, cause?: unknown) =>
    onError(
      new Error(
        `${id === undefined ? 'A question' : `The question ${id}`} cannot be asked: ${reason}. ${STAYS_OPEN}`,
        cause === undefined ? undefined : { cause },
      ),
    );

  async function ask({ pending, withdrawn: { signal: withdrawn } }: Open): Promise<void> {
    const conversationId = await conversationOf(pending.sessionID);
    const isGlobal = pending.sessionID === GLOBAL;
    if (conversationId === undefined && !isGlobal) return;
    if (pending.refusal !== undefined) return report(pending.id, pending.refusal);
    if (conversationId === undefined) return report(pending.id, NO_SESSION);
    // A request that was withdrawn, such as by an earlier bridge, is asked again with a new id: opencode still waits. So
    // is one whose answer opencode refuses.
    for (let times = 1; times <= ROUNDS; times++) {
      const requestId = times === 1 ? pending.id : `${pending.id}.${times}`;
      const asked = await pending.ask({ ...askOptions, conversationId }, { signal: withdrawn, requestId });
      const { status } = asked.result;
      if (status === 'aborted' && !withdrawn.aborted) continue;
      // The user did not cancel, so leave the question to the next bridge.
      if (status === 'aborted' && isClosed(withdrawn)) return;
      if (UNASKED.includes(status)) {
        report(pending.id, `its request ended as ${status}`, asked.result);
        if (!withdrawn.aborted) await new Promise((done) => withdrawn.addEventListener('abort', done, { once: true }));
        if (withdrawn.reason === TURN_ENDED) await pending.reject();
        return;
      }
      if (await during(sending, deliver(pending, asked, withdrawn))) return;
    }
  }

  /** Sends a result. Resolves to `false` if opencode refuses the answer and still waits. */
  async function deliver(pending: Pending, { result, send }: Asked, withdrawn: AbortSignal): Promise<boolean> {
    const isLate = (withdrawn.aborted && !isClosed(withdrawn)) || !(await pending.isWaiting());
    try {
      if (!isLate && (await send())) return true;
    } catch (error) {
      if (!(error instanceof RefusedAnswer)) throw error;
      onError(new Error(`opencode refused the answer to ${pending.id}, so the user is asked again.`, { cause: error }));
      return false;
    }
    if (result.status === 'answered')
      onError(new Error(`The answer to ${pending.id} reached no agent, because opencode no longer waited for it.`));
    // opencode would keep the question although no agent waits for the answer.
    if (isLate && (withdrawn.reason ?? TURN_ENDED) === TURN_ENDED) await pending.reject();
    return true;
  }

  /** Reconnects after an error, so that the question is asked again, unless asking again cannot succeed. */
  function fail({ id }: Pending, error: unknown): void {
    if (error instanceof AskUserError && error.code === 'closed') return;
    onError(error);
    if (error instanceof AskUserError && error.code !== 'store_failed') return;
    open.delete(id);
    connection.reconnect();
  }

  function withdraw(reason: string, isMeant: (pending: Pending) => unknown = () => true): void {
    for (const { pending, withdrawn } of open.values()) {
      if (!isMeant(pending)) continue;
      open.delete(pending.id);
      withdrawn.abort(reason);
    }
  }

  async function sweep(sessionID: unknown): Promise<void> {
    for (const { pending } of open.values()) {
      if (pending.sessionID !== sessionID || (await pending.isWaiting())) continue;
      withdraw(TURN_ENDED, ({ id }) => id === pending.id);
    }
  }

  /** Compares the open questions with the server's lists after the bridge has connected. */
  async function reconcile(): Promise<void> {
    const forms = await listForms(client);
    const listed = [...(await listQuestions(client)), ...forms.map((form) => formOf(client, form))];
    for (const { pending } of open.values()) {
      // The list of forms lacks those of other directories.
      if (listed.some(({ id }) => id === pending.id) || (pending.isForm && (await pending.isWaiting()))) continue;
      withdraw(NOT_FOUND, ({ id }) => id === pending.id);
    }
    for (const pending of listed) {
      if (await pending.isWaiting()) take(pending);
      else if (open.has(pending.id)) withdraw(TURN_ENDED, ({ id }) => id === pending.id);
      else if ((await conversationOf(pending.sessionID)) !== undefined) await pending.reject();
    }
  }

  async function onEvent({ type, data = {}, properties = data }: OpencodeEvent): Promise<void> {
    const { id: formID, sessionID, requestID, part, info, form } = properties;
    switch (type) {
      case 'server.connected':
        return reconcile();
      case 'question.asked':
        if (hasIds(properties) && 'question' in client) return take(questionOf(client, properties));
        return onError(new Error('opencode sent a question without an id or a session, so the user was not asked.'));
      case 'question.v2.asked': {
        const reason = `this bridge cannot answer ${type}`;
        if (!hasIds(properties)) return report(undefined, reason);
        if (open.has(properties.id) || ('question' in client && (await isListed(client, properties)))) return;
        if ((await conversationOf(properties.sessionID)) !== undefined) report(properties.id, reason);
        return;
      }
      case 'form.created':
        if (hasIds(form)) return take(formOf(client, form));
        return report(undefined, 'this bridge cannot answer form.created without an id or a session');
      case 'form.replied':
      case 'form.cancelled':
        return withdraw(SETTLED_ELSEWHERE, ({ id }) => id === formID);
      case 'question.replied':
      case 'question.rejected':
        return withdraw(SETTLED_ELSEWHERE, ({ id }) => id === requestID);
      case 'message.part.updated':
        return withdraw(TURN_ENDED, ({ tool }) => tool && isFinished(part, tool));
      case 'session.deleted':
        return withdraw(TURN_ENDED, (pending) => pending.sessionID === (sessionID ?? info?.id));
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
