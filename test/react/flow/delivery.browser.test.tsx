import { render, screen } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  ask,
  type AskOptions,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  click,
  field,
  radio,
  tab,
} from '../../helpers/browser/card.js';
import { press, pressEach, typeKeys, SOON } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';
import { AskUserDialog } from '../../../src/react/index.js';
import { en } from '../../../src/messages/languages/en.js';

cleanUpAfterEach();

const CANCELLED = { answered: false, answers: [], cancelled: true };
const phase = () => document.querySelector('[data-phase]')?.getAttribute('data-phase');
const error = () => document.querySelector('[data-ask-user="error"] :first-child')?.textContent;
const settled = (inside = '') =>
  [...document.querySelectorAll(`[data-ask-user="settled"] ${inside}`)].map((one) => one.textContent);
const settledText = () => settled()[0];
const settledTitle = () => settled('[data-ask-user="title"]')[0];
/** Texts below the questions. */
const kept = () => settled('dd');

/** A host whose handler settles when the test calls `resolve` or `reject`. */
function slowHost() {
  const calls: { resolve: (value?: unknown) => void; reject: (reason: unknown) => void }[] = [];
  const handler = () => new Promise((resolve, reject) => calls.push({ resolve, reject }));
  return { handler, calls };
}

/** Enters text under Other, a note and the second answer, and ends on Review. */
async function enterAll(): Promise<void> {
  await mouseClick(radio('Other'));
  await typeKeys('mine');
  await click(button('Add a note'));
  await typeKeys('why');
  await click(button('Next'));
  await mouseClick(field(/name of/));
  await typeKeys('orders');
  await click(button('Review'));
}
async function expectAll(): Promise<void> {
  await mouseClick(tab(/Database/));
  expect([chosen(), field(/Your answer/).value, field(/Note/).value]).toEqual([['Other'], 'mine', 'why']);
  await mouseClick(tab(/Name/));
  expect(field(/name of/).value).toBe('orders');
}
const WIRE = {
  answered: true,
  answers: [
    { question: DATABASE.question, answer: 'mine', wasCustom: true, notes: 'why' },
    { question: NAME.question, answer: 'orders', wasCustom: true },
  ],
};

