import { isRecord } from '../../core/guards.js';
import { opencode, type OpencodeReject, type OpencodeReply } from '../../dialects/opencode.js';
import { AskUserError } from '../../host/errors.js';
import { put } from '../shared/put.js';
import { isOver, isWaiting, list, send } from './calls.js';
import { during, pause, watch } from './time.js';
import type {
  BridgeOpencodeOptions,
  OpencodeBridge,
  OpencodeClient,
  OpencodeEvent,
  OpencodeQuestion,
} from './types.js';

const CLOSED = 'The bridge to opencode was closed.';
const OVER = 'The turn is over.';
const GONE = 'opencode no longer has the question.';
const ELSEWHERE = 'It was ended in another client of opencode.';
/** The first pause before the server is tried again; it doubles up to the longest. */
const PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
/** The server's heart beats every ten seconds. A connection that it takes while it begins may stay silent for ever. */
const SILENCE_MS = 25_000;

/** The server may be another version than the client's types. What it asks is for the dialect to read. */
const isQuestion = (value: object): value is OpencodeQuestion =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['sessionID'] === 'string';

/** A question that is asked, or whose ending was handed over. */
interface Open {
  readonly question: OpencodeQuestion;
  readonly withdrawn: AbortController;
}

/**
 * Puts the questions of an opencode server to the person, from now on and those that are open already, and hands back what came of
 * them. One bridge serves all sessions of the client's directory; a question's id is the request's.
 *
 * A question whose turn was aborted is withdrawn, and rejected at opencode, which would keep it for ever. One that was ended in another client,
 * or was lost with its server, is withdrawn. While the server can't be reached its questions stay open, and an answer is handed
 * over as soon as it is back.
 *
 * @example
 * const client = createOpencodeClient({ baseUrl: 'http://127.0.0.1:4096', directory });
 * const bridge = bridgeOpencode(client, { broker, conversationId: (sessionID) => conversations.get(sessionID) });
 */
