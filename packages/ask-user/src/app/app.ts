import { createHash, randomUUID } from 'node:crypto';
import type { AskUserResult, Reply } from '../../../../src/core/answer/types.js';
import type { Allow } from '../../../../src/core/flow/allow.js';
import { isRecord, isText } from '../../../../src/core/guards.js';
import { formatIssues } from '../../../../src/core/question/issues.js';
import type { AskUserRequest } from '../../../../src/core/question/types.js';
import type { ToolSpec } from '../../../../src/dialects/types.js';
import { parseCall } from '../../../../src/dialects/parse-call.js';
import { languageOf } from '../../../../src/page/language.js';
import { createAskUserBroker } from '../../../../src/host/broker/broker.js';
import type { SettleResult } from '../../../../src/host/broker/types.js';
import type { Call, Way } from '../call.js';
import type { CallResult } from '../output.js';
import type { Fields } from '../protocol.js';
import { createDrafts } from './drafts.js';
import { readLanguage } from './resource.js';
import { OPENED, type AppCall, type Opened, type Outcome } from './wire.js';

/** Milliseconds in which a client has to show the card. Then the next way asks. */
const SHOW_MS = 10_000;
/** Milliseconds that a card waits for its call, which a client may hold back until the user has allowed it. */
const HOLD_MS = 20_000;
/** Number of cards and calls that are remembered. Cards of older ones can store no draft. */
const MAX_REMEMBERED = 1_000;

export interface AppOptions {
  readonly spec: ToolSpec<unknown>;
  /** Proves that a call comes from a page of this server. */
  readonly key: string;
  /** What the user may do besides answering all questions and cancelling. */
  readonly allow: Allow;
  onError(error: unknown): void;
}

/** Asks in a card that the MCP client shows. */
export interface App extends Way {
  /** Runs the tool that only the card calls. */
  answer(call: Call): Promise<CallResult>;
  close(): Promise<void>;
}

/** A call whose questions a card shows, or may show. */
interface Shown {
  /** ID of the call. */
  readonly callId: string;
  /** The request, with an ID of this call. */
  readonly request: AskUserRequest;
  /** Identifies the questions, whichever call asks them. */
  readonly questionsId: string;
  /** Whether a card has opened the call. */
  isOpened?: boolean;
  /** Whether the user has answered or declined. */
  isDelivered?: boolean;
  /** Ends the call, because the card cannot ask. */
  end(reason: string): void;
}

const getQuestionsId = ({ questions }: AskUserRequest): string =>
  createHash('sha256').update(JSON.stringify(questions)).digest('base64url').slice(0, 22);

const textOf = (value: unknown): string | undefined => (isText(value) ? value : undefined);

const succeeded = (meta?: object): CallResult => ({
  content: [{ type: 'text', text: 'Done.' }],
  structuredContent: { ok: true } satisfies Outcome,
  ...(meta && { _meta: meta }),
});

const refuse = (code: Extract<Outcome, { ok: false }>['code'], message: string): CallResult => ({
  content: [{ type: 'text', text: message }],
  structuredContent: { ok: false, code, message } satisfies Outcome,
  isError: true,
});

const UNBOUND = 'Only the card that shows the questions can call this tool. Nothing was answered.';

function toCallResult(outcome: SettleResult): CallResult {
  if (outcome.ok) return succeeded();
  if (outcome.code === 'invalid') return refuse('invalid', formatIssues(outcome.issues));
  return refuse(outcome.code, 'The agent no longer waits for these questions. Nothing has changed.');
}

/** Removes the oldest entry if there are too many. */
function bound(entries: Map<string, unknown>): void {
  const [oldest = ''] = entries.keys();
  if (entries.size > MAX_REMEMBERED) entries.delete(oldest);
}

