import { toOutput, type EndedOutput } from '../core/answer/output.js';
import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import { LIMITS } from '../core/question/limits.js';
import { parseRequest } from '../core/question/parse-request.js';
import type { AskUserRequest } from '../core/question/types.js';
import { ENDED, endingText } from './shared/endings.js';
import { duplicateTexts, keyedByText, saidByKey, skippedText } from './shared/keyed.js';
import { isRecord } from '../core/guards.js';
import { answeredOf, endedFields, notAResult, textOf, type Said } from './shared/read-answer.js';
import { writeShape, type Shape } from './shared/shape.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  list: 'questions',
  question: { question: 'question', header: 'header', options: 'options', multiSelect: 'multiSelect' },
  option: { label: 'label', description: 'description' },
};

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
export const askUserQuestion: AgentDialect<AskUserQuestionOutput, AskUserQuestionEnding> = {
  name: 'askUserQuestion',
  agent: '`ask_user_question`, keyed by question text',
  carries: {
    keyedBy: 'text',
    choice: 'label',
    several: 'joined',
    custom: 'among',
    notes: true,
    previews: false,
    skipped: true,
    endings: ENDED,
  },
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
  // Several other families write theirs so, too.
  recognises: () => false,
  formatRequest: (request) => writeShape(request, SHAPE),
  parseResult(wire, request) {
    if (!isRecord(wire) || !isRecord(wire['answers'])) return notAResult('{ answers: { [question]: string } }');
    if (ENDING_FIELDS.some((field) => field in wire)) return endedFields(wire);
    const notes = saidByKey(request, wire['annotations'], (one) => (isRecord(one) ? one['notes'] : undefined));
    const joined = saidByKey(request, wire['answers'], (one) => one);
    return answeredOf(
      request,
      joined.map((text, i): Said => ({ joined: textOf(text), notes: textOf(notes[i]) })),
    );
  },
};

const ENDING_FIELDS = ['cancelled', 'connectionLost', 'status'];
