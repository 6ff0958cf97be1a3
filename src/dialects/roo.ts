import type { AskUserRequest, AskUserResult, Limits } from '../core/index.js';
import { defineAgentDialect } from './define-dialect.js';
import { fieldsWithin, type Unwrap, unwrapEnvelope } from './lib/envelope.js';
import { type FieldNames, sourcesOf } from './lib/fields.js';
import { answered, notAResult } from './lib/read-answer.js';
import { readRequest } from './lib/read-request.js';
import { followup, getAnswerText, getSkippedText, parseAlternateText } from './lib/text-output.js';
import { closed, list, text } from './lib/tool-schema.js';
import { describeUnanswered } from './lib/unanswered.js';
import { fieldsIn, fromJson, listOf, textOf, tryRead } from './lib/values.js';
import { writeRequest } from './lib/write-request.js';
import type { ToolDefinition, ToolDialect } from './types.js';

/** Roo Code's `ask_followup_question`. The descriptions are written for this package. */
const tool: ToolDefinition = {
  name: 'ask_followup_question',
  description:
    'Ask the user one question that you need answered to continue, with 1-4 suggested answers. The user can ' +
    'always type another answer. An answer can name a mode to switch to.',
  inputSchema: closed({
    question: text('The question, with everything that the user needs to answer it'),
    follow_up: list('Suggested answers, the most likely first', [1, 4], {
      text: text('The complete answer, without placeholders'),
      mode: {
        type: ['string', 'null'],
        description:
          'Slug of the mode to switch to if the user selects this answer, or null to stay in the current mode',
      },
    }),
  }),
};

/** Names of the tool's arguments. */
const FIELDS: FieldNames = { question: { question: 'question', options: 'follow_up' }, option: { label: 'text' } };

/** Names of the message that the extension sends to its view. */
const VIEW: FieldNames = { question: { question: 'question', options: 'suggest' }, option: { label: 'answer' } };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 1, maxOptions: 4, optionsRequired: true };

const namesOf = (source: unknown): FieldNames => (fieldsIn(source)['suggest'] == null ? FIELDS : VIEW);

const unwrap: Unwrap = (source) => {
  const message = followup(source) ?? { input: source };
  return { ...message, fields: namesOf(message.input) };
};

function modeAt({ raw }: AskUserRequest, index: number): string | undefined {
  return tryRead(() => {
    const source = unwrapEnvelope(fromJson(raw), followup).input;
    const suggestion = sourcesOf(source, namesOf(source)).optionsOf(0)[index];
    return textOf(fieldsIn(suggestion)['mode']) || undefined;
  }, undefined);
}

/**
 * Returns the mode of the selected suggestion, such as `code`. The host switches to it when it passes on the answer.
 *
 * @param request - The request from `roo.parse`, with its `raw`.
 * @returns The mode, or `undefined` if nothing with a mode was selected.
 */
export function rooMode(result: AskUserResult, request: AskUserRequest): string | undefined {
  const index = result.status === 'answered' ? result.answers[0]?.selected[0]?.index : undefined;
  return index === undefined ? undefined : modeAt(request, index);
}

const MESSAGE = /^<user_message>\n([^]*)\n<\/user_message>$/;
/** A closing tag in an answer, which gets a backslash, also if it has one already. */
const CLOSING = /<(\\*\s*\/\s*user_message)/gi;
const ESCAPED = /<\\(\\*\s*\/\s*user_message)/gi;

/**
 * Roo Code's `ask_followup_question`.
 *
 * `parse` accepts its arguments, `{ question, follow_up: [{ text, mode }] }`, the question for its view,
 * `{ question, suggest: [{ answer, mode? }] }`, and the view's message around that, `{ ask: 'followup', text }`.
 * Several questions are an issue, and `multiSelect` is dropped with a warning.
 *
 * | status | output |
 * | --- | --- |
 * | answered | `<user_message>`, a line break, the label or the custom text, a line break, `</user_message>` |
 * | answered, but skipped | a sentence that states that the user skipped the question, without tags |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence for the status with its reason or issues, without tags; with `discuss`, the answers so far |
 *
 * The model text is the output. Roo Code represents only answers and otherwise ends the task. Texts inside the tags are
 * verbatim, except that a closing tag, escaped or not, gets a backslash (`<\/user_message>`), so that it cannot end the
 * answer early. Roo Code does not escape closing tags. `parseResult` removes the backslash.
 *
 * The `mode` of a suggestion is not part of the answer. The host switches to the mode that `rooMode(result, request)`
 * returns. `formatRequest` keeps the modes of a request from Roo Code.
 *
 * Labels with commas are preserved. Equal labels are ambiguous, and so is custom text that equals a label. Headers,
 * contexts, descriptions, previews, notes (except in a discussion), and attached images are not supported.
 *
 * Source: RooCodeInc/Roo-Code v3.52.1, `src/core/tools/AskFollowupQuestionTool.ts`.
 */
export const roo: ToolDialect<string> = defineAgentDialect({
  name: 'roo',
  agent: 'Roo Code `ask_followup_question`',
  tool,
  limits: LIMITS,
  capabilities: { keyedBy: 'single', multiSelect: 'unsupported', discuss: true },
  parse: (input, options) => readRequest(input, { fields: FIELDS, unwrap, singleSelect: true }, options),
  matches(source) {
    const { question, follow_up, suggest } = fieldsWithin(source, followup);
    const shown = listOf(fromJson(suggest)).some((one) => 'answer' in fieldsIn(one));
    return typeof question === 'string' && (follow_up != null || shown);
  },
  formatRequest: (request) =>
    writeRequest(request, FIELDS, {
      // The tool rejects a call without the list. Its schema requires a mode, which can be null.
      extra: ({ options }, _index, request) => ({
        follow_up: options.map(({ label }, i) => ({ text: label, mode: modeAt(request, i) ?? null })),
      }),
      limits: LIMITS,
    }),
  format(result) {
    const words = getAnswerText(result)?.replaceAll(CLOSING, String.raw`<\$1`);
    return words === undefined ? getSkippedText(result) : `<user_message>\n${words}\n</user_message>`;
  },
  formatUnanswered: describeUnanswered,
  answeredText: (output) => output,
  parseResult(output, request) {
    const sent = textOf(output) ?? '';
    const inside = MESSAGE.exec(sent)?.[1];
    if (inside !== undefined) return answered(request, [{ names: [inside.replaceAll(ESCAPED, '<$1')] }]);
    return parseAlternateText(sent, request) ?? notAResult('text in <user_message>, or that of an unanswered result');
  },
});
