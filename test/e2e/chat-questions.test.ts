import type { Page } from 'playwright';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answer, cancel } from './helpers/answer.js';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';

let chat: ChatPage;

beforeEach(async () => {
  chat = await openChat();
});

afterEach(async () => {
  const { problems } = chat;
  await chat.close();
  expect(problems).toEqual([]);
});

const database = (page: Page) => page.getByRole('heading', { name: 'Which database should we use?' });
const field = (page: Page) => page.getByRole('textbox', { name: 'Other Your answer' });

async function typeOther(text: string): Promise<void> {
  await chat.enterQuestion();
  await chat.press('0');
  await expectFocus(field(chat.page));
  await chat.type(text);
}

describe('a question in the chat', () => {
  it('keeps typed text over a reload, and sends it [R-REPLAY]', async () => {
    const { page, requests } = chat;
    await chat.say('Set up a service');
    await database(page).waitFor();
    await typeOther('CockroachDB, in three regions');
    await page.reload();
    await page.getByRole('radio', { name: 'Other', checked: true }).waitFor();
    expect(await field(page).inputValue()).toBe('CockroachDB, in three regions');
    expect(requests).toHaveLength(1);
    await field(page).focus();
    await chat.press('Enter');
    await page.getByRole('heading', { name: 'Which features should we include?' }).waitFor();
    expect(requests.at(-1)).toContain('CockroachDB, in three regions');
    await page.reload();
    await page.getByRole('group', { name: 'You answered Setup assistant' }).waitFor();
    // The answer was sent, so its draft is removed, and the next question has none of it.
    const kept = await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('draft')));
    expect(kept).toEqual([]);
    expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0);
  });

  it('keeps the message in the composer over a reload, beside the draft of the question [R-DOCK]', async () => {
    const { page, composer } = chat;
    await chat.say('Set up a service');
    await database(page).waitFor();
    await typeOther('CockroachDB');
    await page.getByRole('button', { name: 'Write a message instead' }).click();
    await chat.type('Wait, is it');
    await page.reload();
    await page.getByRole('button', { name: 'Continue' }).waitFor();
    expect(await composer.inputValue()).toBe('Wait, is it');
    await page.getByRole('button', { name: 'Continue' }).click();
    expect(await field(page).inputValue()).toBe('CockroachDB');
    await page.getByRole('button', { name: 'Write a message instead' }).click();
    await composer.fill('');
    await page.reload();
    await database(page).waitFor();
    // A deleted message is not stored.
    expect(await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.includes('message')))).toEqual([]);
  });

  it('collapses to one line, and continues in the same state [R-KEEP]', async () => {
    const { page } = chat;
    await chat.say('Set up a service');
    await database(page).waitFor();
    await typeOther('CockroachDB');
    await page.getByRole('button', { name: 'Write a message instead' }).click();
    await database(page).waitFor({ state: 'hidden' });
    await page
      .getByRole('region', { name: /Setup assistant/ })
      .getByText('Which database')
      .first()
      .waitFor();
    await expectAccessible(page);

    // Moves focus from the composer to the collapsed card.
    await chat.tabTo(chat.composer);
    await chat.enterQuestion();
    await expectFocus(page.getByRole('button', { name: 'Continue' }));
    await chat.press('Enter');
    await database(page).waitFor();
    expect(await field(page).inputValue()).toBe('CockroachDB');
  });

  it('stays with its typed text for copying when a message is sent instead [R-KEEP]', async () => {
    const { page } = chat;
    await chat.say('Set up a service');
    await database(page).waitFor();
    await typeOther('CockroachDB, in three regions');
    await page.getByRole('button', { name: 'Write a message instead' }).click();
    await chat.say('Wait, is SQLite enough?');
    // The agent has asked its next question.
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();
    const ended = page.locator('.chat-dock').getByRole('group', { name: /was replaced/ });
    await ended.getByText('CockroachDB, in three regions').waitFor();
    await expectAccessible(page);
    await ended.getByRole('button', { name: 'Close' }).click();
    await ended.waitFor({ state: 'hidden' });
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();
  });

  it.each([
    { width: 900, height: 800 },
    { width: 390, height: 844 },
    { width: 320, height: 568 },
  ])(
    'stays readable in full above the next question, which has the only primary button ($width x $height)',
    async (size) => {
      const { page } = chat;
      await page.setViewportSize(size);
      await chat.say('Set up a service');
      await database(page).waitFor();
      await typeOther('CockroachDB, in three regions');
      await page.getByRole('button', { name: 'Write a message instead' }).click();
      await chat.say('Wait, is SQLite enough?');
      await page.getByRole('radio', { name: 'SQLite' }).waitFor();
      const ended = page.locator('.chat-dock').getByRole('group', { name: /was replaced/ });
      const title = ended.locator('[data-ask-user="title"]');
      await title.scrollIntoViewIfNeeded();
      const isInSight = title.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        return Boolean(document.elementFromPoint(left + 1, top + height / 2)?.closest('[data-phase="settled"]'));
      });
      expect(await isInSight).toBe(true);
      const primary = page.locator('[data-variant="primary"]');
      expect(await primary.count()).toBe(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(size.width);

      // Close works from any place on the page, not only from the question.
      await page.evaluate(() => (document.activeElement as HTMLElement).blur());
      await ended.getByRole('button', { name: 'Close' }).click();
      await expectFocus(database(page));
    },
  );

  it('leaves a receipt for every status [R-RECEIPT]', async () => {
    const { page } = chat;
    await chat.say('Set up a service');
    await database(page).waitFor();
    await chat.say('Wait, is SQLite enough?');
    await chat.heard('Noted.');
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();
    await answer(page, 'SQLite');
    await page.getByRole('heading', { name: 'Which features should we include?' }).waitFor();
    await page.getByRole('checkbox', { name: 'Authentication' }).click();
    await cancel(page);
    await page.getByRole('group', { name: 'You cancelled Setup assistant’s request' }).waitFor();
    await page.reload();

    const receipt = (name: string) => page.getByRole('group', { name });
    await receipt('Setup assistant’s request was replaced').getByText('You wrote a message instead.').waitFor();
    await receipt('You answered Setup assistant').getByText('SQLite').waitFor();
    const cancelled = receipt('You cancelled Setup assistant’s request');
    await cancelled.getByText('3 questions').click();
    await cancelled.getByText('Which features should we include?').waitFor();
    expect(await cancelled.getByText('Authentication').count()).toBe(0);
    await expectAccessible(page);
  });
});

