import type { Limits } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap } from './lib/envelope.js';
import type { FieldNames } from './lib/fields.js';
import { issue, succeed } from './lib/issues.js';
import { endOfQuoted } from './lib/quoted.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { followup, getAnswerText, getSkippedText, parseAlternateText } from './lib/text-output.js';
import { object, text, texts } from './lib/tool-schema.js';
import { describeUnanswered } from './lib/unanswered.js';
import { fromJson, isRecord, textOf } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** Cline's `ask_question`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_question',
  description:
    'Ask the user one question if you need information for the task that you cannot find yourself. Suggest ' +
    'answers as options. The user can always type another answer.',
  inputSchema: object({
    question: text('The question, with everything that the user needs to answer it', { minLength: 1 }),
    options: texts('2-5 suggested answers', [2, 5]),
  }),
};

const FIELDS: FieldNames = { question: { question: 'question', options: 'options' }, option: 'text' };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 2, maxOptions: 5, optionsRequired: true };

const CUT = issue('coerced', 'options', 'Truncated, so only complete options were read. Send a JSON array of strings.');

/** Result of a question that the user dismissed in Cline's terminal. */
const DISMISSED = '[User dismissed the question]';

/**
 * Returns the complete strings at the start of malformed JSON text of an array, such as truncated text. Returns
 * `undefined` for valid JSON and for any value that is not a text starting with `[`.
 */
function wholeTexts(options: unknown): readonly unknown[] | undefined {
  if (typeof options !== 'string' || !options.trimStart().startsWith('[') || typeof fromJson(options) !== 'string') {
    return undefined;
  }
  const texts: unknown[] = [];
  for (let at = options.indexOf('[') + 1; ;) {
    const start = options.indexOf('"', at);
    const end = start < 0 ? start : endOfQuoted(options, start);
    if (end < 0 || !['', ','].includes(options.slice(at, start).trim())) return texts;
    texts.push(fromJson(options.slice(start, end)));
    at = end;
  }
}

const unwrap: Unwrap = (source) => {
  const message = followup(source);
  const input = message ? message.input : source;
  const options = isRecord(input) ? wholeTexts(input['options']) : undefined;
  return options && isRecord(input) ? { ...message, input: { ...input, options }, issues: [CUT] } : message;
};

/**
 * Cline's `ask_question`.
 *
 * `parse` accepts the arguments, `{ question, options }`, and the message to Cline's view, `{ ask: 'followup', text }`.
 * It also accepts the arguments of `ask_followup_question`, the tool of the extension before 4.0. There, `options` is
 * optional, and can be JSON text that is still streaming: its complete options are read, with a warning, or an issue if
 * `strict` is set. Several questions are an issue, and `multiSelect` is dropped with a warning.
 *
 * | status | output |
 * | --- | --- |
 * | answered | the label or the custom text |
 * | answered, but skipped | a sentence that states that the user skipped the question |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence for the status with its reason or issues; with `discuss`, the answers so far |
 *
 * The model text is the output. Cline represents only answers. `parseResult` reads the results of a dismissed and an
 * abandoned question, `[User dismissed the question]` and an empty text, as cancelled. The extension before 4.0 wrote the
 * answer between the tags `<answer>` and `</answer>`, which the dialect does not.
 *
 * Labels with commas are preserved. Equal labels are ambiguous, and so is custom text that equals a label or one of the
 * texts above. Headers, contexts, descriptions, previews, notes (except in a discussion), and attached images or files
 * are not supported.
 *
 * Source: `@cline/core` 0.0.86, `extensions/tools/definitions`, and `cline` 3.0.65 for a dismissed question.
 */
export const cline: ToolDialect<string> = defineAgentDialect({
  name: 'cline',
  agent: 'Cline `ask_question`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'single', multiSelect: 'unsupported', discuss: true },
  parse: (input, options) => readRequest(input, { fields: FIELDS, unwrap, singleSelect: true }, options),
  // Other agents write the same arguments.
  matches(source) {
    const { options, suggest } = source['ask'] === 'followup' ? fieldsWithin(source, followup) : {};
    return Array.isArray(options) && suggest == null;
  },
  formatRequest: (request) => writeRequest(request, FIELDS, { limits: LIMITS }),
  format: (result) => getAnswerText(result) ?? getSkippedText(result),
  formatUnanswered: describeUnanswered,
  answeredText: (output) => output,
  parseResult(output, request) {
    const text = textOf(output);
    if (text === undefined) return notAResult('a string');
    if (text === '' || text === DISMISSED) return succeed({ status: 'cancelled' });
    return parseAlternateText(text, request) ?? answered(request, [{ names: [text] }]);
  },
});
