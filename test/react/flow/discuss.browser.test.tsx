import { screen, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { codex } from '../../../src/dialects/index.js';
import { AskUserDialog, AskUserReceipt, type AskUserDialogProps, type DraftStorage } from '../../../src/react/index.js';
import { toRecord, type AskUserRecord } from '../../../src/core/index.js';
import { de } from '../../../src/messages/languages/de.js';
import {
  ask,
  button,
  card,
  chosen,
  cleanUpAfterEach,
  field,
  focused,
  loaded,
  radio,
  type AskOptions,
  confirmation,
} from '../../helpers/browser/card.js';
import { press, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import { DATABASE, NAME, THREE } from '../../helpers/browser/questions.js';

// Clear after the cleanup, because its unmounts write drafts.
afterEach(() => sessionStorage.clear());
cleanUpAfterEach();

const phase = () => card().dataset.phase;
const sheet = () => screen.queryByRole('dialog', { name: 'Discuss the questions first?' });
const offer = () => screen.queryByRole('button', { name: 'Discuss instead' });

async function begin(options: AskOptions = {}, questions = THREE) {
  const view = ask(questions, { asker: 'Builder', allow: { discuss: true }, ...options });
  await loaded();
  return view;
}

/** Opens the sheet from the first option with only Tab and Enter. */
async function open() {
  for (let step = 0; step < 14 && focused() !== 'button Discuss instead'; step++) await press('Tab');
  expect(focused()).toBe('button Discuss instead');
  await press('Enter');
  expect(sheet()).toBeVisible();
}

describe('"Discuss instead"', () => {
  it('asks for a message and sends it with the answers so far, by keyboard only [R-DISCUSS]', async () => {
    const { onCancel, onSubmit } = await begin();
    await mouseClick(radio('SQLite'));
    await open();
    expect(focused()).toBe('field What should be cleared up first? (optional)');
    expect(sheet()).toHaveAccessibleDescription(
      'Builder receives your message and your answers so far. The answers are not submitted yet.',
    );
    await typeKeys('How many');
    await press('Enter');
    await typeKeys('users 1?');
    await press('Tab');
    expect(focused()).toBe('button Keep answering');
    await press('Tab');
    await press('Enter');
    expect(onSubmit).not.toHaveBeenCalled();
    expect(onCancel).toHaveBeenCalledOnce();
    const [output, { result, replies }] = onCancel.mock.calls[0]!;
    const soFar = { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false };
    expect(output).toEqual({
      answered: false,
      status: 'declined',
      discuss: true,
      reason: 'How many\nusers 1?',
      answers: [soFar],
    });
    expect(result).toMatchObject({
      status: 'declined',
      discuss: true,
      answers: [{ questionId: 'q1', text: 'SQLite' }],
    });
    expect(replies).toEqual([{ questionId: 'q1', selected: [1] }]);
    await expect.poll(() => document.querySelector('[data-ask-user="settled"]'), SOON).toBeVisible();
  });

  it('keeps all entries and its message on Escape and "Keep answering" [R-DISCUSS] [R-KEEP]', async () => {
    const { onCancel } = await begin();
    await mouseClick(radio('SQLite'));
    await open();
    await typeKeys('budget');
    await press('Escape');
    expect(sheet()).toBeNull();
    expect([phase(), focused(), chosen()]).toEqual(['answering', 'button Discuss instead', ['SQLite']]);
    await press('Enter');
    expect(field(/cleared up/).value).toBe('budget');
    await mouseClick(button('Keep answering'));
    expect([sheet(), phase(), onCancel.mock.calls.length]).toEqual([null, 'answering', 0]);
  });

  it('keeps its message over a reload [R-DISCUSS] [R-REPLAY]', async () => {
    const session: DraftStorage = {
      get: (key) => sessionStorage.getItem(key),
      set: (key, text) => sessionStorage.setItem(key, text),
      remove: (key) => sessionStorage.removeItem(key),
    };
    const { unmount } = await begin({ requestId: 'r1', draftStorage: session });
    await mouseClick(button('Discuss instead'));
    await typeKeys('budget');
    unmount();
    const again = await begin({ requestId: 'r1', draftStorage: session });
    expect(button('Start over')).toBeVisible();
    await mouseClick(button('Discuss instead'));
    expect(field(/cleared up/).value).toBe('budget');
    await mouseClick(button('Keep answering'));
    await mouseClick(button('Start over'));
    await mouseClick(button('Discuss instead'));
    expect(field(/cleared up/).value).toBe('');
    await mouseClick(button('Keep answering'));
    await mouseClick(button('Undo'));
    again.unmount();
    await begin({ requestId: 'r1', draftStorage: session });
    await mouseClick(button('Discuss instead'));
    expect(field(/cleared up/).value).toBe('budget');
    await mouseClick(button('Send and discuss'));
    await expect.poll(() => sessionStorage.length, SOON).toBe(0);
  });

  it('shows its message for copying if the request settles while the user types [R-DISCUSS] [R-KEEP]', async () => {
    const { update } = await begin();
    await mouseClick(button('Discuss instead'));
    await typeKeys('budget');
    update(THREE, { result: { status: 'timedOut' } });
    await expect.poll(() => document.querySelector('[data-ask-user="settled"]'), SOON).toBeVisible();
    const kept = [...document.querySelectorAll('[data-ask-user="review-item"]')].map(({ textContent }) => textContent);
    expect(kept).toEqual(['Discuss insteadbudget']);
  });

  it('asks for confirmation before a cancellation discards its message [R-DISCUSS] [R-CANCEL]', async () => {
    const { onCancel } = await begin({}, [NAME]);
    await mouseClick(button('Discuss instead'));
    await typeKeys('budget');
    await press('Escape');
    await mouseClick(button('Cancel'));
    expect(confirmation()).toHaveAccessibleDescription(/^Your message will not be sent[.]/);
    expect(onCancel).not.toHaveBeenCalled();
  });

  it('requires no message and no answer, and does not ask twice after a failure [R-DISCUSS] [R-ASYNC]', async () => {
    let ok = false;
    const onCancel = vi.fn<NonNullable<AskUserDialogProps['onCancel']>>(() => ({ ok }));
    await begin({ onCancel }, [NAME]);
    await mouseClick(button('Discuss instead'));
    await mouseClick(button('Send and discuss'));
    await expect.poll(phase, SOON).toBe('answering');
    expect(onCancel.mock.calls[0]![1].result).toEqual({ status: 'declined', discuss: true, answers: [] });
    // An answer given in the meantime is included.
    field(/name of/).focus();
    await typeKeys('web');
    ok = true;
    await mouseClick(button('Try again'));
    await expect.poll(() => onCancel.mock.calls.length, SOON).toBe(2);
    expect(onCancel.mock.calls[1]![1].replies).toEqual([{ questionId: 'q1', selected: [], custom: 'web' }]);
  });

  it('makes the card inert behind the sheet, so a digit types into the message [R-DISCUSS]', async () => {
    const { onCancel } = await begin();
    await mouseClick(button('Discuss instead'));
    expect(card().querySelector<HTMLElement>('[data-ask-user="body"]')?.inert).toBe(true);
    await press('1');
    await mouseClick(button('Send and discuss'));
    expect(onCancel.mock.calls[0]![1].result).toEqual({ status: 'declined', discuss: true, reason: '1', answers: [] });
  });

  it('is not offered by default, or if the dialect cannot represent it [R-DISCUSS]', async () => {
    const { unmount } = await begin({ allow: { discuss: false } });
    expect(offer()).toBeNull();
    unmount();
    render(<AskUserDialog dialect={codex} input={{ questions: [{ id: 'a', ...NAME }] }} allow={{ discuss: true }} />);
    await loaded();
    expect(offer()).toBeNull();
  });

  it.each(['How many users?', 'unknown'])(
    'shows the message %j in the settled card and in the receipt [R-DISCUSS] [R-RECEIPT]',
    async (message) => {
      const { onCancel } = await begin();
      await open();
      await typeKeys(message);
      await press('Tab');
      await press('Tab');
      await press('Enter');
      expect(await screen.findByText(`“${message}”`, undefined, SOON)).toBeVisible();
      const [, { result, request }] = onCancel.mock.calls[0]!;
      const record = toRecord(result, request, { answeredAt: 0, mode: 'interactive' });
      const receipt = render(<AskUserReceipt record={record} />);
      expect(await receipt.findAllByText(`“${message}”`, undefined, SOON)).toHaveLength(2);
    },
  );

  it('is shown in the language of the card [R-DISCUSS] [R-MESSAGES]', async () => {
    await begin({ messages: de });
    await mouseClick(button('Lieber besprechen'));
    expect(screen.getByRole('dialog', { name: 'Fragen zuerst besprechen?' })).toBeVisible();
  });

  it('is stored in a record, and its receipt shows the answers so far [R-DISCUSS] [R-RECEIPT]', async () => {
    let record: AskUserRecord | undefined;
    await begin({
      onCancel: (_, { result, request }) =>
        void (record = toRecord(result, request, { mode: 'interactive', answeredAt: 0 })),
    });
    await mouseClick(radio('SQLite'));
    await mouseClick(button('Discuss instead'));
    await typeKeys('budget?');
    await mouseClick(button('Send and discuss'));
    const receipt = render(<AskUserReceipt record={JSON.parse(JSON.stringify(record))} />);
    expect(receipt.container.textContent).toContain('You asked to discuss the questions of Builder first');
    expect(receipt.container.textContent).toContain('SQLite');
    expect(receipt.container.textContent).toContain('budget?');
  });
});

describe('"Discuss this instead"', () => {
  const offerThis = () => screen.queryByRole('button', { name: 'Discuss this instead' });
  const sheetThis = () => screen.queryByRole('dialog', { name: 'Discuss this question first?' });

  it('names the shown question in the sheet, the result and the settled card, by keyboard only [R-ASKBACK]', async () => {
    const { onCancel } = await begin();
    await mouseClick(radio('SQLite'));
    for (const key of ['Tab', 'Tab', 'Tab']) await press(key);
    expect(focused()).toBe('question-action Discuss this instead');
    await press('Enter');
    expect(sheetThis()).toHaveAccessibleDescription(
      `“${DATABASE.question}” Builder receives your message and your answers so far. The answers are not submitted yet.`,
    );
    await press('Escape');
    expect([sheetThis(), phase(), focused()]).toEqual([null, 'answering', 'question-action Discuss this instead']);
    await press('Enter');
    await typeKeys('Why?');
    await press('Tab');
    await press('Tab');
    await press('Enter');
    const [output, { result }] = onCancel.mock.calls[0]!;
    expect(output).toMatchObject({ status: 'declined', discuss: true, about: DATABASE.question, reason: 'Why?' });
    expect(result).toMatchObject({ discuss: true, about: 'q1', answers: [{ text: 'SQLite' }] });
    const shown = () => document.querySelector('[data-ask-user="settled"]')?.textContent;
    await expect.poll(shown, SOON).toContain(`To discuss: “\u2068${DATABASE.question}\u2069”“Why?”`);
  });

  it('is not offered for a single question, without a discussion, or if the agent replies [R-ASKBACK]', async () => {
    const view = await begin({}, [NAME]);
    expect([offerThis(), offer() !== null]).toEqual([null, true]);
    view.update(THREE, { allow: {} });
    expect(offerThis()).toBeNull();
    view.update(THREE, { allow: { discuss: true } });
    await expect.poll(offerThis, SOON).toBeVisible();
    view.update(THREE, { allow: { discuss: true }, onAskBack: () => 'So.' });
    await expect.poll(() => screen.queryByRole('button', { name: 'Ask about this' }), SOON).toBeVisible();
    expect([offerThis(), offer() !== null]).toEqual([null, true]);
  });

  it('never appears before "Ask about this" of a host that replies [R-ASKBACK]', async () => {
    const seen: boolean[] = [];
    const observer = new MutationObserver(() => seen.push(offerThis() !== null));
    observer.observe(document.body, { childList: true, subtree: true });
    await begin({ onAskBack: () => 'So.' });
    await expect.poll(() => screen.queryByRole('button', { name: 'Ask about this' }), SOON).toBeVisible();
    observer.disconnect();
    expect([seen.length > 0, seen.includes(true)]).toEqual([true, false]);
  });
});
