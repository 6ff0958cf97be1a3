import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clean, cleanText, excerpt } from '../../../src/core/clean.js';

/** Characters that cleaning handles, and those that decide how. */
const ODD = [
  ...Array.from(
    '\u0000\u0007\u001B\u009B\u0085\n\r\t\u2028 \u00A0\u3000\u2800\u00AD\u034F\u061C\u115F\u17B4\u180B\u180E\u200B\u200C\u200D\u200E\u200F\u202A\u202E\u2060\u2066\u2069\u206F\u3164\uFE00\uFE0E\uFE0F\uFEFF\uFFA0\uFFF9\uFFFE',
  ),
  ...['\uD800', '\uDC00', '\u{e0001}', '\u{e0067}', '\u{e0062}', '\u{e0065}', '\u{e007f}', '\u{e0100}', '\u{1f3f4}'],
  ...Array.from('[0m1#*\u20E3❤👩💻\u{1f3fd}葛می\u0651שक्षaZéЯω'),
  ...['e\u0301', '\u0310', '\u0958', '\u212B', '\uFB1D', '가', 'ᄀ', 'ᅡ', 'ﬁ'],
];
const odd = fc.string({ unit: fc.constantFrom(...ODD), maxLength: 60 });
const text = fc.oneof(odd, fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 40 }));

const FORBIDDEN =
  // oxlint-disable-next-line no-misleading-character-class
  /[\p{Cs}\p{NChar}\ufff9-\ufffb\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\u{e0001}]|(?![\n\t])\p{Cc}/u;

describe('cleanText [R-VERBATIM]', () => {
  it('removes hidden characters, controls and noncharacters from any text', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (given, lines) => {
        const shown = cleanText(given, { lines });
        expect(shown).not.toMatch(FORBIDDEN);
        expect(shown).not.toMatch(/\p{M}{7}/u);
        expect(shown.normalize('NFC')).toBe(shown);
        if (lines) return;
        expect(shown).not.toMatch(/[\n\t]|\s\s|^\s|\s$/);
      }),
      { numRuns: 2000, seed: 31 },
    );
  });

  it('is idempotent', () => {
    fc.assert(
      fc.property(text, fc.boolean(), (given, lines) => {
        const shown = cleanText(given, { lines });
        expect(clean(shown, lines)).toEqual({ text: shown, hidden: false });
      }),
      { numRuns: 2000, seed: 32 },
    );
  });

  it('preserves every letter, digit and sign, in order', () => {
    const visible = /[^\p{DI}\p{C}\p{Z}\p{M}\u2800\ufffd]/gu;
    const seen = (some: string) => some.normalize('NFD').match(visible)?.join('');
    fc.assert(
      fc.property(fc.oneof(text, fc.string({ unit: 'grapheme' })), fc.boolean(), (given, lines) => {
        // Escape sequences of terminals are removed as a whole, including their final letters.
        const plain = given.replaceAll('\u001B', '').replaceAll('\u009B', '');
        expect(seen(cleanText(plain, { lines }))).toBe(seen(plain));
      }),
      { numRuns: 1500, seed: 33 },
    );
  });

  it('does not change ordinary text', () => {
    for (const some of [
      'PostgreSQL (Recommended)',
      'Größe, œuvre, naïveté – “quoted”…',
      'Да, конечно',
      'Ναι',
      '日本語、カタカナ、ｶﾅ',
      '한국어',
      'نعم، أوافق',
      'כן',
      'हिन्दी',
      'ไม่',
      'Tiếng Việt',
      '🙂👨‍👩‍👧‍👦 🏴󠁧󠁢󠁷󠁬󠁳󠁿',
    ]) {
      expect(clean(some)).toEqual({ text: some, hidden: false });
      expect(clean(some, true)).toEqual({ text: some, hidden: false });
    }
  });

  it('writes every line end of text with lines as a line feed', () => {
    expect(cleanText('a\r\nb\rc\vd\fe\x85f\u2028g\u2029h', { lines: true })).toBe('a\nb\nc\nd\ne\nf\ng\nh');
  });

  it('preserves the lines and columns of text with lines', () => {
    const block = 'src/\n\n  a.ts\t// first\n';
    expect(cleanText(block, { lines: true })).toBe(block);
    expect(cleanText('a\r\nb\rc\u2028d\u2029e', { lines: true })).toBe('a\nb\nc\nd\ne');
  });

  it('takes time proportional to the length of the text', () => {
    const units = [
      ...ODD,
      '\u001B[0',
      '\u009B;',
      '\u0300\u0323',
      '\u0951\u200D',
      '👩\u200D',
      '\u{1f3f4}\u{e0067}\u{e0062}',
      'x ',
    ];
    const once = (run: () => unknown) => {
      const start = performance.now();
      run();
      return performance.now() - start;
    };
    // A busy machine may be slow once, but not every time.
    const took = (run: () => unknown) => {
      let best = once(run);
      for (let again = 0; again < 4 && best >= 500; again++) best = Math.min(best, once(run));
      return best;
    };
    for (const unit of units) {
      for (const shape of [unit.repeat(30_000 / unit.length), `a${unit.repeat(30_000 / unit.length)}!`]) {
        // With quadratic cost, as in normalizing a run of marks, this takes seconds.
        expect(
          took(() => [cleanText(shape), cleanText(shape, { lines: true })]),
          JSON.stringify(unit),
        ).toBeLessThan(500);
      }
    }
  });
});

describe('excerpt', () => {
  it('returns one line of at most 150 graphemes (L17)', () => {
    const graphemes = (some: string) => [...new Intl.Segmenter().segment(some)].length;
    expect(excerpt('Go on?')).toBe('Go on?');
    expect(excerpt('  Two\nlines ')).toBe('Two lines');
    const family = '👨‍👩‍👧‍👦';
    expect(excerpt(family.repeat(150))).toBe(family.repeat(150));
    expect(excerpt(family.repeat(151))).toBe(`${family.repeat(149)}…`);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...ODD), maxLength: 400 }), (given) => {
        expect(graphemes(excerpt(given))).toBeLessThanOrEqual(151);
        expect(excerpt(given)).not.toMatch(/\n/);
      }),
      { numRuns: 500, seed: 34 },
    );
  });
});
