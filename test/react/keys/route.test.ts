import { describe, expect, it } from 'vitest';
import type { Draft } from '../../../src/core/flow/types.js';
import type { Question } from '../../../src/core/question/types.js';
import type { Filter } from '../../../src/react/keys/shown-options.js';
import { createComposition, digitOf, type KeyEventLike } from '../../../src/react/keys/key-events.js';
import { route, type KeyContext, type KeyIntent } from '../../../src/react/keys/route.js';
import { arrowIntent, type ArrowContext } from '../../../src/react/keys/arrow-keys.js';

const single: Question = {
  id: 'db',
  question: 'Which database?',
  options: [{ label: 'PostgreSQL' }, { label: 'SQLite' }],
  multiSelect: false,
};
const multi: Question = { ...single, multiSelect: true };
const closed: Question = { ...single, constraints: { allowCustom: false } };
const text: Question = { ...single, options: [] };

const empty: Draft = { selected: [], other: false, custom: '', notes: '', skipped: false };
const chosen: Draft = { ...empty, selected: [1] };
const blankOther: Draft = { ...empty, other: true, custom: '  ' };

const filtered = (hidden: readonly number[], first: Filter['first']): Filter => ({
  text: 'x',
  question: single,
  hidden: new Set(hidden),
  first,
});
const FILTER = filtered([1], 0);
const SECOND = filtered([0], 1);
const NOTHING = filtered([0, 1], 'other');

const press = (key: string, more: Partial<KeyEventLike> = {}): KeyEventLike => ({
  key,
  code: '',
  keyCode: 0,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  shiftKey: false,
  repeat: false,
  timeStamp: 1000,
  ...more,
});

const on = (focus: KeyContext['focus'], more: Partial<ArrowContext> = {}): ArrowContext => ({
  phase: 'answering',
  focus,
  question: single,
  draft: empty,
  rtl: () => false,
  walking: true,
  ...(focus === 'option' && { option: 0 }),
  ...more,
});

type Row = [name: string, event: KeyEventLike, context: ArrowContext, intent: KeyIntent | undefined];
const IGNORE = { do: 'ignore' } as const;
const CONTINUE = { do: 'continue' } as const;
const held = { repeat: true };

describe('route after the settlement', () => {
  it('leaves Escape to the page, except that it closes a modal', () => {
    const settled = on('button', { phase: 'settled' });
    expect(route(press('Escape'), settled)).toBeUndefined();
    expect(route(press('Escape'), { ...settled, modal: true })).toEqual({ do: 'close' });
    expect(route(press('Escape', { repeat: true }), { ...settled, modal: true })).toEqual({ do: 'ignore' });
    expect(route(press('Enter'), { ...settled, modal: true })).toBeUndefined();
  });
});

