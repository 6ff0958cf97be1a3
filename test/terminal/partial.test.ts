import { describe, expect, it } from 'vitest';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

const three = (flow = {}) => atTerminal(requestOf([DATABASE, NAME, FEATURES]), { allow: { partial: true }, ...flow });
/** On Review, with the first question answered. */
const reviewed = (flow = {}) => three(flow).press('2', 'shift+tab');

describe('a partial submit', () => {
  it('has a row below Submit on Review, with the number of unanswered questions [R-PARTIAL]', () => {
    expect(reviewed().frame().lines.slice(3, -1)).toEqual([
      '  Check your answers',
      '',
      '    1. Database',
      '       SQLite',
      '    2. Service Name',
      '       ! Not answered yet',
      '    3. Features',
      '       ! Not answered yet',
      '  > Submit answers',
      '    Send what I have',
      '    2 of 3 questions stay unanswered. Assistant will be told so.',
      '',
      '  Tab/←→ switch • ↑↓ select • Enter submit • Esc cancel',
    ]);
  });

  it('changes the hint of Enter on that row [R-PARTIAL]', () => {
    const terminal = reviewed().press('down');
    expect(terminal.screen()).toContain('  > Send what I have\n');
    expect(terminal.screen()).toContain('• Enter send •');
    expect(terminal.press('ctrl+n', 'tab', 'tab', 'tab', 'enter').state().active).toBe(2);
  });

  it.each([
    ['down from Submit', ['down']],
    ['up from the first row', ['home', 'up']],
    ['End', ['end']],
  ])('sends the answers, reached by %s, and the other questions as skipped [R-PARTIAL]', (_, keys) => {
    const terminal = reviewed().press(...keys);
    expect(terminal.result()).toBeUndefined();
    expect(terminal.press('enter').result()).toMatchObject({
      status: 'answered',
      answers: [{ text: 'SQLite' }, { skipped: true, answer: '' }, { skipped: true, answer: '' }],
    });
  });

  it('does not change Submit, which sends nothing if an answer is missing [R-ATOMIC]', () => {
    const terminal = reviewed().press('enter');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.state()).toMatchObject({ active: 1, missing: [1, 2] });
  });

  it('asks before a long answer is sent, and then sends the answers so far [R-PARTIAL] [R-LONG]', () => {
    const terminal = three({ softLimit: 3 }).press('0', 'Redis', 'shift+tab', 'down', 'enter');
    expect(terminal.screen()).toContain('Answer is long (5 chars). Continue anyway?');
    expect(terminal.press('y').answers()).toEqual(['Redis', '', '']);
  });

  it.each<[string, ReturnType<typeof three>]>([
    ['the host does not allow it', atTerminal(requestOf([DATABASE, NAME])).press('2', 'shift+tab')],
    ['no question is answered', three().press('shift+tab')],
    ['every question is answered', three().press('1', 'tab', 'x', 'tab', '1', 'tab')],
    [
      'an unanswered question is required',
      atTerminal(requestOf([DATABASE, NAME], [undefined, { required: true }]), { allow: { partial: true } }).press(
        '2',
        'left',
      ),
    ],
  ])('has no row if %s [R-PARTIAL]', (_, terminal) => {
    expect(terminal.screen()).toContain('> Submit answers');
    expect(terminal.screen()).not.toContain('Send what I have');
    expect(terminal.press('down').screen()).toContain('> 1. Database');
    expect(terminal.press('end').screen()).toContain('> Submit answers');
  });
});
