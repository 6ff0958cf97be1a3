import { toOutput, type EndedOutput } from '../core/answer/output.js';
import type { Answered, AskUserResult, Ended } from '../core/answer/types.js';
import { LIMITS } from '../core/question/limits.js';
import { parseRequest } from '../core/question/parse-request.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { isDiscussion } from './shared/discuss.js';
import { ENDED, endingText } from './shared/endings.js';
import { keyedByText, saidByKey, sameKeys, skippedText } from './shared/keyed.js';
import { isRecord } from '../core/guards.js';
import {
  answeredOf,
  discussionOf,
  endedFields,
  notAResult,
  resultReader,
  type Said,
  textOf,
} from './shared/read-answer.js';
import { withRules } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import { writeRequest } from './shared/write-request.js';
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
export type AskUserQuestionEnding =
  | ({ answers: Record<string, never> } & (
      | { cancelled: true }
      | { connectionLost: true }
      | { status: Exclude<Ended['status'], 'cancelled' | 'connectionLost'>; reason?: string }
    ))
  /** The user wants to discuss the questions first; `answers` has what was answered so far. */
  | { answers: Record<string, string>; status: 'declined'; discuss: true; reason?: string };

function formatResult(result: Answered, request: AskUserRequest): AskUserQuestionOutput;
function formatResult(result: Ended, request: AskUserRequest): AskUserQuestionEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): AskUserQuestionOutput | AskUserQuestionEnding;
function formatResult(result: AskUserResult, request: AskUserRequest): AskUserQuestionOutput | AskUserQuestionEnding {
  if (isDiscussion(result)) {
    const { reason, answers = [] } = result;
    const soFar = keyedByText(request, { status: 'answered', answers }, ({ text }) => text);
    return { status: 'declined', discuss: true, answers: soFar, ...(reason !== undefined && { reason }) };
  }
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
 * | status | the agent gets, as a normal result |
 * | --- | --- |
 * | answered | `{ answers: { [question]: string }, annotations?: { [question]: { notes } } }`; skipped questions are left out |
 * | cancelled | `{ answers: {}, cancelled: true }` |
 * | connectionLost | `{ answers: {}, connectionLost: true }` |
 * | declined with `discuss` | `{ answers: { [question]: string }, status: 'declined', discuss: true, reason? }`, with the answers so far; the model reads first that the user has not answered yet |
 * | declined, aborted, superseded, timedOut, unavailable, invalid | `{ answers: {}, status, reason? }` |
 *
 * The model reads that as JSON, followed by a sentence that names what was skipped, or that says that nobody answered, and why.
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
    discuss: true,
    endings: ENDED,
  },
  limits: LIMITS.askUserQuestion,
  parse(input, options) {
    const parsed = parseRequest(input, { ...options, limits: options?.limits ?? LIMITS.askUserQuestion });
    return withRules(parsed, fromJson(input), { advice: [sameKeys()] }, options?.strict);
  },
  formatResult,
  toModelText(result, request) {
    const json = JSON.stringify(formatResult(result, request));
    if (isDiscussion(result)) return `${endingText(result)}\n${json}`;
    const more = result.status === 'answered' ? skippedText(request, result) : endingText(result);
    return more ? `${json}\n${more}` : json;
  },
  // Several other families write theirs so, too.
  recognises: () => false,
  formatRequest: (request) => writeRequest(request, SHAPE, { limits: LIMITS.askUserQuestion }),
  parseResult: resultReader((wire, request) => {
    if (!isRecord(wire) || !isRecord(wire['answers'])) return notAResult('{ answers: { [question]: string } }');
    if (wire['status'] === 'declined' && wire['discuss'] === true) {
      const soFar = saidByKey(request, wire['answers'], textOf);
      const said = request.questions.flatMap(({ question }, i) => {
        const joined = soFar[i];
        return joined === undefined ? [] : [{ question, joined }];
      });
      return { ok: true, value: discussionOf(request, said, textOf(wire['reason'])), warnings: [] };
    }
    if (ENDING_FIELDS.some((field) => field in wire)) return endedFields(wire);
    const notes = saidByKey(request, wire['annotations'], (one) => (isRecord(one) ? one['notes'] : undefined));
    const joined = saidByKey(request, wire['answers'], (one) => one);
    return answeredOf(
      request,
      joined.map((text, i): Said => ({ joined: textOf(text), notes: textOf(notes[i]) })),
    );
  }),
};

const ENDING_FIELDS = ['cancelled', 'connectionLost', 'status'];
