import { type UnansweredOutput, toOutput } from '../../../core/answer/output.js';
import type { AnsweredResult, UnansweredResult } from '../../../core/answer/types.js';
import { defined, isRecord } from '../../../core/guards.js';
import { LIMITS } from '../../../core/question/limits.js';
import { parseRequest } from '../../../core/question/parse-request.js';
import { fromJson } from '../../../core/question/scan.js';
import type { AskUserRequest } from '../../../core/question/types.js';
import { isDiscussion } from '../../wire/discuss.js';
import { UNANSWERED_STATUSES } from '../../../core/answer/statuses.js';
import { jsonWithText } from '../../wire/unanswered.js';
import { fieldsIn } from '../../wire/fields.js';
import { formatterOf } from '../../wire/format-result.js';
import {
  annotationsByKey,
  keyedByText,
  notesByKey,
  answersByKey,
  sameKeys,
  textsByKey,
  withSkipped,
} from '../../wire/keyed.js';
import { withLimits } from '../../wire/limits.js';
import {
  answeredBy,
  discussionOf,
  parseUnansweredFields,
  resultReader,
  textOf,
  unanswered,
} from '../../wire/read-answer.js';
import { withRules } from '../../wire/rules.js';
import { CHOICES } from '../../wire/shape.js';
import { writeRequest } from '../../wire/write-request.js';
import { withTool } from '../../with-tool.js';
import type { ToolDialect } from '../../types.js';
import { askUserQuestionTool } from './tool.js';

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
    };

const formatAnswered = (result: AnsweredResult, request: AskUserRequest): AskUserQuestionOutput => ({
  answers: textsByKey(request, result),
  ...annotationsByKey(request, result, ({ notes }) => defined<{ notes: string }>({ notes })),
});

function formatUnansweredOutput(result: UnansweredResult, request: AskUserRequest): AskUserQuestionUnanswered {
  if (isDiscussion(result)) {
    const { reason, answers = [] } = result;
    const soFar = keyedByText(request, { status: 'answered', answers }, ({ text }) => text);
    return { status: 'declined', discuss: true, answers: soFar, ...(reason !== undefined && { reason }) };
  }
  const { answered: _answered, ...unansweredOutput }: UnansweredOutput = toOutput(result);
  return { ...unansweredOutput, answers: {} };
}

const formatResult = formatterOf(formatAnswered, formatUnansweredOutput);

/**
 * The `ask_user_question` tool: 1-4 questions with 2-4 options each, and answers by question text.
 *
 * | status | output, a normal result |
 * | --- | --- |
 * | answered | `{ answers: { [question]: string }, annotations?: { [question]: { notes } } }`; `answers` omits skipped questions |
 * | cancelled | `{ answers: {}, cancelled: true }` |
 * | connectionLost | `{ answers: {}, connectionLost: true }` |
 * | declined with `discuss` | `{ answers: { [question]: string }, status: 'declined', discuss: true, reason? }`, with the answers so far; the model text starts with the statement that the user has not answered yet |
 * | declined, aborted, superseded, timedOut, unavailable, invalid | `{ answers: {}, status, reason? }` |
 *
 * The model text is the output as JSON. A sentence names the skipped questions if there are any, or states why there is
 * no answer.
 *
 * If two questions have the same text, the second is keyed `text (2)` and `parse` returns a warning. Selected options
 * are joined with `", "`, so labels with commas, equal labels, and custom text beside them are ambiguous. Custom text
 * that equals a label is parsed as that option. Previews are not returned.
 *
 * Source: requirements REQ-AUQ-001 to REQ-AUQ-006 of the ask-user-question tool.
 */
export const askUserQuestion: ToolDialect<AskUserQuestionOutput, AskUserQuestionUnanswered> = withTool(
  askUserQuestionTool,
  {
    name: 'askUserQuestion',
    agent: '`ask_user_question`, keyed by question text',
    capabilities: {
      keyedBy: 'text',
      optionsBy: 'label',
      multiSelect: 'joined',
      customText: 'inline',
      notes: true,
      previews: false,
      skipped: true,
      discuss: true,
      statuses: UNANSWERED_STATUSES,
    },
    limits: LIMITS.askUserQuestion,
    parse(input, options) {
      const parsed = parseRequest(input, withLimits(options, LIMITS.askUserQuestion));
      return withRules(parsed, fromJson(input), { advice: [sameKeys()] }, options?.strict);
    },
    // Other agents write the same shape.
    matches: () => false,
    formatRequest: (request) => writeRequest(request, CHOICES, { limits: LIMITS.askUserQuestion }),
    formatResult,
    toModelText: (result, request) =>
      result.status === 'answered'
        ? withSkipped(JSON.stringify(formatResult(result, request)), request, result)
        : jsonWithText(formatResult(result, request), result),
    parseResult: resultReader('{ answers: { [question]: string } }', (output, request) => {
      const fields = fieldsIn(output);
      const { answers, annotations, status, discuss, reason } = fields;
      if (!isRecord(answers)) return undefined;
      const texts = answersByKey(request, answers, textOf);
      if (status === 'declined' && discuss === true) {
        const parsed = request.questions.flatMap(({ question }, i) => {
          const joined = texts[i];
          return joined === undefined ? [] : [{ question, joined }];
        });
        return unanswered(discussionOf(request, parsed, textOf(reason)));
      }
      if (UNANSWERED_FIELDS.some((field) => field in fields)) return parseUnansweredFields(fields);
      const notes = notesByKey(request, annotations);
      return answeredBy(request, (_, i) => ({ joined: texts[i], notes: notes[i] }));
    }),
  },
);
