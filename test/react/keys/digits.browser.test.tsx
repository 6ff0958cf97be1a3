import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  ask,
  button,
  card,
  checkbox,
  chosen,
  click,
  cleanUpAfterEach,
  field,
  focused,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { hold, keyDown, keyUp, press, repeatKey, strike, typeKeys } from '../../helpers/browser/keys.js';
import { choices, DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

describe('a digit', () => {
  it('selects an option, moves focus to it, and sends nothing (A36)', async () => {
    const { onSubmit } = ask([DATABASE]);
    radio('PostgreSQL').focus();
    for (const [key, label] of [
      ['2', 'SQLite'],
      ['3', 'MongoDB'],
      ['1', 'PostgreSQL'],
    ] as const) {
      await press(key);
      expect([chosen(), focused()]).toEqual([[label], `control ${label}`]);
    }
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('selects an option from a heading, and from the tab of the current question (A36)', async () => {
    ask(THREE);
    heading(/Which database/).focus();
    await press('2');
    expect([chosen(), focused()]).toEqual([['SQLite'], 'control SQLite']);
    tab(/Features/).focus();
    await press('3');
    expect([chosen(), focused()]).toEqual([['Admin pages'], 'control Admin pages']);
  });

  it('toggles an option of a multi-select question (A36) [R-MULTI]', async () => {
    ask([FEATURES]);
    checkbox('Accounts').focus();
    await press('3');
    await press('1');
    expect(chosen()).toEqual(['Accounts', 'Admin pages']);
    await press('3');
    expect([chosen(), focused()]).toEqual([['Accounts'], 'control Admin pages']);
  });

  it('of 0 selects Other and moves focus to its field [R-OTHER]', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await press('0');
    expect(chosen()).toEqual(['Other']);
    expect(document.activeElement).toBe(field(/Your answer/));
    await typeKeys('a');
    expect(field(/Your answer/).value).toBe('a');
  });

  it('of 0 that is held types nothing into that field [R-OTHER] [R-VERBATIM]', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await hold('0', 4);
    await keyUp('0');
    expect([focused(), field(/Your answer/).value]).toEqual(['field Your answer', '']);
    await hold('0', 2);
    await keyUp('0');
    expect(field(/Your answer/).value).toBe('000');
  });

  it('of 0 toggles Other in a multi-select question, and keeps focus on a control [R-OTHER]', async () => {
    ask([FEATURES]);
    checkbox('Accounts').focus();
    await press('0');
    expect(focused()).toBe('field Your answer');
    checkbox('Accounts').focus();
    await press('0');
    expect([chosen(), focused()]).toEqual([[], 'control Other']);
  });

  it.each([
    ['on the number pad', '1', { code: 'Numpad1', keyCode: 97, keypad: true }],
    ['full-width', '１', { code: 'Digit1', keyCode: 49 }],
    ['Arabic-Indic', '١', { code: 'Digit1', keyCode: 49 }],
    ['Persian', '۱', { code: 'Digit1', keyCode: 49 }],
    ['on a French keyboard', '&', { code: 'Digit1', keyCode: 49 }],
  ] as const)('selects an option: %s (A36)', async (_, key, options) => {
    ask([DATABASE]);
    radio('MongoDB').focus();
    await press(key, options);
    expect([chosen(), focused()]).toEqual([['PostgreSQL'], 'control PostgreSQL']);
  });

  it('selects an option with Shift on a French keyboard (A36)', async () => {
    ask([DATABASE]);
    radio('MongoDB').focus();
    await press('1', { shift: true, code: 'Digit1', keyCode: 49 });
    expect(chosen()).toEqual(['PostgreSQL']);
  });
});

describe('a digit that does not apply', () => {
  it('acts as Home, End or an arrow on a number pad without NumLock (A36)', async () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    await press('End', { code: 'Numpad1', keyCode: 35, keypad: true });
    expect(chosen()).toEqual(['Other']);
  });

  it('does nothing if the layout has a letter on that key (A36)', () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    for (const [key, shiftKey] of [
      ['é', false],
      ['!', true],
      ['Dead', false],
    ] as const) {
      expect(strike(radio('SQLite'), key, { code: 'Digit2', shiftKey }).defaultPrevented).toBe(false);
    }
    expect(chosen()).toEqual([]);
  });

  it('does nothing with Ctrl, Alt or Meta (A38)', () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    for (const modifier of ['ctrlKey', 'altKey', 'metaKey']) {
      expect(strike(radio('SQLite'), '1', { code: 'Digit1', [modifier]: true }).defaultPrevented).toBe(false);
    }
    expect(chosen()).toEqual([]);
  });

  it('does nothing when it repeats (A38)', async () => {
    ask([FEATURES]);
    checkbox('Accounts').focus();
    await keyDown('2');
    await repeatKey('2');
    await repeatKey('2');
    await keyUp('2');
    expect(chosen()).toEqual(['REST API']);
  });

  it('is left to the page if there are fewer options (A39)', () => {
    ask([DATABASE]);
    radio('SQLite').focus();
    expect(strike(radio('SQLite'), '4', { code: 'Digit4' }).defaultPrevented).toBe(false);
    expect(strike(radio('SQLite'), '3', { code: 'Digit3' }).defaultPrevented).toBe(true);
    expect(chosen()).toEqual(['MongoDB']);
  });

  it('is left to the page if the question has no options (A39)', () => {
    ask([NAME]);
    heading(/name of the service/).focus();
    expect(strike(heading(/name of the service/), '1', { code: 'Digit1' }).defaultPrevented).toBe(false);
    expect(strike(heading(/name of the service/), '0', { code: 'Digit0' }).defaultPrevented).toBe(false);
  });

  it('is not assigned to the tenth option, which arrows still reach (A40)', async () => {
    const { container } = ask([choices(11)]);
    const keys = [...container.querySelectorAll('[data-ask-user="option"]')].map(
      (option) => option.querySelector('kbd')?.textContent ?? '-',
    );
    expect(keys).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '-', '-', '0']);
    expect(radio('Choice 10').hasAttribute('aria-keyshortcuts')).toBe(false);
    radio('Choice 1').focus();
    await press('9');
    await press('ArrowDown');
    expect(chosen()).toEqual(['Choice 10']);
  });

  it('is not handled, exposed or shown with shortcuts={false} (A41)', async () => {
    const { container } = ask([DATABASE], { shortcuts: false });
    expect(container.querySelectorAll('[aria-keyshortcuts], [data-ask-user="option"] kbd')).toHaveLength(0);
    radio('SQLite').focus();
    expect(strike(radio('SQLite'), '1', { code: 'Digit1' }).defaultPrevented).toBe(false);
    await press('0');
    expect(chosen()).toEqual([]);
  });

  it('does nothing on Review, while sending, and in a confirmation (A38)', async () => {
    let done: (() => void) | undefined;
    ask([DATABASE, NAME], { onSubmit: () => new Promise<void>((resolve) => (done = resolve)) });
    radio('PostgreSQL').focus();
    await press('1');
    await press('Escape');
    expect(focused()).toBe('button Keep answering');
    await press('2');
    await press('Escape');
    expect(chosen()).toEqual(['PostgreSQL']);

    await press('Enter');
    await typeKeys('x');
    await press('Enter');
    expect(focused()).toBe('question Check your answers');
    await press('2');
    await press('Enter', { laterMs: 2000 });
    expect(card().querySelector('[data-ask-user="body"]')?.getAttribute('aria-busy')).toBe('true');
    await press('2', { laterMs: 2000 });
    expect(screen.getByRole('tabpanel').textContent).toMatch(/PostgreSQL(?!.*SQLite)/);
    done?.();
  });

  it('does nothing outside the card and in another card (A38)', async () => {
    const { container } = ask([DATABASE], {
      around: (first) => (
        <>
          <button type="button">Before</button>
          <section aria-label="first">{first}</section>
        </>
      ),
    });
    button('Before').focus();
    await press('1');
    expect(chosen()).toEqual([]);
    ask([FEATURES]);
    checkbox('Accounts').focus();
    await press('2');
    expect(chosen()).toEqual(['REST API']);
    expect(container.querySelectorAll('[aria-checked="true"]')).toHaveLength(0);
  });
});

describe('a text field', () => {
  it('keeps digits, arrows, Home, End and Space for its text (A37)', async () => {
    ask([DATABASE]);
    radio('PostgreSQL').focus();
    await press('0');
    await typeKeys('15 3');
    for (const key of ['ArrowLeft', 'ArrowLeft', 'Home', 'ArrowDown', 'ArrowUp', 'End', 'ArrowLeft']) await press(key);
    await typeKeys('1 ');
    expect(field(/Your answer/).value).toBe('15 1 3');
    expect([chosen(), focused()]).toEqual([['Other'], 'field Your answer']);
  });

  it('keeps them in a note and in a question without options (A37)', async () => {
    ask([NAME]);
    field(/name of the service/).focus();
    await typeKeys('1 2');
    await click(button('Add a note'));
    await typeKeys('3 4');
    expect(field(/name of the service/).value).toBe('1 2');
    expect(field(/Note/).value).toBe('3 4');
  });
});
