import type { Answer } from '../../../core/answer/types.js';
import { isRecord } from '../../../core/guards.js';
import type { Issue } from '../../../core/question/issues.js';
import type { Limits } from '../../../core/question/limits.js';
import { fromJson } from '../../../core/question/scan.js';
import type { AskUserRequest, Question } from '../../../core/question/types.js';
import { defineDialect } from '../../define-dialect.js';
import { formatUnanswered, NO_ANSWER } from '../../wire/unanswered.js';
import { listOf, type Unwrap, tryRead, nonEmptyFields } from '../../wire/envelope.js';
import { type Fields, fieldsIn } from '../../wire/fields.js';
import { joinPath, fail } from '../../wire/issues.js';
import { onOneLine } from '../../wire/quoted.js';
import { questionFields } from '../../wire/signature.js';
import {
  answeredBy,
  unansweredOf,
  parseUnansweredText,
  notAResult,
  type ParsedAnswer,
  textOf,
  textsOf,
  unanswered,
} from '../../wire/read-answer.js';
import { checkLabels, forEachQuestion } from '../../wire/rules.js';
import type { Shape } from '../../wire/shape.js';
import type { ToolDialect } from '../../types.js';
import { deepAgentsTool } from './tool.js';

const SHAPE: Shape = {
  list: 'questions',
  question: { question: 'question', options: 'choices' },
  option: { label: 'value' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 1 };

const TYPES: readonly unknown[] = ['text', 'multiple_choice', 'multi_select'];

/** Output of the `deepAgents` dialect for an answered request: the value that resumes the interrupt. */
type DeepAgentsAnswered = {
  /** Field in the result of deepagents' widget. The tool ignores it. */
  readonly type: 'answered';
  /** Field that the tool reads. */
  readonly status: 'answered';
  /** One string per question, a JSON array such as `["a", "b"]` for multi-select. `''` or `'[]'` if skipped. */
  readonly answers: readonly string[];
};

/** Output of the `deepAgents` dialect for an unanswered request. */
type DeepAgentsUnanswered =
  | { readonly type: 'cancelled'; readonly status: 'cancelled' }
  | {
      /** Field in the result of deepagents' widget. The tool ignores it. */
      readonly type: 'error';
      /** Field that the tool reads. */
      readonly status: 'error';
      /** Text that states the status. The tool repeats it for every question. */
      readonly error: string;
    };

/** Formats a JSON array with a space after each comma, as deepagents does. */
const asList = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

function answerText({ answer, questionId, skipped }: Answer, { questions }: AskUserRequest): string {
  const multiSelect = questions.some(({ id, multiSelect: several }) => id === questionId && several);
  if (skipped) return multiSelect ? '[]' : '';
  return typeof answer === 'string' ? answer : asList(answer);
}

function transcript({ questions }: AskUserRequest, answerAt: (index: number) => string | undefined): string {
  return questions
    .map(({ question }, i) => `Q: ${onOneLine(question)}\nA: ${answerAt(i) ?? '(no answer)'}`)
    .join('\n\n');
}

interface Ask {
  readonly id?: unknown;
  readonly value: Fields;
  readonly path: string;
}

/** Finds the interrupts of `ask_user` in a LangGraph state, in a list, or in a single interrupt. */
function asksIn(source: unknown): readonly Ask[] {
  const state = fieldsIn(source)['__interrupt__'];
  const listed = state ?? source;
  const interrupts: readonly unknown[] = Array.isArray(listed) ? listOf(listed) : [listed];
  return interrupts.flatMap((one, i): Ask[] => {
    const value = isRecord(one) ? fromJson(one['value']) : undefined;
    if (!isRecord(one) || !isRecord(value) || value['type'] !== 'ask_user') return [];
    const place = Array.isArray(listed) ? joinPath(state === undefined ? '' : '__interrupt__', `[${i}]`) : '';
    return [{ id: one['id'], value, path: joinPath(place, 'value') }];
  });
}

const open: Unwrap = (source) => {
  const [ask] = asksIn(source);
  const value = ask?.value ?? source;
  const interruptId = ask?.id;
  const toolCallId = fieldsIn(value)['tool_call_id'];
  return {
    input: value,
    path: ask?.path ?? '',
    requestId: textOf(interruptId) ?? textOf(toolCallId),
    metadata: nonEmptyFields({ interruptId, toolCallId }),
  };
};

/** Several interrupts with questions are an issue, because each must be resumed with its ID. */
const severalOpen = (input: unknown) =>
  tryRead(() => asksIn(fromJson(input)), []).length > 1
    ? fail('too_many', '__interrupt__', 'Several interrupts ask questions. Parse each one separately.')
    : undefined;

function asAsked(question: Question, { type, required }: Fields): Question {
  const several = type == null ? question.multiSelect : type === 'multi_select';
  const multiSelect = several && question.options.length > 0;
  return { ...question, multiSelect, constraints: { required: required !== false } };
}

const beyond = forEachQuestion(({ options }, { type, required }) => {
  const issue = (code: string, path: string, message: string) => ({ code, path, message });
  const issues: Issue[] = [];
  if (type == null) issues.push(issue('missing', 'type', `Missing. Send one of ${TYPES.join(', ')}.`));
  else if (!TYPES.includes(type)) issues.push(issue('type', 'type', `Unknown type. Send one of ${TYPES.join(', ')}.`));
  else if (type === 'text' && options.length > 0) {
    issues.push(issue('type', 'options', 'Questions of type text have no choices. Use the type multiple_choice.'));
  } else if (type !== 'text' && options.length === 0) {
    issues.push(issue('too_few', 'options', 'Missing. Send at least one, or use the type text.'));
  }
  issues.push(...checkLabels(options, { filled: true }));
  if (required != null && typeof required !== 'boolean') {
    issues.push(issue('type', 'required', 'Read as true. Send true or false.'));
  }
  return issues;
});

/** A text that is not a JSON array is one value and is not split at commas. */
function valuesIn(text: string): readonly string[] {
  const list = fromJson(text);
  return Array.isArray(list) ? textsOf(list) : [text];
}

function parseAnswer({ multiSelect }: Question, answer: unknown): ParsedAnswer | undefined {
  const text = textOf(answer);
  return text ? { names: multiSelect ? valuesIn(text) : [text] } : undefined;
}

/**
 * The `ask_user` tool of deepagents.
 *
 * `parse` accepts its arguments, the value of its interrupt (`{ type: 'ask_user', questions, tool_call_id }`),
 * LangGraph's interrupt around it (`{ id, value }`), a list of interrupts, and a state with `__interrupt__`. Interrupts
 * of other tools are ignored. Several interrupts with questions are an issue, because each must be resumed with its ID.
 * The default `requestId` is the ID of the interrupt, else of the tool call. `metadata` contains both as `interruptId`
 * and `toolCallId`.
 *
 * `formatResult` returns the value for `new Command({ resume: { [interruptId]: value } })`. Do not pass the value as
 * `resume` itself, because every open interrupt would receive it. The tool reads `status`, and `type` is the field of
 * deepagents' widget.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ type: 'answered', status: 'answered', answers: string[] }`, with one string per question |
 * | cancelled | `{ type: 'cancelled', status: 'cancelled' }`: the model reads "(cancelled)" as the answer to each question |
 * | declined, aborted, superseded, connectionLost, timedOut, unavailable, invalid | `{ type: 'error', status: 'error', error }`: the model reads "(error: …)" as the answer to each question |
 *
 * The model text has `Q: …` and `A: …` for each question. The tool writes the same text when the graph is resumed.
 * After "(cancelled)", `toModelText` also states that no option was selected. It writes a question and an answer with a
 * line break as JSON. The tool does not, so a line `Q: …` in an answer reads like another question there.
 *
 * - Multi-select answers are JSON arrays, so labels with commas and custom text beside selected options are preserved.
 * - Equal labels are ambiguous, and so is custom text that equals a label. Answers are matched by index.
 * - A skipped question is an empty string or an empty array. `required` defaults to `true`, and only questions with
 *   `required: false` can be skipped.
 * - Headers, contexts, descriptions, previews, notes (except in a discussion), and the reason of `cancelled` are not
 *   supported.
 *
 * Source: langchain-ai/deepagents 23b83ad, `libs/code/deepagents_code/ask_user.py` and `_ask_user_types.py`; LangGraph
 * 1.7.3.
 */
export const deepAgents: ToolDialect<DeepAgentsAnswered, DeepAgentsUnanswered> = defineDialect({
  name: 'deepAgents',
  agent: 'deepagents `ask_user`',
  tool: deepAgentsTool,
  capabilities: { keyedBy: 'index', multiSelect: 'list', discuss: true },
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
    // Other agents also write questions of type text.
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
  formatUnansweredOutput: (result) =>
    result.status === 'cancelled'
      ? { type: 'cancelled', status: 'cancelled' }
      : { type: 'error', status: 'error', error: formatUnanswered(result) },
  answeredText: ({ answers }, request) => transcript(request, (i) => onOneLine(answers[i] ?? '')),
  unansweredText(output, request, result) {
    if (request.questions.length === 0) return formatUnanswered(result);
    if (output.type === 'cancelled') return `${transcript(request, () => '(cancelled)')} ${NO_ANSWER}`;
    return transcript(request, () => `(error: ${output.error})`);
  },
  expected: '{ status, answers }',
  readResult(output, request) {
    if (!isRecord(output)) return undefined;
    const { type, status = type, answers, error } = output;
    if (status === 'cancelled') return unansweredOf('cancelled');
    if (status === 'error') {
      const reason = textOf(error) ?? '';
      return unanswered(parseUnansweredText(reason, request) ?? { status: 'unavailable', reason });
    }
    if (!Array.isArray(answers) || answers.length !== request.questions.length) {
      return notAResult('{ status, answers }, with one string per question');
    }
    return answeredBy(request, (question, i) => parseAnswer(question, answers[i]));
  },
});
