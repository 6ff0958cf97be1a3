import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { PlainQuestions } from '../../stories/plain-questions.js';
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
} from '../helpers/browser/card.js';
import { hold, keyUp, press, pressEach, QUICK, typeKeys } from '../helpers/browser/keys.js';
import { doubleTap, mouseClick, withTouch } from '../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME } from '../helpers/browser/questions.js';

cleanUpAfterEach();

const ADVANCE = { advanceOnChoose: true };
const LETTERS = ['One', 'Two', 'Three', 'Four'];
const MANY = ['A', 'B', 'C'].map((header) => ({ header, question: `Which ${header}?`, options: LETTERS }));
const shown = () => screen.getByRole('tab', { selected: true }).textContent;

describe('a choice that goes on, if the host wants that [R-FOLLOW]', () => {
  it.each([
    ['a click', () => mouseClick(radio('Two'))],
    ['a click on its row', () => mouseClick(screen.getByText('Two'))],
    ['a click by assistive technology', () => click(radio('Two'))],
    ['Space', () => press(' ')],
    ['a digit', () => press('2')],
  ])('by %s: to the next question’s heading', async (what, act) => {
    ask(MANY, ADVANCE);
    if (what === 'Space') radio('Two').focus();
    else heading(/Which A/).focus();
    await act();
    expect(focused()).toBe('question Question 2 of 3. Which B?');
    await mouseClick(button('Back'));
    expect(chosen()).toEqual(['Two']);
  });

  it('into the field of a question without options, and from the last one to Review', async () => {
    const { onSubmit } = ask([NAME, DATABASE, NAME, DATABASE], ADVANCE);
    await mouseClick(button('Next'));
    await press('2');
    expect(focused()).toBe('field');
    await typeKeys('orders\n');
    await press('1');
    expect(focused()).toBe('question Check your answers');
    // Nobody has looked at it yet.
    await press('Enter', QUICK);
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('submits a single question, once', async () => {
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

  it('what was chosen before, clicked again, goes on again', async () => {
    ask(MANY, ADVANCE);
    await mouseClick(radio('Two'));
    await mouseClick(button('Back'));
    await mouseClick(radio('Two'));
    expect(shown()).toBe('B');
  });

  it('an arrow key and a first Enter choose and stay', async () => {
    const { onSubmit } = ask([DATABASE], ADVANCE);
    radio('PostgreSQL').focus();
    await press('Enter');
    expect(chosen()).toEqual(['PostgreSQL']);
    await pressEach('ArrowDown', 'ArrowRight', 'Home');
    expect([chosen(), focused(), onSubmit.mock.calls.length]).toEqual([['PostgreSQL'], 'control PostgreSQL', 0]);
  });

  it('Other opens its field and stays', async () => {
    const { onSubmit } = ask([DATABASE], ADVANCE);
    await mouseClick(radio('Other'));
    expect(focused()).toBe('field Your answer');
    heading(/Which database/).focus();
    await press('0');
    radio('Other').focus();
    await press(' ');
    expect([focused(), onSubmit.mock.calls.length]).toEqual(['control Other', 0]);
  });

  it('several choices stay, by a digit, too', async () => {
    const { onSubmit } = ask([FEATURES], ADVANCE);
    await mouseClick(checkbox('Accounts'));
    await press('2');
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([['Accounts', 'REST API'], 0]);
  });

  it('nothing goes on by itself while the request is being sent', async () => {
    const { onSubmit } = ask([DATABASE], { ...ADVANCE, onSubmit: () => new Promise(() => {}) });
    await mouseClick(radio('SQLite'));
    await mouseClick(radio('MongoDB'));
    expect([chosen(), onSubmit.mock.calls.length]).toEqual([['SQLite'], 1]);
  });
});

describe('its second click acts on nothing that the first has brought [R-NOPHANTOM]', () => {
  it('with the mouse: the next question is unanswered', async () => {
    ask(MANY, ADVANCE);
    await userEvent.dblClick(radio('Two'));
    expect([shown(), chosen()]).toEqual(['B', []]);
    await mouseClick(radio('One'));
    expect(shown()).toBe('C');
  });

  it('on a row', async () => {
    ask(MANY, ADVANCE);
    await userEvent.dblClick(screen.getByText('Two'));
    expect([shown(), chosen()]).toEqual(['B', []]);
  });

  it('by a finger', async () => {
    await withTouch(async () => {
      ask(MANY, ADVANCE);
      await doubleTap(radio('Two'));
      await expect.poll(shown).toBe('B');
      expect(chosen()).toEqual([]);
    });
  });

  it('of one question: it is submitted once', async () => {
    const { onSubmit } = ask([DATABASE], ADVANCE);
    await userEvent.dblClick(radio('SQLite'));
    expect(onSubmit).toHaveBeenCalledOnce();
  });

  it('nor does a digit that is held', async () => {
    ask(MANY, ADVANCE);
    heading(/Which A/).focus();
    await hold('2', 4);
    await keyUp('2');
    expect([shown(), chosen()]).toEqual(['B', []]);
  });
});

describe('a UI on native inputs [R-FOLLOW]', () => {
  const open = (more: { advanceOnChoose?: boolean } = ADVANCE) => {
    const onSubmit = vi.fn();
    render(<PlainQuestions asker="Bot" questions={[DATABASE, NAME]} onSubmit={onSubmit} {...more} />);
    return onSubmit;
  };
  const database = () => screen.queryByRole('radio', { name: 'SQLite' });

  it('goes on by a click and by a digit, into the field of a text', async () => {
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

  it('an arrow key, which clicks, and Other stay', async () => {
    open();
    radio('PostgreSQL').focus();
    await pressEach('ArrowDown', 'ArrowDown');
    expect(radio('MongoDB')).toBeChecked();
    await mouseClick(radio('Something else'));
    expect(database()).toBeVisible();
  });

  it('without the option a choice stays, and Enter leads into the field', async () => {
    open({});
    await mouseClick(radio('SQLite'));
    expect(database()).toBeVisible();
    await press('Enter');
    expect([database(), document.activeElement?.localName]).toEqual([null, 'textarea']);
  });
});
