import type { Answer } from '../core/answer/types.js';
import { isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest, Question } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { endingText, NO_ANSWER } from './shared/endings.js';
import { listOf, type Open, reading, some } from './shared/envelope.js';
import { type Fields, fieldsIn } from './shared/fields.js';
import { at, refuse } from './shared/issues.js';
import { questionFields } from './shared/marks.js';
import {
  answeredBy,
  endedOf,
  endingIn,
  notAResult,
  type Said,
  textOf,
  textsOf,
  unanswered,
} from './shared/read-answer.js';
import { brokenLabels, each } from './shared/rules.js';
import type { Shape } from './shared/shape.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = {
  list: 'questions',
  question: { question: 'question', options: 'choices' },
  option: { label: 'value' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 1 };

const TYPES: readonly unknown[] = ['text', 'multiple_choice', 'multi_select'];

/** What the graph is resumed with for an answered request: `new Command({ resume: { [interruptId]: wire } })`. */
export interface DeepAgentsAnswered {
  /** What the family's own widget calls it. */
  readonly type: 'answered';
  /** What the tool reads. */
  readonly status: 'answered';
  /** One text a question, in question order. Of a multi-select question: a JSON array, `["a", "b"]`. Skipped: `''` or `'[]'`. */
  readonly answers: readonly string[];
}

/** What the graph is resumed with for every other ending. */
export type DeepAgentsEnding =
  | { readonly type: 'cancelled'; readonly status: 'cancelled' }
  | {
      readonly type: 'error';
      readonly status: 'error';
      /** What happened, which the tool tells the model of every question. */
      readonly error: string;
    };

/** As the family writes a list: with a space after each comma. */
const asList = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

function answerText({ answer, questionId, skipped }: Answer, { questions }: AskUserRequest): string {
  const multiSelect = questions.some(({ id, multiSelect: several }) => id === questionId && several);
  if (skipped) return multiSelect ? '[]' : '';
  return typeof answer === 'string' ? answer : asList(answer);
}

function transcript({ questions }: AskUserRequest, answerAt: (index: number) => string | undefined): string {
  return questions.map(({ question }, i) => `Q: ${question}\nA: ${answerAt(i) ?? '(no answer)'}`).join('\n\n');
}

interface Ask {
  readonly id?: unknown;
  readonly value: Fields;
  /** Of `value`. */
  readonly path: string;
}

/** The questions among the interrupts of a LangGraph state, of a list of them, or in one; those for other tools left out. */
function asksIn(source: unknown): readonly Ask[] {
  const state = fieldsIn(source)['__interrupt__'];
  const listed = state ?? source;
  const interrupts: readonly unknown[] = Array.isArray(listed) ? listOf(listed) : [listed];
  return interrupts.flatMap((one, i): Ask[] => {
    const value = isRecord(one) ? fromJson(one['value']) : undefined;
    if (!isRecord(one) || !isRecord(value) || value['type'] !== 'ask_user') return [];
    const place = Array.isArray(listed) ? at(state === undefined ? '' : '__interrupt__', `[${i}]`) : '';
    return [{ id: one['id'], value, path: at(place, 'value') }];
  });
}

const open: Open = (source) => {
  const [ask] = asksIn(source);
  const value = ask?.value ?? source;
  const interruptId = ask?.id;
  const toolCallId = fieldsIn(value)['tool_call_id'];
  return {
    input: value,
    path: ask?.path ?? '',
    requestId: textOf(interruptId) ?? textOf(toolCallId),
    metadata: some({ interruptId, toolCallId }),
  };
};

/** Several open questions are refused, since each is resumed by its own id. */
const severalOpen = (input: unknown) =>
  reading(() => asksIn(fromJson(input)), []).length > 1
    ? refuse('too_many', '__interrupt__', 'Several questions are open. Read each interrupt by itself.')
    : undefined;

function asAsked(question: Question, { type, required }: Fields): Question {
  const several = type == null ? question.multiSelect : type === 'multi_select';
  const multiSelect = several && question.options.length > 0;
  return { ...question, multiSelect, constraints: { required: required !== false } };
}

const beyond = each(({ options }, { type, required }) => {
  const issue = (code: string, path: string, message: string) => ({ code, path, message });
  const issues: Issue[] = [];
  if (type == null) issues.push(issue('missing', 'type', `Missing. Send one of ${TYPES.join(', ')}.`));
  else if (!TYPES.includes(type)) issues.push(issue('type', 'type', `Send one of ${TYPES.join(', ')}.`));
  else if (type === 'text' && options.length > 0) {
    issues.push(issue('type', 'options', 'A question of type text has none. Send the type multiple_choice.'));
  } else if (type !== 'text' && options.length === 0) {
    issues.push(issue('too_few', 'options', 'Missing. Send at least one, or the type text.'));
  }
  issues.push(...brokenLabels(options, { filled: true }));
  if (required != null && typeof required !== 'boolean') {
    issues.push(issue('type', 'required', 'Read as true. Send true or false.'));
  }
  return issues;
});

