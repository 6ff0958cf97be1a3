import { isRecord } from '../../core/guards.js';
import type { ClaimStore } from '../../host/store/claims.js';
import { canonical, nameOf } from '../shared/canonical.js';
import { askPartsOf, isAskPart, type AiSdkAskPart, type AiSdkMessage } from './parts.js';

/** What a call gets: plain JSON, as the agent will read it, or why there is none. */
export type AnswerEnding = { readonly output: unknown } | { readonly errorText: string };

/** What a page is about to give a call. */
export type AnswerClaim = AnswerEnding & {
  /** The chat's `id`. That it is this person's is the host's to check. */
  readonly conversationId: string;
  readonly toolCallId: string;
  /** The call's input: another question under the same id is another call. */
  readonly input?: unknown;
  /** Which page gives it; the same again from there is a retry. */
  readonly delivery: string;
};

/** The body is no claim, or no history: a 400. */
export interface AnswerRefused {
  readonly ok: false;
  readonly code: 'invalid';
}

/** Whether an ending is the call's, or which one is: what a page takes over, so that its history is the others'. */
export type AnswerClaimed =
  | { readonly ok: true }
  | (AnswerEnding & {
      readonly ok: false;
      readonly code: 'already_resolved';
      /** Whether a history with it was admitted. Where none is, whoever was first may be gone, and nobody goes on. */
      readonly sent: boolean;
    })
  | AnswerRefused;

/** Whether a history may go to the model, or what its calls have got, by tool call. */
export type Admitted =
  | { readonly ok: true }
  | {
      readonly ok: false;
      readonly code: 'already_resolved';
      readonly endings: Readonly<Record<string, AnswerEnding>>;
    }
  | AnswerRefused;

/** Options for `createAnswerGate`. */
export interface AnswerGateOptions {
  /** Where the gate stores the first answer of each call: in memory, PostgreSQL or Redis. Other uses of one `ClaimStore` do not interfere. */
  readonly claims: ClaimStore;
  /** The ask tool's name in `tools`. Under another, everything would be admitted. */
  readonly toolName: string;
}

/** Lets one ending through for each call. Both methods reject where the store does: nothing is known then, and asking again is safe. */
export interface AnswerGate {
  /** Of all endings for a call, in whichever window and on whichever node, the first is taken; an equal one of another page is not. */
  claim(answer: AnswerClaim): Promise<AnswerClaimed>;
  /**
   * For the chat's route: refuses a history whose last reply says what another window's has not said, and notes what is sent. What nobody
   * has claimed is claimed by it. Earlier replies are not looked at: they are for the server that keeps the history.
   */
  admit(messages: readonly AiSdkMessage[], chat: { readonly conversationId: string }): Promise<Admitted>;
}

/** The first answer of a call, as the gate stores it. */
interface Claimed {
  /** The canonical JSON of an `AnswerEnding`. */
  readonly ending: string;
  /** The page that claimed it. Absent for an answer that `admit` found in a history. */
  readonly delivery?: string;
}

const INVALID: AnswerRefused = { ok: false, code: 'invalid' };

/**
 * The first answer to a question wins, whoever else has the chat open: nothing in the AI SDK keeps two windows from answering one call, and
 * the agent from going on twice.
 *
 * The page claims before it hands over (`useAiSdkAskUser(chat, { claim })`), so that a second dialog is told at once; the chat's route
 * admits what is sent to it, so that no page can leave that out. Both belong together: by what was admitted, a page knows whether the agent
 * went on.
 *
 * @example
 * const gate = createAnswerGate({ claims: createMemoryClaims(), toolName: 'ask_user' });
 * // POST /api/claim
 * if (!(await mayUse(request, answer.conversationId))) return new Response(null, { status: 403 });
 * return Response.json(await gate.claim(answer));
 * // POST /api/chat
 * if (!(await mayUse(request, conversationId))) return new Response(null, { status: 403 });
 * const admitted = await gate.admit(messages, { conversationId });
 * if (!admitted.ok) return Response.json(admitted, { status: admitted.code === 'invalid' ? 400 : 409 });
 */
export function createAnswerGate({ claims, toolName }: AnswerGateOptions): AnswerGate {
  const nameOfCall = (conversationId: string, { toolCallId, input }: Pick<AiSdkAskPart, 'toolCallId' | 'input'>) =>
    nameOf([conversationId, toolCallId, input]);
  const answerKey = (name: string) => `answer ${name}`;
  const sentKey = (name: string) => `answer ${name} sent`;

  return {
    async claim(answer) {
      if (!isClaim(answer)) return INVALID;
      const { conversationId, delivery } = answer;
      const name = await nameOfCall(conversationId, answer);
      const own = write({ ending: canonical(claimed(answer)), delivery });
      const won = await claims.claim(answerKey(name), own);
      if (won === own) return { ok: true };
      const sent = (await claims.get(sentKey(name))) !== undefined;
      return { ok: false, code: 'already_resolved', ...endingIn(won), sent };
    },

    async admit(messages, { conversationId }) {
      if (!isHistory(messages, toolName)) return INVALID;
      const reply = messages.findLast(({ role }) => role === 'assistant');
      const ended = askPartsOf(reply ? [reply] : [], toolName).filter(({ state }) => !state.startsWith('input-'));
      const others: [string, AnswerEnding][] = [];
      const unknown: { readonly name: string; readonly ending: string; readonly toolCallId: string }[] = [];
      const names: string[] = [];
      for (const part of ended) {
        const name = await nameOfCall(conversationId, part);
        const ending = canonical(endingOf(part));
        const won = await claims.get(answerKey(name));
        names.push(name);
        if (won === undefined) unknown.push({ name, ending, toolCallId: part.toolCallId });
        else if (read(won).ending !== ending) others.push([part.toolCallId, endingIn(won)]);
      }
      // What is refused has claimed nothing.
      for (const { name, ending, toolCallId } of others.length > 0 ? [] : unknown) {
        const won = await claims.claim(answerKey(name), write({ ending }));
        if (read(won).ending !== ending) others.push([toolCallId, endingIn(won)]);
      }
      if (others.length > 0) return { ok: false, code: 'already_resolved', endings: Object.fromEntries(others) };
      for (const name of names) {
        if ((await claims.get(sentKey(name))) === undefined) await claims.claim(sentKey(name), '');
      }
      return { ok: true };
    },
  };
}

/** What is neither open nor has an output has failed, whatever a later SDK calls that. */
const endingOf = ({ state, output = null, errorText = state }: AiSdkAskPart): AnswerEnding =>
  state === 'output-available' ? { output } : { errorText };

const claimed = (answer: AnswerEnding): AnswerEnding =>
  'errorText' in answer && answer.errorText !== undefined
    ? { errorText: answer.errorText }
    : { output: (answer as { readonly output: unknown }).output };

const write = (claimed: Claimed): string => JSON.stringify(claimed);
const read = (value: string) => JSON.parse(value) as Claimed;
const endingIn = (value: string) => JSON.parse(read(value).ending) as AnswerEnding;

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
