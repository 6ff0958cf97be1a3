import type { AskUserRequest, UnansweredOutput, UnansweredResult } from '../core/index.js';
import { toOutput } from '../core/answer/output.js';
import { LIMITS } from '../core/question/limits.js';
import { defineAgentDialect } from './define-dialect.js';
import { getAbout, isDiscussion } from './lib/discuss.js';
import { CHOICE_FIELDS, DEFAULT_FIELDS } from './lib/fields.js';
import { succeed } from './lib/issues.js';
import { annotationsByKey, readByKey, writeByKey, readNotes, uniqueKeys, textsByKey, withSkipped } from './lib/keys.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { list, object, optional, text } from './lib/tool-schema.js';
import { discussionOf, jsonWithText, parseUnansweredFields } from './lib/unanswered.js';
import { defined, fieldsIn, isRecord, textOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** The `ask_user_question` tool. Source: requirement REQ-AUQ-004. */
const tool: ToolDefinition = {
  name: 'ask_user_question',
  description:
    'Ask the user clarifying questions during a task, to make informed decisions that match user preferences rather ' +
    'than guessing. The user can always give a custom answer when none of the options fit.',
  inputSchema: object({
    questions: list('1-4 questions to ask', [1, 4], {
      question: { type: 'string' },
      header: text('short label'),
      options: list('2-4 choices', [2, 4], {
        label: { type: 'string' },
        description: optional({ type: 'string' }),
      }),
      multiSelect: { type: 'boolean' },
    }),
  }),
};

const UNANSWERED_FIELDS = ['cancelled', 'connectionLost', 'status'];

/** Output of the `askUserQuestion` dialect for an answered request. */
type AskUserQuestionOutput = {
  /** Answers by question text. Several labels and the custom text after them are joined with `", "`. */
  readonly answers: Readonly<Record<string, string>>;
  /** Notes by question text. Absent without notes. */
  readonly annotations?: Readonly<Record<string, { readonly notes: string }>>;
};

/** Output of the `askUserQuestion` dialect for an unanswered request. It is a normal result, so the agent continues. */
type AskUserQuestionUnanswered =
  | ({ readonly answers: Readonly<Record<string, never>> } & (
      | { readonly cancelled: true }
      | { readonly connectionLost: true }
      | {
          readonly status: Exclude<UnansweredResult['status'], 'cancelled' | 'connectionLost'>;
          readonly reason?: string;
        }
    ))
  /** The user wants to discuss the questions first. `answers` contains the answers so far. */
  | {
      /** Answers so far, by question text. */
      readonly answers: Readonly<Record<string, string>>;
      /** Status of a discussion. */
      readonly status: 'declined';
      /** Marks the result as a discussion. */
      readonly discuss: true;
      /** The user's message. */
      readonly reason?: string;
      /** Text of the question that the user wants to discuss, if it is a certain one. */
      readonly about?: string;
    };

function formatUnanswered(result: UnansweredResult, request: AskUserRequest): AskUserQuestionUnanswered {
  if (isDiscussion(result)) {
    const { reason, answers = [] } = result;
    const soFar = writeByKey(request, { status: 'answered', answers }, ({ text }) => text);
    const about = getAbout(result, request);
    return defined<AskUserQuestionUnanswered>({ status: 'declined', discuss: true, answers: soFar, reason, about });
  }
  const { answered: _answered, ...unansweredOutput }: UnansweredOutput = toOutput(result);
  return { ...unansweredOutput, answers: {} };
}

/**
 * The `ask_user_question` tool: 1-4 questions with 2-4 options each, and answers by question text.
 *
 * | status | output, a normal result |
 * | --- | --- |
 * | answered | `{ answers: { [question]: string }, annotations?: { [question]: { notes } } }`; `answers` omits skipped questions |
 * | cancelled | `{ answers: {}, cancelled: true }` |
 * | connectionLost | `{ answers: {}, connectionLost: true }` |
 * | declined with `discuss` | `{ answers: { [question]: string }, status: 'declined', discuss: true, reason?, about? }`, with the answers so far; the model text starts with the statement that the user has not answered yet |
 * | declined, aborted, superseded, timedOut, unavailable, invalid | `{ answers: {}, status, reason? }` |
 *
 * The model text is the output as JSON. A sentence names the skipped questions if there are any, or states why there is
 * no answer.
 *
 * If two questions have the same text, the second is keyed `text (2)` and `parse` returns a warning. Selected options
 * are joined with `", "`, so labels with commas, equal labels, and custom text beside them are ambiguous. Custom text
 * that equals a label is parsed as that option. Previews are not returned.
 *
 * Source: the specification of the ask-user-question tool, requirements REQ-AUQ-001 to REQ-AUQ-006.
 */
export const askUserQuestion: ToolDialect<AskUserQuestionOutput, AskUserQuestionUnanswered> = defineAgentDialect({
  name: 'askUserQuestion',
  agent: '`ask_user_question`, keyed by question text',
  tool,
  limits: LIMITS.askUserQuestion,
  capabilities: { keyedBy: 'text', multiSelect: 'joined', notes: true, discuss: true },
  parse: (input, options) => readRequest(input, { fields: DEFAULT_FIELDS, advice: [uniqueKeys()] }, options),
  formatRequest: (request) => writeRequest(request, CHOICE_FIELDS, { limits: LIMITS.askUserQuestion }),
  format: (result, request) => ({
    answers: textsByKey(request, result),
    ...annotationsByKey(request, result, ({ notes }) => defined<{ notes: string }>({ notes })),
  }),
  formatUnanswered,
  answeredText: (output, request, result) => withSkipped(JSON.stringify(output), request, result),
  unansweredText: (output, request, result) => jsonWithText(output, request, result),
  parseResult(output, request) {
    const fields = fieldsIn(output);
    const { answers, annotations, status, discuss, reason, about } = fields;
    if (!isRecord(answers)) return notAResult('{ answers: { [question]: string } }');
    const texts = readByKey(request, answers, textOf);
    if (status === 'declined' && discuss === true) {
      const parsed = request.questions.flatMap(({ question }, i) => {
        const joined = texts[i];
        return joined === undefined ? [] : [{ question, joined }];
      });
      return succeed(discussionOf(request, parsed, { reason: textOf(reason), about }));
    }
    if (UNANSWERED_FIELDS.some((field) => field in fields)) return parseUnansweredFields(fields);
    const notes = readNotes(request, annotations);
    return answered(request, (_, i) => ({ joined: texts[i], notes: notes[i] }));
  },
});
