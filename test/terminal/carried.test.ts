import { describe, expect, it } from 'vitest';
import { createSession, plainTheme, type KeptRecord } from '../../src/terminal/index.js';
import { DATABASE, FEATURES, keysOf, NAME, requestOf } from './at-terminal.js';

const LATER = 10_000;

/** A session in which a key is pressed each second, so that every key counts. */
function at(
  questions: readonly unknown[],
  kept: KeptRecord = { now: 0 },
  constraints?: Parameters<typeof requestOf>[1],
) {
  const session = createSession(requestOf(questions, constraints), {
    theme: plainTheme,
    kept,
    allow: { discuss: true, skip: true },
  });
  let now = 0;
  session.shown(now);
  const terminal = {
    session,
    press(...names: readonly string[]) {
      for (const key of names.flatMap(keysOf)) session.press(key, (now += 1_000));
      return terminal;
    },
    screen: (columns = 100, rows = 40) => session.frame(now + LATER, { columns, rows }).lines.join('\n'),
    drafts: () => session.state().drafts.map(({ selected, custom }) => [...selected, custom]),
  };
  return terminal;
}

/** What a session keeps that ended after two answers to three questions. */
function kept(...names: readonly string[]): KeptRecord {
  const { session } = at([DATABASE, NAME, FEATURES]).press('2', 'enter', 'orders', ...names);
  session.settle({ status: 'superseded' });
  return { text: session.keep({ now: 1 }), now: 2 };
}

describe('earlier answers of the conversation in a terminal [R-CARRY]', () => {
  it('are named in one line, and a key fills them in, sends nothing, and undoes it', () => {
    const terminal = at([FEATURES, NAME, DATABASE], kept());
    expect(terminal.screen()).toContain(
      'You have already answered 2 of these 3 questions. Service Name: orders · Database: SQLite',
    );
    expect(terminal.screen()).toContain('Ctrl+R use my answers');
    terminal.press('ctrl+r');
    expect(terminal.drafts()).toEqual([[''], ['orders'], [1, '']]);
    expect([terminal.session.result(), terminal.session.state().active]).toEqual([undefined, 0]);
    expect(terminal.screen()).toContain('Your earlier answers are filled in. Nothing has been sent.');
    expect(terminal.screen()).toContain('Ctrl+R undo');
    terminal.press('tab', '!', 'ctrl+r');
    expect(terminal.drafts()).toEqual([[''], ['orders!'], ['']]);
  });

  it('are dismissed by a key, and offered to a later request again', () => {
    const terminal = at([NAME], kept()).press('ctrl+g');
    expect(terminal.screen()).not.toContain('already');
    terminal.press('ctrl+r');
    expect(terminal.drafts()).toEqual([['']]);
    terminal.session.settle({ status: 'aborted' });
    const text = terminal.session.keep({ ...kept(), now: 3 });
    expect(at([NAME], { text, now: 4 }).screen()).toContain('You have already answered this question.');
  });

  it('are kept while the session is open, each time in place of what was kept before', () => {
    const terminal = at([NAME]).press('o', 'r');
    const first = terminal.session.keep({ now: 0 });
    const second = terminal.press('backspace', 'backspace', 'users').session.keep({ text: first, now: 1 });
    expect(second).toContain('users');
    expect(second).not.toContain('"or"');
    expect(at([NAME], { text: second, now: 2 }).screen()).toContain('You have already answered this question.');
    expect(terminal.press('enter').session.keep({ text: second, now: 3 })).toBeUndefined();
  });

  it('of questions that changed or are gone can only be read', () => {
    const terminal = at([{ ...DATABASE, options: ['SQLite'] }], kept());
    expect(terminal.screen()).toContain('Changed since your answer: look again.');
    expect(terminal.screen()).toContain('Database: SQLite');
    expect(terminal.screen()).toContain(`${NAME.question}: orders`);
    terminal.press('ctrl+r');
    expect(terminal.drafts()).toEqual([['']]);
  });

  it('fit into a small terminal, on Review, too', () => {
    const terminal = at([DATABASE, NAME], kept());
    for (const rows of [3, 6, 12]) expect(terminal.screen(40, rows).split('\n').length).toBeLessThanOrEqual(rows);
    terminal.press('shift+tab');
    expect(terminal.screen()).toContain('You have already answered 2 of these 2 questions.');
  });

  it('are kept after an interruption and a discussion, but not after an answer, a discard, or a secret', () => {
    const open = at([NAME]).press('orders', 'ctrl+c', 'ctrl+c');
    expect([open.session.result(), open.session.keep({ now: 0 })]).toEqual([
      'interrupted',
      expect.stringContaining('orders'),
    ]);
    const discussed = at([NAME]).press('orders', 'ctrl+t', 'enter');
    expect(discussed.session.keep({ now: 0 })).toContain('orders');
    expect(at([NAME]).press('orders', 'enter').session.keep({ now: 0 })).toBeUndefined();
    expect(at([NAME]).press('orders', 'esc', 'y').session.keep({ now: 0 })).toBeUndefined();
    const secret = at([NAME], undefined, [{ secret: true }]).press('hunter2');
    secret.session.settle({ status: 'aborted' });
    expect(secret.session.keep({ now: 0 })).toBeUndefined();
  });

  it('stay with their conversation, for 7 days, and text that is none is ignored', () => {
    const { text } = kept();
    expect(at([NAME], { text, now: 2, conversationId: 'c2' }).screen()).not.toContain('already');
    expect(at([NAME], { text, now: 1 + 7 * 24 * 60 * 60 * 1000 }).screen()).not.toContain('already');
    expect(at([NAME], { text: '{"version":1}', now: 2 }).screen()).not.toContain('already');
  });
});
