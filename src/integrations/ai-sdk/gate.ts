import { isRecord } from '../../core/guards.js';
import type { RequestStore } from '../../host/store/types.js';
import { askPartsOf, type AiSdkMessage } from './parts.js';

/** What a page is about to give a call as its output. */
export interface AnswerClaim {
  /** The chat's `id`. That it is this person's is the host's to check. */
  readonly conversationId: string;
  readonly toolCallId: string;
  /** Plain JSON, as the agent will get it. */
  readonly output: unknown;
}

/** Whether an output is the call's, or which one is: what a page takes over, so that its history is the others'. */
export type AnswerClaimed =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'already_resolved'; readonly output: unknown };

/** Whether a history may go to the model, or the outputs that it should have, by tool call. */
export type Admitted =
  | { readonly ok: true }
  | { readonly ok: false; readonly code: 'already_resolved'; readonly outputs: Readonly<Record<string, unknown>> };

/** What a gate is made of. */
export interface AnswerGateOptions {
  /** Memory, Postgres or Redis; one of its own, since a broker would take its entries for questions (`table`, `prefix`). */
  readonly store: RequestStore;
  /** The name of the ask tool. @default 'ask_user' */
  readonly tool?: string | undefined;
  /** The clock, in milliseconds since the Unix epoch. @default Date.now */
  readonly now?: (() => number) | undefined;
}

/** Lets one output through for each call. Both methods reject where the store does: nothing is known then, and asking again is safe. */
export interface AnswerGate {
  /** Of all outputs for a call, in whichever window and on whichever node, the first is taken. The same again is taken again: a retry. */
  claim(answer: AnswerClaim): Promise<AnswerClaimed>;
  /** For the chat's route: claims each output in a history, and refuses one that says what another window's has not said. */
  admit(messages: readonly AiSdkMessage[], chat: { readonly conversationId: string }): Promise<Admitted>;
}

/** An entry is settled right after it is opened; one whose process died in between is settled by the next claim. */
const LEASE_MS = 60_000;
/** What is kept is the output, as the name of the delivery that won. */
const RESULT = { status: 'superseded', reason: 'Settled in the chat.' } as const;

/**
 * The first answer to a question wins, whoever else has the chat open: nothing in the AI SDK keeps two windows from answering one call, and
 * the agent from going on twice.
 *
 * The page claims before it hands over (`useAiSdkAskUser(chat, { claim })`), so that a second dialog is told at once; the chat's route
 * admits what is sent to it, so that no page can leave that out.
 *
 * @example
 * const gate = createAnswerGate({ store: createMemoryStore() });
 * // POST /api/claim
 * return Response.json(await gate.claim(answer));
 * // POST /api/chat
 * const admitted = await gate.admit(messages, { conversationId });
 * if (!admitted.ok) return Response.json(admitted, { status: 409 });
 */
export function createAnswerGate({ store, tool = 'ask_user', now = Date.now }: AnswerGateOptions): AnswerGate {
  async function claim({ conversationId, toolCallId, output }: AnswerClaim): Promise<AnswerClaimed> {
    const requestId = JSON.stringify([conversationId, toolCallId]);
    const key = canonical(output);
    const asked = { request: { requestId, questions: [] }, conversationId, askedAt: now() };
    const before = await store.open(asked, LEASE_MS);
    const settlement = { result: RESULT, key, settledAt: now() };
    if (!before?.settlement && (await store.settle(requestId, settlement, { orphaned: true }))) return { ok: true };
    const { settlement: won } = before?.settlement ? before : ((await store.get(requestId)) ?? {});
    if (won?.key === key) return { ok: true };
    return { ok: false, code: 'already_resolved', output: JSON.parse(won?.key ?? 'null') };
  }

  return {
    claim,
    async admit(messages, { conversationId }) {
      const answered = askPartsOf(messages, tool).filter(({ state }) => state === 'output-available');
      const claimed = await Promise.all(
        answered.map(async ({ toolCallId, output }) => ({
          toolCallId,
          ...(await claim({ conversationId, toolCallId, output })),
        })),
      );
      const others = claimed.flatMap((one) => (one.ok ? [] : [[one.toolCallId, one.output] as const]));
      if (others.length === 0) return { ok: true };
      return { ok: false, code: 'already_resolved', outputs: Object.fromEntries(others) };
    },
  };
}

/** Equal for equal values: databases keep the fields of JSON in an order of their own. */
const canonical = (output: unknown): string =>
  JSON.stringify(output, (_, value: unknown) =>
    isRecord(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  ) ?? 'null';
