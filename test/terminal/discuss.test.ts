import { describe, expect, it } from 'vitest';
import { askBackRules } from '../../src/core/flow/ask-back.js';
import { receiptLines } from '../../src/terminal/receipt.js';
import { createSession } from '../../src/terminal/session.js';
import { plainTheme } from '../../src/terminal/theme.js';
import { atTerminal, DATABASE, FEATURES, keysOf, NAME, requestOf } from './at-terminal.js';

const two = (flow = {}) => atTerminal(requestOf([DATABASE, NAME]), { allow: { discuss: true }, ...flow });

describe('discussing instead', () => {
  it('opens a field for a message with Ctrl+T [R-DISCUSS]', () => {
    const rule = '─'.repeat(79);
    expect(two().press('2', 'ctrl+t').frame().lines).toEqual([
      rule,
      '  Discuss the questions first?',
      '  Assistant receives your message and your answers so far. The answers are not',
      '  submitted yet.',
      '',
      '  > What should be cleared up first? (optional)',
      '',
      '  Enter send • Esc go back • Alt+Enter new line',
      rule,
    ]);
  });

  it.each([80, 40])('shows its key at %i columns on a question and on Review [R-DISCUSS]', (columns) => {
    const terminal = two({ allow: { skip: true, decline: true, discuss: true } });
    expect(terminal.screen(columns)).toContain('Ctrl+X decline • Ctrl+T discuss');
    expect(terminal.press('shift+tab').screen(columns)).toContain('Ctrl+T discuss');
  });

  it.each<[string, string[]]>([
    ['a list of options', []],
    ['a text field with text', ['tab', 'orders']],
    ['a note', ['ctrl+n', 'cheap']],
    ['Review', ['shift+tab']],
  ])('opens from %s, and sends the message and the answers so far [R-DISCUSS]', (_, keys) => {
    const terminal = two().press('2', ...keys, 'ctrl+t', 'How many users? 1 or 2', 'enter');
    expect(terminal.result()).toMatchObject({
      status: 'declined',
      discuss: true,
      reason: 'How many users? 1 or 2',
      answers: [{ text: 'SQLite' }, ...(keys.includes('orders') ? [{ text: 'orders' }] : [])],
    });
  });

  it('sends without a message, because the message is optional [R-DISCUSS]', () => {
    expect(two().press('ctrl+t', 'enter').result()).toEqual({ status: 'declined', discuss: true, answers: [] });
  });

  it('accepts every character, line and paste as the message [R-VERBATIM]', () => {
    const terminal = two().press('ctrl+t', 'yn 12', 'alt+enter', 'paste', 'a', 'enter', 'b', 'pasted', 'ctrl+t', '!');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.press('enter').result()).toMatchObject({ reason: 'yn 12\na\nb!' });
  });

  it('returns with Escape to the row and the note, and keeps the message [R-KEEP]', () => {
    const terminal = two().press('down', 'ctrl+n', 'cheap', 'ctrl+t', 'Why?', 'esc');
    expect(terminal.state()).toMatchObject({ phase: 'answering', drafts: [{ notes: 'cheap' }, {}] });
    expect(terminal.press('!').state().drafts[0]?.notes).toBe('cheap!');
    expect(terminal.press('enter', 'enter').state().drafts[0]?.selected).toEqual([1]);
    expect(terminal.press('ctrl+t').screen()).toContain('> Why?');
    expect(terminal.press(' When?', 'enter').result()).toMatchObject({ reason: 'Why? When?' });
  });

  it.each(['esc', 'ctrl+c'])('asks with %s before a message is discarded [R-CANCEL]', (key) => {
    const one = () => atTerminal(requestOf([DATABASE]), { allow: { discuss: true, decline: true } });
    const typed = one().press('ctrl+t', 'Why?', ...(key === 'esc' ? ['esc'] : []), key);
    expect(typed.interrupted()).toBe(false);
    expect(typed.screen()).toContain('Leave without answering?');
    expect(typed.screen()).toContain('Your message will not be sent.');
    expect(typed.press('n', 'ctrl+t').screen()).toContain('> Why?');
    expect(typed.press('esc', 'ctrl+x').screen()).toContain('Your message will not be sent.');
    expect(typed.press('y').result()).toEqual({ status: 'declined' });
    expect(one().press('ctrl+t', 'ctrl+c').interrupted()).toBe(true);
    expect(one().press('ctrl+t', 'esc', 'esc').result()).toEqual({ status: 'cancelled' });
  });

  it('ends the session with the second Ctrl+C in the field [R-CANCEL]', () => {
    const terminal = two().press('2', 'ctrl+t', 'Why?', 'ctrl+c');
    expect(terminal.screen()).toContain('Discard 1 answer?');
    expect(terminal.press('ctrl+c').interrupted()).toBe(true);
  });

  it('edits the message at the caret, also after a return [R-DISCUSS]', () => {
    const terminal = two().press('ctrl+t', 'ac', 'left', 'esc', 'ctrl+t', 'b');
    expect(terminal.state().message).toBe('abc');
    expect(terminal.frame().cursor).toEqual({ row: 5, column: 6, seen: true });
    expect(terminal.press('ctrl+u').state().message).toBe('c');
  });

  it('has no key if the host does not allow it [R-DISCUSS]', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME])).press('ctrl+t');
    expect(terminal.state().phase).toBe('answering');
    expect(terminal.screen()).not.toContain('discuss');
    expect(terminal.press('shift+tab', 'ctrl+t').state().phase).toBe('answering');
  });

  it('does not send with an Enter that follows the key immediately [R-NOPHANTOM]', () => {
    const session = createSession(requestOf([DATABASE]), { allow: { discuss: true }, theme: plainTheme });
    session.shown(0);
    const press = (name: string, at: number) => keysOf(name).forEach((key) => session.press(key, at));
    press('ctrl+t', 500);
    press('Why', 510);
    press('enter', 520);
    expect(session.result()).toBeUndefined();
    press('?', 530);
    press('enter', 900);
    expect(session.result()).toMatchObject({ discuss: true, reason: 'Why?' });
  });
});

