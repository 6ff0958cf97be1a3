import type { Answer, AskUserRequest, Issue, Limits, Question } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap } from './lib/envelope.js';
import { type FieldNames, questionFields } from './lib/fields.js';
import { fail, issue, joinPath, succeed } from './lib/issues.js';
import { questionOf } from './lib/keys.js';
import { onOneLine } from './lib/quoted.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { checkLabels, forEachQuestion } from './lib/rules.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { describeUnanswered, NO_ANSWER, parseUnansweredText, toUnanswered, unanswered } from './lib/unanswered.js';
import {
  type Fields,
  fieldsIn,
  fromJson,
  isRecord,
  listOf,
  nonEmptyFields,
  textOf,
  textsOf,
  tryRead,
} from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

const TYPES: readonly unknown[] = ['text', 'multiple_choice', 'multi_select'];

/** The `ask_user` tool of deepagents. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_user',
  description:
    'Ask the user one or more questions and wait for the answers. Use it if the task is ambiguous and its ' +
    'readings lead to different work, or if only the user knows something. Do not use it for what the ' +
    'conversation or the files already say. The user can type another answer instead of a choice.',
  inputSchema: object({
    questions: list('The questions. Ask everything that you need in one call', [1], {
      question: text('The question, as the user sees it', { minLength: 1 }),
      type: text(
        'text: the user types the answer. multiple_choice: the user selects one choice. multi_select: the user selects ' +
          'one or more choices, which are returned as a JSON array',
        { enum: TYPES },
      ),
      choices: optional(
        list('Only for multiple_choice and multi_select', [1], {
          value: text('Text that the user sees. It is returned as the answer'),
        }),
      ),
      required: optional(flag('Whether the user must answer. Default: true')),
    }),
  }),
};

const FIELDS: FieldNames = {
  list: 'questions',
  question: { question: 'question', options: 'choices' },
  option: { label: 'value' },
};

const LIMITS: Limits = { minQuestions: 1, minOptions: 1 };

interface AskInterrupt {
  readonly id?: unknown;
  readonly value: Fields;
  readonly path: string;
}

/** Finds the interrupts of `ask_user` in a LangGraph state, in a list, or in a single interrupt. */
function interruptsIn(source: unknown): readonly AskInterrupt[] {
  const state = fieldsIn(source)['__interrupt__'];
  const listed = state ?? source;
  const interrupts: readonly unknown[] = Array.isArray(listed) ? listOf(listed) : [listed];
  return interrupts.flatMap((one, i): AskInterrupt[] => {
    const value = isRecord(one) ? fromJson(one['value']) : undefined;
    if (!isRecord(one) || !isRecord(value) || value['type'] !== 'ask_user') return [];
    const place = Array.isArray(listed) ? joinPath(state === undefined ? '' : '__interrupt__', `[${i}]`) : '';
    return [{ id: one['id'], value, path: joinPath(place, 'value') }];
  });
}

const unwrap: Unwrap = (source) => {
  const [interrupt] = interruptsIn(source);
  const value = interrupt?.value ?? source;
  const interruptId = interrupt?.id;
  const toolCallId = fieldsIn(value)['tool_call_id'];
  return {
    input: value,
    path: interrupt?.path ?? '',
    requestId: textOf(interruptId) ?? textOf(toolCallId),
    metadata: nonEmptyFields({ interruptId, toolCallId }),
  };
};

/** Several interrupts with questions are an issue, because each must be resumed with its ID. */
const refuseSeveral = (input: unknown) =>
  tryRead(() => interruptsIn(fromJson(input)), []).length > 1
    ? fail('too_many', '__interrupt__', 'Several interrupts ask questions. Parse each one separately.')
    : undefined;

function mapQuestion(question: Question, { type, required }: Fields): Question {
  const several = type == null ? question.multiSelect : type === 'multi_select';
  const multiSelect = several && question.options.length > 0;
  return { ...question, multiSelect, constraints: { required: required !== false } };
}