describe('route', () => {
  it.each<Row>([
    [
      'Enter on an option while nothing is selected',
      press('Enter'),
      on('option'),
      { do: 'move', option: 0, select: true },
    ],
    ['Enter on an option while something is selected', press('Enter'), on('option', { draft: chosen }), CONTINUE],
    ['Enter on a checkbox', press('Enter'), on('option', { question: multi }), CONTINUE],
    ['Enter on a heading', press('Enter'), on('heading'), CONTINUE],
    ['Enter on a heading that was just focused', press('Enter'), on('heading', { disarmed: true }), IGNORE],
    ['Enter on a tab', press('Enter'), on('tab'), IGNORE],
    ['Enter on a button', press('Enter'), on('button'), undefined],
    ['held Enter on a button', press('Enter', held), on('button'), IGNORE],
    ['held Enter in a confirmation', press('Enter', held), on('button', { phase: 'confirmingDiscard' }), IGNORE],
    ['Enter in a field', press('Enter'), on('answer', { question: text, draft: { ...empty, custom: 'x' } }), CONTINUE],
    ['Shift+Enter in a field', press('Enter', { shiftKey: true }), on('answer'), undefined],
    ['Enter in a field by touch', press('Enter'), on('answer', { coarse: () => true }), undefined],
    ['Enter in a blank Other', press('Enter'), on('answer', { draft: blankOther }), { do: 'require' }],
    ['Enter in a note', press('Enter'), on('notes'), undefined],
    ['Enter in a question to the agent', press('Enter'), on('ask-back'), { do: 'askBack' }],
    ['Shift+Enter in a question to the agent', press('Enter', { shiftKey: true }), on('ask-back'), undefined],
    ['a held Enter in a question to the agent', press('Enter', { repeat: true }), on('ask-back'), { do: 'ignore' }],
    ['Enter soon after focus moved', press('Enter'), on('ask-back', { disarmed: true }), { do: 'ignore' }],
    ['a digit in a question to the agent', press('2'), on('ask-back'), undefined],
    ['a space in a question to the agent', press(' '), on('ask-back'), undefined],
    ['Enter in a field while sending', press('Enter'), on('answer', { phase: 'submitting' }), IGNORE],
    ['Space on an option', press(' '), on('option'), undefined],
    ['Space on an option that was just focused', press(' '), on('option', { disarmed: true }), IGNORE],
    ['Space on a heading', press(' '), on('heading'), undefined],
    ['2 on an option', press('2'), on('option'), { do: 'choose', option: 1 }],
    ['2 on a tab', press('2'), on('tab'), { do: 'choose', option: 1 }],
    ['0', press('0'), on('option'), { do: 'choose', option: 'other' }],
    ['0 without Other', press('0'), on('option', { question: closed }), undefined],
    ['0 at a question without options', press('0'), on('heading', { question: text }), undefined],
    ['3 of two options', press('3'), on('option'), undefined],
    ['2 in a field', press('2'), on('answer'), undefined],
    ['2 on Review', press('2'), on('heading', { question: undefined, draft: undefined }), undefined],
    ['held 2', press('2', held), on('option'), undefined],
    ['Ctrl+2', press('2', { ctrlKey: true }), on('option'), undefined],
    ['2 with number keys off', press('2'), on('option', { noDigits: true }), undefined],
    ['2 just after focus was moved', press('2'), on('option', { disarmed: true }), IGNORE],
    ['2 while sending', press('2'), on('option', { phase: 'submitting' }), undefined],
    ['Tab', press('Tab'), on('option'), undefined],
    ['a letter', press('j'), on('option'), undefined],
    ['a letter on Other that is not selected', press('j'), on('option', { option: 'other' }), undefined],
    ['a letter on a selected Other', press('j'), on('option', { option: 'other', draft: blankOther }), { do: 'type' }],
    [
      'a letter of two UTF-16 code units on a selected Other',
      press('𞤀'),
      on('option', { option: 'other', draft: blankOther }),
      { do: 'type' },
    ],
    ['a digit of two UTF-16 code units', press('𞥒'), on('option'), { do: 'choose', option: 1 }],
    [
      'a held letter on a selected Other',
      press('j', held),
      on('option', { option: 'other', draft: blankOther }),
      { do: 'type' },
    ],
    ['a named key on a selected Other', press('F2'), on('option', { option: 'other', draft: blankOther }), undefined],
    [
      'a digit with number keys off on a selected Other',
      press('2'),
      on('option', { option: 'other', draft: blankOther, noDigits: true }),
      { do: 'type' },
    ],
    ['Escape', press('Escape'), on('option'), { do: 'cancel' }],
    ['Escape in a field', press('Escape'), on('answer'), { do: 'cancel' }],
    ['held Escape', press('Escape', held), on('option'), IGNORE],
    ['Escape in a confirmation', press('Escape'), on('button', { phase: 'confirmingDiscard' }), { do: 'dismiss' }],
    [
      'Escape in a long-answer confirmation',
      press('Escape'),
      on('button', { phase: 'confirmingLongAnswer' }),
      { do: 'dismiss' },
    ],
    ['Escape with a filter', press('Escape'), on('option', { filter: FILTER }), { do: 'unfilter' }],
    ['Escape in the filter', press('Escape'), on('filter', { filter: FILTER }), { do: 'unfilter' }],
    ['Escape in an empty filter', press('Escape'), on('filter'), { do: 'cancel' }],
    ['held Escape with a filter', press('Escape', held), on('filter', { filter: FILTER }), IGNORE],
    [
      'Escape in a confirmation with a filter',
      press('Escape'),
      on('button', { phase: 'confirmingDiscard', filter: FILTER }),
      { do: 'dismiss' },
    ],
    ['Enter in the filter', press('Enter'), on('filter', { draft: chosen, filter: FILTER }), IGNORE],
    ['2 in the filter', press('2'), on('filter'), undefined],
    ['a space in the filter', press(' '), on('filter'), undefined],
    ['the digit of a hidden option', press('2'), on('option', { filter: FILTER }), { do: 'choose', option: 1 }],
    ['Escape while sending', press('Escape'), on('option', { phase: 'submitting' }), IGNORE],
  ])('returns the intent of %s [R-SINGLE] [R-CANCEL]', (_, event, context, intent) => {
    expect(route(event, context)).toEqual(intent);
  });
});

