import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import {
  ask,
  button,
  chosen,
  cleanUpAfterEach,
  click,
  focused,
  heading,
  loaded,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { commit, compose, imeKey } from '../../helpers/browser/ime.js';
import { insertText, press, pressEach, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { emulate, withLook } from '../../helpers/browser/media.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { choices, NAME } from '../../helpers/browser/questions.js';
import type { QuestionInput } from '../../../src/react/index.js';

cleanUpAfterEach();

const SIZE: [number, number] = [innerWidth, innerHeight];
beforeEach(() => page.viewport(900, 800));
afterEach(() => page.viewport(...SIZE));

const NAMES = [
  'Lima',
  'Oslo',
  'Rome',
  'Paris',
  'Cairo',
  'Tokyo',
  'Quito',
  'Sofia',
  'Delhi',
  'Seoul',
  'Accra',
  'São Tomé',
];
const CITIES: QuestionInput = {
  question: 'Which city?',
  header: 'City',
  options: [...NAMES, { label: 'Bern', description: 'near the Alps' }],
};
const MANY: QuestionInput = { ...CITIES, multiSelect: true };

const filter = () => screen.findByRole<HTMLInputElement>('searchbox', { name: 'Filter the options' }, SOON);
const shown = () =>
  [...screen.queryAllByRole('radio'), ...screen.queryAllByRole('checkbox')]
    .filter((control) => control.checkVisibility())
    .map((control) => (control as HTMLButtonElement).labels[0]?.querySelector('[data-ask-user="label"]')?.textContent);
const status = () => document.querySelector('[data-ask-user="status"]')?.textContent;
const top = (element: Element) => element.getBoundingClientRect().top;

async function type(text: string): Promise<HTMLInputElement> {
  const element = await filter();
  element.focus();
  await typeKeys(text);
  return element;
}

describe('the filter of a long list [R-FILTER]', () => {
  it('is offered above 12 options only', async () => {
    const { unmount } = ask([choices(12)]);
    await loaded();
    expect(screen.queryByRole('searchbox')).toBeNull();
    unmount();
    ask([choices(13)]);
    expect(await filter()).toBeVisible();
  });

  it('shows the options that contain all words in label or description, and Other', async () => {
    ask([CITIES]);
    const element = await type('SAO t');
    expect(shown()).toEqual(['São Tomé', 'Other']);
    expect(element).toHaveAccessibleDescription('1 of 13 options');
    element.select();
    await typeKeys('alps');
    expect(shown()).toEqual(['Bern', 'Other']);
  });

  it('keeps its place free until it loads, and the list as high as it was', async () => {
    ask([MANY]);
    const before = top(screen.getAllByRole('checkbox')[0]!);
    await filter();
    await screen.findByRole('button', { name: 'Select all 13' });
    expect(top(screen.getAllByRole('checkbox')[0]!)).toBe(before);
    const submit = top(button('Submit'));
    await type('bern');
    expect(shown()).toEqual(['Bern', 'Other']);
    expect(top(button('Submit'))).toBe(submit);
    await press('Escape');
    expect(top(button('Submit'))).toBe(submit);
  });

  it('changes no selection, and never hides a selected option', async () => {
    ask([MANY]);
    await click(screen.getByRole('checkbox', { name: 'Oslo' }));
    await type('xyz');
    expect(shown()).toEqual(['Oslo', 'Other']);
    expect(screen.getByText('No option matches. Change the filter, or choose “Other”.')).toBeVisible();
    // A deselected option stays until the text changes, so that it does not vanish under the focus.
    screen.getByRole('checkbox', { name: 'Oslo' }).focus();
    await press(' ');
    expect([focused(), shown()]).toEqual(['control Oslo', ['Oslo', 'Other']]);
    await type('z');
    expect(shown()).toEqual(['Other']);
  });

  it('is cleared by the first Escape, wherever the focus is; the next one cancels', async () => {
    const { onCancel } = ask([CITIES]);
    const element = await type('bern');
    await press('Escape');
    expect([element.value, shown().length, focused()]).toEqual(['', 14, 'filter Filter the options']);
    await typeKeys('rome');
    radio('Rome').focus();
    await press('Escape');
    expect([shown().length, focused()]).toEqual([14, 'control Rome']);
    expect(onCancel).not.toHaveBeenCalled();
    await press('Escape');
    await expect.poll(() => onCancel.mock.calls.length, SOON).toBe(1);
  });

  it('selects and sends nothing with Enter, and moves into the list with the down arrow', async () => {
    const { onSubmit } = ask([CITIES]);
    await type('o');
    await pressEach('Enter', 'Enter');
    expect([chosen(), focused()]).toEqual([[], 'filter Filter the options']);
    await press('ArrowDown');
    expect([chosen(), focused()]).toEqual([[], 'control Oslo']);
    await pressEach('Enter', 'Enter');
    await expect.poll(() => onSubmit.mock.calls.length, SOON).toBe(1);
  });

  it('takes digits as text, and leaves each digit to its option', async () => {
    ask([CITIES]);
    const element = await type('3');
    expect([element.value, chosen()]).toEqual(['3', []]);
    element.select();
    await typeKeys('bern');
    heading(/Which city/).focus();
    await press('3');
    expect([chosen(), focused(), shown()]).toEqual([['Rome'], 'control Rome', ['Rome', 'Bern', 'Other']]);
  });

  it('lets the arrow keys and the tab stop skip what is hidden', async () => {
    ask([CITIES]);
    await type('o');
    const walked: string[] = [];
    await press('Tab');
    for (let step = 0; step < 4; step++) {
      walked.push(focused());
      await press('ArrowDown');
    }
    expect(walked).toEqual(['control Oslo', 'control Rome', 'control Cairo', 'control Tokyo']);
    await press('Home');
    expect([focused(), chosen()]).toEqual(['control Oslo', ['Oslo']]);
    await pressEach('ArrowUp', 'ArrowUp');
    expect(focused()).toBe('control São Tomé');
  });

  it('never leaves the tab stop on a hidden option', async () => {
    ask([CITIES]);
    for (const text of ['bern', 'xyz', 'o', 'lima']) {
      (await filter()).select();
      await type(text);
      const stops = screen.getAllByRole('radio').filter(({ tabIndex }) => tabIndex === 0);
      expect([text, stops.length]).toEqual([text, 1]);
    }
  });

  it('stays while the user goes to another question and back, and is part of no answer', async () => {
    const { onSubmit } = ask([CITIES, NAME]);
    await type('bern');
    await mouseClick(tab(/Name/));
    await mouseClick(tab(/City/));
    expect([(await filter()).value, shown()]).toEqual(['bern', ['Bern', 'Other']]);
    await click(radio('Bern'));
    await mouseClick(tab(/Name/));
    await insertText('');
    await mouseClick(tab(/Review/));
    expect(JSON.stringify(onSubmit.mock.calls)).not.toContain('bern');
  });

  it('announces the number of options once the user stops typing', async () => {
    ask([CITIES]);
    await type('o');
    expect(status()).toBe('');
    await expect.poll(status, SOON).toBe('8 of 13 options');
    await typeKeys('xyz');
    await expect.poll(status, SOON).toBe('No option matches. Change the filter, or choose “Other”.');
  });

  it('works with an input method, whose keys it leaves alone', async () => {
    const { onCancel } = ask([{ ...choices(13, '選択肢'), question: 'どれ？' }]);
    const element = await filter();
    element.focus();
    await compose('せん');
    for (const [code, key] of [
      ['Enter', 'Enter'],
      ['Escape', 'Escape'],
      ['ArrowDown', 'ArrowDown'],
    ] as const)
      await imeKey(code, key);
    expect([focused(), element.value]).toEqual(['filter Filter the options', 'せん']);
    await commit('選択肢 13');
    expect([element.value, shown()]).toEqual(['選択肢 13', ['選択肢 13', 'Other']]);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('counts only shown options below the list', async () => {
    ask([choices(100)]);
    await type('9');
    await expect
      .poll(() => document.querySelector('[data-ask-user="more-indicator"]')?.textContent, SOON)
      .toMatch(/^1?\d more$/);
    await typeKeys('9');
    await expect.poll(() => document.querySelector('[data-ask-user="more-indicator"]'), SOON).toBeNull();
  });

  it('follows a request whose options change', async () => {
    const { update } = ask([CITIES], { requestId: '1' });
    await type('bern');
    update([{ ...CITIES, options: ['Bern', 'Berne', ...NAMES] }], { requestId: '1' });
    expect(shown()).toEqual(['Bern', 'Berne', 'Other']);
  });
});

describe('select all and clear [R-FILTER]', () => {
  it('are offered above 5 options of a multi-select question only', async () => {
    const { unmount } = ask([{ ...choices(5), multiSelect: true }]);
    await loaded();
    expect(screen.queryByRole('button', { name: /Select all/ })).toBeNull();
    unmount();
    ask([{ ...choices(6), multiSelect: true }]);
    expect(await screen.findByRole('button', { name: 'Select all 6' }, SOON)).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('select what is shown, and clear everything, without moving the focus', async () => {
    ask([MANY]);
    await click(screen.getByRole('checkbox', { name: 'Lima' }));
    await type('ro');
    const all = button('Select all 3');
    await mouseClick(all);
    expect(chosen()).toEqual(['Lima', 'Rome', 'Cairo']);
    expect(all).toHaveAttribute('aria-disabled', 'true');
    await expect.poll(status, SOON).toBe('3 selected');
    button('Clear answer').focus();
    await press('Enter');
    expect([chosen(), focused()]).toEqual([[], 'question-action Clear answer']);
    expect(status()).toBe('0 selected');
  });

  it('select as many as the rule allows', async () => {
    const { onSubmit } = ask(undefined, {
      request: {
        requestId: '1',
        previewFormat: 'text',
        questions: [
          {
            id: 'q',
            question: 'Which?',
            multiSelect: true,
            options: NAMES.map((label) => ({ label })),
            constraints: { maxSelected: 3 },
          },
        ],
      } as never,
    });
    await click(screen.getByRole('checkbox', { name: 'Paris' }));
    await mouseClick(await screen.findByRole('button', { name: 'Select 2 more' }, SOON));
    expect(chosen()).toEqual(['Lima', 'Oslo', 'Paris']);
    await mouseClick(button('Submit'));
    await expect.poll(() => onSubmit.mock.calls.length, SOON).toBe(1);
  });
});

describe('a printed card with a filter [R-FILTER]', () => {
  withLook({ media: 'print' });

  it('shows all options, and no field', async () => {
    const { container } = ask([CITIES]);
    await loaded();
    const element = container.querySelector<HTMLInputElement>('[role="searchbox"]')!;
    const rows = () => [...container.querySelectorAll('[role="radio"]')].filter((one) => one.checkVisibility()).length;
    await emulate({ media: '' });
    await type('bern');
    expect([rows(), element.checkVisibility()]).toEqual([2, true]);
    await emulate({ media: 'print' });
    expect([rows(), element.checkVisibility()]).toEqual([14, false]);
  });
});