describe('discussing one question', () => {
  it('opens with Ctrl+O if the host does not reply, and names the question [R-ASKBACK]', () => {
    const terminal = two().press('2', 'tab');
    expect(terminal.screen(120)).toContain('Ctrl+O discuss this');
    const rule = '─'.repeat(79);
    expect(terminal.press('ctrl+o').frame().lines).toEqual([
      rule,
      '  Discuss this question first?',
      '  “What should we name this service?”',
      '  Assistant receives your message and your answers so far. The answers are not',
      '  submitted yet.',
      '',
      '  > What should be cleared up first? (optional)',
      '',
      '  Enter send • Esc go back • Alt+Enter new line',
      rule,
    ]);
    const [, { id }] = requestOf([DATABASE, NAME]).questions as [unknown, { id: string }];
    expect(terminal.press('Whose?', 'enter').result()).toMatchObject({ discuss: true, about: id, reason: 'Whose?' });
  });

  it.each<[string, ReturnType<typeof atTerminal>]>([
    ['the host replies', two({ askBack: askBackRules })],
    ['a discussion is not allowed', two({ allow: {} })],
    ['there is only one question', atTerminal(requestOf([DATABASE]), { allow: { discuss: true } })],
  ])('is not offered if %s [R-ASKBACK]', (_, terminal) => {
    expect(terminal.screen(120)).not.toContain('discuss this');
    expect(terminal.press('ctrl+o').state().phase).toBe('answering');
  });
});

describe('discussing while a question to the agent is not sent', () => {
  const begun = () => two({ askBack: askBackRules, allow: { discuss: true } }).press('ctrl+o', 'Why not 1?', 'ctrl+t');

  it('has the question as its message, with the caret at the end, and keeps it in its field [R-KEEP] [R-DISCUSS]', () => {
    const terminal = begun();
    expect(terminal.screen()).toContain('> Why not 1?');
    expect(terminal.screen()).not.toContain('will not be sent');
    expect(terminal.press('esc', '!').state().drafts[0]?.askBack).toBe('Why not 1?!');
    const { questions } = requestOf([DATABASE, NAME]);
    const sent = { discuss: true, reason: 'Why not 1? Or 2?', about: questions[0]!.id };
    expect(begun().press(' Or 2?', 'enter').result()).toMatchObject(sent);
  });

  it('says if the question is not part of the message [R-KEEP]', () => {
    const terminal = begun().press('ctrl+u', 'Later.');
    expect(terminal.screen()).toContain('  Your question will not be sent.\n  Assistant receives your message');
  });
});

describe('the receipt of a discussion', () => {
  it('shows the question to discuss before the message [R-ASKBACK]', () => {
    const request = requestOf([DATABASE, NAME]);
    const result = { status: 'declined', discuss: true, about: request.questions[1]!.id, reason: 'Whose?' } as const;
    expect(receiptLines(request, result, { theme: plainTheme })).toEqual([
      'You asked to discuss the questions of Assistant first',
      '  To discuss: “What should we name this service?”',
      '  “Whose?”',
    ]);
  });

  it('shows the message and the answers so far, on one line each [R-DISCUSS]', () => {
    const request = requestOf([DATABASE, NAME, FEATURES]);
    const terminal = atTerminal(request, { allow: { discuss: true } });
    terminal.press('tab', 'orders', 'ctrl+t', 'How many', 'alt+enter', 'users?', 'enter');
    expect(receiptLines(request, terminal.result()!, { theme: plainTheme })).toEqual([
      'You asked to discuss the questions of Assistant first',
      '  “How many users?”',
      '    Service Name: orders',
    ]);
  });

  it('is one line if there is neither [R-DISCUSS]', () => {
    const request = requestOf([DATABASE]);
    const result = { status: 'declined', discuss: true, answers: [] } as const;
    expect(receiptLines(request, result, { theme: plainTheme })).toEqual([
      'You asked to discuss the questions of Assistant first',
    ]);
  });
});