describe('the chat in a low window', () => {
  it.each([
    { width: 320, height: 256 },
    { width: 390, height: 400 },
  ])('shows the question in the composer’s place at $width x $height (A73)', async (viewport) => {
    const { page } = chat;
    await page.setViewportSize(viewport);
    const inView = () =>
      page.locator('[data-presentation="dock"]').evaluate((element) => {
        const { top, bottom } = element.getBoundingClientRect();
        return top >= 0 && bottom <= window.innerHeight;
      });
    /** Waits until the question or its first option has focus, and the question is visible from its start. */
    const expectQuestionInView = async (question: string, option: string) => {
      const heading = page.getByRole('heading', { name: question });
      const control = page.getByRole('radio', { name: option }).or(page.getByRole('checkbox', { name: option }));
      await expect
        .poll(async () => {
          const [top, cardTop, hasFocus] = await Promise.all([
            heading.evaluate((element) => element.getBoundingClientRect().top),
            page.locator('[data-presentation="dock"]').evaluate((element) => element.getBoundingClientRect().top),
            heading
              .or(control)
              .evaluateAll((elements) => elements.some((element) => element === document.activeElement)),
          ]);
          return hasFocus && top >= Math.max(0, cardTop);
        })
        .toBe(true);
    };
    await chat.say('Set up a service');
    await expectQuestionInView('Which database should we use?', 'PostgreSQL (Recommended)');
    await expect.poll(inView).toBe(true);
    await answer(page, 'SQLite');
    await expectQuestionInView('Which features should we include?', 'Authentication');
    await expect.poll(inView).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
  });
});
