import type { Page } from 'playwright';
import { afterEach, describe, expect, it } from 'vitest';
import { answer } from './helpers/answer.js';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';
import { features, openShared } from './helpers/shared-page.js';

const windows: ChatPage[] = [];
afterEach(async () => {
  const opened = windows.splice(0);
  const problems = opened.flatMap((chat) => chat.problems);
  await Promise.all(opened.map((chat) => chat.close()));
  expect(problems).toEqual([]);
});

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Discuss the questions first?' });
const message = (page: Page) => sheet(page).getByRole('textbox');

/** A chat with three pending questions about details, one of which is answered. */
async function atDetails(open: () => Promise<ChatPage>): Promise<ChatPage> {
  const chat = await open();
  windows.push(chat);
  const { page } = chat;
  await chat.say('Set up a service');
  await page.getByRole('radio', { name: 'SQLite' }).waitFor();
  await answer(page, 'SQLite');
  await features(page).waitFor();
  await chat.enterQuestion();
  await chat.press('2');
  await page.getByRole('checkbox', { name: 'REST API', checked: true }).waitFor();
  return chat;
}

describe.each<[string, () => Promise<ChatPage>]>([
  ['the private chat', openChat],
  ['the shared chat', openShared],
])('%s, by keyboard only', (_, open) => {
  it('sends some of the answers from Review, and the agent names what was left open [R-PARTIAL]', async () => {
    const chat = await atDetails(open);
    const { page } = chat;
    await chat.tabTo(page.getByRole('tab', { name: /Features/ }), 'Shift+Tab');
    await chat.press('End');
    await page.getByText('2 of 3 questions stay unanswered. Setup assistant will be told so.').waitFor();
    await expectAccessible(page);
    await chat.activate('Send what I have');
    await chat.heard("REST API will be included. You left Backup and Name open, and I won't decide for you.");
    await page.getByRole('heading', { name: 'Where will the service run?' }).waitFor();
    await expectAccessible(page);
  });

  it('sends a message for discussion, which the agent quotes before it asks again [R-DISCUSS]', async () => {
    const chat = await atDetails(open);
    const { page } = chat;
    await chat.activate('Discuss instead');
    await expectFocus(message(page));
    await chat.type('How many users will there be?');
    await expectAccessible(page);
    await chat.activate('Send and discuss');
    await chat.heard(
      "You'd like to discuss the details first: “How many users will there be?”. So far you have Features: “REST API”, which I don't take as answers yet.",
    );
    await expect.poll(() => page.getByRole('checkbox').count()).toBe(0);
    await chat.say('About 50.');
    await chat.heard(
      'You wrote: “About 50.”. Noted. My question about the details is still open, so here it is again.',
    );
    await features(page).waitFor();
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('the private chat, by keyboard only', () => {
  it('replies to what the user asks, and the receipt shows both apart from the answers [R-ASKBACK]', async () => {
    const chat = await atDetails(openChat);
    const { page } = chat;
    await chat.activate('Ask about this');
    await expectFocus(page.getByRole('textbox', { name: 'Your question' }));
    await chat.type('What do others choose?');
    await chat.press('Enter');
    await page.locator('[data-ask-user="reply"]').waitFor();
    await page.getByRole('checkbox', { name: 'REST API', checked: true }).waitFor();
    await expectAccessible(page);
    await chat.tabTo(page.getByRole('tab', { name: /Features/ }), 'Shift+Tab');
    await chat.press('End');
    await chat.activate('Send what I have');
    await page.getByRole('heading', { name: 'Where will the service run?' }).waitFor();
    await page.getByText('What you asked').waitFor();
    await page.getByText('“What do others choose?”', { exact: true }).waitFor();
    await expectAccessible(page);
  });
});