describe('walk', () => {
  const to = (option: number | 'other', select = true): KeyIntent => ({ do: 'move', option, select });
  const rtl = { rtl: () => true };
  it.each<Row>([
    ['down', press('ArrowDown'), on('option'), to(1)],
    ['down onto Other', press('ArrowDown'), on('option', { option: 1 }), to('other')],
    ['down from Other to the first option', press('ArrowDown'), on('option', { option: 'other' }), to(0)],
    ['up from the first option to Other', press('ArrowUp'), on('option'), to('other')],
    ['up from the first option without Other', press('ArrowUp'), on('option', { question: closed }), to(1)],
    ['right', press('ArrowRight'), on('option'), to(1)],
    ['left from the first option to Other', press('ArrowLeft'), on('option'), to('other')],
    ['left in a right-to-left page', press('ArrowLeft'), on('option', rtl), to(1)],
    ['right in a right-to-left page', press('ArrowRight'), on('option', { ...rtl, option: 1 }), to(0)],
    ['Home', press('Home'), on('option', { option: 'other' }), to(0)],
    ['End', press('End'), on('option'), to('other')],
    ['down among checkboxes', press('ArrowDown'), on('option', { question: multi }), to(1, false)],
    ['right among checkboxes', press('ArrowRight'), on('option', { question: multi }), undefined],
    ['paging', press('PageDown'), on('option'), { do: 'release' }],
    ['down over a hidden option', press('ArrowDown'), on('option', { filter: FILTER }), to('other')],
    ['up over a hidden option', press('ArrowUp'), on('option', { option: 'other', filter: FILTER }), to(0)],
    ['End at a hidden option', press('End'), on('option', { question: closed, filter: FILTER }), to(0)],
    ['down in the filter', press('ArrowDown'), on('filter', { draft: chosen }), to(0, false)],
    ['down in the filter that hides the first', press('ArrowDown'), on('filter', { filter: SECOND }), to(1, false)],
    ['down in the filter that hides all', press('ArrowDown'), on('filter', { filter: NOTHING }), to('other', false)],
    [
      'down in the filter without Other that hides all',
      press('ArrowDown'),
      on('filter', { question: closed, filter: NOTHING }),
      IGNORE,
    ],
    ['right in the filter', press('ArrowRight'), on('filter'), undefined],
    ['down on a heading with a filter', press('ArrowDown'), on('heading', { filter: SECOND }), to(1, false)],
    ['a held arrow that was pressed here', press('ArrowDown', held), on('option'), to(1)],
    ['a held arrow that was pressed elsewhere', press('ArrowDown', held), on('option', { walking: false }), IGNORE],
    ['Ctrl+down', press('ArrowDown', { ctrlKey: true }), on('option'), undefined],
    ['down in a field', press('ArrowDown'), on('answer'), undefined],
    ['down on a heading', press('ArrowDown'), on('heading', { draft: chosen }), to(1, false)],
    ['held down on a heading', press('ArrowDown', held), on('heading'), IGNORE],
    [
      'down on the heading of a question without options',
      press('ArrowDown'),
      on('heading', { question: text }),
      undefined,
    ],
    ['down while sending', press('ArrowDown'), on('option', { phase: 'submitting' }), undefined],
  ])('returns the intent of %s [R-SINGLE] [R-MULTI]', (_, event, context, intent) => {
    expect(arrowIntent(event, context)).toEqual(intent);
  });
});

describe('digitOf', () => {
  it.each([
    ['1', 'Digit1', false, 1],
    ['1', 'Numpad1', false, 1],
    ['１', 'Digit1', false, 1],
    ['٣', 'Digit3', false, 3],
    ['۷', 'Digit7', false, 7],
    ['९', '', false, 9],
    ['²', 'Backquote', false, undefined],
    ['①', '', false, undefined],
    ['&', 'Digit1', false, 1],
    ['!', 'Digit1', true, undefined],
    ['End', 'Numpad1', false, undefined],
    ['é', 'Digit2', false, undefined],
    ['a', 'KeyA', false, undefined],
    ['Dead', 'Digit2', false, undefined],
  ])('reads %s of %s with Shift %s as %s (A36)', (key, code, shiftKey, digit) => {
    expect(digitOf({ key, code, shiftKey })).toBe(digit);
  });
});

describe('a key of an input method (A56-A59)', () => {
  const enter = (timeStamp: number, more: Partial<KeyEventLike> = {}) => press('Enter', { timeStamp, ...more });

  it('belongs to the composition while it is active, by any of its signs', () => {
    const composition = createComposition();
    expect(composition.owns(enter(0, { isComposing: true }))).toBe(true);
    expect(composition.owns(enter(0, { keyCode: 229 }))).toBe(true);
    expect(composition.owns(enter(0))).toBe(false);
    composition.start();
    expect(composition.owns(enter(0))).toBe(true);
  });

  it('belongs to the composition just after its end if the browser ends it before the key arrives', () => {
    const composition = createComposition();
    composition.start();
    composition.end({ timeStamp: 500 });
    expect(composition.owns(enter(505))).toBe(true);
    expect(composition.owns(enter(540))).toBe(false);
  });

  it('does not belong to a composition that was left without an end', () => {
    const composition = createComposition();
    composition.start();
    composition.reset();
    expect(composition.owns(enter(0))).toBe(false);
  });
});
