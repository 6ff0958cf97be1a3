import { screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import {
  ask,
  type Asked,
  type AskOptions,
  button,
  checkbox,
  cleanUpAfterEach,
  click,
  field,
  focused,
  heading,
  radio,
  tab,
} from '../helpers/browser/card.js';
import { fill, press, pressEach, SOON } from '../helpers/browser/keys.js';
import { mouseClick } from '../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../helpers/browser/questions.js';

cleanUpAfterEach();

// Only the clock of what is said: everything else goes on in real time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Everything that gets said from now on, as `politeness: text`. */
function listen(): string[] {
  const said: string[] = [];
  const watcher = new MutationObserver((records) => {
    for (const { addedNodes, target } of records) {
      const region = target instanceof Element ? target.closest('[aria-live]') : null;
      for (const { textContent } of addedNodes) said.push(`${region?.getAttribute('aria-live')}: ${textContent}`);
    }
  });
  for (const region of document.querySelectorAll('[aria-live]'))
    watcher.observe(region, { childList: true, subtree: true });
  return said;
}

const enter = (text: string) => fill(field(/name of/), text);

describe('live regions', () => {
  it('are there and empty before anything is said, and say how urgent they are (A14)', () => {
    ask(THREE, { strict: true });
    const polite = screen.getByRole('status');
    const urgent = screen.getByRole('alert');
    expect([polite.getAttribute('aria-live'), polite.innerHTML]).toEqual(['polite', '']);
    expect([urgent.getAttribute('aria-live'), urgent.innerHTML]).toEqual(['assertive', '']);
  });

  it('are emptied after a while', async () => {
    ask([DATABASE], { onSubmit: () => ({ ok: false }) });
    await click(radio('SQLite'));
    await click(button('Submit'));
    expect(screen.getByRole('alert').textContent).not.toBe('');
    vi.advanceTimersByTime(10_000);
    expect(screen.getByRole('alert').innerHTML).toBe('');
  });
});

it('what is said of a request does not outlive it', async () => {
  const { update } = ask([DATABASE], { requestId: 'r1', onSubmit: () => ({ ok: false }) });
  await click(radio('SQLite'));
  await click(button('Submit'));
  expect(screen.getByRole('alert').textContent).not.toBe('');
  update([NAME], { requestId: 'r2' });
  expect(screen.getByRole('alert').innerHTML).toBe('');
  const said = listen();
  update([NAME], { requestId: 'r3', result: { status: 'aborted' } });
  await Promise.resolve();
  vi.advanceTimersByTime(10);
  expect(screen.getByRole('status').textContent).toBe(said[0]?.replace('polite: ', '') ?? '');
});

describe('the length (row 13)', () => {
  it('is said once for each threshold, a second after the last key (A76, A78) [R-LONG]', async () => {
    ask([NAME], { softLimit: 20 });
    const said = listen();
    await enter('x'.repeat(17));
    vi.advanceTimersByTime(2000);
    await enter('x'.repeat(18));
    vi.advanceTimersByTime(600);
    await enter('x'.repeat(19));
    vi.advanceTimersByTime(600);
    await Promise.resolve();
    expect(said).toEqual([]);
    vi.advanceTimersByTime(400);
    await Promise.resolve();
    expect(said).toEqual(['polite: 19 of 20 suggested characters']);
    await enter('x'.repeat(20));
    vi.advanceTimersByTime(2000);
    await enter('x'.repeat(21));
    vi.advanceTimersByTime(999);
    await enter('x'.repeat(25));
    vi.advanceTimersByTime(999);
    await Promise.resolve();
    expect(said).toHaveLength(1);
    vi.advanceTimersByTime(1);
    await Promise.resolve();
    expect(said.slice(1)).toEqual(['polite: 25 characters (5 over the suggested 20). Nothing will be cut off.']);
  });
});

describe('sending (rows 17 to 19)', () => {
  it('is said only if it takes longer than 400 ms (A76) [R-ASYNC]', async () => {
    let done: (() => void) | undefined;
    ask([DATABASE], { onSubmit: () => new Promise<void>((resolve) => (done = resolve)) });
    const said = listen();
    await click(radio('SQLite'));
    await press('Enter');
    vi.advanceTimersByTime(399);
    await Promise.resolve();
    expect(said).toEqual([]);
    vi.advanceTimersByTime(1);
    await Promise.resolve();
    expect(said).toEqual(['polite: Sending…']);
    done?.();
    await expect.poll(focused, SOON).toContain('You answered');
  });

  it.each([false, true])(
    'sent: said where the focus is elsewhere, and once; StrictMode: %s (A16, A76)',
    async (strict) => {
      let done: (() => void) | undefined;
      ask([DATABASE], { strict, asker: 'Setup', onSubmit: () => new Promise<void>((resolve) => (done = resolve)) });
      const said = listen();
      await click(radio('SQLite'));
      await press('Enter');
      button('Before').focus();
      done?.();
      await expect.poll(() => said, SOON).toEqual(['polite: You answered Setup']);
      expect(focused()).toBe('button Before');
    },
  );

  it('sent with the focus in the card: the focus speaks, nothing else (A79)', async () => {
    ask([DATABASE]);
    const said = listen();
    await click(radio('SQLite'));
    await press('Enter');
    vi.advanceTimersByTime(5000);
    await Promise.resolve();
    expect([focused(), said]).toEqual(['title You answered Assistant', []]);
  });

  it('not sent: said urgently, every time anew (A76, A77) [R-ASYNC]', async () => {
    ask([DATABASE], { onSubmit: () => Promise.reject(new Error('offline')) });
    const said = listen();
    await click(radio('SQLite'));
    const failed = 'assertive: Your answers weren’t sent. They’re still here.';
    await press('Enter');
    await expect.poll(() => said, SOON).toEqual([failed]);
    await click(button('Try again'));
    await expect.poll(() => said, SOON).toEqual([failed, failed]);
  });

  it('not sent, and then sent: nothing is left of the failure to be found', async () => {
    let times = 0;
    ask([DATABASE], { onSubmit: () => ({ ok: times++ > 0 }) });
    await click(radio('SQLite'));
    await press('Enter');
    expect(screen.getByRole('alert')).toHaveTextContent('Your answers weren’t sent.');
    await press('Enter');
    await expect.poll(focused, SOON).toBe('title You answered Assistant');
    expect([screen.getByRole('alert').innerHTML, screen.getByRole('status').innerHTML]).toEqual(['', '']);
  });

  it('refused at once twice: said twice, too (A77) [R-ASYNC]', async () => {
    ask([DATABASE], { onSubmit: () => ({ ok: false }) });
    const said = listen();
    await click(radio('SQLite'));
    await pressEach('Enter', 'Enter');
    const failed = 'assertive: Your answers weren’t sent. They’re still here.';
    expect(said).toEqual([failed, failed]);
  });

  it('withdrawn with the focus elsewhere: said, politely (row 21)', async () => {
    const { update } = ask([DATABASE], { asker: 'Setup' });
    button('Before').focus();
    const said = listen();
    update([DATABASE], { result: { status: 'aborted' } });
    await Promise.resolve();
    expect(said).toEqual(['polite: Setup no longer needs an answer']);
  });
});

describe('what is missing (row 12)', () => {
  it('is said urgently where the focus stays, and only there (A76)', async () => {
    ask([NAME]);
    const said = listen();
    await mouseClick(button('Submit'));
    expect([focused(), said]).toEqual(['field', []]);
    await press('Enter');
    expect(said).toEqual(['assertive: Type your answer.']);
  });
});

it('what moves the focus says nothing besides (A79)', async () => {
  ask(THREE);
  const said = listen();
  heading(/Which database/).focus();
  await pressEach('2', 'ArrowDown', '0', 'ArrowLeft', 'Shift');
  await mouseClick(radio('SQLite'));
  await pressEach('Enter', '1');
  await click(checkbox('REST API'));
  await press('Enter');
  await mouseClick(tab(/Database/));
  await press('ArrowRight');
  // Radix moves on among the tabs a task later.
  vi.advanceTimersByTime(1);
  expect(focused()).toBe('tab Features, answered');
  await click(button('Next'));
  await click(button('Review'));
  await click(button('Submit answers'));
  await pressEach('Escape', 'Escape', 'Escape');
  await click(button('Keep answering'));
  vi.advanceTimersByTime(5000);
  await Promise.resolve();
  expect(said).toEqual([]);
});

it('nothing is said while questions arrive (A82) [R-STREAM]', async () => {
  const { update } = ask([DATABASE], { streaming: true });
  const said = listen();
  for (const questions of [[DATABASE], [DATABASE, FEATURES], THREE]) update(questions, { streaming: true });
  update(THREE, { streaming: false });
  vi.advanceTimersByTime(5000);
  await Promise.resolve();
  expect(said).toEqual([]);
});

const chooseSecond = () => click(radio('SQLite'));
const outside = () => button('Before').focus();
const failing = () => ({ ok: false });
const onDatabase = () => heading(/Which database/).focus();

type Row = [
  event: string,
  before: () => Promise<unknown> | void,
  act: (asked: Asked) => Promise<unknown> | void,
  said: string[],
  props?: AskOptions,
];

/** Everything that happens, and all that is said of it; where the focus goes along, it says the rest. */
const TABLE: readonly Row[] = [
  ['row 6: chosen by arrow and by Space', () => radio('SQLite').focus(), () => pressEach('ArrowDown', ' '), []],
  ['row 6: chosen by a click', () => {}, () => mouseClick(radio('SQLite')), []],
  ['row 7: chosen by a digit', onDatabase, () => press('2'), []],
  ['row 8: Other', onDatabase, () => pressEach('0', 'a'), []],
  [
    'row 12: nothing chosen, by key',
    () => button('Submit').focus(),
    () => press('Enter'),
    ['assertive: Choose an option, or type your answer under Other.'],
  ],
  [
    'row 12: again, on the heading that has the focus',
    () => click(button('Submit')),
    () => press('Enter'),
    ['assertive: Choose an option, or type your answer under Other.'],
  ],
  ['row 15: the question of discarding', chooseSecond, () => press('Escape'), [], { confirmCancel: 'always' }],
  ['row 16: kept', chooseSecond, () => pressEach('Escape', 'Escape'), [], { confirmCancel: 'always' }],
  ['row 18: sent', chooseSecond, () => press('Enter'), []],
  [
    'row 18: sent, the focus elsewhere',
    () => chooseSecond().then(outside),
    () => click(button('Submit')),
    ['polite: You answered Setup'],
  ],
  [
    'row 19: not sent',
    chooseSecond,
    () => press('Enter'),
    ['assertive: Your answers weren’t sent. They’re still here.'],
    { onSubmit: failing },
  ],
  [
    'row 19: a cancellation that did not get through',
    onDatabase,
    () => press('Escape'),
    ['assertive: Couldn’t send. Everything you entered is still here.'],
    { onCancel: failing },
  ],
  ['row 20: cancelled', onDatabase, () => press('Escape'), []],
  [
    'row 20: cancelled, the focus elsewhere',
    outside,
    () => click(button('Cancel')),
    ['polite: You cancelled Setup’s request'],
  ],
  [
    'row 21: withdrawn under the user’s hands',
    onDatabase,
    ({ update }) => update([DATABASE], { result: { status: 'aborted' } }),
    [],
  ],
  [
    'row 21: replaced, the focus elsewhere',
    outside,
    ({ update }) => update([DATABASE], { result: { status: 'superseded' } }),
    ['polite: Setup’s request was replaced'],
  ],
  ['row 22: an hour passes', onDatabase, () => void vi.advanceTimersByTime(3_600_000), []],
  ['row 27: the host turns number keys off', onDatabase, ({ update }) => update([DATABASE], { shortcuts: false }), []],
];

describe('the table of events', () => {
  it.each(TABLE)('%s (A76, A79)', async (_, before, act, expected, props) => {
    const asked = ask([DATABASE], { asker: 'Setup', ...props });
    await before();
    const said = listen();
    await act(asked);
    vi.advanceTimersByTime(6000);
    await Promise.resolve();
    expect(said).toEqual(expected);
  });

  it('rows 10, 11, 14: a question, Review and the question about a long answer speak by focus alone (A79)', async () => {
    ask([NAME, DATABASE], { softLimit: 3 });
    const said = listen();
    await enter('abcd');
    await pressEach('Enter', '1', 'Enter');
    expect(focused()).toBe('question Check your answers');
    await click(button('Submit answers'));
    expect(focused()).toBe('button Edit answer');
    await press('Escape');
    expect(said).toEqual([]);
  });
});

it('an hour submits nothing, moves nothing and closes nothing (A105) [R-NOPHANTOM]', async () => {
  const { onSubmit, onCancel, container } = ask(THREE);
  await click(radio('SQLite'));
  radio('SQLite').focus();
  await press('0');
  await userEvent.keyboard('mine');
  const html = container.innerHTML;
  vi.advanceTimersByTime(3_600_000);
  await Promise.resolve();
  expect(container.innerHTML).toBe(html);
  expect([focused(), onSubmit.mock.calls, onCancel.mock.calls]).toEqual(['field Your answer', [], []]);
});