export function createApp({ spec, key, allow, onError }: AppOptions): App {
  const conversationId = randomUUID();
  const broker = createAskUserBroker({ onError });
  const drafts = createDrafts();
  /** The calls that wait for the user, oldest first. */
  const waiting = new Set<Shown>();
  /** The questions of calls that have ended, by the IDs of the calls. */
  const ended = new Map<string, string>();
  const byToken = new Map<string, Shown>();
  /** Called when a call has begun to wait. */
  const arrivals = new Set<() => void>();
  /** Whether the client shows cards, as far as it is known. */
  let isShown = true;

  /** Finds the call of a card: by its ID, or by its questions alone if the client states no ID, or one of another kind. */
  function find(callId: string | undefined, questionsId: string): Shown | undefined {
    const same = [...waiting].filter((one) => one.questionsId === questionsId);
    const own = same.find((one) => one.callId === callId);
    if (own) return own;
    // A card that is rendered again opens its call again. Of several equal calls, it cannot be known which one is its own.
    return same.find(({ isOpened }) => !isOpened) ?? (same.length === 1 ? same[0] : undefined);
  }

  function remember(callId: string, questionsId: string): void {
    ended.set(callId, questionsId);
    bound(ended);
  }

  /** Finds the call of a card, or waits until it arrives. */
  function waitFor(callId: string | undefined, questionsId: string, signal: AbortSignal): Promise<Shown | undefined> {
    return new Promise((resolve) => {
      const end = (found?: Shown) => {
        clearTimeout(timer);
        arrivals.delete(look);
        signal.removeEventListener('abort', stop);
        resolve(found);
      };
      const look = () => {
        const found = find(callId, questionsId);
        if (found) end(found);
      };
      const stop = () => end();
      const timer = setTimeout(stop, HOLD_MS);
      arrivals.add(look);
      signal.addEventListener('abort', stop, { once: true });
      look();
    });
  }

  async function open({ key: given, id, input, locale }: Fields, { signal }: Call): Promise<CallResult> {
    if (given !== key) return refuse('unbound', UNBOUND);
    isShown = true;
    const callId = typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
    const over = refuse('already_resolved', 'The agent does not wait for these questions in this card.');
    const parsed = parseCall(spec, input);
    const wanted = parsed.ok && getQuestionsId(parsed.value);
    if (wanted === false || ended.get(callId ?? '') === wanted) return over;
    const shown = await waitFor(callId, wanted, signal);
    if (!shown) return refuse('waiting', 'No such call has arrived yet.');
    // What is entered in another card now stays there.
    const isDraftElsewhere = [...waiting].some((one) => one !== shown && one.isOpened && one.questionsId === wanted);
    shown.isOpened = true;
    const token = randomUUID();
    byToken.set(token, shown);
    bound(byToken);
    const language = languageOf(locale);
    const { request, questionsId } = shown;
    const opened: Opened = {
      token,
      request: { ...request, requestId: questionsId },
      drafts: isDraftElsewhere ? drafts.without(questionsId) : drafts.all(),
      ...(language && { script: await readLanguage(language) }),
    };
    return succeeded({ [OPENED]: opened });
  }

  function keepDrafts(given: unknown, { questionsId, isDelivered }: Shown): CallResult {
    const texts = isRecord(given) ? Object.entries(given) : [];
    for (const [name, text] of texts) {
      // A draft may have been on its way when the answer was sent.
      if (!isText(text) || (isDelivered && name.endsWith(questionsId))) continue;
      if (!drafts.set(name, text)) return refuse('too_large', 'The drafts are too large.');
    }
    return succeeded();
  }

  async function settle(input: Fields, { request: { requestId } }: Shown): Promise<CallResult> {
    const { action, discuss, about, replies } = input;
    const options = { reason: textOf(input['reason']), idempotencyKey: textOf(input['token']) };
    // The broker checks the replies.
    const given = replies as readonly Reply[];
    if (action === 'answer') return toCallResult(await broker.answer(requestId, given, options));
    if (action === 'cancel') return toCallResult(await broker.cancel(requestId, options));
    const wanted = discuss === true && { discuss, about: textOf(about), replies: given };
    return toCallResult(await broker.decline(requestId, { ...options, ...wanted }));
  }

  return {
    async ask({ raw: _raw, metadata: _metadata, ...given }, call) {
      const unavailable = (reason: string): AskUserResult => ({ status: 'unavailable', reason });
      if (!isShown) {
        remember(String(call.id), getQuestionsId(given));
        return unavailable('The MCP client has not shown the dialog before.');
      }
      let reason: string | undefined;
      const withdraw = new AbortController();
      const shown: Shown = {
        callId: String(call.id),
        request: { ...given, asker: call.asker, requestId: randomUUID() },
        questionsId: getQuestionsId(given),
        end(text) {
          reason = text;
          withdraw.abort(text);
        },
      };
      const { request, questionsId, callId, end } = shown;
      const missed = setTimeout(() => {
        if (shown.isOpened) return;
        isShown = false;
        end('The MCP client did not show the dialog.');
      }, SHOW_MS);
      waiting.add(shown);
      for (const look of [...arrivals]) look();
      try {
        const signal = AbortSignal.any([withdraw.signal, call.signal]);
        const result = await broker.ask(request, { conversationId, allow, signal });
        if (reason !== undefined && result.status === 'aborted') return unavailable(reason);
        const isEnd = result.status === 'cancelled' || result.status === 'declined';
        shown.isDelivered = isEnd || result.status === 'answered';
        if (shown.isDelivered) drafts.remove(questionsId);
        return result;
      } finally {
        clearTimeout(missed);
        waiting.delete(shown);
        remember(callId, questionsId);
      }
    },
    async answer(call) {
      const { input } = call;
      const action = input['action'] as AppCall['action'] | undefined;
      if (action === 'open') return open(input, call);
      const shown = byToken.get(textOf(input['token']) ?? '');
      if (!shown) return refuse('unbound', UNBOUND);
      if (action === 'draft') return keepDrafts(input['drafts'], shown);
      if (action === 'answer' || action === 'cancel' || action === 'decline') return settle(input, shown);
      if (action !== 'unavailable') return refuse('invalid', `Unknown action: ${String(action)}`);
      shown.end(textOf(input['reason']) ?? 'The card could not be shown.');
      return succeeded();
    },
    close: () => broker.close(),
  };
}
