import type { AskUserResult } from '../core/answer/types.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { defineDialect } from './define-dialect.js';
import { listOf, type Open, opened, reading } from './shared/envelope.js';
import { fieldsIn } from './shared/fields.js';
import { textOf } from './shared/read-answer.js';
import { optionIn, type Shape } from './shared/shape.js';
import { followup, tagged } from './shared/tagged.js';
import type { AgentDialect } from './types.js';

/** The tool's arguments. */
const SHAPE: Shape = { question: { question: 'question', options: 'follow_up' }, option: { label: 'text' } };

/** What the extension sends to its view. */
const VIEW: Shape = { question: { question: 'question', options: 'suggest' }, option: { label: 'answer' } };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 1, maxOptions: 4, optionsRequired: true };

const shapeOf = (source: unknown): Shape => (fieldsIn(source)['suggest'] == null ? SHAPE : VIEW);

const open: Open = (source) => {
  const message = followup(source) ?? { input: source };
  return { ...message, shape: shapeOf(message.input) };
};

const suggestionsOf = (source: unknown): unknown => {
  const { follow_up, suggest } = fieldsIn(source);
  return fromJson(follow_up ?? suggest);
};

/** The mode that the option at `index` asks for, of a request that `roo.parse` has read. */
function modeAt({ raw }: AskUserRequest, index: number): string | undefined {
  return reading(() => {
    const source = opened(raw, followup).input;
    const suggestion = optionIn(listOf(suggestionsOf(source))[index], shapeOf(source));
    return textOf(fieldsIn(suggestion)['mode']) || undefined;
  }, undefined);
}

/**
 * The mode that the chosen suggestion asks for, such as `code`: for the host to switch to when it hands the answer over.
 *
 * @param request - as `roo.parse` gave it, with its `raw`
 * @returns `undefined` where the suggestion has none, and where none was chosen.
 */
export function rooMode(result: AskUserResult, request: AskUserRequest): string | undefined {
  const index = result.status === 'answered' ? result.answers[0]?.selected[0]?.index : undefined;
  return index === undefined ? undefined : modeAt(request, index);
}

/**
 * Roo Code's `ask_followup_question` (Kilo Code's and Zoo Code's, too): its arguments, `{ question, follow_up: [{ text,
 * mode }] }`, what the extension sends to its view, `{ question, suggest: [{ answer, mode? }] }`, and the view's message around
 * that, `{ ask: 'followup', text }`. One question with one answer: several questions are refused, and `multiSelect` is
 * dropped with a warning.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `<user_message>`, a line break, the label or the user's own words, a line break, `</user_message>` |
 * | answered, and skipped | a sentence that says so, without tags |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence of that ending, with its reason and without tags |
 *
 * The model reads the same text. Roo itself has no word for anything but an answer: it ends the task instead. Inside the tags
 * every text is byte for byte the user's, save a closing tag, which gets a backslash (`<\/user_message>`), so that no text ends
 * the answer early; Roo does not do so. `parseResult` takes it away again.
 *
 * A suggestion's `mode` is not part of the answer: the host switches to it, and `rooMode(result, request)` says which it is.
 * `formatRequest` writes it back for a request that came from Roo.
 *
 * Labels with commas come back as they are. Equal labels, and a text that is a label, can't be told apart. Headers, contexts,
 * descriptions, previews and notes are not on this wire, nor are the images that a user may send along.
 *
 * Source: RooCodeInc/Roo-Code cb83656, `src/core/tools/AskFollowupQuestionTool.ts`.
 */
export const roo: AgentDialect<string> = defineDialect({
  name: 'roo',
  agent: 'Roo Code `ask_followup_question`',
  carries: { keyedBy: 'one', several: 'one', discuss: true },
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
    limits: LIMITS,
    // The schema wants a mode in each, if only null, and the tool walks the list without looking whether it is there.
    extra: ({ options }, _index, request) => ({
      follow_up: options.map(({ label }, i) => ({ text: label, mode: modeAt(request, i) ?? null })),
    }),
  },
  ...tagged('user_message'),
});
