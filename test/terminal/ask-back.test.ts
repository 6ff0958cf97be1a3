import { describe, expect, it, vi } from 'vitest';
import { askBackRules } from '../../src/core/flow/ask-back.js';
import type { OnAskBack } from '../../src/core/flow/types.js';
import { createSession, type TerminalSessionOptions } from '../../src/terminal/session.js';
import { plainTheme } from '../../src/terminal/theme.js';
import { de } from '../../src/messages/languages/de.js';
import { atTerminal, DATABASE, keysOf, NAME, requestOf } from './at-terminal.js';

const two = (flow = {}) => atTerminal(requestOf([DATABASE, NAME]), { askBack: askBackRules, ...flow });

/** A session whose keys come one second apart. */
function open(options: TerminalSessionOptions, questions: readonly unknown[] = [DATABASE, NAME]) {
  const session = createSession(requestOf(questions), { theme: plainTheme, ...options });
  let now = 1000;
  session.shown(0);
  const press = (...names: readonly string[]) =>
    names.flatMap(keysOf).forEach((key) => session.press(key, (now += 1000)));
  const screen = () => session.frame((now += 1000), { columns: 80, rows: 24 }).lines.join('\n');
  return { session, press, screen };
}

describe('asking back', () => {
  it('opens a field with Ctrl+O, sends with Enter, and shows the reply above the options [R-ASKBACK]', async () => {
    const onChange = vi.fn<() => void>();
    const onAskBack = vi.fn<() => Promise<string>>(async () => 'It is slow.\u001b[31m\nReally.');
    const { session, press, screen } = open({ onAskBack, onChange }, [DATABASE]);
    press('2', 'ctrl+o', 'Why not 1?');
    const rule = '─'.repeat(79);
    expect(screen().split('\n')).toEqual([
      rule,
      ' Database',
      '',
      '  Which database should we use?',
      '',
      '    1. PostgreSQL (Recommended)',
      '       Battle-tested relational DB',
      '    2. SQLite ✓',
      '       Lightweight, file-based',
      '    3. MongoDB',
      '       Document store',
      '    4. Other (type your answer)',
      '  > Your question: Why not 1?',
      '',
      '  Enter send • Esc go back • Alt+Enter new line',
      rule,
    ]);
    press('enter');
    expect(onAskBack).toHaveBeenCalledOnce();
    expect(screen()).toContain('  │ “Why not 1?”\n  │ Waiting for the reply…');
    expect(onChange).not.toHaveBeenCalled();
    await expect.poll(() => onChange.mock.calls.length).toBe(1);
    expect(screen()).toContain('  │ “Why not 1?”\n  │ It is slow.\n  │ Really.\n\n    1. PostgreSQL');
    press('enter');
    expect(session.state().result).toMatchObject({ answers: [{ text: 'SQLite' }] });
  });

  it('tries a failed one again with Enter in the empty field [R-ASKBACK]', async () => {
    const onAskBack = vi.fn<OnAskBack>().mockRejectedValueOnce(new Error('offline')).mockResolvedValue('So.');
    const { press, screen } = open({ onAskBack });
    press('ctrl+o', 'Why?', 'enter');
    await expect.poll(screen).toContain('│ No reply came.');
    press('ctrl+o');
    expect(screen()).toContain('Enter try again • Esc go back');
    press('enter');
    const [first, again] = onAskBack.mock.calls.map(([exchange]) => exchange);
    expect(again).toEqual(first);
    await expect.poll(screen).toContain('│ “Why?”\n  │ So.');
  });

  it('keeps the text when the field is closed, and asks before it is discarded [R-KEEP] [R-CANCEL]', () => {
    const terminal = two().press('ctrl+o', 'Why?', 'esc');
    expect(terminal.state()).toMatchObject({ phase: 'answering', drafts: [{ askBack: 'Why?' }, {}] });
    expect(terminal.screen()).toContain('Your question: Why?');
    expect(terminal.press('ctrl+o', '!').state().drafts[0]?.askBack).toBe('Why?!');
    expect(terminal.press('tab', 'shift+tab', 'esc').state().phase).toBe('confirmingDiscard');
    expect(terminal.press('n', '3').state().drafts[0]).toMatchObject({ selected: [2], askBack: 'Why?!' });
  });

  it('asks before the answers are sent without a question that is typed [R-KEEP]', () => {
    const terminal = two().press('2', 'ctrl+o', 'Why?', 'esc', 'tab', 'Ada', 'tab', 'enter');
    expect(terminal.screen()).toContain('Your question will not be sent.');
    expect(terminal.screen()).toContain('2. Submit anyway');
    expect(terminal.press('n').state()).toMatchObject({ phase: 'answering', active: 0 });
    expect(terminal.press('!').state().drafts[0]?.askBack).toBe('Why?!');
    expect(terminal.press('tab', 'tab', 'enter', 'y').state().result).toMatchObject({ status: 'answered' });
  });

  it('accepts every character, line and paste, beside a note [R-VERBATIM]', () => {
    const terminal = two().press(
      'ctrl+n',
      'cheap',
      'ctrl+o',
      'yn 12',
      'alt+enter',
      'paste',
      'a',
      'enter',
      'b',
      'pasted',
    );
    expect(terminal.state().drafts[0]).toMatchObject({ notes: 'cheap', askBack: 'yn 12\na\nb', selected: [] });
    expect(terminal.screen()).toContain('Note (optional): cheap');
    expect(terminal.press('ctrl+n', '!').state().drafts[0]?.notes).toBe('cheap!');
  });

  it('sends nothing without text, with a text that is too long, or while a reply is awaited [R-ASKBACK]', () => {
    const asks = (terminal: ReturnType<typeof two>) => terminal.actions.filter(({ type }) => type === 'askBack').length;
    expect(asks(two().press('ctrl+o', 'enter', ' ', 'enter'))).toBe(0);
    const long = two().press('ctrl+o', 'paste', 'x'.repeat(2001), 'pasted', 'enter');
    expect(asks(long)).toBe(0);
    expect(long.screen()).toContain('! The question may have at most 2,000 characters. It has 2,001.');
    const waiting = two().press('ctrl+o', 'Why?', 'enter', 'ctrl+o', 'And?', 'enter');
    expect(asks(waiting)).toBe(1);
    expect(waiting.state().drafts[0]?.askBack).toBe('And?');
    expect(waiting.screen()).toContain('Your question: And?');
  });

  it.each([80, 40])('shows its key at %i columns, if the host replies and the question is not secret', (columns) => {
    expect(two().screen(columns)).toContain('Ctrl+O ask about this');
    const secret = atTerminal(requestOf([NAME], [{ secret: true }]), { askBack: askBackRules });
    for (const terminal of [two({ askBack: undefined }), secret]) {
      expect(terminal.screen(columns)).not.toContain('Ctrl+O');
      expect(terminal.press('ctrl+o').ui().asking).toBeUndefined();
    }
  });

  it('does not send with an Enter that follows the key immediately [R-NOPHANTOM]', () => {
    const onAskBack = vi.fn<() => void>();
    const session = createSession(requestOf([DATABASE]), { onAskBack, theme: plainTheme });
    session.shown(0);
    const press = (name: string, at: number) => keysOf(name).forEach((key) => session.press(key, at));
    press('1', 500);
    press('ctrl+o', 1000);
    press('Why', 1010);
    press('enter', 1300);
    press('enter', 1310);
    expect(onAskBack).toHaveBeenCalledOnce();
    expect(session.state().phase).toBe('answering');
  });

  it('has the words of the language', () => {
    const terminal = atTerminal(requestOf([DATABASE]), { askBack: askBackRules }, de).press('ctrl+o', 'Wie?');
    expect(terminal.screen()).toContain('> Ihre Rückfrage: Wie?');
  });
});
