import { isRecord } from '../guards.js';
import type { AskUserRequest, Constraints, Question } from '../question/types.js';

/** What a host lets the user do instead of answering every question. Only `true` counts, unless the field says otherwise. */
export interface Allow {
  /**
   * Whether the user may skip questions. For a question with `constraints.required`, that value decides instead:
   * `true` requires an answer, and a question with `false` can also stay blank.
   *
   * @default false
   */
  readonly skip?: boolean | undefined;
  /**
   * Whether the user may send the answers so far, at least one. The other questions are sent as skipped. A question
   * with `constraints.required: true` cannot be skipped. Not offered if the dialect cannot represent a skipped question.
   *
   * @default false
   */
  readonly partial?: boolean | undefined;
  /**
   * Whether the user may decline the whole request. The result is `declined`, and the agent may continue.
   *
   * @default false
   */
  readonly decline?: boolean | undefined;
  /**
   * Whether the user may ask to discuss the questions first. The result is `declined` with `discuss: true`, the message
   * as `reason`, if there is one, and the `answers` so far. Not offered if the dialect cannot represent it.
   *
   * @default false
   */
  readonly discuss?: boolean | undefined;
  /**
   * Whether Review offers to select the recommended option of all unanswered single-select questions that have exactly
   * one. Nothing is selected without this offer. Only `false` counts.
   *
   * @default true
   */
  readonly recommended?: boolean | undefined;
}

/** What a dialect or a protocol can represent in a result. */
interface Capabilities {
  readonly skipped?: boolean | undefined;
  readonly discuss?: boolean | undefined;
  readonly notes?: Constraints['allowNotes'] | undefined;
}

const NAMES = ['skip', 'partial', 'decline', 'discuss'] as const satisfies readonly (keyof Allow)[];

/**
 * Reads an `allow` that a host, a peer or a store has given. The result contains only what differs from the defaults and
 * leads to results that can be represented, always in the same order.
 */
export function readAllow(given: unknown, { skipped, discuss }: Capabilities = {}): Allow {
  const representable: Allow = { partial: skipped, discuss };
  if (!isRecord(given)) return {};
  const isAllowed = (name: keyof Allow) => given[name] === true && representable[name] !== false;
  const allowed = NAMES.filter(isAllowed).map((name) => [name, true]);
  return { ...Object.fromEntries(allowed), ...(given.recommended === false && { recommended: false }) };
}

/** Returns the `allow` of a request. If the agent does not wait, the user may send some answers by default. */
export const allowOf = ({ blocking }: Pick<AskUserRequest, 'blocking'>, allow: Allow | undefined): Allow | undefined =>
  blocking === false ? { partial: true, ...allow } : allow;

/** From all notes to none. */
const NOTES = [true, 'withAnswer', 'withOption', false] as const;

/** Returns the request with the questions as they are asked: without the notes that the dialect cannot return. */
export function limitNotes(request: AskUserRequest, { notes = true }: Capabilities = {}): AskUserRequest {
  if (notes === true) return request;
  const questions = request.questions.map((question): Question => {
    const { allowNotes = true } = question.constraints ?? {};
    const stricter = NOTES.indexOf(allowNotes) > NOTES.indexOf(notes) ? allowNotes : notes;
    return { ...question, constraints: { ...question.constraints, allowNotes: stricter } };
  });
  return { ...request, questions };
}