describe('a delivery in flight', () => {
  it('is shown as "Sending", and allows no edits and no cancel [R-ASYNC] [R-ONCE]', async () => {
    const { handler, calls } = slowHost();
    const { onSubmit, onCancel } = ask([DATABASE], { onSubmit: handler });
    await mouseClick(radio('Other'));
    await typeKeys('mine');
    await click(button('Submit'));
    expect([
      phase(),
      card().querySelector('[data-ask-user="body"]')?.getAttribute('aria-busy'),
      button('Sending…').getAttribute('aria-disabled'),
    ]).toEqual(['submitting', 'true', 'true']);
    field(/Your answer/).focus();
    await typeKeys('x\n');
    await mouseClick(radio('SQLite'));
    await press('1');
    await mouseClick(button('Sending…'));
    await mouseClick(button('Cancel'));
    await press('Escape');
    expect([chosen(), field(/Your answer/).value, phase()]).toEqual([['Other'], 'mine', 'submitting']);
    expect([onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
    calls[0]?.resolve();
    await expect.poll(phase, SOON).toBe('settled');
  });

  it('does not turn from a cancellation into an answer [R-ASYNC] [R-NOPHANTOM]', async () => {
    const { handler, calls } = slowHost();
    const { onSubmit, onCancel } = ask([DATABASE], { onCancel: handler });
    await click(radio('SQLite'));
    await press('Escape');
    expect(phase()).toBe('submitting');
    await press('Enter');
    await click(button('Sending…'));
    expect([onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([0, 1]);
    calls[0]?.resolve();
    await expect.poll(settledTitle, SOON).toBe('You cancelled Assistant’s request');
  });

  it('has no effect after an unmount, which answers nothing [R-NOPHANTOM]', async () => {
    const { handler, calls } = slowHost();
    const { onSubmit, onCancel, unmount } = ask([DATABASE], { onSubmit: handler, strict: true });
    await click(radio('SQLite'));
    await click(button('Submit'));
    unmount();
    calls[0]?.reject(new Error('gone'));
    await Promise.resolve();
    expect([onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
  });
});

describe('a failed delivery', () => {
  const hosts: [string, () => unknown][] = [
    ['rejects', () => Promise.reject(new Error('offline'))],
    ['rejects without a reason', () => Promise.reject()],
    [
      'throws',
      () => {
        throw new Error('offline');
      },
    ],
    ['returns { ok: false }', () => ({ ok: false })],
    ['resolves with { ok: false, code }', () => Promise.resolve({ ok: false, code: 'invalid' })],
  ];

  it.each(hosts)('keeps and resends every field if the host %s [R-ASYNC] [R-KEEP]', async (_, fail) => {
    const outcomes = [fail, fail, () => undefined];
    const { onSubmit, onCancel } = ask([DATABASE, NAME], { onSubmit: () => outcomes.shift()?.() });
    await enterAll();
    await click(button('Submit answers'));
    await expect.poll(error, SOON).toBe('Your answers weren’t sent. They’re still here.');
    expect([phase(), onCancel.mock.calls.length]).toEqual(['answering', 0]);
    await expectAll();
    await click(button('Try again'));
    await expect.poll(() => [phase(), onSubmit.mock.calls.length], SOON).toEqual(['answering', 2]);
    await expectAll();
    await click(button('Try again'));
    await expect.poll(phase, SOON).toBe('settled');
    expect(onSubmit.mock.calls.map(([wire]) => wire)).toEqual([WIRE, WIRE, WIRE]);
  });

  it('logs an error in the code of the host once, because the card does not show it', async () => {
    const mistake = new TypeError('x is not a function');
    ask([DATABASE], { onSubmit: () => Promise.reject(mistake), strict: true });
    await click(radio('SQLite'));
    await click(button('Submit'));
    await expect.poll(error, SOON).toBe('Your answers weren’t sent. They’re still here.');
    expect(vi.mocked(console.error).mock.calls).toEqual([[mistake]]);
    vi.mocked(console.error).mockClear();
  });

  it('allows an edit, which is then sent [R-ASYNC]', async () => {
    let times = 0;
    const { onSubmit } = ask([DATABASE], { onSubmit: () => ({ ok: times++ > 0 }) });
    await click(radio('SQLite'));
    await pressEach('Enter', '3', 'Enter');
    expect(onSubmit.mock.calls[1]?.[0]).toMatchObject({ answers: [{ answer: 'MongoDB' }] });
    expect(error()).toBeUndefined();
  });

  const NOT_SENT = 'Your answers weren’t sent. They’re still here.';
  const alert = () => document.querySelector('[data-ask-user="card"] > [role="alert"]')?.textContent;
  const retries = () => screen.queryAllByRole('button', { name: 'Try again' }).length;

  it('shows and announces the reason of the host as text [R-ASYNC]', async () => {
    const message = 'Your <b>quota</b>\u202E is\nused up.';
    const { onSubmit } = ask([DATABASE], { onSubmit: () => ({ ok: false, message }) });
    await click(radio('SQLite'));
    await click(button('Submit'));
    expect(screen.getByText('Your <b>quota</b> is used up.')).toBeVisible();
    expect(alert()).toBe(`${NOT_SENT} Your <b>quota</b> is used up.`);
    expect(retries()).toBe(1);
    await click(button('Try again'));
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it.each([
    ['throws an error', () => Promise.reject(new Error('ECONNREFUSED 10.0.0.7'))],
    ['returns no reason', () => ({ ok: false })],
    ['returns a reason that shows nothing', () => ({ ok: false, message: '\u200B \n' })],
  ])('shows no reason if the host %s [R-ASYNC]', async (_name, onSubmit) => {
    ask([DATABASE], { onSubmit });
    await click(radio('SQLite'));
    await click(button('Submit'));
    await expect.poll(error, SOON).toBe(NOT_SENT);
    expect(alert()).toBe(NOT_SENT);
    expect(document.body.textContent).not.toContain('ECONNREFUSED');
  });

  it('shortens a reason that is too long to read, in the card and in its announcement [R-ASYNC]', async () => {
    ask([DATABASE], { onSubmit: () => ({ ok: false, message: 'too long '.repeat(20_000) }) });
    await click(radio('SQLite'));
    await click(button('Submit'));
    const lengths = [error(), alert()].map((text = '') => text.length - NOT_SENT.length);
    for (const length of lengths) expect(length).toBeGreaterThan(490);
    for (const length of lengths) expect(length).toBeLessThan(502);
    expect(error()).toMatch(/too long too…$/);
  });

  it('offers no retry if the host says so, and the input can be changed and submitted [R-ASYNC]', async () => {
    const refusal = { ok: false, message: 'This name is taken.', retry: false };
    const { onSubmit } = ask([NAME], { onSubmit: () => refusal });
    await mouseClick(field(/name of/));
    await typeKeys('orders\n');
    expect(screen.getByText('This name is taken.')).toBeVisible();
    expect([retries(), button('Submit').getAttribute('aria-disabled')]).toEqual([0, null]);
    expect(field(/name of/).value).toBe('orders');
    await typeKeys('2');
    await click(button('Submit'));
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });

  it('of a cancellation shows the reason, and offers no retry if the host says so [R-ASYNC]', async () => {
    for (const retry of [true, false]) {
      const { unmount } = ask([DATABASE], { onCancel: () => ({ ok: false, message: 'The agent is busy.', retry }) });
      await click(button('Cancel'));
      expect(screen.getByText('The agent is busy.')).toBeVisible();
      expect(retries()).toBe(Number(retry));
      unmount();
    }
  });

  it('of a cancellation keeps the answers and can be retried [R-ASYNC] [R-CANCEL]', async () => {
    let times = 0;
    const { onCancel } = ask(THREE, { onCancel: () => (times++ > 0 ? undefined : Promise.reject(new Error('no'))) });
    await click(radio('SQLite'));
    await click(button('Cancel'));
    await click(button('Discard answers'));
    await expect.poll(error, SOON).toBe('Couldn’t send. Everything you entered is still here.');
    expect(chosen()).toEqual(['SQLite']);
    await click(button('Try again'));
    await click(button('Discard answers'));
    await expect.poll(settledText, SOON).toContain('You cancelled');
    expect(onCancel.mock.calls.map(([wire]) => wire)).toEqual([CANCELLED, CANCELLED]);
  });

  it.each(['already_resolved', 'unknown', 'orphaned'])(
    'with the code %s makes the card read-only, and the typed text can be copied [R-ASYNC]',
    async (code) => {
      const { onSubmit, onCancel } = ask([DATABASE, NAME], { onSubmit: () => Promise.resolve({ ok: false, code }) });
      await enterAll();
      await click(button('Submit answers'));
      await expect.poll(phase, SOON).toBe('settled');
      expect(settledTitle()).toBe('Assistant no longer needs an answer');
      expect(kept()).toEqual(['mine', 'why', 'orders']);
      expect(settledText()).toContain(en.notSent);
      expect(screen.queryAllByRole('button', { name: /Before|After/ })).toHaveLength(2);
      expect(screen.queryAllByRole('button')).toHaveLength(2);
      expect([onSubmit.mock.calls.length, onCancel.mock.calls.length]).toEqual([1, 0]);
    },
  );
});

describe('an external settlement', () => {
  const endings: [AskOptions['result'] & object, RegExp][] = [
    [{ status: 'aborted', reason: 'moved on' }, /^Assistant no longer needs an answer/],
    [{ status: 'superseded' }, /^Assistant’s request was replaced/],
    [{ status: 'connectionLost' }, /^Connection to Assistant lost/],
    [{ status: 'timedOut' }, /^Assistant’s request timed out/],
    [{ status: 'unavailable', reason: 'x' }, /couldn’t be shown/],
  ];
  it.each(endings)('shows $status, keeps the typed text, and calls no handler [R-NOPHANTOM]', async (result, title) => {
    const { onSubmit, onCancel, update } = ask([DATABASE]);
    await mouseClick(radio('Other'));
    await typeKeys('mine');
    update([DATABASE], { result });
    expect(settledTitle()).toMatch(title);
    expect(kept()).toEqual(['mine']);
    expect(document.querySelector('[data-ask-user="settled"]')?.getAttribute('data-status')).toBe(result.status);
    expect([onSubmit.mock.calls, onCancel.mock.calls]).toEqual([[], []]);
  });

  it('overrides a delivery in flight, and stays [R-ONCE]', async () => {
    const { handler, calls } = slowHost();
    const { update } = ask([DATABASE], { onSubmit: handler, requestId: 'a' });
    await click(radio('SQLite'));
    await click(button('Submit'));
    update([DATABASE], { result: { status: 'aborted' } });
    calls[0]?.resolve();
    await Promise.resolve();
    update([DATABASE], { result: undefined });
    expect(settledTitle()).toBe('Assistant no longer needs an answer');
  });

  it('shows the text of an answer given elsewhere', () => {
    const answer = {
      questionId: 'q1',
      question: 'Q?',
      answer: 'A',
      text: 'A',
      wasCustom: true,
      selected: [],
      custom: 'A',
      notes: 'n',
    };
    ask([DATABASE], { result: { status: 'answered', answers: [answer] }, asker: 'Setup' });
    expect(settledTitle()).toBe('You answered Setup');
    expect([settled('dt'), kept()]).toEqual([['Q?'], ['“A”', 'n']]);
  });
});

describe('input without a question', () => {
  it.each([
    ['no questions', { questions: [] }],
    ['no text', { questions: [{}] }],
    ['null as a question', { questions: [null] }],
    ['no input', undefined],
    ['invalid JSON', '{'],
  ])('is reported once after commit, also in StrictMode, and renders nothing: %s [R-EMPTY]', (_, input) => {
    const props = { onError: vi.fn(), onSubmit: vi.fn(), onCancel: vi.fn() };
    const draw = () => (
      <StrictMode>
        <AskUserDialog input={structuredClone(input)} {...props} />
      </StrictMode>
    );
    const { container, rerender } = render(draw());
    rerender(draw());
    rerender(draw());
    expect(props.onError).toHaveBeenCalledOnce();
    const [wire, details] = props.onError.mock.calls[0] ?? [];
    expect(wire).toMatchObject({ answered: false, answers: [], status: 'invalid', reason: expect.any(String) });
    expect(details.result).toMatchObject({ status: 'invalid', issues: expect.arrayContaining([expect.anything()]) });
    expect([props.onSubmit.mock.calls, props.onCancel.mock.calls, container.innerHTML]).toEqual([[], [], '']);
  });

  it('is not reported while it streams, and the questions that arrive are asked [R-EMPTY] [R-STREAM]', () => {
    const onError = vi.fn();
    const { update } = ask([], { streaming: true, onError });
    update([FEATURES], { streaming: true, onError });
    expect(screen.queryAllByRole('checkbox')).toHaveLength(0);
    update([FEATURES, NAME], { streaming: true, onError });
    expect(screen.getAllByRole('checkbox')).toHaveLength(4);
    update([FEATURES, NAME], { streaming: false, onError });
    expect(onError).not.toHaveBeenCalled();
  });
});

it('a submit calls the newest handler of the host [R-ONCE]', async () => {
  const first = vi.fn();
  const second = vi.fn();
  const draw = (onSubmit: () => void) => <AskUserDialog questions={[DATABASE]} onSubmit={onSubmit} />;
  const { rerender } = render(draw(first));
  await click(radio('SQLite'));
  rerender(draw(second));
  await click(button('Submit'));
  expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1]);
});

it.each([[[DATABASE]], [[DATABASE, NAME]]])(
  'a double click sends once, even if the host fails in between',
  async (questions) => {
    const { onSubmit } = ask(questions, { onSubmit: () => ({ ok: false }) });
    await mouseClick(radio('SQLite'));
    if (questions.length > 1) {
      await mouseClick(button('Next'));
      await typeKeys('orders');
      await mouseClick(button('Review'));
    }
    await mouseClick(button(/Submit/));
    await expect.poll(error).toBeDefined();
    for (const again of screen.getAllByRole('button', { name: /Try again|Submit/ }))
      again.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    expect(onSubmit).toHaveBeenCalledOnce();
  },
);
