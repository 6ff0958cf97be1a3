import { screen } from '@testing-library/react';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { AskUserDialogProps } from '../../../src/react/index.js';
import { de } from '../../../src/messages/languages/de.js';
import { askUser } from '../../../src/dialects/index.js';
import {
  ask,
  button,
  card,
  cleanUpAfterEach,
  field,
  focused,
  loaded,
  radio,
  tab,
  type AskOptions,
} from '../../helpers/browser/card.js';
import { press, pressEach, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, FEATURES, NAME, THREE } from '../../helpers/browser/questions.js';

cleanUpAfterEach();

const WORDS = 'Send what I have';
const offer = () => screen.queryByRole('button', { name: WORDS });

/** Answers one of three questions by keyboard, and shows Review. */
async function review(options: AskOptions = {}) {
  const view = ask(THREE, { asker: 'Builder', allow: { partial: true }, ...options });
  await loaded();
  await mouseClick(radio('SQLite'));
  await pressEach('Enter', 'Enter', 'Enter');
  await expect.poll(() => screen.getAllByRole('tab').at(-1)?.getAttribute('aria-selected'), SOON).toBe('true');
  return view;
}

/** Moves focus from Review's heading to the button with only Tab. */
async function tabTo(name: string) {
  for (let step = 0; step < 12 && !focused().includes(name); step++) await press('Tab');
  expect(focused()).toBe(`button ${name}`);
}

describe('"Send what I have"', () => {
  it('is reached by Tab, describes its effect, and sends the other questions as skipped [R-PARTIAL]', async () => {
    const { onSubmit } = await review();
    await tabTo(WORDS);
    expect(button(WORDS)).toHaveAccessibleDescription('2 of 3 questions stay unanswered. Builder will be told so.');
    await press('Enter');
    expect(onSubmit).toHaveBeenCalledOnce();
    const [output, { result, replies }] = onSubmit.mock.calls[0]!;
    expect(output).toEqual({
      answered: true,
      answers: [
        { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: FEATURES.question, answer: '', wasCustom: false, skipped: true },
        { question: NAME.question, answer: '', wasCustom: false, skipped: true },
      ],
    });
    expect(result.status).toBe('answered');
    expect(replies.map(({ skipped }) => skipped ?? false)).toEqual([false, true, true]);
    await expect
      .poll(() => document.querySelector('[data-ask-user="settled"]')?.textContent, SOON)
      .toContain('skipped');
  });

  it('does not change Submit, which still asks for every answer [R-PARTIAL] [R-ATOMIC]', async () => {
    const { onSubmit } = await review();
    await mouseClick(button('Submit answers'));
    expect(onSubmit).not.toHaveBeenCalled();
    expect(tab(/Features/).getAttribute('aria-selected')).toBe('true');
  });

  it('keeps focus while sending, and restores everything if the delivery fails [R-PARTIAL] [R-ASYNC]', async () => {
    const tries: ((value: unknown) => void)[] = [];
    const onSubmit = vi.fn<NonNullable<AskUserDialogProps['onSubmit']>>(
      () => new Promise((resolve) => tries.push(resolve)),
    );
    await review({ onSubmit });
    await tabTo(WORDS);
    await press(' ');
    expect(card().dataset.phase).toBe('submitting');
    expect([focused(), button(WORDS).getAttribute('aria-disabled')]).toEqual([`button ${WORDS}`, 'true']);
    await press('Enter');
    expect(tries).toHaveLength(1);
    tries[0]!({ ok: false });
    await expect.poll(() => card().dataset.phase, SOON).toBe('answering');
    expect(focused()).toBe(`button ${WORDS}`);
    expect(tab('Features')).toBeVisible();
    await mouseClick(button('Try again'));
    await expect.poll(() => tries.length, SOON).toBe(2);
    expect(onSubmit.mock.calls[1]![1].replies.map(({ skipped }) => skipped ?? false)).toEqual([false, true, true]);
  });

  it('is offered after the first answer, until every question is answered [R-PARTIAL]', async () => {
    ask([DATABASE, NAME], { allow: { partial: true } });
    await loaded();
    await mouseClick(tab(/Review/));
    expect(offer()).toBeNull();
    await mouseClick(tab(/Name/));
    field(/name of/).focus();
    await typeKeys('web');
    await press('Enter');
    await expect.poll(offer, SOON).toBeVisible();
    await mouseClick(tab(/Database/));
    await press('1');
    await pressEach('Enter', 'Enter');
    await expect.poll(() => tab(/Review, 2 of 2/).getAttribute('aria-selected'), SOON).toBe('true');
    expect(offer()).toBeNull();
  });

  it('is rendered together with Review, so that nothing moves under the pointer [R-PARTIAL] [R-CALM]', async () => {
    const offered: boolean[] = [];
    // Called after each commit, before the browser paints.
    const commits = new MutationObserver(() => {
      if (document.querySelector('[role="tabpanel"][data-review]:not([hidden])')) offered.push(offer() !== null);
    });
    onTestFinished(() => commits.disconnect());
    commits.observe(document.body, { subtree: true, childList: true, attributes: true });
    await review();
    const top = () => button('Submit answers').getBoundingClientRect().top;
    const before = top();
    expect(offer()).toBeVisible();
    await loaded();
    expect(top()).toBe(before);
    expect(new Set(offered)).toEqual(new Set([true]));
  });

  it('is not offered if the dialect can not represent a skipped question, or the host does not allow it [R-PARTIAL]', async () => {
    const { unmount } = await review({ allow: { partial: false } });
    expect(offer()).toBeNull();
    unmount();
    const dialect = { ...askUser, capabilities: { ...askUser.capabilities, skipped: false } };
    await review({ dialect });
    expect(offer()).toBeNull();
  });

  it('is in the language of the card [R-PARTIAL] [R-MESSAGES]', async () => {
    await review({ messages: de });
    expect(button('Bisherige Antworten senden')).toHaveAccessibleDescription(
      '2 von 3 Fragen bleiben unbeantwortet. Builder erfährt das.',
    );
  });

  it('does not send on the second click of a double click on Review [R-PARTIAL]', async () => {
    const { onSubmit } = await review();
    button(WORDS).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('is sent once by a double click, even if the host fails in between [R-PARTIAL]', async () => {
    const { onSubmit } = await review({ onSubmit: () => ({ ok: false }) });
    await mouseClick(button(WORDS));
    await expect.poll(() => [onSubmit.mock.calls.length, card().dataset['phase']]).toEqual([1, 'answering']);
    button(WORDS).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }));
    expect(onSubmit).toHaveBeenCalledOnce();
    await mouseClick(button(WORDS));
    expect(onSubmit).toHaveBeenCalledTimes(2);
  });
});
