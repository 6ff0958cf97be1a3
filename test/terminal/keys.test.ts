import { describe, expect, test } from 'vitest';
import { atTerminal, DATABASE, FEATURES, NAME, requestOf } from './at-terminal.js';

const single = () => atTerminal(requestOf([DATABASE]));
const three = (flow = {}) => atTerminal(requestOf([DATABASE, NAME, FEATURES]), flow);

describe('a single question', () => {
  test.each<[string, string[], string]>([
    ['Enter selects the highlighted option', ['enter'], 'PostgreSQL (Recommended)'],
    ['Enter after moving down', ['down', 'enter'], 'SQLite'],
    ['a digit, then Enter', ['3', 'enter'], 'MongoDB'],
    ['a full-width digit', ['２', 'enter'], 'SQLite'],
    ['a superscript or circled digit is not a digit', ['²', '③', 'enter'], 'PostgreSQL (Recommended)'],
    ['End, then up', ['end', 'up', 'enter'], 'MongoDB'],
    ['End is Other', ['end', 'Redis', 'enter'], 'Redis'],
    ['up at the first row stays there, so that a digit is not text', ['up', '3', 'enter'], 'MongoDB'],
    ['down wraps from Other to the first row', ['end', 'down', 'enter'], 'PostgreSQL (Recommended)'],
    ['0 is Other', ['0', 'Redis', 'enter'], 'Redis'],
    ['the printed number of Other', ['4', 'Redis', 'enter'], 'Redis'],
    ['digits typed under Other are text', ['0', '12', 'enter'], '12'],
    ['the last selection counts', ['0', 'Redis', 'up', 'enter'], 'MongoDB'],
  ])('supports keys: %s [R-SINGLE]', (_, keys, answer) =>
    expect(
      single()
        .press(...keys)
        .answers(),
    ).toEqual([answer]),
  );

  test('is never submitted by moving or by digits [R-TABS]', () => {
    const terminal = single().press('down', 'down', '2', 'space', 'tab', 'left', 'home');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.state().drafts[0]?.selected).toEqual([1]);
  });

  test('hides the error of an empty Other when text is pasted', () => {
    const terminal = single().press('0', 'enter');
    expect(terminal.screen()).toContain('Type your answer or');
    terminal.press('paste', 'Redis', 'pasted');
    expect(terminal.screen()).not.toContain('Type your answer or');
  });

  test('selects Other at the first character, and keeps the text when an option is selected [R-SINGLE]', () => {
    const terminal = single().press('1', '0');
    expect(terminal.state().drafts[0]).toMatchObject({ selected: [], other: true });
    terminal.press('Redis', 'up', '1');
    expect(terminal.state().drafts[0]).toMatchObject({ selected: [0], other: false, custom: 'Redis' });
    expect(terminal.screen()).toContain('4. Other\n       Redis');
  });

  test('is not answered by highlighting Other without typing, even after a selection [R-NOPHANTOM]', () => {
    const terminal = single().press('1', 'end', 'enter');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.screen()).toContain('! Type your answer or choose another option.');
    expect(single().press('0', '   ', 'enter').result()).toBeUndefined();
  });

  test('is cleared by Backspace [R-CLEAR]', () => {
    expect(single().press('2', 'backspace').state().drafts[0]?.selected).toEqual([]);
  });

  test('without options accepts text byte for byte [R-VERBATIM]', () => {
    const terminal = atTerminal(requestOf([NAME]));
    terminal.press(' order 日本', 'alt+enter', '👨‍👩‍👧', 'ctrl+j', 'x ', 'enter');
    expect(terminal.answers()).toEqual([' order 日本\n👨‍👩‍👧\nx ']);
  });

  test('without a text shows an error on Enter and sends nothing', () => {
    const terminal = atTerminal(requestOf([NAME])).press('enter');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.screen()).toContain('! Type your answer.');
  });

  test('without Other has no row for Other', () => {
    const terminal = atTerminal(requestOf([DATABASE], [{ allowCustom: false }]));
    expect(terminal.press('0', '4', 'up').state().drafts[0]?.selected).toEqual([]);
    expect(terminal.screen()).not.toContain('Other');
    expect(terminal.press('enter').answers()).toEqual(['MongoDB']);
  });
});

