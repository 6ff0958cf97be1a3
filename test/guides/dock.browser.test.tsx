import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { AskUserDialogProps } from 'react-ask-user';
import { parseRequest } from 'react-ask-user/core';
import { button, cleanUpAfterEach, click, focused, frame, radio } from '../helpers/browser/card.js';
import { press, typeKeys } from '../helpers/browser/keys.js';
import { DATABASE, FEATURES } from '../helpers/browser/questions.js';
import { Dock } from './dock.js';
import './dock.css';

cleanUpAfterEach();

const FIRST: AskUserDialogProps = { questions: [DATABASE], requestId: 'first' };
const NEXT: AskUserDialogProps = { questions: [FEATURES], requestId: 'next' };

/** Also finds a hidden composer. */
const message = () => document.querySelector<HTMLTextAreaElement>('[aria-label="Message"]')!;
const isComposerShown = () => message().checkVisibility();
const isCardShown = () => screen.queryByRole('button', { name: 'Submit' }) !== null;

/** The sample of the page, in an app whose composer is a flex container, and has the focus. */
async function show() {
  await page.viewport(900, 700);
  const draw = (question?: AskUserDialogProps) => (
    <>
      <style>{'.dock form { display: flex }'}</style>
      <Dock question={question} />
    </>
  );
  const { rerender } = render(draw());
  message().focus();
  return async (question?: AskUserDialogProps) => {
    rerender(draw(question));
    await frame();
  };
}

it.each([{ ok: true }, { ok: false, message: 'Try again later.' }])(
  'the dock of queue.md returns the composer after an answer, if the delivery is $ok',
  async (outcome) => {
    const ask = await show();
    const onSubmit = vi.fn(async () => outcome);
    await ask({ ...FIRST, onSubmit });
    expect([isComposerShown(), focused()]).toEqual([false, 'control PostgreSQL']);
    await press('2', { laterMs: 600 });
    await press('Enter', { laterMs: 700 });
    if (outcome.ok) await expect.poll(() => document.activeElement).toBe(message());
    else await screen.findByText(/Try again later/);
    expect([onSubmit.mock.calls.length, isComposerShown()]).toEqual([1, outcome.ok]);
  },
);

it('the dock of queue.md shows the next request after a message in place of an answer', async () => {
  const ask = await show();
  await ask(FIRST);
  await click(button('Write a message instead'));
  expect([isComposerShown(), document.activeElement]).toEqual([true, message()]);
  await typeKeys('Stop');
  message().value = '';
  await ask({ ...FIRST, result: { status: 'superseded' } });
  expect(isComposerShown()).toBe(true);
  await ask(NEXT);
  expect([isComposerShown(), isCardShown(), focused()]).toEqual([false, true, 'control Accounts']);
});

it('the dock of queue.md leaves the composer beside a message, a streaming call, and an agent that goes on', async () => {
  const ask = await show();
  await typeKeys('Wait');
  await ask(FIRST);
  expect([isComposerShown(), isCardShown()]).toEqual([true, false]);
  message().value = '';
  await ask({ ...NEXT, streaming: true });
  expect([isComposerShown(), document.activeElement]).toEqual([true, message()]);
  await ask(NEXT);
  expect([isComposerShown(), isCardShown()]).toEqual([false, true]);
  const parsed = parseRequest({ questions: [DATABASE] }, { requestId: 'ahead', blocking: false });
  await ask(parsed.ok ? { request: parsed.value } : undefined);
  await click(button('Continue'));
  expect([isComposerShown(), radio('SQLite').checkVisibility()]).toEqual([true, true]);
});
