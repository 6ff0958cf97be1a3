import { describe, expect, it, test } from 'vitest';
import {
  createKeyDecoder,
  createSession,
  linesWithCursor,
  plainTheme,
  receiptLines,
  type TerminalSession,
  type TerminalSessionOptions,
  type TerminalTheme,
} from '../../src/terminal/index.js';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

const LATER = 10_000;

/** Creates a host's session that receives raw input, one key per second, so that every key counts. */
function hosted(questions: readonly unknown[], options: TerminalSessionOptions = {}) {
  const session = createSession(requestOf(questions), { theme: plainTheme, ...options });
  const decoder = createKeyDecoder();
  let now = 0;
  session.shown(now);
  const type = (...chunks: readonly string[]): TerminalSession => {
    for (const chunk of chunks) {
      for (const key of [...decoder.decode(chunk), ...decoder.flush()]) session.press(key, (now += 1_000));
    }
    return session;
  };
  return { session, type, screen: (size = {}) => session.frame(now + LATER, size).lines.join('\n') };
}

describe('a session in a host’s terminal [R-TERMINAL]', () => {
  it('converts raw input to an answer and a receipt', () => {
    const { type, session } = hosted([DATABASE, NAME, FEATURES]);
    type('\u001b[B', '\r', 'order-', '\u001b[200~processor\u001b[201~', '\r', ' ', '\u001b[B', ' ', '\r', '\r');
    const result = session.result();
    if (result === undefined || result === 'interrupted') throw new Error('it is not settled');
    expect(result).toMatchObject({
      status: 'answered',
      answers: [
        { answer: 'SQLite', wasCustom: false },
        { answer: 'order-processor', wasCustom: true },
        { answer: ['Authentication', 'REST API'], wasCustom: false },
      ],
    });
    expect(receiptLines(session.state().request, result, { theme: plainTheme })).toEqual([
      '✓ Database: SQLite',
      '✓ Service Name: order-processor',
      '✓ Features: Authentication, REST API',
    ]);
  });

  it('is 80 by 24 if the host does not know the size', () => {
    const { session } = hosted([DATABASE]);
    expect(session.frame(LATER)).toEqual(session.frame(LATER, { columns: 80, rows: 24 }));
    expect(session.frame(LATER, { columns: 0, rows: undefined })).toEqual(session.frame(LATER));
  });

  it('uses at most the rows that the host provides', () => {
    const { session } = hosted([DATABASE, NAME, FEATURES]);
    for (const rows of [1, 3, 6, 12])
      expect(session.frame(LATER, { columns: 60, rows }).lines.length).toBeLessThanOrEqual(rows);
  });

  it('is settled by the host, and then ignores keys', () => {
    const { session, type } = hosted([NAME]);
    session.settle({ status: 'aborted' });
    expect(type('x', '\r').result()).toEqual({ status: 'aborted' });
  });

  it('is interrupted by Ctrl+C with and without Kitty’s protocol', () => {
    expect(hosted([NAME]).type('\u0003').result()).toBe('interrupted');
    expect(hosted([NAME]).type('\u001b[99;5u').result()).toBe('interrupted');
  });

  it('adds a new line for Shift+Enter in Kitty’s protocol', () => {
    const { type } = hosted([NAME]);
    expect(type('a', '\u001b[13;2u', 'b', '\u001b[13u').result()).toMatchObject({ answers: [{ text: 'a\nb' }] });
  });

  it('skips, declines and confirms long answers as configured', () => {
    expect(
      hosted([NAME], { allow: { skip: true } })
        .type('\u0013')
        .result(),
    ).toMatchObject({ answers: [{ skipped: true }] });
    expect(
      hosted([NAME], { allow: { decline: true } })
        .type('\u0018')
        .result(),
    ).toEqual({ status: 'declined' });
    const { screen, type } = hosted([NAME], { softLimit: 3 });
    type('abcd', '\r');
    expect(screen()).toContain('Answer is long (4 chars). Continue anyway?');
  });

  it('shows the host’s sentence instead of an HTML preview', () => {
    const request = {
      ...requestOf([{ question: 'Which?', options: [{ label: 'A', preview: '<b>x</b>' }, 'B'] }]),
      previewFormat: 'html' as const,
    };
    const text = (options: TerminalSessionOptions) =>
      createSession(request, { theme: plainTheme, ...options })
        .frame(0)
        .lines.join('\n');
    expect(text({})).toContain('  The preview is a web page, which a terminal can’t show.');
    expect(text({ htmlPreviewNote: 'Open it with /preview.' })).toContain('  Open it with /preview.');
    expect(text({})).not.toContain('<b>');
  });
});

describe('the theme of a host [R-TERMINAL]', () => {
  /** A theme as a class instance that adds links and 24-bit colors to its texts. */
  class HostTheme implements TerminalTheme {
    readonly #open = '\u001b]8;;https://example.com\u0007\u001b[38;2;1;2;3m';
    #paint(text: string) {
      return `${this.#open}${text}\u001b[39m\u001b]8;;\u001b\\`;
    }
    strong(text: string) {
      return this.#paint(text);
    }
    faint(text: string) {
      return this.#paint(text);
    }
    accent(text: string) {
      return this.#paint(text);
    }
    good(text: string) {
      return this.#paint(text);
    }
    warn(text: string) {
      return this.#paint(text);
    }
    recommended(text: string) {
      return this.#paint(text);
    }
  }
  // eslint-disable-next-line no-control-regex
  const bare = (line: string) => line.replaceAll(/\u001b(?:\[[\d;]*m|\]8;;[^\u0007\u001b]*(?:\u0007|\u001b\\))/g, '');

  test.each([1, 2, 20, 44, 80, 120])('changes no text and no width at %i columns', (columns) => {
    const [plain, painted] = [plainTheme, new HostTheme()].map((theme) => {
      const { session, type } = hosted([FEATURES, DATABASE], { theme });
      type(' ', '\t', '\u001b[F', 'Redis');
      return session.frame(LATER * 10, { columns, rows: 30 });
    });
    expect(painted!.lines.map(bare)).toEqual(plain!.lines);
    expect(painted!.cursor).toEqual(plain!.cursor);
  });
});

describe('linesWithCursor for a host without a visible cursor [R-TERMINAL]', () => {
  const mark = (character: string) => `<${character}>`;
  const line = (keys: readonly string[], color: boolean) => {
    const frame = atTerminal(requestOf([NAME]))
      .press(...keys)
      .frame(40, 24, color);
    return linesWithCursor(frame, mark)[frame.cursor.row];
  };

  test.each<[string, readonly string[], string]>([
    ['after the text', ['ab'], '  > ab< >'],
    ['in the text', ['ab', 'left'], '  > a<b>'],
    ['on a wide character', ['a日b', 'left', 'left'], '  > a<日>b'],
    ['on a character with a mark', ['e\u0301b', 'home'], '  > <e\u0301>b'],
    ['in an empty field', [], '  > <(>type your answer)'],
  ])('marks the cursor %s', (_, keys, expected) => expect(line(keys, false)).toBe(expected.replace(/^ {2}/, ' ')));

  it('adds the mark within the styles of the line', () => {
    expect(line([], true)).toBe(' \u001b[36m>\u001b[39m \u001b[2m<(>type your answer)\u001b[22m');
  });

  it('adds nothing if no text is edited', () => {
    const frame = atTerminal(requestOf([DATABASE])).frame();
    expect(linesWithCursor(frame, mark)).toBe(frame.lines);
  });
});