function typeIssue({ options }: Question, type: unknown): Issue | undefined {
  const hasOptions = options.length > 0;
  if (type == null) return issue('missing', 'type', `Missing. Send one of ${TYPES.join(', ')}.`);
  if (!TYPES.includes(type)) return issue('type', 'type', `Unknown type. Send one of ${TYPES.join(', ')}.`);
  if ((type !== 'text') === hasOptions) return undefined;
  return hasOptions
    ? issue('type', 'options', 'Questions of type text have no choices. Use the type multiple_choice.')
    : issue('too_few', 'options', 'Missing. Send at least one, or use the type text.');
}

const checkQuestions = forEachQuestion((question, { type, required }) => [
  typeIssue(question, type),
  ...checkLabels(question.options, { filled: true }),
  required != null && typeof required !== 'boolean' && issue('type', 'required', 'Read as true. Send true or false.'),
]);

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
const asJsonList = (texts: readonly string[]): string => `[${texts.map((text) => JSON.stringify(text)).join(', ')}]`;

function formatAnswer(answer: Answer, request: AskUserRequest): string {
  if (answer.skipped) return questionOf(answer, request)?.multiSelect ? '[]' : '';
  return typeof answer.answer === 'string' ? answer.answer : asJsonList(answer.answer);
}

function transcript({ questions }: AskUserRequest, answerAt: (index: number) => string | undefined): string {
  return questions
    .map(({ question }, i) => `Q: ${onOneLine(question)}\nA: ${answerAt(i) ?? '(no answer)'}`)
    .join('\n\n');
}

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
 * Source: langchain-ai/deepagents 23b83ad, `libs/code/deepagents_code/ask_user.py` and `_ask_user_types.py`;
 * `@langchain/langgraph` 1.7.3.
 */
export const deepAgents: ToolDialect<DeepAgentsAnswered, DeepAgentsUnanswered> = defineAgentDialect({
  name: 'deepAgents',
  agent: 'deepagents `ask_user`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'index', multiSelect: 'list', discuss: true },
  parse: (input, options) =>
    refuseSeveral(input) ??
    readRequest(input, { fields: FIELDS, unwrap, mapQuestion, rules: [checkQuestions] }, options),
  matches(_fields, input) {
    const request = fieldsWithin(input, unwrap);
    const questions = questionFields(request);
    if (questions.length === 0 || !questions.every(({ type }) => TYPES.includes(type))) return false;
    // Other agents also write questions of type text.
    return request['type'] === 'ask_user' || questions.some(({ type, choices }) => type !== 'text' && choices != null);
  },
  formatRequest: (request) =>
    writeRequest(request, FIELDS, {
      extra: ({ options, multiSelect, constraints }) => ({
        type: options.length === 0 ? 'text' : multiSelect ? 'multi_select' : 'multiple_choice',
        ...(constraints?.required === false && { required: false }),
      }),
      represents: ['multiSelect', 'required'],
      limits: LIMITS,
    }),
  format: (result, request) => ({
    type: 'answered',
    status: 'answered',
    answers: result.answers.map((answer) => formatAnswer(answer, request)),
  }),
  formatUnanswered: (result, request) =>
    result.status === 'cancelled'
      ? { type: 'cancelled', status: 'cancelled' }
      : { type: 'error', status: 'error', error: describeUnanswered(result, request) },
  answeredText: ({ answers }, request) => transcript(request, (i) => onOneLine(answers[i] ?? '')),
  unansweredText(output, request, result) {
    if (request.questions.length === 0) return describeUnanswered(result, request);
    if (output.type === 'cancelled') return `${transcript(request, () => '(cancelled)')} ${NO_ANSWER}`;
    return transcript(request, () => `(error: ${output.error})`);
  },
  parseResult(output, request) {
    if (!isRecord(output)) return notAResult('{ status, answers }');
    const { type, status = type, answers, error } = output;
    if (status === 'cancelled') return unanswered('cancelled');
    if (status === 'error') {
      const reason = textOf(error) ?? '';
      return succeed(parseUnansweredText(reason, request) ?? toUnanswered('unavailable', reason));
    }
    if (!Array.isArray(answers) || answers.length !== request.questions.length) {
      return notAResult('{ status, answers }, with one string per question');
    }
    return answered(request, (question, i) => parseAnswer(question, answers[i]));
  },
});
