import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';
import { database, features, field, log, oneMore, openShared, receipt, typeOther } from './helpers/shared-page.js';

// Several tabs, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

/** Two tabs of one conversation, in which the first question is pending. */
let ana: ChatPage;
let ben: ChatPage;

beforeEach(async () => {
  ana = await openShared();
  await ana.say('Set up a service');
  await database(ana.page).waitFor();
  ben = await openShared(ana.page.url());
  await database(ben.page).waitFor();
});

afterEach(async () => {
  const problems = [...ana.problems, ...ben.problems];
  await Promise.all([ana.close(), ben.close()]);
  expect(problems).toEqual([]);
});

describe('two tabs of one conversation, by keyboard only', () => {
  it('show the same, and an answer in one settles the question in the other [R-FIRST] [R-STATE]', async () => {
    await log(ben.page).getByText('Set up a service').waitFor();
    await ben.page.getByText('1 other window is open.').waitFor();
    // The question follows the message of one tab, and takes focus in no other.
    await expectFocus(ana.page.getByRole('radio', { name: 'PostgreSQL (Recommended)' }));
    expect(await ben.page.locator('[data-ask-user="card"] :focus').count()).toBe(0);
    await typeOther(ben, 'Oracle, maybe');
    await ana.enterQuestion();
    await ana.press('2');
    await ana.press('Enter');
    await features(ana.page).waitFor();
    await receipt(ana.page).getByText('SQLite').waitFor();
    await expectAccessible(ana.page);

    await ben.page.getByRole('heading', { name: /^Answered by Guest \d+$/ }).waitFor();
    await ben.page.getByText('Your answer wasn’t used. You can still copy it.').waitFor();
    await ben.page.getByText('Oracle, maybe').waitFor();
    await expectAccessible(ben.page);
    await ben.activate('Next question');
    await features(ben.page).waitFor();
    for (const { page } of [ana, ben]) {
      await expect.poll(() => log(page).getByText('SQLite it is: one file and nothing to run.').count()).toBe(1);
      await expect.poll(() => receipt(page).count()).toBe(1);
    }
  });

  it('show what one of them asks about the question, and the reply [R-ASKBACK]', async () => {
    await ana.activate('Ask about this');
    await ana.page.keyboard.type('How much data can SQLite hold?');
    await ana.press('Enter');
    for (const { page } of [ana, ben]) {
      await page.getByText('“How much data can SQLite hold?”').waitFor();
      await page.locator('[data-ask-user="reply"]').waitFor();
    }
    const replies = await Promise.all(
      [ana, ben].map(({ page }) => page.locator('[data-ask-user="reply"]').innerText()),
    );
    expect(replies[0]).not.toBe('');
    expect(replies[1]).toBe(replies[0]);
    await expectAccessible(ben.page);
    // The question is still open.
    await ana.enterQuestion();
    await ana.press('2');
    await ana.press('Enter');
    await features(ana.page).waitFor();
  });

  it('lose the question when the agent is stopped, and the agent continues on request [R-PAUSE]', async () => {
    await ana.activate('Stop');
    await expectFocus(ana.composer);
    for (const { page } of [ana, ben]) {
      await page.getByRole('heading', { name: 'Setup assistant no longer needs an answer' }).first().waitFor();
      const who = page === ana.page ? 'You' : 'Guest [0-9]+';
      await page.getByText(new RegExp(`^${who} stopped Setup assistant. Your conversation is safe.$`)).waitFor();
      await expect.poll(() => page.getByRole('radio').count()).toBe(0);
      await expect.poll(() => page.getByRole('button', { name: 'Stop' }).count()).toBe(0);
    }
    await expectAccessible(ana.page);
    await ben.activate('Continue');
    // The stopped question had no entries, so the next one replaces it.
    await Promise.all([database(ana.page).waitFor(), database(ben.page).waitFor()]);
  });

  it('send a message instead of the answer, and keep what was typed there [R-PAUSE]', async () => {
    await typeOther(ben, 'Oracle, maybe');
    await ana.say('Is SQLite enough for 2 GB?');
    for (const { heard, page } of [ana, ben]) {
      await heard('You wrote: “Is SQLite enough for 2 GB?”. Noted.');
      await expect.poll(() => log(page).getByText('Is SQLite enough for 2 GB?', { exact: true }).count()).toBe(1);
    }
    await ben.page.getByRole('heading', { name: 'Setup assistant’s request was replaced' }).waitFor();
    await ben.page.getByText('Oracle, maybe').waitFor();
    await ana.page.getByRole('radio', { name: 'SQLite' }).waitFor();
    await expect.poll(() => ana.page.getByRole('radiogroup').count()).toBe(1);
  });

  it('restore the question and the draft after a reload [R-REPLAY]', async () => {
    await typeOther(ben, 'CockroachDB, in three regions');
    await ben.page.reload();
    await ben.page.getByRole('radio', { name: 'Other', checked: true }).waitFor();
    expect(await field(ben.page).inputValue()).toBe('CockroachDB, in three regions');
    // Each tab has a separate draft.
    await expect.poll(() => ana.page.getByRole('radio', { checked: true }).count()).toBe(0);
    await field(ben.page).focus();
    await ben.press('Enter');
    await ana.heard('Got it: CockroachDB, in three regions.');
    await ben.page.reload();
    await receipt(ben.page).getByText('CockroachDB, in three regions').waitFor();
    await features(ben.page).waitFor();
  });

  it('show the questions of two agents one after the other [R-QUEUE]', async () => {
    await ben.activate('Add Release assistant');
    const release = 'When should a change be released?';
    for (const { page } of [ana, ben]) {
      await oneMore(page).waitFor();
      await database(page).waitFor();
      await expect.poll(() => page.getByRole('heading', { name: release }).count()).toBe(0);
    }
    await ana.enterQuestion();
    await ana.press('1');
    await ana.press('Enter');
    // First in, first out: the release question came before the features.
    await ana.page.getByRole('heading', { name: release }).waitFor();
    await oneMore(ana.page).waitFor();
    await ana.enterQuestion();
    await ana.press('2');
    await ana.press('Enter');
    await ana.heard("Once a week: I'll set up the pipeline that way.");
    await features(ana.page).waitFor();
    await receipt(ana.page, 'Release assistant was answered').waitFor();
  });
});

describe('the start page', () => {
  it('links to both kinds of chat, and each new chat has a different address', async () => {
    const { page, tabTo, press, close, problems } = await openChat();
    await tabTo(page.getByRole('link', { name: 'Start a shared chat' }));
    await press('Enter');
    await page.waitForURL(/\/shared#[\da-f-]{36}$/);
    await expectAccessible(page);
    const first = page.url();
    await page.getByRole('button', { name: 'New chat' }).press('Enter');
    await page.waitForURL((url) => url.href !== first);
    await tabTo(page.getByRole('link', { name: 'Start a private chat' }));
    await press('Enter');
    await page.waitForURL(`${inject('quick')}/`);
    await close();
    expect(problems).toEqual([]);
  });

  it('fits a width of 320 pixels', async () => {
    const { page, close } = await openChat(ana.page.url(), { width: 320, height: 640 });
    await database(page).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expectAccessible(page);
    await close();
  });
});
