import { isRecord } from '../../core/guards.js';
import type { NewRecord, RequestStore } from '../../host/store.js';
import { canonical, nameOf } from '../shared/canonical.js';
import { askPartsOf, isAskPart, type AiSdkAskPart, type AiSdkMessage } from './parts.js';

/** Output of a call as plain JSON, or the error text of a call without output. */
export type ToolOutput = { readonly output: unknown } | { readonly errorText: string };

/** An answer that a page is about to add to its chat. */
export type AnswerClaim = ToolOutput & {
  /** The chat's `id`. The host must check that the chat belongs to this user. */
  readonly conversationId: string;
  readonly toolCallId: string;
  /** Input of the call. Another question under the same tool call id is another call. */
  readonly input?: unknown;
  /** Random id of the page's hook. The same answer with the same id is a retry. */
  readonly delivery: string;
};

/** The body is not a valid claim or history. Respond with the status 400. */
export interface InvalidClaim {
  readonly ok: false;
  readonly code: 'invalid';
}

/** Result of `claim`. If another claim was first, its answer is included. */
export type ClaimResult =
  | { readonly ok: true }
  | (ToolOutput & {
      readonly ok: false;
      readonly code: 'already_resolved';
      /**
       * Whether `admit` has accepted a history with this answer. If not, the page that claimed it may be closed, and
       * the run would not continue.
       */
      readonly sent: boolean;
    })
  | InvalidClaim;

/** Result of `admit`. If answers conflict, `outputs` contains the stored answers of those calls by tool call id. */
export type AdmitResult =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'already_resolved';
      readonly outputs: Readonly<Record<string, ToolOutput>>;
    }
  | InvalidClaim;

/** Options for `createAnswerGate`. */
export interface AnswerGateOptions {
  /** Stores the first answer of each call for seven days. It can be the store of a broker. */
  readonly store: RequestStore;
  /** Name of the ask tool in `tools`. With a wrong name, `admit` would check no answer. */
  readonly toolName: string;
}

/** Accepts one answer for each call. Both methods reject if the store rejects; they are safe to retry. */
export interface AnswerGate {
  /** Accepts the first answer of a call, across tabs and nodes. An equal answer from another page is refused too. */
  claim(answer: AnswerClaim): Promise<ClaimResult>;
  /**
   * Checks a history in the chat's route. Refuses it if the last reply contains an answer that differs from the
   * claimed one. Otherwise claims the answers that no page has claimed, and records the answers of the reply as sent.
   * Earlier replies are not checked. The gate does not know what the model replied: if you store the chat, also refuse a
   * history without messages or parts that are stored.
   */
  admit(messages: readonly AiSdkMessage[], chat: { readonly conversationId: string }): Promise<AdmitResult>;
}

/** Value of the record of a call. */
interface Claimed {
  /** Canonical JSON of a `ToolOutput`. */
  readonly toolOutput: string;
  /** Page that claimed the answer. Absent for an answer that `admit` found in a history. */
  readonly delivery?: string;
  /** Whether `admit` has accepted a history with this answer. */
  readonly sent?: boolean;
}

const KIND = 'answer';
const LIST = 'ended';
const KEEP_MS = 604_800_000;
/** Maximum number of old answers that are removed with each new one. */
const REMOVED = 10;

const INVALID: InvalidClaim = { ok: false, code: 'invalid' };

/**
 * Creates a gate that accepts only the first answer of each call, even if the chat is open in several tabs. The AI SDK
 * itself lets two tabs answer the same call, and then the agent continues twice.
 *
 * Use both methods. The page calls `claim` before it adds an answer (`useAiSdkAskUser(chat, { claim })`), so a second
 * dialog learns that it is too late. The chat's route calls `admit`, which refuses another answer. The gate also
 * records which answers were admitted, so a page knows whether the agent has continued.
 *
 * @example
 * const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
 * // POST /api/claim
 * if (!(await mayUse(request, answer.conversationId))) return new Response(null, { status: 403 });
 * return Response.json(await gate.claim(answer));
 * // POST /api/chat
 * if (!(await mayUse(request, conversationId))) return new Response(null, { status: 403 });
 * const admitted = await gate.admit(messages, { conversationId });
 * if (!admitted.ok) return Response.json(admitted, { status: admitted.code === 'invalid' ? 400 : 409 });
 */
