import { act, render, screen, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import { AskUser, type QuestionInput } from '../../../src/react/index.js';
import {
  ask,
  button,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  loaded,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const many = (count: number): QuestionInput[] =>
  Array.from({ length: count }, (_, index) => ({
    question: `What should part ${index + 1} use?`,
    header: `Part ${index + 1}`,
    options: ['One', 'Two', 'Three'],
  }));

const control = (name: string | RegExp = /^(Question|Review)/) => screen.getByRole('button', { name, expanded: false });
const opened = () => screen.getByRole('button', { name: /^Question/, expanded: true });
const list = () => screen.queryByRole('listbox', { name: 'Questions' });
const rows = () => within(screen.getByRole('listbox')).getAllByRole('option');
const names = () => rows().map((row) => row.textContent);
const status = () => document.querySelector('[data-ask-user="status"]')?.textContent;
/** Presses a key at the pace of a user who reads. */
const slowly = (key: string) => press(key, { laterMs: 700 });

async function askMany(count = 30, options: Parameters<typeof ask>[1] = {}) {
  const asked = ask(many(count), { requestId: 'a', ...options });
  await loaded();
  return asked;
}

async function openList() {
  control().focus();
  await press('Enter');
  await vi.waitFor(() => expect(list()).toBeVisible(), { timeout: 10_000 });
}

describe('more than 8 questions [R-MANY]', () => {
  it('have one control in place of the tabs, which counts', async () => {
    await askMany(9);
    expect(screen.queryByRole('tablist')).toBeNull();
    expect(screen.queryByRole('tabpanel')).toBeNull();
    expect(control('Question 1 of 9, 0 answered')).toBeVisible();
    expect(screen.queryByText('0 of 9 answered')).toBeNull();
    radio('One').focus();
    await pressEach('2', 'Enter');
    expect(control('Question 2 of 9, 1 answered')).toBeVisible();
    expect(focused()).toMatch(/What should part 2 use/);
  });

  it('8 questions have tabs', async () => {
    await askMany(8);
    expect(screen.getAllByRole('tab')).toHaveLength(9);
    expect(screen.queryByRole('button', { name: 'Next unanswered' })).toBeNull();
  });

  it('the control opens the list with the state of each question, and the shown one has the focus', async () => {
    const { onSubmit } = await askMany(9, { allow: { skip: true } });
    radio('One').focus();
    await pressEach('1', 'Enter');
    button('Skip').focus();
    await press('Enter');
    await openList();
    expect(opened()).toHaveAttribute('aria-haspopup', 'listbox');
    expect(names()).toEqual([
      '1. Part 1 answered',
      '2. Part 2 skipped',
      ...[3, 4, 5, 6, 7, 8, 9].map((n) => `${n}. Part ${n}`),
      'Review 1 of 9 answered',
    ]);
    expect(screen.getByRole('option', { name: '2. Part 2 skipped' })).toBeVisible();
    expect(rows()[2]).toHaveFocus();
    expect(rows().map((row) => row.getAttribute('aria-selected'))).toEqual(rows().map((_, at) => String(at === 2)));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it.each(['ltr', 'rtl'] as const)('cuts a long name in the list at its own end (%s)', async (dir) => {
    const long = 'Which of the databases that are mentioned in the plan should the new service of the team use?';
    const hebrew = 'באיזה ממסדי הנתונים המוזכרים בתוכנית אמור להשתמש השירות החדש של הצוות בשנה הקרובה?';
    ask([{ question: long }, { question: hebrew }, ...many(9)], { dir });
    await loaded();
    await openList();
    for (const row of rows().slice(0, 2)) {
      const name = row.querySelector('bdi')!;
      const box = name.getBoundingClientRect();
      const text = document.createRange();
      text.setStart(name.firstChild!, 0);
      text.setEnd(name.firstChild!, 1);
      const first = text.getBoundingClientRect();
      expect([first.left >= box.left - 1, first.right <= box.right + 1]).toEqual([true, true]);
      expect(box.width).toBeLessThan(row.getBoundingClientRect().width);
      expect(row.scrollWidth).toBe(row.clientWidth);
    }
  });

  it('marks missing answers in the list after a refused submit', async () => {
    await askMany(9);
    await openList();
    await pressEach('End', 'Enter');
    await slowly('Enter');
    expect(focused()).toMatch(/part 1 use/);
    await openList();
    expect(names()[0]).toBe('1. Part 1 answer missing');
  });

  it('arrows, Home, End and letters move in the list and show no question; Enter goes there', async () => {
    await askMany();
    await openList();
    const at = () => rows().findIndex((row) => row === document.activeElement);
    const moves: (string | number)[] = [];
    for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'End', 'ArrowDown', 'Home']) {
      await press(key);
      moves.push(key, at());
    }
    expect(moves).toEqual(['ArrowUp', 0, 'ArrowDown', 1, 'ArrowDown', 2, 'End', 30, 'ArrowDown', 30, 'Home', 0]);
    await press('1', { laterMs: 1000 });
    await press('7');
    expect(at()).toBe(16);
    await press('r', { laterMs: 2000 });
    expect(at()).toBe(30);
    expect(heading(/part 1 use/)).toBeVisible();
    for (let times = 0; times < 12; times++) await press('ArrowUp');
    await press('Enter');
    expect(list()).toBeNull();
    expect(focused()).toMatch(/Question 19 of 30. What should part 19 use/);
    expect(screen.queryAllByRole('radio', { checked: true })).toEqual([]);
  });

  it('Review is reachable from the list', async () => {
    await askMany();
    await openList();
    await press('End');
    await press(' ');
    expect(focused()).toBe('question Check your answers');
    expect(control('Review, 0 of 30 answered')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Check your answers' })).toBeVisible();
  });

  it.each([false, true])('opens and closes by the button (StrictMode: %s)', async (strict) => {
    await askMany(9, { strict });
    await openList();
    expect(rows()[0]).toHaveFocus();
    await mouseClick(opened());
    expect(list()).toBeNull();
    expect(control()).toHaveFocus();
    await openList();
    await click(opened());
    expect(list()).toBeNull();
    expect(control()).toHaveFocus();
  });

  it('Escape closes the list and returns to the control; nothing is cancelled', async () => {
    const { onCancel } = await askMany();
    await openList();
    await press('Escape');
    expect(list()).toBeNull();
    expect(control()).toHaveFocus();
    expect(onCancel).not.toHaveBeenCalled();
  });

  it.each([false, true])('Tab leaves the list, which closes (Shift: %s)', async (shift) => {
    await askMany();
    await openList();
    await press('Tab', { shift });
    expect(list()).toBeNull();
    expect(document.activeElement).not.toBe(document.body);
  });

  it('the mouse opens and closes the list, and selects in it', async () => {
    await askMany();
    await mouseClick(control());
    await vi.waitFor(() => expect(list()).toBeVisible(), { timeout: 10_000 });
    await mouseClick(opened());
    expect(list()).toBeNull();
    await press('ArrowDown');
    await vi.waitFor(() => expect(list()).toBeVisible(), { timeout: 10_000 });
    await mouseClick(rows()[3]!);
    expect(list()).toBeNull();
    expect(focused()).toMatch(/part 4 use/);
  });

  it('a step that the host refuses keeps the focus in the card', async () => {
    await askMany(9, { stateReducer: (state, { action, changes }) => (action.type === 'goTo' ? state : changes) });
    await openList();
    await pressEach('ArrowDown', 'Enter');
    expect(control()).toHaveFocus();
    await press('PageDown');
    expect(control('Question 1 of 9, 0 answered')).toHaveFocus();
  });
});

describe('Page Down and Page Up [R-MANY]', () => {
  it('on the control, move between questions and Review; the focus stays, and the question is announced', async () => {
    await askMany(9);
    control().focus();
    await press('PageDown');
    expect(control('Question 2 of 9, 0 answered')).toHaveFocus();
    expect(status()).toBe('Question 2 of 9. What should part 2 use?');
    await press('PageUp');
    await press('PageUp');
    expect(control('Question 1 of 9, 0 answered')).toHaveFocus();
    for (let times = 0; times < 10; times++) await press('PageDown');
    expect(control('Review, 0 of 9 answered')).toHaveFocus();
    expect(status()).toBe('Check your answers');
  });

  it('on Review, Page Up goes to the last question, and the focus to the control', async () => {
    await askMany(9);
    await openList();
    await pressEach('End', 'Enter');
    expect(focused()).toBe('question Check your answers');
    await press('PageDown');
    expect(focused()).toBe('question Check your answers');
    await press('PageUp');
    expect(control('Question 9 of 9, 0 answered')).toHaveFocus();
    expect(status()).toBe('');
  });

  it('do nothing on an option, a heading, in a field, with Shift, and with up to 8 questions', async () => {
    const { update } = await askMany(9);
    for (const element of [radio('One'), heading(/part 1 use/), button('Next')]) {
      element.focus();
      await press('PageDown');
      expect(heading(/part 1 use/)).toBeVisible();
    }
    control().focus();
    await press('PageDown', { shift: true });
    expect(heading(/part 1 use/)).toBeVisible();
    update(many(8), { requestId: 'b' });
    tab('Part 1').focus();
    await press('PageDown');
    expect(heading(/part 1 use/)).toBeVisible();
  });
});

describe('"Next unanswered" [R-MANY]', () => {
  const next = () => button('Next unanswered');

  it('goes to the next question without an answer, also from Review and past the end', async () => {
    await askMany(9);
    radio('One').focus();
    await pressEach('1', 'Enter');
    next().focus();
    await press('Enter');
    expect(focused()).toMatch(/part 3 use/);
    await openList();
    await pressEach('End', 'Enter');
    await click(next());
    expect(focused()).toMatch(/part 2 use/);
  });

  it('is disabled, and keeps the focus, if no other question needs an answer', async () => {
    const questions = [...many(9), { ...DATABASE, required: false }];
    ask(questions, { requestId: 'a' });
    await loaded();
    expect(next()).not.toHaveAttribute('aria-disabled');
    radio('One').focus();
    for (let at = 0; at < 9; at++) await pressEach('1', 'Enter');
    await openList();
    await pressEach('Home', 'ArrowDown', 'Enter');
    button('Clear answer').focus();
    await press('Enter');
    // Only the shown question is unanswered, and the last one.
    next().focus();
    await press('Enter');
    expect(focused()).toMatch(/Which database/);
    await pressEach('1');
    await click(next());
    expect(focused()).toMatch(/part 2 use/);
    await pressEach('1');
    next().focus();
    expect(next()).toHaveAttribute('aria-disabled', 'true');
    await press('Enter');
    expect(next()).toHaveFocus();
    expect(control('Question 2 of 10, 10 answered')).toBeVisible();
  });
});

describe('what the user has entered', () => {
  it('stays when more than four questions are shown, and so does a note', async () => {
    ask([...many(5), NAME, ...many(5)], { requestId: 'a' });
    await loaded();
    radio('One').focus();
    await press('0');
    await typeKeys('mine');
    for (let at = 0; at < 5; at++) await click(button('Next'));
    await typeKeys('orders');
    for (let at = 0; at < 5; at++) await click(button('Next'));
    expect(document.querySelectorAll('[data-ask-user="panel"]').length).toBeLessThanOrEqual(5);
    await click(button('Next unanswered'));
    await openList();
    await pressEach('Home', 'Enter');
    expect(radio('Other')).toBeChecked();
    expect(field('Other Your answer').value).toBe('mine');
  });
});

it('a reply to a question that was shown long before is still announced [R-ASKBACK]', async () => {
  let reply: ((text: string) => void) | undefined;
  const onAskBack = () => new Promise<string>((resolve) => (reply = resolve));
  await askMany(12, { onAskBack });
  await click(button('Ask about this'));
  await typeKeys('why?\n');
  for (let at = 0; at < 6; at++) await click(button('Next'));
  await act(async () => reply?.('Because'));
  await vi.waitFor(() => expect(status()).toContain('Because'), { timeout: 10_000 });
  for (let at = 0; at < 6; at++) await click(button('Back'));
  expect(screen.getByText('Because')).toBeVisible();
});

describe('a streaming request that grows over 8 questions [R-MANY]', () => {
  it('moves the focus from a tab to the control', async () => {
    const { update } = ask(many(7), { requestId: 'a', streaming: true });
    await loaded();
    tab('Part 2').focus();
    update(many(8), { streaming: true });
    expect(tab('Part 2')).toHaveFocus();
    update(many(12), { streaming: true });
    expect(control('Question 2 of 11, 0 answered')).toHaveFocus();
    update(many(12), { streaming: false });
    expect(control('Question 2 of 12, 0 answered')).toHaveFocus();
  });

  it('keeps the focus, the caret and the text of a field', async () => {
    const { update } = ask([NAME, ...many(7)], { requestId: 'a', streaming: true });
    await loaded();
    field(/name of the service/).focus();
    await typeKeys('orders');
    const element = document.activeElement;
    update([NAME, ...many(20)], { streaming: true });
    expect(control('Question 1 of 20, 1 answered')).toBeVisible();
    expect(element).toHaveFocus();
    await typeKeys('x');
    expect(field(/name of the service/).value).toBe('ordersx');
  });
});

it('tabs that the host composes stay tabs', () => {
  render(
    <AskUser.Root questions={many(9)}>
      <AskUser.Card>
        <AskUser.Questions>
          <AskUser.TabList>
            {many(9).map(({ header }, index) => (
              <AskUser.Tab key={header} index={index} />
            ))}
            <AskUser.ReviewTab />
          </AskUser.TabList>
          {many(9).map(({ header }, index) => (
            <AskUser.Question key={header} index={index} />
          ))}
          <AskUser.Review />
        </AskUser.Questions>
      </AskUser.Card>
    </AskUser.Root>,
  );
  expect(screen.getAllByRole('tab')).toHaveLength(10);
  const [first] = screen.getAllByRole('tab');
  const panels = screen.getAllByRole('tabpanel', { hidden: true });
  expect(panels).toHaveLength(10);
  expect(panels[0]).toHaveAttribute('aria-labelledby', first?.id);
  expect(screen.getByRole('tabpanel')).toBe(panels[0]);
});

it('all questions are printed', async () => {
  await page.viewport(800, 600);
  await askMany(12);
  window.dispatchEvent(new Event('beforeprint'));
  expect(document.querySelectorAll('[data-ask-user="panel"] [data-ask-user="options"]')).toHaveLength(12);
});
