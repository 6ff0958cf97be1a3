import type {
  AnsweredOutput,
  AnsweredResult,
  AskUserRequest,
  UnansweredOutput,
  UnansweredResult,
} from '../core/index.js';
import { toOutput } from '../core/answer/output.js';
import { LIMITS } from '../core/question/limits.js';
import { defineAgentDialect } from './define-dialect.js';
import { DEFAULT_FIELDS } from './lib/fields.js';
import { succeed } from './lib/issues.js';
import { skippedText } from './lib/keys.js';
import { answered, notAResult, type ParsedAnswer } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { flag, list, object, optional, text } from './lib/tool-schema.js';
import { discussionOf, jsonWithText, parseUnansweredFields } from './lib/unanswered.js';
import { type Fields, isRecord, listOf, textOf, textsOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/**
 * The `ask_user` tool, with the description of its specification except for the sentence about the pending-questions
 * file. `askUserPendingTool` of `react-ask-user/pending` includes that sentence.
 */
const tool: ToolDefinition = {
  name: 'ask_user',
  label: 'Ask User',
  description: `Ask the user one or more questions. Use when you need:
- Clarification on requirements or preferences
- User decisions between multiple valid approaches
- Confirmation before significant changes
- Input that cannot be inferred from context

Each question can have suggested options with descriptions.
Users can always select "Other" to provide a custom answer.

Guidelines:
- Put recommended option first with "(Recommended)" in the label
- Batch related questions together (avoid multiple rounds)
- Limit to 3-5 questions per call to avoid user fatigue
- Don't ask what can be inferred from context or previous messages
- Don't re-ask questions already answered in this session`,
  inputSchema: object({
    questions: list('One or more questions to ask the user', [1], {
      question: text('The question to ask'),
      header: optional(text('Optional header/title for context')),
      options: optional(
        list('Suggested options', {
          label: text('Display text'),
          description: optional(text('Help text')),
        }),
      ),
      multiSelect: optional(flag('Allow multiple selections')),
    }),
    metadata: optional({
      type: 'object',
      properties: {},
      additionalProperties: true,
      description: "Optional metadata for tracking (e.g., { source: 'setup-wizard' })",
    }),
  }),
};

function parseAnswer(answer: unknown): ParsedAnswer | undefined {
  if (!isRecord(answer) || answer['skipped'] === true) return { notes: notesOf(answer) };
  const texts = textsOf(answer['answer']);
  // The custom text comes last and can equal a label.
  const custom = answer['wasCustom'] === true ? texts.at(-1) : undefined;
  return { names: custom === undefined ? texts : texts.slice(0, -1), custom, notes: notesOf(answer) };
}

export function discussionIn(output: Fields, request: AskUserRequest): UnansweredResult {
  const parsed = listOf(output['answers']).map((answer) => ({
    question: isRecord(answer) ? (textOf(answer['question']) ?? '') : '',
    ...parseAnswer(answer),
  }));
  return discussionOf(request, parsed, { reason: textOf(output['reason']), about: output['about'] });
}

/** The output does not say which answers the user accepted as recommended, so a sentence names their questions. */
function acceptedText({ answers }: AnsweredResult): string {
  const names = answers.filter(({ recommended }) => recommended).map(({ question }) => JSON.stringify(question));
  return names.length > 0 ? `\nThe user accepted as recommended: ${names.join(', ')}.` : '';
}

const notesOf = (answer: unknown): string | undefined => (isRecord(answer) ? textOf(answer['notes']) : undefined);

/**
 * The `ask_user` tool of the pi coding agent. Without a dialect, the dialog uses the same format.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `{ answered: true, answers: [{ question, answer, selectedOption?, wasCustom, notes?, skipped? }] }`, with one answer per question in question order |
 * | cancelled | `{ answered: false, answers: [], cancelled: true }` |
 * | connectionLost | `{ answered: false, answers: [], connectionLost: true }` |
 * | declined, aborted, superseded, timedOut, unavailable, invalid | `{ answered: false, answers: [], status, reason? }` |
 * | declined with `discuss` | `{ answered: false, answers: [… so far], status: 'declined', discuss: true, reason?, about? }`; the model text starts with the statement that the user has not answered yet |
 *
 * The model text is the output as JSON. For an unanswered request it adds a sentence that states why. Only that
 * sentence contains the reason of `cancelled` and `connectionLost`. For an answered one, a sentence names the questions
 * whose options the user accepted as recommended, if there are any. If the agent does not wait (`blocking: false`), another
 * one names the questions that are not answered yet.
 *
 * Labels with commas and custom text beside selected options are preserved. Equal labels are ambiguous, because the
 * format identifies options by label. Previews are not returned.
 *
 * Source: the `ask_user` tool specification for the pi coding agent.
 */
export const askUser: ToolDialect<AnsweredOutput, UnansweredOutput> = defineAgentDialect({
  name: 'askUser',
  agent: 'pi `ask_user`',
  tool,
  limits: LIMITS.askUser,
  capabilities: { keyedBy: 'index', multiSelect: 'list', customText: 'separate', notes: true, discuss: true },
  parse: (input, options) => readRequest(input, { fields: DEFAULT_FIELDS }, options),
  formatRequest: (request) => writeRequest(request, DEFAULT_FIELDS, { limits: LIMITS.askUser }),
  format: (result) => toOutput(result),
  formatUnanswered: (result, request) => toOutput(result, request),
  answeredText: (output, request, result) =>
    [JSON.stringify(output) + acceptedText(result), request.blocking === false && skippedText(request, result)]
      .filter(Boolean)
      .join('\n'),
  unansweredText: (output, request, result) => jsonWithText(output, request, result),
  parseResult(output, request) {
    if (!isRecord(output) || !Array.isArray(output['answers'])) return notAResult('{ answered, answers }');
    if (output['answered'] === true) return answered(request, listOf(output['answers']).map(parseAnswer));
    if (output['status'] === 'declined' && output['discuss'] === true) return succeed(discussionIn(output, request));
    return parseUnansweredFields(output);
  },
});
