import type { Answer, AskUserResult, Discussion } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { keysOf } from './keys.js';

/** First sentence of the text, because a model could otherwise read the options selected so far as consent. */
const WANTS = 'The user has not answered yet, and wants to discuss the questions first.';
const NOTHING = 'No option was chosen.';
const SO_FAR = 'Chosen so far, and not submitted: ';
const NO_MORE = 'Nothing else was chosen.';
const ABOUT = ' The question to discuss: ';
const SAID = ' The user said: ';

export const isDiscussion = (result: AskUserResult): result is Discussion =>
  result.status === 'declined' && result.discuss === true;

const entryOf = ({ question, answer, notes }: Answer): string => {
  const noted = notes === undefined ? '' : ` (notes: ${JSON.stringify(notes)})`;
  return `${JSON.stringify(question)}=${JSON.stringify(answer)}${noted}`;
};

/** Returns the text of the question that the user wants to discuss, as a key of answers by text. */
export const getAbout = ({ about }: Discussion, request: AskUserRequest): string | undefined =>
  keysOf(request)[request.questions.findIndex(({ id }) => id === about)];

/** Returns the ID of the question with a text of `getAbout`. */
export const readAbout = (text: unknown, request: AskUserRequest): string | undefined =>
  request.questions[keysOf(request).findIndex((key) => key === text)]?.id;

/** Texts of the request and of the user are written as JSON, so they cannot imitate other sentences. */
export function discussText(result: Discussion, request: AskUserRequest): string {
  const { reason, answers = [] } = result;
  const about = getAbout(result, request);
  const chosen = answers.filter(({ skipped }) => !skipped).map(entryOf);
  const soFar = chosen.length > 0 ? `${SO_FAR}${chosen.join(', ')}. ${NO_MORE}` : NOTHING;
  const named = about === undefined ? '' : `${ABOUT}${JSON.stringify(about)}.`;
  return `${WANTS} ${soFar}${named}${reason ? `${SAID}${JSON.stringify(reason)}.` : ''}`;
}

export interface AnswerSoFar {
  readonly question: string;
  readonly answer: string | readonly string[];
  readonly notes?: string | undefined;
}

/**
 * Returns the string that is written as JSON between `before` and the period at the end of the text. Does not use
 * `STRING`, because a regular expression overflows the stack for very long strings.
 */
export function readQuoted(text: string, before: string): string | undefined {
  if (!text.startsWith(`${before}"`) || !text.endsWith('".')) return undefined;
  try {
    return JSON.parse(text.slice(before.length, -1));
  } catch {
    return undefined;
  }
}

/** Pattern source that matches a string as JSON. */
const STRING = String.raw`"(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*"`;
/** Pattern source that matches one answer as JSON and its optional notes. */
export const ANSWER_PATTERN = String.raw`(${STRING}|\[(?:${STRING}(?:,${STRING})*)?\])(?: \(notes: (${STRING})\))?`;
const ENTRY = new RegExp(`^(${STRING})=${ANSWER_PATTERN}`);
const FIRST_STRING = new RegExp(String.raw`^${STRING}\.`);

function readEntries(text: string): { readonly soFar: readonly AnswerSoFar[]; readonly rest: string } | undefined {
  const soFar: AnswerSoFar[] = [];
  for (let rest = text; ; rest = rest.slice(2)) {
    const [entry, question, answer, notes] = ENTRY.exec(rest) ?? [];
    if (entry === undefined || question === undefined || answer === undefined) return undefined;
    soFar.push({
      question: JSON.parse(question),
      answer: JSON.parse(answer),
      notes: notes === undefined ? undefined : JSON.parse(notes),
    });
    rest = rest.slice(entry.length);
    if (!rest.startsWith(', ')) return { soFar, rest: rest.slice(2) };
  }
}

/** Reads the string that is written as JSON after `before`, with the period after it, at the start of a text. */
export function takeQuoted(text: string, before: string): { readonly value?: string; readonly rest: string } {
  const [quoted] = text.startsWith(before) ? (FIRST_STRING.exec(text.slice(before.length)) ?? []) : [];
  if (quoted === undefined) return { rest: text };
  return { value: JSON.parse(quoted.slice(0, -1)), rest: text.slice(before.length + quoted.length) };
}

/** Returns the `about` as its text. */
export function readDiscussText(text: string):
  | {
      readonly soFar: readonly AnswerSoFar[];
      readonly about: string | undefined;
      readonly reason: string | undefined;
    }
  | undefined {
  if (!text.startsWith(`${WANTS} `)) return undefined;
  const start = text.slice(WANTS.length + 1);
  const read = start.startsWith(SO_FAR) ? readEntries(start.slice(SO_FAR.length)) : { soFar: [], rest: start };
  if (!read) return undefined;
  const { soFar, rest } = read;
  const end = [NO_MORE, NOTHING].find((one) => rest.startsWith(one));
  if (end === undefined) return undefined;
  const { value: about, rest: tail } = takeQuoted(rest.slice(end.length), ABOUT);
  const reason = readQuoted(tail, SAID);
  return tail !== '' && reason === undefined ? undefined : { soFar, about, reason };
}