describe('a multi-select question [R-MULTI]', () => {
  const multi = () => atTerminal(requestOf([FEATURES]));

  test('is toggled by Space and submitted by Enter, with options in order and Other last', () => {
    const keys = ['down', 'down', 'space', 'home', 'space', 'end', 'Tracing', 'enter'];
    expect(
      multi()
        .press(...keys)
        .answers(),
    ).toEqual(['Authentication, Admin Dashboard, Tracing']);
  });

  test('is toggled by digits', () => {
    expect(multi().press('1', '2', '1').state().drafts[0]?.selected).toEqual([1]);
  });

  test('does not select the highlighted option on Enter', () => {
    const terminal = multi().press('enter');
    expect(terminal.state().drafts[0]?.selected).toEqual([]);
    expect(terminal.screen()).toContain('! Choose an option, or type your answer under Other.');
    expect(terminal.result()).toBeUndefined();
  });
});

describe('several questions', () => {
  test('are answered in order with Enter, then Review, then submitted [R-TABS]', () => {
    const terminal = three().press('enter', 'orders', 'enter', '2', 'enter');
    expect(terminal.screen()).toContain('Check your answers');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.press('enter').answers()).toEqual(['PostgreSQL (Recommended)', 'orders', 'REST API']);
  });

  test.each<[string, string[], number]>([
    ['Tab', ['tab'], 1],
    ['→', ['right'], 1],
    ['Shift+Tab, round the start', ['shift+tab'], 3],
    ['←, round the start', ['left'], 3],
    ['→ in an empty field', ['tab', 'right'], 2],
    ['← in a text moves the caret', ['tab', 'ab', 'left'], 1],
    ['Tab in a text', ['tab', 'ab', 'tab'], 2],
    ['Tab from Review', ['shift+tab', 'tab'], 0],
    ['a digit on Review', ['shift+tab', '2'], 1],
    ['Enter on a question of Review', ['shift+tab', 'home', 'enter'], 0],
  ])('are switched as specified: %s', (_, keys, active) =>
    expect(
      three()
        .press(...keys)
        .state().active,
    ).toBe(active),
  );

  test('show the first missing question after a submit, with an error [R-ATOMIC]', () => {
    const terminal = three().press('enter', 'shift+tab', 'shift+tab', 'enter');
    expect(terminal.state()).toMatchObject({ phase: 'answering', active: 1, missing: [1, 2] });
    expect(terminal.screen()).toContain('! Type your answer.\n  ! Not answered yet: Service Name, Features');
  });

  test('lose no text when the user moves between them [R-KEEP]', () => {
    const terminal = three().press('0', 'Redis', 'tab', 'orders', 'tab', 'shift+tab', 'shift+tab');
    expect(terminal.state().drafts.map(({ custom }) => custom)).toEqual(['Redis', 'orders', '']);
    expect(terminal.press('!').state().drafts[0]?.custom).toBe('Redis!');
  });
});

describe('cancelling [R-CANCEL]', () => {
  const asks = (terminal: ReturnType<typeof single>) => terminal.state().phase === 'confirmingDiscard';

  test('happens at once if nothing would be lost', () => {
    expect(single().press('2', 'esc').result()).toEqual({ status: 'cancelled' });
    expect(three().press('tab', 'esc').result()).toEqual({ status: 'cancelled' });
  });

  test.each<[string, string[], string | undefined]>([
    ['Enter keeps', ['enter'], undefined],
    ['Escape keeps', ['esc'], undefined],
    ['n keeps', ['n'], undefined],
    ['down and Enter discards', ['down', 'enter'], 'cancelled'],
    ['2 and Enter discards', ['2', 'enter'], 'cancelled'],
    ['2 alone does nothing', ['2'], undefined],
    ['y discards', ['y'], 'cancelled'],
    ['← never moves to discarding', ['left', 'left', 'left', 'enter'], undefined],
    ['→ does not either', ['right', 'enter'], undefined],
    ['up does not wrap', ['up', 'enter'], undefined],
    ['Tab moves to the other choice', ['tab', 'enter'], 'cancelled'],
  ])('asks for confirmation, and %s', (_, keys, status) => {
    const terminal = three().press('tab', 'orders', 'esc');
    expect(asks(terminal)).toBe(true);
    expect(terminal.screen()).toContain('Discard 1 answer?');
    terminal.press(...keys);
    expect(terminal.result()?.status).toBe(status);
    if (!status) expect(terminal.state().drafts[1]?.custom).toBe('orders');
  });

  test('asks again with the safe choice as the default', () => {
    const terminal = three().press('2', 'esc', 'down', 'esc', 'esc', 'enter');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.state().phase).toBe('answering');
  });

  test('with Ctrl+C asks once if something would be lost, then ends', () => {
    expect(single().press('ctrl+c').interrupted()).toBe(true);
    const terminal = three().press('2', 'ctrl+c');
    expect([asks(terminal), terminal.interrupted()]).toEqual([true, false]);
    expect(terminal.screen()).toContain('Ctrl+C again to quit');
    expect(terminal.screen(30, 8)).toContain('Ctrl+C again to quit');
    expect(terminal.press('esc', 'esc').screen()).not.toContain('Ctrl+C');
    expect(terminal.press('ctrl+c').interrupted()).toBe(true);
    expect(terminal.result()).toBeUndefined();
  });

  test('with Ctrl+C ends the program from a confirmation that Escape has opened', () => {
    const terminal = three().press('2', 'esc');
    expect([asks(terminal), terminal.screen().includes('Ctrl+C')]).toEqual([true, false]);
    expect(terminal.press('ctrl+c').interrupted()).toBe(true);
    expect(terminal.result()).toBeUndefined();
  });
});

