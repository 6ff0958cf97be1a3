import { describe, expect, it } from 'vitest';
import { receiptLines } from '../../src/terminal/receipt.js';
import { plainTheme } from '../../src/terminal/theme.js';
import { atTerminal, requestOf } from './at-terminal.js';

const MARKED = [
  { question: 'Which database?', header: 'Database', options: ['SQLite', 'PostgreSQL (Recommended)'] },
  { question: 'Which cache?', header: 'Cache', options: ['Redis (Recommended)', 'None'] },
  { question: 'Which queue?', header: 'Queue', options: ['A', 'B'] },
];
const REQUEST = requestOf(MARKED);
/** On Review, with the third question answered. */
const reviewed = (flow = {}) => atTerminal(REQUEST, flow).press('tab', 'tab', '1', 'tab');

it('marks an option that a field recommends like one with a mark, and shows the answer as it was given', () => {
  const marked = requestOf([{ question: 'Which?', options: ['A', 'B (Recommended)'] }]);
  const options = [{ label: 'A' }, { label: 'B', recommended: true } as const];
  const given = { ...marked, questions: [{ ...marked.questions[0]!, options }] };
  expect(atTerminal(given).screen()).toBe(atTerminal(marked).screen());
  const result = atTerminal(given).press('2', 'enter').result();
  expect(result).toMatchObject({ status: 'answered', answers: [{ selectedOption: 'B' }] });
  if (result?.status !== 'answered') throw new Error('not answered');
  expect(receiptLines(given, result, { theme: plainTheme })).toEqual(['✓ Which?: B']);
});

describe('the recommended options on Review [R-TAKE]', () => {
  it('are offered by a hint, and listed before anything is selected', () => {
    const terminal = reviewed();
    expect(terminal.screen()).toContain('Ctrl+E use recommended');
    terminal.press('ctrl+e');
    expect(terminal.frame().lines.slice(1, -1)).toEqual([
      '  Use the recommended option for the other 2',
      '  Database: PostgreSQL',
      '  Cache: Redis',
      '',
      '  > 1. Back',
      '    2. Use these 2 options',
      '',
      '  ↑↓ choose • y Use these 2 options • n Back • Enter confirm • Esc go back',
    ]);
    expect(terminal.state().drafts.map(({ selected }) => selected)).toEqual([[], [], [0]]);
  });

  it('are not those of the other questions while nothing is answered', () => {
    const screen = atTerminal(REQUEST).press('tab', 'tab', 'tab', 'ctrl+e').screen();
    expect(screen).toContain('Use the recommended option for 2 questions');
  });

  it.each([
    ['y', ['y']],
    ['the second choice', ['down', 'enter']],
  ])('are selected by %s, marked, and sent only by Enter', (_, keys) => {
    const terminal = reviewed().press('ctrl+e', ...keys);
    expect(terminal.screen()).toContain('PostgreSQL · Recommended');
    expect(terminal.screen()).toContain('Redis · Recommended');
    expect(terminal.screen()).not.toContain('Ctrl+E');
    expect(terminal.result()).toBeUndefined();
    const result = terminal.press('enter').result();
    expect(result).toMatchObject({
      status: 'answered',
      answers: [{ recommended: true, selectedOption: 'PostgreSQL (Recommended)' }, { recommended: true }, {}],
    });
    if (result?.status !== 'answered') throw new Error('not answered');
    expect(result.answers[2]).not.toHaveProperty('recommended');
    expect(receiptLines(REQUEST, result, { theme: plainTheme })).toEqual([
      '✓ Database: PostgreSQL · Recommended',
      '✓ Cache: Redis · Recommended',
      '✓ Queue: A',
    ]);
  });

  it.each([['esc'], ['n'], ['enter'], ['1', 'enter']])('are not selected by %s', (...keys) => {
    const terminal = reviewed().press('ctrl+e', ...keys);
    expect(terminal.screen()).toContain('Check your answers');
    expect(terminal.state().drafts.map(({ selected }) => selected)).toEqual([[], [], [0]]);
    expect(terminal.state().phase).toBe('answering');
  });

  it('are taken back by Ctrl+U, except what was edited since', () => {
    const taken = reviewed().press('ctrl+e', 'y');
    expect(taken.screen()).toContain('Ctrl+U undo recommended');
    const edited = taken.press('tab', '1', 'shift+tab');
    expect(
      edited
        .press('ctrl+u')
        .state()
        .drafts.map(({ selected }) => selected),
    ).toEqual([[0], [], [0]]);
    expect(edited.screen()).not.toContain('Ctrl+U');
  });

  it('are not offered if the host does not allow it, or if there is nothing to offer', () => {
    const terminal = reviewed({ allow: { recommended: false } }).press('ctrl+e', 'y', 'ctrl+u');
    expect(terminal.screen()).not.toContain('recommended');
    expect(terminal.state().drafts.map(({ selected }) => selected)).toEqual([[], [], [0]]);
  });
});
