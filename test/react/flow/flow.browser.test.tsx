import { render, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  ask,
  button,
  checkbox,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  heading,
  labelOf,
  problem,
  radio,
  tab,
  confirmation,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { PlainQuestions } from '../../../stories/plain-questions.js';
import type { StateReducer } from '../../../src/core/index.js';
import { AskUserDialog, type QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const tabs = () => screen.getAllByRole('tab').map(labelOf);
/** The questions on Review, each as its lines. */
const reviewed = () =>
  [...document.querySelectorAll('[data-ask-user="review"] > div')].map((item) =>
    [...item.children].map((line) => line.textContent),
  );
const copy = (questions: readonly QuestionInput[]) => structuredClone(questions) as QuestionInput[];

const typeOther = async (text: string) => {
  await mouseClick(screen.queryByRole('radio', { name: 'Other' }) ?? checkbox('Other'));
  await typeKeys(text);
};

describe('tabs', () => {
  it('are named by header or number, and by whether they are answered [R-TABS]', async () => {
    ask([DATABASE, { ...FEATURES, header: undefined }, NAME]);
    expect(tabs()).toEqual(['Database', 'Question 2', 'Name', 'Review, 0 of 3 answered']);
    await click(radio('SQLite'));
    expect(tabs()).toEqual(['Database, answered', 'Question 2', 'Name', 'Review, 1 of 3 answered']);
    await click(radio('Other'));
    expect(tabs()[0]).toBe('Database');
    await mouseClick(tab('Question 2'));
    await press('1');
    await mouseClick(tab('Name'));
    field(/name of/).focus();
    await typeKeys('  ');
    expect(tabs()).toEqual(
      ['Database', 'Question 2', 'Name', 'Review, 1 of 3 answered'].with(1, 'Question 2, answered'),
    );
    await typeKeys('x');
    expect(tabs()).toEqual(['Database', 'Question 2, answered', 'Name, answered', 'Review, 2 of 3 answered']);
    await pressEach('Backspace', 'Backspace', 'Backspace');
    expect(tabs()[2]).toBe('Name');
  });

  it('stay in place when an option is selected, and nothing is sent [R-TABS]', async () => {
    const { onSubmit } = ask(THREE);
    await mouseClick(radio('SQLite'));
    await press('1');
    await press('ArrowDown');
    expect(tab(/Database/).getAttribute('aria-selected')).toBe('true');
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('a tab', () => {
  /** Returns the actions that show a question or Review, as the host's `stateReducer` receives them. */
  const askThree = () => {
    const moves: number[] = [];
    ask(THREE, {
      stateReducer(state, { action, changes }) {
        if (action.type === 'goTo') moves.push(action.to);
        return changes;
      },
    });
    return moves;
  };

  it.each<[by: string, show: (name: string) => Promise<void>]>([
    ['the mouse', (name) => mouseClick(tab(name))],
    ['a script', (name) => click(tab(name))],
    ['focus', async (name) => tab(name).focus()],
  ])('dispatches one action for each question that is shown by %s [R-STATE]', async (_, show) => {
    const moves = askThree();
    for (const name of ['Features', 'Features', 'Name', 'Database']) await show(name);
    expect(moves).toEqual([1, 2, 0]);
  });

  it('dispatches one action for an arrow key, and none for Space or the Tab key [R-STATE]', async () => {
    const moves = askThree();
    tab('Database').focus();
    await pressEach('ArrowRight', ' ');
    await press('Tab');
    await press('Tab', { shift: true });
    expect([moves, document.activeElement]).toEqual([[1], tab('Features')]);
  });
});

describe('Other', () => {
  it('keeps its text and shows it while another option is selected [R-OTHER] [R-SINGLE]', async () => {
    const { onSubmit } = ask([DATABASE]);
    await typeOther('DynamoDB');
    await mouseClick(radio('SQLite'));
    expect([chosen(), screen.queryByRole('textbox')]).toEqual([['SQLite'], null]);
    expect(radio('Other').closest('label')?.textContent).toBe('Other0DynamoDB');
    await mouseClick(radio('Other'));
    expect([chosen(), field(/Your answer/).value]).toEqual([['Other'], 'DynamoDB']);
    await mouseClick(radio('SQLite'));
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [{ question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }],
    });
  });

  it('combines with options in a multi-select question, and is last in the answer [R-OTHER] [R-MULTI]', async () => {
    const { onSubmit } = ask([FEATURES]);
    await typeOther('Search');
    await click(checkbox('Admin pages'));
    await click(checkbox('Accounts'));
    await click(checkbox('Other'));
    expect(checkbox('Other').closest('label')?.textContent).toBe('Other0Search');
    await click(checkbox('Other'));
    expect(chosen()).toEqual(['Accounts', 'Admin pages', 'Other']);
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [{ question: FEATURES.question, answer: ['Accounts', 'Admin pages', 'Search'], wasCustom: true }],
    });
  });

  it('is separate from an ordinary option of that name [R-OTHER]', async () => {
    const { onSubmit } = ask([{ question: 'Which?', options: ['Other', 'Submit', 'Cancel'] }]);
    await press('Tab');
    heading('Which?').focus();
    await press('1');
    expect(screen.getAllByRole('radio').map((one) => one.getAttribute('aria-checked'))).toEqual([
      'true',
      'false',
      'false',
      'false',
    ]);
    expect(screen.queryByRole('textbox')).toBeNull();
    await press('3');
    expect(onSubmit).not.toHaveBeenCalled();
    await press('Enter');
    expect(onSubmit.mock.calls[0]?.[0]).toMatchObject({ answers: [{ selectedOption: 'Cancel', wasCustom: false }] });
  });
});

describe('entered data', () => {
  async function enterAll() {
    await typeOther('mine');
    await mouseClick(button('Add a note'));
    await typeKeys('because');
    await click(button('Next'));
    await click(checkbox('REST API'));
    await click(button('Next'));
    field(/name of/).focus();
    await typeKeys('orders');
  }
  async function expectAll() {
    await mouseClick(tab(/Database/));
    expect([chosen(), field(/Your answer/).value, field(/Note/).value]).toEqual([['Other'], 'mine', 'because']);
    await mouseClick(tab(/Features/));
    expect(chosen()).toEqual(['REST API']);
    await mouseClick(tab(/Name/));
    expect(field(/name of/).value).toBe('orders');
  }

  it('survives moving between tabs, and the field keeps its element and caret [R-KEEP]', async () => {
    ask(THREE);
    await enterAll();
    const name = field(/name of/);
    name.setSelectionRange(2, 2);
    await expectAll();
    expect(field(/name of/)).toBe(name);
    name.focus();
    await typeKeys('X');
    expect(name.value).toBe('orXders');
  });

  it.each([false, true])('survives new but equal questions; StrictMode: %s [R-KEEP]', async (strict) => {
    const { update } = ask(copy(THREE), { strict });
    await enterAll();
    const name = field(/name of/);
    for (let i = 0; i < 3; i++) update(copy(THREE), { messages: {}, style: {} });
    expect([document.activeElement, name.isConnected]).toEqual([name, true]);
    await expectAll();
  });

  it('is cleared by a new request id and kept by the same one [R-KEEP] [R-NOPHANTOM]', async () => {
    const { update } = ask([DATABASE], { requestId: 'a' });
    await click(radio('SQLite'));
    update(copy([DATABASE]), { requestId: 'a' });
    expect(chosen()).toEqual(['SQLite']);
    update(copy([DATABASE]), { requestId: 'b' });
    expect(chosen()).toEqual([]);
  });

  it('survives questions that stream in, and nothing is sent before they are complete [R-STREAM]', async () => {
    const half = { ...FEATURES, options: FEATURES.options?.slice(0, 1) };
    const { update, onSubmit } = ask([DATABASE, half], { streaming: true });
    expect(screen.queryAllByRole('tab')).toEqual([]);
    await typeOther('mine');
    await press('Enter');
    await click(button('Submit'));
    expect(onSubmit).not.toHaveBeenCalled();
    update(THREE, { streaming: true });
    expect(tabs()).toEqual(['Database, answered', 'Features', 'Review, 1 of 2 answered']);
    expect([chosen(), field(/Your answer/).value]).toEqual([['Other'], 'mine']);
    update(THREE, { streaming: false });
    expect(tabs()).toEqual(['Database, answered', 'Features', 'Name', 'Review, 1 of 3 answered']);
    expect(field(/Your answer/).value).toBe('mine');
  });
});

describe('Review', () => {
  it('lists every question with its answer, its notes and a Change button [R-TABS]', async () => {
    const { onSubmit } = ask(THREE);
    await typeOther('mine');
    await click(button('Add a note'));
    await typeKeys('why not');
    await click(button('Next'));
    await click(checkbox('Admin pages'));
    await click(checkbox('Accounts'));
    await mouseClick(tab(/Review/));
    expect(reviewed()).toEqual([
      [DATABASE.question, '“mine”', 'why not', 'Change answer to Database'],
      [FEATURES.question, 'Accounts, Admin pages', 'Change answer to Features'],
      [NAME.question, 'Not answered yet', 'Answer Name'],
    ]);
    await click(button(/Change answer to Features/));
    expect(chosen()).toEqual(['Accounts', 'Admin pages']);
    await press('2');
    await mouseClick(tab(/Review/));
    expect(reviewed()[1]?.[1]).toBe('Accounts, REST API, Admin pages');
    await click(button('Submit answers'));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(problem()?.textContent).toBe('Type your answer.');
  });
});

describe('the actions of a question', () => {
  it('send a note with the answer, and a note alone is not an answer [R-ATOMIC]', async () => {
    const { onSubmit } = ask([DATABASE]);
    await click(button('Add a note'));
    await typeKeys(' it is small ');
    await click(button('Submit'));
    expect(onSubmit).not.toHaveBeenCalled();
    await click(radio('SQLite'));
    await click(button('Submit'));
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [
        {
          question: DATABASE.question,
          answer: 'SQLite',
          selectedOption: 'SQLite',
          wasCustom: false,
          notes: ' it is small ',
        },
      ],
    });
  });

  it('clear a single-select answer, and keep Other’s text [R-CLEAR]', async () => {
    const { onSubmit } = ask([DATABASE]);
    await typeOther('mine');
    await click(button('Clear answer'));
    expect([chosen(), screen.queryByRole('button', { name: 'Clear answer' })]).toEqual([[], null]);
    expect(radio('Other').closest('label')?.textContent).toBe('Other0mine');
    await click(button('Submit'));
    expect(onSubmit).not.toHaveBeenCalled();
    await click(radio('SQLite'));
    await click(button('Clear answer'));
    expect(chosen()).toEqual([]);
  });

  it('skip a question, which is sent as skipped and without an answer [R-ATOMIC]', async () => {
    const { onSubmit } = ask([DATABASE, NAME], { allow: { skip: true } });
    await click(radio('SQLite'));
    await click(button('Skip'));
    expect(tabs()).toEqual(['Database, skipped', 'Name', 'Review, 0 of 2 answered']);
    field(/name of/).focus();
    await typeKeys('orders');
    await click(button('Review'));
    expect(reviewed()[0]).toEqual([DATABASE.question, 'skipped', 'Change answer to Database']);
    await click(button('Submit answers'));
    expect(onSubmit.mock.calls[0]?.[0]).toEqual({
      answered: true,
      answers: [
        { question: DATABASE.question, answer: '', wasCustom: false, skipped: true },
        { question: NAME.question, answer: 'orders', wasCustom: true },
      ],
    });
  });

  it.each([
    ['the dialog', AskUserDialog, 'Skip'],
    ['a UI with native elements', PlainQuestions, 'Leave out'],
  ])('stay at a question if the host refuses its skip, in %s [R-STATE]', async (_, Card, skip) => {
    const stateReducer: StateReducer = (state, { action, changes }) => (action.type === 'skip' ? state : changes);
    render(<Card asker="Bot" questions={[DATABASE, NAME]} allow={{ skip: true }} stateReducer={stateReducer} />);
    await click(button(skip));
    expect(tab(/Database/)).toHaveAttribute('aria-selected', 'true');
  });

  it('decline if the host allows it, with the same confirmation as a cancellation [R-CANCEL]', async () => {
    ask(THREE);
    expect(screen.queryByRole('button', { name: 'Decline to answer' })).toBeNull();
    const { onCancel } = ask(THREE, { allow: { decline: true } });
    await click(screen.getAllByRole('radio', { name: 'SQLite' })[1] ?? document.body);
    await click(button('Decline to answer'));
    expect(confirmation()?.textContent).toContain('you declined');
    await click(button('Discard answers'));
    expect(onCancel.mock.calls[0]?.[0]).toEqual({ answered: false, answers: [], status: 'declined' });
  });
});