describe('long answers [R-LONG]', () => {
  const long = () => atTerminal(requestOf([NAME]), { softLimit: 10 }).press('0123456789ab', 'enter');

  test('are confirmed first, and returning is the default', () => {
    const terminal = long();
    expect(terminal.screen()).toContain('Answer is long (12 chars). Continue anyway?');
    expect(terminal.screen()).toContain('Service Name: 12 chars');
    expect(terminal.press('enter').state()).toMatchObject({ phase: 'answering', active: 0 });
    expect(terminal.screen()).toContain('! 12 characters (2 over the suggested 10). Nothing will be cut off.');
  });

  test('are sent whole', () => expect(long().press('down', 'enter').answers()).toEqual(['0123456789ab']));

  test('show a counter from 90 % of the limit on', () => {
    const terminal = atTerminal(requestOf([NAME]), { softLimit: 10 }).press('12345678');
    expect(terminal.screen()).not.toContain('suggested');
    expect(terminal.press('9').screen()).toContain('9 of 10 suggested characters');
  });

  test('are shown in their field if the user returns', () => {
    const terminal = atTerminal(requestOf([DATABASE, FEATURES]), { softLimit: 3 });
    terminal.press('0', 'Redis', 'tab', '1', 'tab', 'enter', 'enter', '!');
    expect(terminal.state().drafts[0]?.custom).toBe('Redis!');
  });
});

describe('a paste', () => {
  test('inserts line breaks as text, and never sends', () => {
    const terminal = atTerminal(requestOf([NAME])).press('paste');
    terminal.press('one', 'enter', 'two', 'tab', 'ctrl+j', 'pasted');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.press('enter').answers()).toEqual(['one\ntwo\t\n']);
  });

  test('on options selects nothing [R-NOPHANTOM]', () => {
    const terminal = three().press('paste', '1', 'enter', '2', 'enter', 'pasted');
    expect(terminal.actions).toEqual([]);
    expect(terminal.ui().paste).toBeUndefined();
  });

  test('without an end marker ends on Ctrl+C and keeps its text', () => {
    const terminal = atTerminal(requestOf([NAME])).press('paste', 'abc', 'ctrl+c');
    expect(terminal.interrupted()).toBe(false);
    expect(terminal.press('enter').answers()).toEqual(['abc']);
  });
});

