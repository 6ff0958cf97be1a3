import type { AskUserResult } from '../../../core/answer/types.js';
import type { Limits } from '../../../core/question/limits.js';
import { fromJson } from '../../../core/question/scan.js';
import type { AskUserRequest } from '../../../core/question/types.js';
import { defineDialect } from '../../define-dialect.js';
import { listOf, type Unwrap, unwrapEnvelope, tryRead } from '../../wire/envelope.js';
import { fieldsIn } from '../../wire/fields.js';
import { textOf } from '../../wire/read-answer.js';
import { type Shape, sourcesOf } from '../../wire/shape.js';
import { followup, tagged } from '../../wire/tagged.js';
import type { ToolDialect } from '../../types.js';
import { rooTool } from './tool.js';

/** Shape of the tool's arguments. */
const SHAPE: Shape = { question: { question: 'question', options: 'follow_up' }, option: { label: 'text' } };

/** Shape of the message that the extension sends to its view. */
const VIEW: Shape = { question: { question: 'question', options: 'suggest' }, option: { label: 'answer' } };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 1, maxOptions: 4, optionsRequired: true };

const shapeOf = (source: unknown): Shape => (fieldsIn(source)['suggest'] == null ? SHAPE : VIEW);

const open: Unwrap = (source) => {
  const message = followup(source) ?? { input: source };
  return { ...message, shape: shapeOf(message.input) };
};

function modeAt({ raw }: AskUserRequest, index: number): string | undefined {
  return tryRead(() => {
    const source = unwrapEnvelope(raw, followup).input;
    const suggestion = sourcesOf(source, shapeOf(source)).optionsOf(0)[index];
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
 * Source: RooCodeInc/Roo-Code cb83656, `src/core/tools/AskFollowupQuestionTool.ts`.
 */
export const roo: ToolDialect<string> = defineDialect({
  name: 'roo',
  agent: 'Roo Code `ask_followup_question`',
  tool: rooTool,
  capabilities: { keyedBy: 'single', multiSelect: 'unsupported', discuss: true },
  shape: SHAPE,
  limits: LIMITS,
  open,
  oneChoice: true,
  signatureIn: followup,
  signature: ({ question, follow_up, suggest }) => {
    const shown = listOf(fromJson(suggest)).some((one) => 'answer' in fieldsIn(one));
    return typeof question === 'string' && (follow_up != null || shown);
  },
  write: {
    // The tool rejects a call without the list. Its schema requires a mode, which can be null.
    extra: ({ options }, _index, request) => ({
      follow_up: options.map(({ label }, i) => ({ text: label, mode: modeAt(request, i) ?? null })),
    }),
  },
  ...tagged('user_message'),
});
