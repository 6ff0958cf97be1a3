import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { StateReducer } from '../../../src/core/index.js';
import type { UseAskUserOptions } from '../../../src/react/flow/options.js';
import { PlainQuestions } from '../../../stories/plain-questions.js';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  focused,
  heading,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { hold, keyUp, press, pressEach, QUICK, typeKeys } from '../../helpers/browser/keys.js';
import { doubleTap, mouseClick, withTouch } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const ADVANCE = { advanceOnChoose: true };
const refuseSelection: StateReducer = (state, { action, changes }) =>
  action.type === 'toggleOption' ? state : changes;
const LETTERS = ['One', 'Two', 'Three', 'Four'];
const MANY = ['A', 'B', 'C'].map((header) => ({ header, question: `Which ${header}?`, options: LETTERS }));
const shown = () => screen.getByRole('tab', { selected: true }).textContent;

describe('advanceOnChoose [R-FOLLOW]', () => {
  it.each([
    ['a click', () => mouseClick(radio('Two'))],
    ['a click on its row', () => mouseClick(screen.getByText('Two'))],
    ['a click by assistive technology', () => click(radio('Two'))],
    ['Space', () => press(' ')],
    ['a digit', () => press('2')],
  ])('moves focus to the next question’s heading after %s', async (what, act) => {
    ask(MANY, ADVANCE);
    if (what === 'Space') radio('Two').focus();
    else heading(/Which A/).focus();
    await act();
    expect(focused()).toBe('question Question 2 of 3. Which B?');
    await mouseClick(button('Back'));
    expect(chosen()).toEqual(['Two']);
  });

  it('moves focus into the field of a question without options, and from the last question to Review', async () => {
    const { onSubmit } = ask([NAME, DATABASE, NAME, DATABASE], ADVANCE);
    await mouseClick(button('Next'));
    await press('2');
    expect(focused()).toBe('field');
    await typeKeys('orders\n');
    await press('1');
    expect(focused()).toBe('question Check your answers');
    // A quick Enter must not submit a Review that the user has not seen.
    await press('Enter', QUICK);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('submits a single question once', async () => {
    const { onSubmit } = ask([DATABASE], ADVANCE);
    heading(/Which database/).focus();
    await press('2');
    expect(onSubmit.mock.calls.map(([wire]) => wire)).toEqual([
      {
        answered: true,
        answers: [{ question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }],
      },
    ]);
  });

  it('advances again when the selected option is clicked again', async () => {
    ask(MANY, ADVANCE);
    await mouseClick(radio('Two'));
    await mouseClick(button('Back'));
    await mouseClick(radio('Two'));
    expect(shown()).toBe('B');
  });

  it('does not advance when an arrow key or a first Enter selects an option', async () => {
    const { onSubmit } = ask([DATABASE], ADVANCE);
    radio('PostgreSQL').focus();
    await press('Enter');
    expect(chosen()).toEqual(['PostgreSQL']);
    await pressEach('ArrowDown', 'ArrowRight', 'Home');
    expect([chosen(), focused(), onSubmit.mock.calls.length]).toEqual([['PostgreSQL'], 'control PostgreSQL', 0]);
  });

  it('opens the field of Other without advancing', async () => {
    const { onSubmit } = ask([DATABASE], ADVANCE);
    await mouseClick(radio('Other'));
    expect(focused()).toBe('field Your answer');
    heading(/Which database/).focus();
    await press('0');
    radio('Other').focus();
    await press(' ');
    expect([focused(), onSubmit.mock.calls.length]).toEqual(['control Other', 0]);
  });

  it('does not advance a multi-select question, neither by click nor by digit', async () => {
    const { onSubmit } = ask([FEATURES], ADVANCE);
    await mouseClick(checkbox('Accounts'));
    await press('2');
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([['Accounts', 'REST API'], 0]);
  });

  it.each(['Two', 'Three'])('does not answer the next question by a double click on %s [R-NOPHANTOM]', async (name) => {
    render(<PlainQuestions asker="Bot" questions={MANY} {...ADVANCE} />);
    await userEvent.dblClick(radio(name));
    expect(shown()).toMatch(/^B/);
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
  });

  it('stays at the question if the host refuses the selection, by click or by digit [R-STATE]', async () => {
    const { onSubmit } = ask([DATABASE], { ...ADVANCE, allow: { skip: true }, stateReducer: refuseSelection });
    await click(button('Skip'));
    await mouseClick(radio('SQLite'));
    heading(/Which database/).focus();
    await press('2');
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([[], 0]);
  });

  it('does nothing while the request is being sent', async () => {
    const { onSubmit } = ask([DATABASE], { ...ADVANCE, onSubmit: () => new Promise(() => {}) });
    await mouseClick(radio('SQLite'));
    await mouseClick(radio('MongoDB'));
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([['SQLite'], 1]);
  });
});

describe('a repeated input with advanceOnChoose [R-NOPHANTOM]', () => {
  it('does not answer the next question after a double click', async () => {
    ask(MANY, ADVANCE);
    await userEvent.dblClick(radio('Two'));
    expect([shown(), chosen()]).toEqual(['B', []]);
    await mouseClick(radio('One'));
    expect(shown()).toBe('C');
  });

  it('does not answer the next question after a double click on a row', async () => {
    ask(MANY, ADVANCE);
    await userEvent.dblClick(screen.getByText('Two'));
    expect([shown(), chosen()]).toEqual(['B', []]);
  });

  it('does not answer the next question after a double tap', async () => {
    await withTouch(async () => {
      ask(MANY, ADVANCE);
      await doubleTap(radio('Two'));
      await expect.poll(shown).toBe('B');
      expect(chosen()).toEqual([]);
    });
  });

  it('submits a single question once after a double click', async () => {
    const { onSubmit } = ask([DATABASE], ADVANCE);
    await userEvent.dblClick(radio('SQLite'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('does not answer the next question while a digit is held', async () => {
    ask(MANY, ADVANCE);
    heading(/Which A/).focus();
    await hold('2', 4);
    await keyUp('2');
    expect([shown(), chosen()]).toEqual(['B', []]);
  });
});

describe('advanceOnChoose in a UI with native inputs [R-FOLLOW]', () => {
  const open = (more: Omit<UseAskUserOptions, 'asker'> = ADVANCE) => {
    const onSubmit = vi.fn();
    render(<PlainQuestions asker="Bot" questions={[DATABASE, NAME]} onSubmit={onSubmit} {...more} />);
    return onSubmit;
  };
  const database = () => screen.queryByRole('radio', { name: 'SQLite' });

  it('advances into a text field by click and by digit', async () => {
    open();
    await mouseClick(radio('SQLite'));
    expect([database(), document.activeElement?.localName]).toEqual([null, 'textarea']);
    await typeKeys('orders');
    expect(screen.getByDisplayValue('orders')).toBe(document.activeElement);
    await mouseClick(button('Back'));
    radio('SQLite').focus();
    await press('1');
    expect([database(), document.activeElement?.localName]).toEqual([null, 'textarea']);
  });

  it('advances again when the selected option is clicked again', async () => {
    open();
    await mouseClick(radio('SQLite'));
    await mouseClick(button('Back'));
    expect(radio('SQLite')).toBeChecked();
    await mouseClick(radio('SQLite'));
    expect([database(), document.activeElement?.localName]).toEqual([null, 'textarea']);
  });

  it('advances once when the selected option is double-clicked', async () => {
    render(<PlainQuestions asker="Bot" questions={MANY} {...ADVANCE} />);
    await mouseClick(radio('Two'));
    await mouseClick(radio('Two'));
    await mouseClick(tab(/^A/));
    await userEvent.dblClick(radio('Two'));
    expect(shown()).toMatch(/^B/);
  });

  it('stays at the question if the host refuses the selection, by click or by digit [R-STATE]', async () => {
    open({ ...ADVANCE, stateReducer: refuseSelection });
    await mouseClick(radio('SQLite'));
    await press('2');
    expect(database()).toBeVisible();
  });

  it('does not advance by an arrow key, which clicks, or by Other', async () => {
    open();
    radio('PostgreSQL').focus();
    await pressEach('ArrowDown', 'ArrowDown');
    expect(radio('MongoDB')).toBeChecked();
    await mouseClick(radio('Something else'));
    expect(database()).toBeVisible();
  });

  it('is off by default, and Enter moves focus into the next field', async () => {
    open({});
    await mouseClick(radio('SQLite'));
    expect(database()).toBeVisible();
    await press('Enter');
    expect([database(), document.activeElement?.localName]).toEqual([null, 'textarea']);
  });
});