/** The values of a multi-select answer; the text itself where it is no list, which is never split at its commas. */
function valuesIn(text: string): readonly string[] {
  const list = fromJson(text);
  return Array.isArray(list) ? textsOf(list) : [text];
}

function saidOf({ multiSelect }: Question, answer: unknown): Said | undefined {
  const text = textOf(answer);
  return text ? { chosen: multiSelect ? valuesIn(text) : [text] } : undefined;
}

/**
 * deepagents' `ask_user`: its arguments, what it interrupts the graph with (`{ type: 'ask_user', questions, tool_call_id }`),
 * and LangGraph's interrupt around that: `{ id, value }`, a list of those, or a state with `__interrupt__`. Interrupts for
 * other tools are passed over; two open questions are refused, since each is resumed by its own id. That id, else the tool
 * call's, is the `requestId` unless the host gives one; `metadata` has both, as `interruptId` and `toolCallId`.
 *
 * `formatResult` gives what the graph is resumed with, by the interrupt's id (`new Command({ resume: { [id]: wire } })`: a
 * bare `resume` gives every open interrupt the same answer). `type` is what the family's widget calls the outcome, `status`
 * what its tool reads.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `{ type: 'answered', status: 'answered', answers: string[] }`, one text a question |
 * | cancelled | `{ type: 'cancelled', status: 'cancelled' }`: "(cancelled)" as the answer to each question |
 * | declined, aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ type: 'error', status: 'error', error }`: "(error: …)" as the answer to each question |
 *
 * The model reads `Q: …` and `A: …` for each question. The tool writes that text itself when the graph is resumed; after
 * "(cancelled)" ours says besides that no option was chosen. Neither side escapes: an answer that goes on with a `Q: …` of its own
 * reads like one more question.
 *
 * A multi-select answer is a JSON array, so that labels with commas and Other beside selections come back as they are. Equal
 * labels, and a text that is a label, can't be told apart. Equal question texts are no problem: answers go by position. A
 * skipped question is an empty text, or an empty list. Headers, contexts, descriptions, previews, notes and the reason of
 * `cancelled` are not on this wire. `required` is true unless it is false, and only a question that is not may be skipped.
 *
 * Source: langchain-ai/deepagents 23b83ad, `libs/code/deepagents_code/ask_user.py` and `_ask_user_types.py`; LangGraph 1.7.3.
 */
export const deepAgents: AgentDialect<DeepAgentsAnswered, DeepAgentsEnding> = defineDialect({
  name: 'deepAgents',
  agent: 'deepagents `ask_user`',
  carries: { keyedBy: 'position', several: 'list', discuss: true },
  shape: SHAPE,
  limits: LIMITS,
  open,
  finish: asAsked,
  beyond: [beyond],
  refuses: severalOpen,
  signatureIn: open,
  signature: (source) => {
    const questions = questionFields(source);
    if (questions.length === 0 || !questions.every(({ type }) => TYPES.includes(type))) return false;
    // A question of type text alone is written so by others, too.
    return source['type'] === 'ask_user' || questions.some(({ type, choices }) => type !== 'text' && choices != null);
  },
  write: {
    limits: LIMITS,
    extra: ({ options, multiSelect, constraints }) => ({
      type: options.length === 0 ? 'text' : multiSelect ? 'multi_select' : 'multiple_choice',
      ...(constraints?.required === false && { required: false }),
    }),
    says: ['multiSelect'],
    constraints: ['required'],
  },
  formatAnswered: (result, request) => ({
    type: 'answered',
    status: 'answered',
    answers: result.answers.map((answer) => answerText(answer, request)),
  }),
  formatUnanswered: (result) =>
    result.status === 'cancelled'
      ? { type: 'cancelled', status: 'cancelled' }
      : { type: 'error', status: 'error', error: endingText(result) },
  answeredText: ({ answers }, request) => transcript(request, (i) => answers[i]),
  unansweredText(output, request, result) {
    if (request.questions.length === 0) return endingText(result);
    if (output.type === 'cancelled') return `${transcript(request, () => '(cancelled)')} ${NO_ANSWER}`;
    return transcript(request, () => `(error: ${output.error})`);
  },
  expected: '{ status, answers }',
  readResult(output, request) {
    if (!isRecord(output)) return undefined;
    const { type, status = type, answers, error } = output;
    if (status === 'cancelled') return endedOf('cancelled');
    if (status === 'error') {
      const reason = textOf(error) ?? '';
      return unanswered(endingIn(reason, request) ?? { status: 'unavailable', reason });
    }
    if (!Array.isArray(answers) || answers.length !== request.questions.length) {
      return notAResult('{ status, answers }, with one text a question');
    }
    return answeredBy(request, (question, i) => saidOf(question, answers[i]));
  },
});
