import { cleanText } from '../../core/clean.js';

/** Named character references that are resolved. */
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  copy: '©',
  reg: '®',
  trade: '™',
  hellip: '…',
  mdash: '—',
  ndash: '–',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  bull: '•',
  middot: '·',
  times: '×',
  larr: '←',
  rarr: '→',
  uarr: '↑',
  darr: '↓',
};

const REFERENCE = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,6}));/gi;

/** The result may contain hidden characters: clean it before it is shown. */
export const decode = (text: string): string =>
  text.replace(REFERENCE, (whole, decimal?: string, hex?: string, name = '') => {
    const code = decimal ? Number.parseInt(decimal, 10) : hex ? Number.parseInt(hex, 16) : undefined;
    if (code === undefined) return Object.hasOwn(NAMED, name) ? NAMED[name]! : whole;
    return code === 0 || code > 0x10_ff_ff ? '\ufffd' : String.fromCodePoint(code);
  });

/** Returns the text between marks as it is shown. */
export const shown = (text: string): string => cleanText(decode(text), { lines: true });

/** Returns code or a source as it is shown, without resolving references. */
export const literal = (text: string): string => cleanText(text, { lines: true });