describe('skipping, declining and notes', () => {
  test('allow Ctrl+S to skip only if configured', () => {
    expect(
      atTerminal(requestOf([NAME]))
        .press('ctrl+s')
        .result(),
    ).toBeUndefined();
    const result = atTerminal(requestOf([NAME]), { allow: { skip: true } })
      .press('ctrl+s')
      .result();
    expect(result).toMatchObject({ status: 'answered', answers: [{ skipped: true, answer: '' }] });
  });

  test('offer Ctrl+S for an optional question only if configured, too [R-BLANK]', () => {
    const request = requestOf([NAME, DATABASE], [{ required: false }]);
    const terminal = atTerminal(request);
    expect(terminal.screen()).not.toContain('Ctrl+S');
    terminal.press('ctrl+s');
    expect(terminal.screen()).toContain(NAME.question);
    expect(terminal.press('enter', '1', 'tab').screen()).toContain('Left blank');
    expect(terminal.press('enter').answers()).toEqual(['', 'PostgreSQL (Recommended)']);
    const offered = atTerminal(request, { allow: { skip: true } });
    expect(offered.screen()).toContain('Ctrl+S skip');
    expect(offered.press('ctrl+s').screen()).toContain(DATABASE.question);
  });

  test('leave an optional question blank without a special key [R-BLANK]', () => {
    const optional = { required: false };
    const terminal = atTerminal(requestOf([NAME, DATABASE, FEATURES], [optional, optional, optional]));
    expect(terminal.screen()).toContain('Optional.');
    terminal.press('enter', 'right', 'enter');
    expect(terminal.screen().match(/Left blank/g)).toHaveLength(3);
    expect(terminal.screen()).not.toMatch(/Not answered|Skipped/);
    expect(terminal.press('enter').answers()).toEqual(['', '', '']);
    expect(
      atTerminal(requestOf([NAME], [optional]))
        .press('enter')
        .answers(),
    ).toEqual(['']);
  });

  test('send the note of an optional question that was left blank [R-BLANK]', () => {
    const terminal = atTerminal(requestOf([NAME], [{ required: false }])).press('ctrl+n', 'later', 'enter', 'enter');
    expect(terminal.result()).toMatchObject({ answers: [{ skipped: true, notes: 'later' }] });
  });

  test('offer no note if the answer can have none', () => {
    const terminal = atTerminal(requestOf([DATABASE, NAME], [{ allowNotes: false }]));
    expect(terminal.screen()).not.toContain('Ctrl+N');
    expect(terminal.press('ctrl+n').screen()).not.toContain('Note');
    expect(terminal.press('2', 'enter').screen()).toContain('Ctrl+N note');
    expect(terminal.press('ctrl+n').screen()).toContain('Note (optional):');
  });

  test('offer a note that needs an option once one is selected, and refuse it beside own words', () => {
    const terminal = atTerminal(requestOf([DATABASE], [{ allowNotes: 'withOption' }]));
    expect(terminal.screen()).not.toContain('Ctrl+N');
    expect(terminal.press('2').screen()).toContain('Ctrl+N note');
    terminal.press('ctrl+n', 'for now', 'enter', '0', 'Redis', 'enter');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.screen()).toContain('The note can’t be sent with this answer.');
    expect(terminal.screen()).toContain('Note (optional): for now');
    terminal.press('ctrl+n', ...Array<string>(7).fill('backspace'), 'enter');
    expect(terminal.screen()).not.toMatch(/Ctrl\+N|Note/);
    expect(terminal.press('enter').result()).toMatchObject({ answers: [{ answer: 'Redis' }] });
  });

  test('never treat letters as commands in a text field', () => {
    const terminal = atTerminal(requestOf([NAME]), { allow: { skip: true, decline: true } });
    expect(terminal.press('sdnyx', 'enter').answers()).toEqual(['sdnyx']);
  });

  test('allow Ctrl+X to decline only if configured, with a confirmation if something would be lost', () => {
    expect(single().press('ctrl+x').result()).toBeUndefined();
    expect(
      atTerminal(requestOf([DATABASE]), { allow: { decline: true } })
        .press('ctrl+x')
        .result(),
    ).toEqual({
      status: 'declined',
    });
    const terminal = three({ allow: { decline: true } }).press('1', 'ctrl+x');
    expect(terminal.screen()).toContain('will be told that you declined to answer.');
    expect(terminal.press('y').result()).toEqual({ status: 'declined' });
  });

  test('accept a note with Ctrl+N, which is not an answer', () => {
    const terminal = single().press('ctrl+n', 'only', 'space', 'if cheap', 'enter');
    expect(terminal.result()).toBeUndefined();
    expect(terminal.screen()).toContain('Note (optional): only if cheap');
    expect(terminal.press('enter').result()).toMatchObject({
      answers: [{ text: 'PostgreSQL (Recommended)', notes: 'only if cheap' }],
    });
  });

  test('return from a note with Escape, and keep the note', () => {
    const terminal = single().press('ctrl+n', 'x', 'esc');
    expect(terminal.state()).toMatchObject({ phase: 'answering', drafts: [{ notes: 'x' }] });
  });
});

test.each<[string, object, string[], string]>([
  ['a number', { input: 'integer' }, ['eight'], 'Enter a whole number.'],
  ['a length', { minLength: 5 }, ['abc'], 'Enter at least 5 characters.'],
  ['a range', { input: 'number', maximum: 3 }, ['4'], 'Enter a number (at most 3).'],
])('%s that the question requires is enforced and shown as an error', (_, constraints, keys, words) => {
  const terminal = atTerminal(requestOf([NAME], [constraints])).press(...keys, 'enter');
  expect(terminal.result()).toBeUndefined();
  expect(terminal.screen()).toContain(`! ${words}`);
});

test('the number of options that the question requires is enforced and shown', () => {
  const terminal = atTerminal(requestOf([FEATURES], [{ minSelected: 2 }])).press('1', 'enter');
  expect(terminal.screen()).toContain('! Choose at least 2.');
  expect(terminal.press('2', 'enter').answers()).toEqual(['Authentication, REST API']);
});
