import { toOutput, type EndedOutput } from '../core/answer/output.js';
import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import { LIMITS } from '../core/question/limits.js';
import { parseRequest } from '../core/question/parse-request.js';
import type { AskUserRequest } from '../core/question/types.js';
import { endingText } from './endings.js';
import { duplicateTexts, keyedByText, skippedText } from './keyed.js';
import type { Dialect } from './types.js';

/** What the `askUserQuestion` dialect's agent gets for an answered request. */
export interface AskUserQuestionOutput {
  /** Keyed by question text; several labels, and Other's text after them, joined with `", "`. */
  answers: Record<string, string>;
  /** Keyed by question text; only where the user wrote notes. */
  annotations?: Record<string, { notes: string }>;
}

/** What the `askUserQuestion` dialect's agent gets for every other ending: a normal result, so that it can go on. */
export type AskUserQuestionEnding = { answers: Record<string, never> } & (
  | { cancelled: true }
  | { connectionLost: true }
  | { status: Exclude<Ended['status'], 'cancelled' | 'connectionLost'>; reason?: string }
);

function formatResult(result: Answered, request: AskUserRequest): AskUserQuestionOutput;
function formatResult(result: Ended, request: AskUserRequest): AskUserQuestionEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): AskUserQuestionOutput | AskUserQuestionEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): AskUserQuestionOutput | AskUserQuestionEnding {
  if (result.status !== 'answered') {
    const { answered: _answered, ...ending }: EndedOutput = toOutput(result);
    return { ...ending, answers: {} };
  }
  const annotations = keyedByText(request, result, ({ notes }) => (notes === undefined ? undefined : { notes }));
  return {
    answers: keyedByText(request, result, ({ skipped, text }) => (skipped ? undefined : text)),
    ...(Object.keys(annotations).length > 0 && { annotations }),
  };
}

/**
 * The `ask_user_question` tool: 1-4 questions with 2-4 options each, answers keyed by question text.
 *
 * `formatResult` gives `{ answers: { [question]: string }, annotations?: { [question]: { notes } } }`; skipped questions
 * are left out, and the model text names them. Cancelled is a normal result, `{ answers: {}, cancelled: true }`; connection
 * lost `{ answers: {}, connectionLost: true }`, any other ending `{ answers: {}, status, reason? }`. The model reads that
 * as JSON, followed, where nobody answered, by a sentence that says so.
 *
 * The later of two equal question texts is keyed `text (2)`, and `parse` warns about it. This wire joins selections with
 * `", "`: labels with commas, equal labels, and Other's text beside selections can't be told apart on it, and previews
 * are not on it. `AskUserResult` has them all.
 *
 * Source: requirements REQ-AUQ-001 to REQ-AUQ-006 of the ask-user-question tool.
 */
export const askUserQuestion: Dialect<AskUserQuestionOutput, AskUserQuestionEnding> = {
  name: 'askUserQuestion',
  limits: LIMITS.askUserQuestion,
  parse(input, options) {
    const parsed = parseRequest(input, { ...options, limits: options?.limits ?? LIMITS.askUserQuestion });
    return parsed.ok ? { ...parsed, warnings: [...parsed.warnings, ...duplicateTexts(parsed.value)] } : parsed;
  },
  formatResult,
  toModelText(result, request) {
    const json = JSON.stringify(formatResult(result, request));
    const more = result.status === 'answered' ? skippedText(request, result) : endingText(result);
    return more ? `${json}\n${more}` : json;
  },
};