export function bridgeOpencode(
  client: OpencodeClient,
  { conversationId: conversationOf, signal, onError = console.error, ...via }: BridgeOpencodeOptions,
): OpencodeBridge {
  const open = new Map<string, Open>();
  const asking = new Set<Promise<void>>();
  const sending = new Set<Promise<void>>();
  const closing = new AbortController();
  let connection = new AbortController();
  let isDown = false;

  /** Puts a question to the person, once. */
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
    // What was withdrawn with another bridge is asked anew: opencode waits still.
    do {
      times += 1;
      const requestId = times === 1 ? question.id : `${question.id}.${times}`;
      asked = await put(opencode, question, { ...via, conversationId }, { signal: withdrawn, requestId });
    } while (!withdrawn.aborted && asked.result.status === 'aborted' && asked.result.reason === CLOSED);
    const { wire, result } = asked;
    // The broker was closed. Nobody has cancelled: opencode waits for the next one.
    if (result.status === 'aborted' && !withdrawn.aborted) return;
    if (result.status === 'invalid') onError(new Error(`${question.id} can’t be asked.`, { cause: result.issues }));
    await during(sending, deliver(question, wire, withdrawn, result.status === 'answered'));
  }

  async function deliver(
    question: OpencodeQuestion,
    wire: OpencodeReply | OpencodeReject,
    withdrawn: AbortSignal,
    isAnswer: boolean,
  ): Promise<void> {
    const isLate = withdrawn.aborted || !(await isWaiting(client, question));
    if (!isLate && (await send(client, question.id, wire))) return;
    if (isAnswer) onError(new Error(`The answer to ${question.id} has reached nobody: it was over at opencode.`));
    if (isLate && (withdrawn.reason ?? OVER) === OVER) await drop(question);
  }

  /** opencode keeps the question of a turn that was aborted for ever, and takes an answer that reaches nobody. */
  const drop = ({ id }: OpencodeQuestion) => send(client, id, { reject: true, status: 'aborted' });

  /** The agent waits still: it is asked again once the connection is made anew, unless there is no use in that. */
  function fail({ id }: OpencodeQuestion, error: unknown): void {
    if (error instanceof AskUserError && error.code === 'closed') return;
    onError(error);
    if (error instanceof AskUserError && error.code !== 'store_failed') return;
    open.delete(id);
    connection.abort();
  }

  function withdraw(reason: string, isMeant: (question: OpencodeQuestion) => unknown = () => true): void {
    for (const { question, withdrawn } of open.values()) {
      if (!isMeant(question)) continue;
      open.delete(question.id);
      withdrawn.abort(reason);
    }
  }

  /** Those of a session that nobody waits for any more. */
  async function sweep(sessionID: unknown): Promise<void> {
    for (const { question } of open.values()) {
      if (question.sessionID !== sessionID || (await isWaiting(client, question))) continue;
      withdraw(OVER, ({ id }) => id === question.id);
    }
  }

  /** What is open at opencode, now that it can be reached. */
  async function look(): Promise<void> {
    const listed = await list(client);
    withdraw(GONE, ({ id }) => !listed.some((question) => question.id === id));
    for (const question of listed) {
      if (await isWaiting(client, question)) take(question);
      else if (open.has(question.id)) withdraw(OVER, ({ id }) => id === question.id);
      else if ((await conversationOf(question.sessionID)) !== undefined) await drop(question);
    }
  }

  async function hear({ type, properties = {} }: OpencodeEvent): Promise<void> {
    const { sessionID, requestID, part, info } = properties;
    switch (type) {
      case 'server.connected':
        isDown = false;
        return look();
      case 'question.asked':
        if (isQuestion(properties)) return take(properties);
        return onError(new Error('opencode sent a question without an id or a session. Nobody was asked.'));
      case 'question.replied':
      case 'question.rejected':
        return withdraw(ELSEWHERE, ({ id }) => id === requestID);
      case 'message.part.updated':
        return withdraw(OVER, ({ tool }) => tool && isOver(part, tool));
      case 'session.deleted':
        return withdraw(OVER, (question) => question.sessionID === (sessionID ?? info?.id));
      // Told before the call is over, and of a turn that has ended before this one, too.
      case 'session.idle':
      case 'session.error':
        return sweep(sessionID);
    }
  }

  async function listen(): Promise<void> {
    let problem: unknown;
    let isSilent = false;
    const { signal: left } = connection;
    const silence = watch(SILENCE_MS, () => {
      isSilent = true;
      problem = new Error('opencode’s events have stopped.');
      connection.abort();
    });
    try {
      const { stream } = await client.event.subscribe(undefined, {
        signal: left,
        // It would try again by itself, with pauses of half a minute.
        sseMaxRetryAttempts: 1,
        onSseError: (error) => {
          problem ??= error;
        },
      });
      for await (const event of stream) {
        silence.heard();
        if (isRecord(event)) await hear(event);
      }
    } finally {
      silence.stop();
    }
    if (problem !== undefined && (isSilent || !left.aborted)) throw problem;
  }

  async function follow(): Promise<void> {
    let failures = 0;
    while (!closing.signal.aborted) {
      const since = Date.now();
      connection = new AbortController();
      await listen().catch((error: unknown) => {
        if (!isDown && !closing.signal.aborted) onError(error);
        isDown = true;
      });
      connection.abort();
      failures = Date.now() - since > LONGEST_PAUSE_MS ? 0 : failures + 1;
      await pause(Math.min(PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS), closing.signal);
    }
  }

  void follow();
  async function close(): Promise<void> {
    closing.abort();
    connection.abort();
    withdraw(CLOSED);
    await Promise.allSettled(asking);
  }
  if (signal?.aborted) void close();
  else signal?.addEventListener('abort', () => void close(), { once: true });

  return {
    close,
    async delivered() {
      // What the broker has settled is on its way here.
      await pause(0);
      await Promise.allSettled(sending);
    },
  };
}
