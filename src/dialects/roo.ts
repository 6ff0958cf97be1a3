import type { AskUserResult } from '../core/answer/types.js';
import { isRecord } from '../core/guards.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import type { AskUserRequest } from '../core/question/types.js';
import { ENDED } from './shared/endings.js';
import { listOf, opened, reading, type Open } from './shared/envelope.js';
import { hasMark } from './shared/marks.js';
import { textOf } from './shared/read-answer.js';
import { readRequest } from './shared/read-request.js';
import { optionIn, type Shape } from './shared/shape.js';
import { followup, tagged } from './shared/tagged.js';
import { writeRequest } from './shared/write-request.js';
import type { AgentDialect } from './types.js';

/** The tool's arguments. */
const SHAPE: Shape = { question: { question: 'question', options: 'follow_up' }, option: { label: 'text' } };

/** What the extension sends to its view. */
const VIEW: Shape = { question: { question: 'question', options: 'suggest' }, option: { label: 'answer' } };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 1, maxOptions: 4, optionsRequired: true };

const wire = tagged('user_message');

const shapeOf = (source: unknown): Shape => (isRecord(source) && source['suggest'] != null ? VIEW : SHAPE);

const open: Open = (source) => {
  const message = followup(source) ?? { input: source };
  return { ...message, shape: shapeOf(message.input) };
};

const suggestionsOf = (source: unknown): unknown => {
  const { follow_up, suggest } = isRecord(source) ? source : {};
  return fromJson(follow_up ?? suggest);
};

/** The mode that the option at `index` asks for, of a request that `roo.parse` has read. */
function modeAt({ raw }: AskUserRequest, index: number): string | undefined {
  return reading(() => {
    const source = opened(raw, followup).input;
    const suggestion = optionIn(listOf(suggestionsOf(source))[index], shapeOf(source));
    return isRecord(suggestion) ? textOf(suggestion['mode']) || undefined : undefined;
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
export const roo: AgentDialect<string> = {
  name: 'roo',
  agent: 'Roo Code `ask_followup_question`',
  carries: {
    keyedBy: 'one',
    choice: 'label',
    several: 'one',
    custom: 'among',
    notes: false,
    previews: false,
    skipped: true,
    discuss: true,
    endings: ENDED,
  },
  limits: LIMITS,
  parse: (input, options) => readRequest(input, { shape: SHAPE, limits: LIMITS, open, oneChoice: true }, options),
  formatResult: wire.format,
  toModelText: wire.format,
  recognises: (input) =>
    hasMark(opened(input, followup).input, ({ question, follow_up, suggest }) => {
      const shown = listOf(fromJson(suggest)).some((one) => isRecord(one) && 'answer' in one);
      return typeof question === 'string' && (follow_up != null || shown);
    }),
  formatRequest: (request) =>
    writeRequest(request, SHAPE, {
      limits: LIMITS,
      // The schema wants a mode in each, if only null, and the tool walks the list without looking whether it is there.
      extra: ({ options }) => ({
        follow_up: options.map(({ label }, i) => ({ text: label, mode: modeAt(request, i) ?? null })),
      }),
    }),
  parseResult: wire.parse,
};
