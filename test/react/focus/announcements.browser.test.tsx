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
  loaded,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { fill, press, pressEach, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

// Fake only the timers of announcements. Everything else runs in real time.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

/** Collects every announcement from this call on. Format: `politeness: text`. */
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
  it('are empty before the first announcement and have a politeness (A14)', () => {
    ask(THREE, { strict: true });
    const polite = screen.getByRole('status');
    const urgent = screen.getByRole('alert');
    expect([polite.getAttribute('aria-live'), polite.innerHTML]).toEqual(['polite', '']);
    expect([urgent.getAttribute('aria-live'), urgent.innerHTML]).toEqual(['assertive', '']);
  });

  it('are emptied within 10 s', async () => {
    ask([DATABASE], { onSubmit: () => ({ ok: false }) });
    await click(radio('SQLite'));
    await click(button('Submit'));
    expect(screen.getByRole('alert').textContent).not.toBe('');
    vi.advanceTimersByTime(10_000);
    expect(screen.getByRole('alert').innerHTML).toBe('');
  });
});

it('an announcement does not outlive its request', async () => {
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

describe('the announcement of the length (row 13)', () => {
  it('is made once for each threshold, 1 s after the last key (A76, A78) [R-LONG]', async () => {
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

  it('leaves the visible counter alone, which is written once for the keys of 200 ms [R-LONG]', async () => {
    const { unmount } = ask([NAME], { softLimit: 20 });
    await enter('x'.repeat(18));
    await loaded();
    const counter = document.querySelector('[data-ask-user="counter"]')!;
    const written: (string | null)[] = [];
    const watcher = new MutationObserver(() => written.push(counter.textContent));
    watcher.observe(counter, { childList: true, characterData: true, subtree: true });
    for (const length of [19, 18, 20]) {
      await enter('x'.repeat(length));
      vi.advanceTimersByTime(50);
    }
    expect(written).toEqual([]);
    vi.advanceTimersByTime(50);
    await Promise.resolve();
    expect(written).toEqual(['20 of 20 suggested characters']);
    await enter('x'.repeat(19));
    unmount();
    expect(vi.getTimerCount()).toBe(0);
  });
});

describe('the card while it sends and settles (rows 17 to 19)', () => {
  it('announces the delivery after 400 ms (A76) [R-ASYNC]', async () => {
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
    'announces a success once if focus is elsewhere; StrictMode: %s (A16, A76)',
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

  it('moves focus on success without an announcement if focus is in the card (A79)', async () => {
    ask([DATABASE]);
    const said = listen();
    await click(radio('SQLite'));
    await press('Enter');
    vi.advanceTimersByTime(5000);
    await Promise.resolve();
    expect([focused(), said]).toEqual(['title You answered Assistant', []]);
  });

  it('announces each failure assertively (A76, A77) [R-ASYNC]', async () => {
    ask([DATABASE], { onSubmit: () => Promise.reject(new Error('offline')) });
    const said = listen();
    await click(radio('SQLite'));
    const failed = 'assertive: Your answers weren’t sent. They’re still here.';
    await press('Enter');
    await expect.poll(() => said, SOON).toEqual([failed]);
    await click(button('Try again'));
    await expect.poll(() => said, SOON).toEqual([failed, failed]);
  });

  it('removes the error announcement once a retry succeeds', async () => {
    let times = 0;
    ask([DATABASE], { onSubmit: () => ({ ok: times++ > 0 }) });
    await click(radio('SQLite'));
    await press('Enter');
    expect(screen.getByRole('alert')).toHaveTextContent('Your answers weren’t sent.');
    await press('Enter');
    await expect.poll(focused, SOON).toBe('title You answered Assistant');
    expect([screen.getByRole('alert').innerHTML, screen.getByRole('status').innerHTML]).toEqual(['', '']);
  });

  it('announces two immediate refusals twice (A77) [R-ASYNC]', async () => {
    ask([DATABASE], { onSubmit: () => ({ ok: false }) });
    const said = listen();
    await click(radio('SQLite'));
    await pressEach('Enter', 'Enter');
    const failed = 'assertive: Your answers weren’t sent. They’re still here.';
    expect(said).toEqual([failed, failed]);
  });

  it('announces a withdrawal politely if focus is elsewhere (row 21)', async () => {
    const { update } = ask([DATABASE], { asker: 'Setup' });
    button('Before').focus();
    const said = listen();
    update([DATABASE], { result: { status: 'aborted' } });
    await Promise.resolve();
    expect(said).toEqual(['polite: Setup no longer needs an answer']);
  });
});

describe('a missing answer (row 12)', () => {
  it('is announced assertively only if focus does not move (A76)', async () => {
    ask([NAME]);
    const said = listen();
    await mouseClick(button('Submit'));
    expect([focused(), said]).toEqual(['field', []]);
    await press('Enter');
    expect(said).toEqual(['assertive: Type your answer.']);
  });

  it('is announced only by the description of Other’s field if focus moves there', async () => {
    ask([DATABASE]);
    await click(radio('Other'));
    const said = listen();
    await mouseClick(button('Submit'));
    expect([focused(), said]).toEqual(['field Your answer', []]);
    expect(field(/^Other/)).toHaveAccessibleDescription(/Type your answer or choose another option/);
  });
});

it('changes that move focus make no additional announcement (A79)', async () => {
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
  // Radix moves focus between tabs one task later.
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

it('questions that stream in are not announced (A82) [R-STREAM]', async () => {
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

/** Each event with its announcements. If an event moves focus, the focused element replaces the announcement. */
const TABLE: readonly Row[] = [
  [
    'row 6: an option selected by arrow and Space',
    () => radio('SQLite').focus(),
    () => pressEach('ArrowDown', ' '),
    [],
  ],
  ['row 6: an option selected by click', () => {}, () => mouseClick(radio('SQLite')), []],
  ['row 7: an option selected by digit', onDatabase, () => press('2'), []],
  ['row 8: Other', onDatabase, () => pressEach('0', 'a'), []],
  [
    'row 12: a submit by key without an answer',
    () => button('Submit').focus(),
    () => press('Enter'),
    ['assertive: Choose an option, or type your answer under Other.'],
  ],
  [
    'row 12: a second submit from the focused heading',
    () => click(button('Submit')),
    () => press('Enter'),
    ['assertive: Choose an option, or type your answer under Other.'],
  ],
  ['row 15: the discard confirmation', chooseSecond, () => press('Escape'), [], { confirmCancel: 'always' }],
  [
    'row 16: a closed discard confirmation',
    chooseSecond,
    () => pressEach('Escape', 'Escape'),
    [],
    { confirmCancel: 'always' },
  ],
  ['row 18: a delivery', chooseSecond, () => press('Enter'), []],
  [
    'row 18: a delivery while focus is elsewhere',
    () => chooseSecond().then(outside),
    () => click(button('Submit')),
    ['polite: You answered Setup'],
  ],
  [
    'row 19: a failed delivery',
    chooseSecond,
    () => press('Enter'),
    ['assertive: Your answers weren’t sent. They’re still here.'],
    { onSubmit: failing },
  ],
  [
    'row 19: a failed cancellation',
    onDatabase,
    () => press('Escape'),
    ['assertive: Couldn’t send. Everything you entered is still here.'],
    { onCancel: failing },
  ],
  ['row 20: a cancellation', onDatabase, () => press('Escape'), []],
  [
    'row 20: a cancellation while focus is elsewhere',
    outside,
    () => click(button('Cancel')),
    ['polite: You cancelled Setup’s request'],
  ],
  [
    'row 21: a withdrawal while focus is in the card',
    onDatabase,
    ({ update }) => update([DATABASE], { result: { status: 'aborted' } }),
    [],
  ],
  [
    'row 21: a superseded request while focus is elsewhere',
    outside,
    ({ update }) => update([DATABASE], { result: { status: 'superseded' } }),
    ['polite: Setup’s request was replaced'],
  ],
  ['row 22: an hour without input', onDatabase, () => void vi.advanceTimersByTime(3_600_000), []],
  [
    'row 27: number keys turned off by the host',
    onDatabase,
    ({ update }) => update([DATABASE], { shortcuts: false }),
    [],
  ],
];

describe('the announcements of a card', () => {
  it.each(TABLE)('follow the table for %s (A76, A79)', async (_, before, act, expected, props) => {
    const asked = ask([DATABASE], { asker: 'Setup', ...props });
    await before();
    const said = listen();
    await act(asked);
    vi.advanceTimersByTime(6000);
    await Promise.resolve();
    expect(said).toEqual(expected);
  });

  it('are left to focus for a question, Review and the long-answer confirmation (rows 10, 11, 14) (A79)', async () => {
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

it('an hour without input submits nothing, moves nothing and closes nothing (A105) [R-NOPHANTOM]', async () => {
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
