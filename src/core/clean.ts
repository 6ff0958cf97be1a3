/** Matches text that may need cleaning. Other text is returned unchanged after this one test. */
const UNUSUAL =
  /[^ -~\xa1-\xac\xae-\u02ff\u0388-\u0482\u048a-\u0587\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u3001-\u3029\u3030-\u3096\u309b-\u30ff\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff9f]|^ | $| {2}/;

const LINE_ENDS = /\r\n?|[\v\f\x85\u2028\u2029]/g;
const BREAKS = /[\t-\r\x85\u2028\u2029]/g;
const RUNS = /[\s\u2800]{2,}/g;
/** Matches cleaned text that shows nothing. U+2800 is a Braille cell without dots. */
const BLANK = /^[\s\u2800]*$/;

/** A letter of a right-to-left script. Direction marks are removed from text without one. */
export const RTL = /(?=\p{L})[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Letters and marks after which a zero-width joiner is kept, and between which a non-joiner is. */
const JOINS =
  '(?=[\\p{L}\\p{M}])[\\u0600-\\u0dff\\u0f00-\\u109f\\u1780-\\u17b3\\u17b6-\\u180a\\u1810-\\u18af\\u1b00-\\u1bff\\ua980-\\ua9df\\ufb50-\\ufdff\\ufe70-\\ufefc\\u{11000}-\\u{1194f}\\u{1e900}-\\u{1e95f}]';

/** Pattern of emoji that can contain invisible characters: flags of regions, keycaps, and (joined) pictographs. */
export const EMOJI = [
  '\\u{1f3f4}[\\u{e0061}-\\u{e007a}]{2}[\\u{e0030}-\\u{e0039}\\u{e0061}-\\u{e007a}]{1,4}\\u{e007f}',
  '[0-9#*]\\ufe0f\\u20e3',
  '\\p{ExtPict}[\\ufe0e\\ufe0f\\p{EMod}]?(?:\\u200d\\p{ExtPict}[\\ufe0e\\ufe0f\\p{EMod}]?)*',
].join('|');

/**
 * Matches most invisible characters, and controls except tabs and line feeds. Group 1 matches sequences to keep: emoji,
 * variants of Han characters, joined letters. Group 2 matches direction marks. Group 3 matches lone surrogates and
 * noncharacters. A terminal's CSI sequence matches as a whole.
 */
const HIDDEN = new RegExp(
  [
    `(${EMOJI}`,
    '\\p{Script=Han}[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]',
    `${JOINS}(?:\\u200d|\\u200c(?=${JOINS})))`,
    '([\\u200e\\u200f\\u061c])',
    '([\\p{Cs}\\p{NChar}])',
    '(?:\\x1b\\[|\\x9b)[0-?]*[ -/]*[@-~]',
    '(?![\\n\\t])[\\p{DI}\\p{Cc}\\ufff9-\\ufffb]',
  ].join('|'),
  'gu',
);

/** Matches a run of more than six combining marks, which can overlap other lines. Group 1 matches the first six. */
const MARKS = /((?:\p{M}[\u200c\u200d]*){6})\p{M}[\p{M}\u200c\u200d]*/gu;

export interface Cleaned {
  readonly text: string;
  /** Whether invisible characters, controls or surplus combining marks were removed. */
  readonly hidden: boolean;
}

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
    // Before normalization, which can take quadratic time on a run of marks. Again after it, because it can add marks.
    .replace(MARKS, cap)
    .normalize('NFC')
    .replace(MARKS, cap);
  return { text: lines ? left : left.replace(RUNS, ' ').trim(), hidden };
}

/**
 * Prepares the agent's text for display. Removes surplus combining marks, most invisible characters, and most controls.
 * Direction marks stay if the text has right-to-left letters. Replaces lone surrogates and noncharacters with U+FFFD,
 * and normalizes to NFC.
 *
 * With `lines`, keeps tabs and writes line ends as `\n`. Otherwise, returns one line: writes tabs and line ends as
 * spaces, collapses runs of white space, and trims.
 */
export const cleanText = (text: string, { lines = false }: { lines?: boolean } = {}): string => clean(text, lines).text;

/** Whether cleaned text shows nothing. */
export const isEmpty = (cleaned: string): boolean => BLANK.test(cleaned);

/**
 * Cleans text and shortens it to one line of at most `most` user-perceived characters. Counts code points if
 * `Intl.Segmenter` is missing.
 */
export function excerpt(text: string, most = 150): string {
  const whole = cleanText(text);
  if (whole.length <= most) return whole;
  const parts =
    'Segmenter' in Intl ? Array.from(new Intl.Segmenter().segment(whole), ({ segment }) => segment) : Array.from(whole);
  return parts.length <= most
    ? whole
    : `${parts
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`;
}
