import type { Limits } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap } from './lib/envelope.js';
import type { FieldNames } from './lib/fields.js';
import { issue } from './lib/issues.js';
import { endOfQuoted } from './lib/quoted.js';
import { readRequest } from './lib/read-request.js';
import { followup, taggedOutput } from './lib/text-output.js';
import { closed, optional, text, texts } from './lib/tool-schema.js';
import { fromJson, isRecord } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** Cline's `ask_followup_question`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_followup_question',
  description:
    'Ask the user one question if you need information for the task that you cannot find yourself. Suggest ' +
    'answers as options if you can. The user can always type another answer.',
  inputSchema: closed({
    question: text('The question, with everything that the user needs to answer it'),
    options: optional(texts('2-5 suggested answers. Omit it if you have none', [2, 5])),
  }),
};

const FIELDS: FieldNames = { question: { question: 'question', options: 'options' }, option: 'text' };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 2, maxOptions: 5 };

const CUT = issue('coerced', 'options', 'Truncated, so only complete options were read. Send a JSON array of strings.');

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
 * Cline's `ask_followup_question`.
 *
 * `parse` accepts the arguments, `{ question, options? }`, and the message to Cline's view,
 * `{ ask: 'followup', text }`. `options` can be JSON text that is still streaming. Its complete options are read, with
 * a warning, or an issue if `strict` is set. Several questions are an issue, and `multiSelect` is dropped with a
 * warning.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `<answer>`, a line break, the label or the custom text, a line break, `</answer>` |
 * | answered, but skipped | a sentence that states that the user skipped the question, without tags |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence for the status with its reason or issues, without tags; with `discuss`, the answers so far |
 *
 * The model text is the output. Cline represents only answers and otherwise ends the task. Texts inside the tags are
 * verbatim, except that a closing tag, escaped or not, gets a backslash (`<\/answer>`), so that it cannot end the
 * answer early. Cline does not escape closing tags. `parseResult` removes the backslash.
 *
 * Labels with commas are preserved. Equal labels are ambiguous, and so is custom text that equals a label. Headers,
 * contexts, descriptions, previews, notes (except in a discussion), and attached images or files are not supported.
 *
 * Source: cline/cline v3.89.2, `AskFollowupQuestionToolHandler.ts`.
 */
export const cline: ToolDialect<string> = defineAgentDialect({
  name: 'cline',
  agent: 'Cline `ask_followup_question`',
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
  ...taggedOutput('answer'),
});
