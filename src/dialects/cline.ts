import { isRecord } from '../core/guards.js';
import type { Issue } from '../core/question/issues.js';
import type { Limits } from '../core/question/limits.js';
import { fromJson } from '../core/question/scan.js';
import { defineDialect } from './define-dialect.js';
import { type Open, opened } from './shared/envelope.js';
import { hasMark } from './shared/marks.js';
import { endOfQuoted } from './shared/quoted.js';
import type { Shape } from './shared/shape.js';
import { followup, tagged } from './shared/tagged.js';
import type { AgentDialect } from './types.js';

const SHAPE: Shape = { question: { question: 'question', options: 'options' }, option: 'text' };

const LIMITS: Limits = { minQuestions: 1, maxQuestions: 1, minOptions: 2, maxOptions: 5 };

const CUT: Issue = {
  code: 'coerced',
  path: 'options',
  message: 'Cut short, so only its whole options were read. Send a JSON array of strings.',
};

/** The whole texts of a JSON array that is still being written: a label that is cut is no choice yet. */
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

const open: Open = (source) => {
  const message = followup(source);
  const input = message ? message.input : source;
  const options = isRecord(input) ? wholeTexts(input['options']) : undefined;
  return options && isRecord(input) ? { ...message, input: { ...input, options }, beyond: [CUT] } : message;
};

/**
 * Cline's `ask_followup_question`: its arguments, `{ question, options? }`, where `options` may be JSON text that is still
 * being written, and the message to its view around that, `{ ask: 'followup', text }`. Of options that are cut short those that
 * are whole are read, with a warning. One question with one answer: several questions are refused, and `multiSelect` is
 * dropped with a warning.
 *
 * | status | the agent gets |
 * | --- | --- |
 * | answered | `<answer>`, a line break, the label or the user's own words, a line break, `</answer>` |
 * | answered, and skipped | a sentence that says so, without tags |
 * | declined, cancelled, aborted, superseded, connectionLost, timedOut, unavailable, invalid | the sentence of that ending, with its reason and without tags |
 *
 * The model reads the same text. Cline itself has no word for anything but an answer: it ends the task instead. Inside the
 * tags every text is byte for byte the user's, save a closing tag, which gets a backslash (`<\/answer>`), so that no text ends
 * the answer early; Cline does not do so. `parseResult` takes it away again.
 *
 * Labels with commas come back as they are. Equal labels, and a text that is a label, can't be told apart. Headers, contexts,
 * descriptions, previews and notes are not on this wire, nor are the images and files that a user may send along.
 *
 * Source: cline/cline 5edfb12 and 0041597, `AskFollowupQuestionToolHandler.ts`.
 */
export const cline: AgentDialect<string> = defineDialect({
  name: 'cline',
  agent: 'Cline `ask_followup_question`',
  carries: { keyedBy: 'one', several: 'one', discuss: true },
  shape: SHAPE,
  limits: LIMITS,
  open,
  oneChoice: true,
  // Its arguments are written so by others, too; the message to its view is not.
  signature: (source) =>
    source['ask'] === 'followup' &&
    hasMark(opened(source, followup).input, ({ options, suggest }) => Array.isArray(options) && suggest == null),
  write: { limits: LIMITS },
  ...tagged('answer'),
});