export function createAnswerGate({ store, toolName }: AnswerGateOptions): AnswerGate {
  const nameOfCall = (conversationId: string, { toolCallId, input }: Pick<AiSdkAskPart, 'toolCallId' | 'input'>) =>
    nameOf([conversationId, toolCallId, input]);

  async function find(name: string) {
    const [record] = (await store.get(KIND, [name])).records;
    return record && { ...(record.value as Claimed), version: record.version };
  }

  const recordOf = (id: string, value: Claimed): NewRecord => ({
    kind: KIND,
    id,
    version: crypto.randomUUID(),
    list: LIST,
    conversationId: '',
    at: Date.now() + KEEP_MS,
    value,
  });

  async function removeOld(): Promise<void> {
    const { records } = await store.overdue(KIND, LIST, 0, REMOVED);
    for (const record of records) await store.remove(record, record.version);
  }

  /** Stores the answer if the call has none. Returns the stored one. */
  async function claim(name: string, own: Claimed): Promise<Claimed> {
    for (;;) {
      const { written } = await store.insert(recordOf(name, own), false);
      if (written) {
        removeOld().catch(() => undefined);
        return own;
      }
      const there = await find(name);
      if (there) return there;
    }
  }

  /** Another call can only do the same, so a lost race is fine. */
  async function markSent(name: string): Promise<void> {
    const there = await find(name);
    if (!there || there.sent) return;
    const { version, ...claimed } = there;
    await store.compareAndSet(version, recordOf(name, { ...claimed, sent: true }), false);
  }

  return {
    async claim(answer) {
      if (!isClaim(answer)) return INVALID;
      const { conversationId, delivery } = answer;
      const name = await nameOfCall(conversationId, answer);
      const own = { toolOutput: canonical(claimed(answer)), delivery };
      const won = await claim(name, own);
      if (won.toolOutput === own.toolOutput && won.delivery === delivery) return { ok: true };
      return { ok: false, code: 'already_resolved', ...parseToolOutput(won), sent: won.sent ?? false };
    },

    async admit(messages, { conversationId }) {
      if (!isHistory(messages, toolName)) return INVALID;
      const reply = messages.findLast(({ role }) => role === 'assistant');
      const answeredParts = askPartsOf(reply ? [reply] : [], toolName).filter(
        ({ state }) => !state.startsWith('input-'),
      );
      const others: [string, ToolOutput][] = [];
      const unknown: { readonly name: string; readonly toolOutput: string; readonly toolCallId: string }[] = [];
      const names: string[] = [];
      for (const part of answeredParts) {
        const name = await nameOfCall(conversationId, part);
        const toolOutput = canonical(toToolOutput(part));
        const won = await find(name);
        names.push(name);
        if (won === undefined) unknown.push({ name, toolOutput, toolCallId: part.toolCallId });
        else if (won.toolOutput !== toolOutput) others.push([part.toolCallId, parseToolOutput(won)]);
      }
      // Do not claim the answers of a history that is refused.
      for (const { name, toolOutput, toolCallId } of others.length > 0 ? [] : unknown) {
        const won = await claim(name, { toolOutput });
        if (won.toolOutput !== toolOutput) others.push([toolCallId, parseToolOutput(won)]);
      }
      if (others.length > 0) return { ok: false, code: 'already_resolved', outputs: Object.fromEntries(others) };
      for (const name of names) await markSent(name);
      return { ok: true };
    },
  };
}

/** Any state but `output-available` counts as failed, including states that later SDK versions may add. */
const toToolOutput = ({ state, output = null, errorText = state }: AiSdkAskPart): ToolOutput =>
  state === 'output-available' ? { output } : { errorText };

const claimed = (answer: ToolOutput): ToolOutput =>
  'errorText' in answer && answer.errorText !== undefined
    ? { errorText: answer.errorText }
    : { output: (answer as { readonly output: unknown }).output };

const parseToolOutput = ({ toolOutput }: Claimed) => JSON.parse(toolOutput) as ToolOutput;

function isClaim(claim: unknown): boolean {
  if (!isRecord(claim)) return false;
  const { conversationId, toolCallId, delivery, output, errorText } = claim;
  if (![conversationId, toolCallId, delivery].every((one) => typeof one === 'string')) return false;
  return errorText === undefined ? output !== undefined : typeof errorText === 'string' && output === undefined;
}

const isHistory = (messages: unknown, toolName: string): boolean =>
  Array.isArray(messages) &&
  messages.every(
    (message: unknown) =>
      isRecord(message) &&
      typeof message['role'] === 'string' &&
      Array.isArray(message['parts']) &&
      message['parts'].every((part: unknown) => {
        if (!isRecord(part) || typeof part['type'] !== 'string') return false;
        if (!isAskPart(part as { readonly type: string }, toolName)) return true;
        return typeof part['toolCallId'] === 'string' && typeof part['state'] === 'string';
      }),
  );
