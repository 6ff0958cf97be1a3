import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';

const LONG = 'Orders come from three channels. '.repeat(76).slice(0, 2500);

let chat: ChatPage;

beforeEach(async () => {
  chat = await openChat();
});

afterEach(async () => {
  const { problems } = chat;
  await chat.close();
  expect(problems).toEqual([]);
});

describe('the example chat by keyboard', () => {
  it('answers, cancels, sends a long text, reloads and replaces a question by a message, and each reply reflects it', async () => {
    const { page } = chat;
    // The status region of the page. Each card has another one.
    const status = page.getByRole('status').first();

    // A message starts the chat, and focus moves to the question that the user waits for.
    await expectFocus(chat.composer);
    await chat.say('Set up a service that stores orders');
    await expectFocus(page.getByRole('radio', { name: 'PostgreSQL (Recommended)' }));
    await expectAccessible(page);

    // A message instead of an answer makes one request, and the agent asks again.
    await chat.say('Is SQLite enough for 2 GB?');
    await chat.heard('You wrote: “Is SQLite enough for 2 GB?”. Noted.');
    await page.getByRole('group', { name: 'Setup assistant’s request was replaced' }).waitFor();
    await expectFocus(page.getByRole('radio', { name: 'PostgreSQL (Recommended)' }));
    expect(await page.getByRole('radiogroup').count()).toBe(1);
    expect(chat.requests).toHaveLength(2);

    // A single-select question.
    await chat.enterQuestion();
    await chat.press('2');
    await expectFocus(page.getByRole('radio', { name: 'SQLite', checked: true }));
    await chat.press('Enter');
    await chat.heard('SQLite it is: one file and nothing to run.');

    // A reload in the middle of the next question shows it again and sends no request.
    await expectFocus(page.getByRole('checkbox', { name: 'Authentication' }));
    await chat.enterQuestion();
    await chat.press('1');
    await page.getByRole('checkbox', { name: 'Authentication', checked: true }).waitFor();
    expect(chat.requests).toHaveLength(3);
    await page.reload();
    await page.getByRole('group', { name: 'Setup assistant’s request was replaced' }).waitFor();
    await page.getByRole('group', { name: 'You answered Setup assistant' }).getByText('SQLite').waitFor();
    await page.getByRole('tab', { name: 'Features' }).waitFor();
    expect(chat.requests).toHaveLength(3);
    await expect.poll(() => status.textContent()).toContain('Setup assistant has 3 questions. First: Which features');

    // Three questions in tabs: a multi-select with custom text, a single-select and a text field. After a reload, the
    // user reaches the question by its shortcut.
    await page.getByRole('checkbox', { name: 'Authentication', checked: true }).waitFor();
    await expectFocus(page.locator('body'));
    await chat.press('Alt+q');
    await expectFocus(page.getByRole('heading', { name: 'Which features should we include?' }));
    await chat.press('3');
    await chat.press('0');
    await expectFocus(page.getByRole('textbox', { name: 'Other Your answer' }));
    await chat.type('Audit log');
    await chat.press('Enter');
    await page.getByRole('tab', { name: /^Features ?, answered$/ }).waitFor();
    await chat.tabTo(page.getByRole('radio', { name: 'Continuous replication' }));
    await chat.press('ArrowDown');
    await page.getByRole('radio', { name: 'A nightly copy', checked: true }).waitFor();
    await chat.press('Enter');
    await chat.tabTo(page.getByRole('textbox', { name: 'What should we name this service?' }));
    await chat.type('orders-api');
    await chat.press('Enter');
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    await chat.activate('Submit answers');
    await chat.heard('Authentication and Admin dashboard will be included. Got it: Audit log.');
    await chat.heard("I'll call the service orders-api.");

    // A cancelled question is left open, and the agent continues.
    await expectFocus(page.getByRole('radio', { name: 'A virtual machine' }));
    await chat.enterQuestion();
    await chat.press('Escape');
    await chat.heard("No problem. I'll leave deployment open for now.");
    await page.getByRole('group', { name: 'You cancelled Setup assistant’s request' }).waitFor();

    // A long answer is confirmed and sent in full.
    await expectFocus(page.getByRole('radio', { name: /^A paragraph/ }));
    await chat.enterQuestion();
    await chat.press('0');
    await expectFocus(page.getByRole('textbox', { name: 'Other Your answer' }));
    await page.keyboard.insertText(LONG);
    await chat.press('Enter');
    await page.getByText('Answer is long (2,500 chars). Continue anyway?').waitFor();
    await expectFocus(page.getByRole('button', { name: 'Edit answer' }));
    await chat.activate('Submit anyway');
    await chat.heard("That's a detailed brief — 2,500 characters.");
    expect(chat.requests.at(-1)).toContain(JSON.stringify(LONG));
    await expectFocus(chat.composer);

    // The plan quotes every answer.
    await chat.heard('Features: “Authentication”, “Admin dashboard”, “Audit log”');
    await chat.heard('Backup: “A nightly copy”');
    await chat.heard('Deployment: left open');
    await chat.heard(`README: “${LONG.slice(0, 80)}…” (2,500 characters)`);
    expect(chat.requests).toHaveLength(6);
    await expectAccessible(page);
  }, 90_000);

  it('starts a new chat after a confirmation', async () => {
    const { page } = chat;
    const start = page.getByRole('button', { name: 'New chat' });
    await chat.say('Set up a service');
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();
    await chat.tabTo(start, 'Shift+Tab');
    await chat.press('Enter');
    await page.getByRole('dialog', { name: 'Start a new chat?' }).waitFor();
    await expectFocus(page.getByRole('button', { name: 'Keep this chat' }));
    await expectAccessible(page);
    await chat.press('Escape');
    await expectFocus(start);
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();

    await chat.press('Enter');
    await chat.activate('Start a new chat');
    await page.getByRole('heading', { name: 'What are you building?' }).waitFor();
    await expectFocus(chat.composer);
    await page.reload();
    await page.getByRole('heading', { name: 'What are you building?' }).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    // Without anything to lose, there is no confirmation.
    await chat.activate('New chat');
    expect(await page.getByRole('dialog').count()).toBe(0);
  });
});
