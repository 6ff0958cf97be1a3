/** What nearly every text is made of: one test, and it is shown as it is. */
const UNUSUAL =
  /[^ -~\xa1-\xac\xae-\u02ff\u0388-\u0482\u048a-\u0587\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u3001-\u3029\u3030-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9f]|^ | $| {2}/;

const LINE_ENDS = /\r\n?|[\u2028\u2029]/g;
const BREAKS = /[\t-\r\x85\u2028\u2029]/g;
const RUNS = /[\s\u2800]{2,}/g;
/** Nothing to be seen; the last one is a Braille cell without dots. */
const BLANK = /^[\s\u2800]*$/;

/** Letters of scripts written from right to left: only beside them a direction mark has a meaning. */
const RTL = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Letters and marks of scripts that join, or are kept from it, by a zero-width character. */
const JOINS =
  '(?=[\\p{L}\\p{M}])[\\u0600-\\u0dff\\u0f00-\\u109f\\u1780-\\u17b3\\u17b6-\\u180a\\u1810-\\u18af\\u1b00-\\u1bff\\ua980-\\ua9df\\ufb50-\\ufdff\\ufe70-\\ufefc\\u{11000}-\\u{1194f}\\u{1e900}-\\u{1e95f}]';

/**
 * Everything that is invisible or a control, and before it, as the first group, what such a character is a part of:
 * flags of regions, keycaps, emoji, variants of Han characters, joined letters. Then direction marks, then what is not
 * a character at all. Escape sequences of terminals go as a whole.
 */
const HIDDEN = new RegExp(
  [
    '(\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{2}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,4}\\u{e007f}',
    '[0-9#*]\\ufe0f\\u20e3',
    '\\p{ExtPict}[\\ufe0e\\ufe0f\\p{EMod}]?(?:\\u200d\\p{ExtPict}[\\ufe0e\\ufe0f\\p{EMod}]?)*',
    '\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
    `${JOINS}(?:\\u200d|\\u200c(?=${JOINS})))`,
    '([\\u200e\\u200f\\u061c])',
    '([\\p{Cs}\\p{NChar}])',
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
    '(?![\\n\\t])[\\p{DI}\\p{Cc}\\ufff9-\\ufffb]',
  ].join('|'),
  'gu',
);

/** More marks on one letter than any language has; they would climb into the lines above. */
const MARKS = /((?:\p{M}[\u200c\u200d]*){6})\p{M}[\p{M}\u200c\u200d]*/gu;

export interface Cleaned {
  readonly text: string;
  /** Something was left out that a reader could not have seen. */
  readonly hidden: boolean;
}

/** As `cleanText`, and whether anything was hidden in it. */
export function clean(text: string, lines = false): Cleaned {
  if (!UNUSUAL.test(text)) return { text, hidden: false };
  let hidden = false;
  const leaveOut = () => {
    hidden = true;
    return '';
  };
  const cap = (_: string, marks: string) => leaveOut() + marks;
  const rtl = RTL.test(text);
  const left = text
    .replace(lines ? LINE_ENDS : BREAKS, lines ? '\n' : ' ')
    .replace(HIDDEN, (found: string, kept?: string, mark?: string, broken?: string) =>
      kept !== undefined || (mark && rtl) ? found : broken ? '\ufffd' : leaveOut(),
    )
    // Before, since normalising takes quadratic time on a run of marks; and after, since it may make more of them.
    .replace(MARKS, cap)
    .normalize('NFC')
    .replace(MARKS, cap);
  return { text: lines ? left : left.replace(RUNS, ' ').trim(), hidden };
}

/**
 * A text of the agent's as it is shown: without what is invisible, a control, or turns the direction of what follows;
 * a label on one line, any other text (`lines`) with its lines. What is sent back is never this one.
 */
export const cleanText = (text: string, { lines = false }: { lines?: boolean } = {}): string => clean(text, lines).text;

/** There is nothing in it to be seen. */
export const isEmpty = (cleaned: string): boolean => BLANK.test(cleaned);

/** What is read out of a text, in user-perceived characters. */
const SPOKEN = 150;

/** A text of the agent's on one line, cut where it gets too long to be listened to. */
export function excerpt(text: string): string {
  const whole = cleanText(text);
  if (whole.length <= SPOKEN) return whole;
  const parts =
    'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(whole), ({ segment }) => segment) : Array.from(whole);
  return parts.length <= SPOKEN
    ? whole
    : `${parts
        .slice(0, SPOKEN - 1)
        .join('')
        .trimEnd()}…`;
}
