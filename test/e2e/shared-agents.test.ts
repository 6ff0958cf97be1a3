import { afterEach, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { answer, cancel } from './helpers/answer.js';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';
import { database, features, log, oneMore, openShared, receipt } from './helpers/shared-page.js';

// The machine may be busy.
vi.setConfig({ testTimeout: 90_000 });

let ana: ChatPage;

beforeEach(async () => {
  ana = await openShared();
});

afterEach(async () => {
  await ana.close();
});

const addRelease = ({ page }: ChatPage) => page.getByRole('button', { name: 'Add Release assistant' });
const release = ({ page }: ChatPage) => page.getByRole('heading', { name: 'When should a change be released?' });

async function startBoth(): Promise<void> {
  await ana.say('Set up a service');
  await database(ana.page).waitFor();
  await addRelease(ana).focus();
  // The second press of a double click comes before a render.
  await addRelease(ana).evaluate((button: HTMLElement) => {
    button.click();
    button.click();
  });
  await log(ana.page).getByRole('heading', { name: 'Release assistant', exact: true }).waitFor();
  await oneMore(ana.page).waitFor();
}

describe('two agents in one conversation', () => {
  it('are added once even if the button is pressed twice, and focus is not lost with it', async () => {
    await startBoth();
    await expectFocus(ana.composer);
    await addRelease(ana).waitFor({ state: 'detached' });
    await expect.poll(() => log(ana.page).getByText('Take care of the releases.', { exact: true }).count()).toBe(1);
    await ana.page.getByText('Goes to Setup assistant instead of your answer.').waitFor();
    await expectAccessible(ana.page);
    expect(ana.problems).toEqual([]);
  });

  it('keep their questions apart: a message supersedes the question of only one agent [R-PAUSE]', async () => {
    await startBoth();
    await ana.say('Is SQLite enough for 2 GB?');
    await ana.heard('You wrote: “Is SQLite enough for 2 GB?”. Noted.');
    await release(ana).waitFor();
    await receipt(ana.page, 'Setup assistant’s request was replaced')
      .getByText('You wrote a message instead.')
      .waitFor();
    await expect.poll(() => receipt(ana.page, 'Release assistant’s request was replaced').count()).toBe(0);
  });

  it('are both stopped, and both continue [R-PAUSE]', async () => {
    await startBoth();
    await ana.activate('Stop');
    await ana.page.getByText('You stopped Setup assistant and Release assistant. Your conversation is safe.').waitFor();
    await ana.activate('Continue');
    await expect.poll(() => log(ana.page).getByText('I was stopped.').count()).toBe(2);
  });

  it('are both announced, no matter which one wrote last', async () => {
    await startBoth();
    // The messages of the release assistant come last. The answer is for the other one.
    await ana.enterQuestion();
    await ana.press('2');
    await ana.press('Enter');
    const heard = ana.page.locator('[role=status]', { hasText: 'Setup assistant: SQLite it is' });
    await expect.poll(() => heard.count()).toBe(1);
  });
});

describe('an address without a conversation', () => {
  it.each(['nope', '%E0%A4%A', 'ünïcode'])('leads to a new conversation, which accepts messages: #%s', async (hash) => {
    const { page, say, close, problems } = await openChat(`${inject('quick')}/shared#${hash}`);
    await page.getByText('The address named no conversation. This is a new one.').waitFor();
    expect(page.url()).toMatch(/#[\da-f-]{36}$/);
    await say('Set up a service');
    await database(page).waitFor();
    await close();
    expect(problems).toEqual([]);
  });

  it('keeps the current conversation and what is typed in it', async () => {
    const address = ana.page.url();
    await ana.tabTo(ana.composer);
    await ana.type('Half a thought');
    await ana.page.evaluate(() => (location.hash = 'nope'));
    await ana.page.getByText('The address named no conversation. You are still in this one.').waitFor();
    expect(ana.page.url()).toBe(address);
    expect(await ana.composer.inputValue()).toBe('Half a thought');
  });
});

describe('a message that does not reach the server', () => {
  it('stays after a reload, and is sent once [R-DURABLE]', async () => {
    const { page } = ana;
    await page.route('**/api/shared/messages', (route) => route.abort());
    await ana.say('Set up a service');
    await log(page).getByText('Not sent yet').waitFor();
    await page.reload();
    await log(page).getByText('Set up a service').waitFor();
    await log(page).getByText('Not sent yet').waitFor();
    await page.unroute('**/api/shared/messages');
    await page.reload();
    await database(page).waitFor();
    await expect.poll(() => log(page).getByText('Set up a service', { exact: true }).count()).toBe(1);
    await expect.poll(() => log(page).getByText('Not sent yet').count()).toBe(0);
  });

  it('is sent automatically as soon as possible, and skips no question that came after it [R-PAUSE]', async () => {
    await ana.say('Set up a service');
    await database(ana.page).waitFor();
    const ben = await openShared(ana.page.url());
    await ana.page.route('**/api/shared/messages', (route) => route.abort());
    await ana.say('Is SQLite enough for 2 GB?');
    await log(ana.page).getByText('Not sent yet').waitFor();
    await database(ben.page).waitFor();
    await answer(ben.page, 'SQLite');
    await Promise.all([features(ana.page).waitFor(), features(ben.page).waitFor()]);
    await ana.page.unroute('**/api/shared/messages');
    await log(ben.page).getByText('Not read yet').waitFor();
    await features(ben.page).waitFor();
    await cancel(ben.page);
    // The agent reads the message once the question is settled.
    await expect.poll(() => log(ana.page).getByText('Not read yet').count()).toBe(0);
    await log(ana.page).getByText('Is SQLite enough for 2 GB?', { exact: true }).waitFor();
    await ben.close();
  });

  it('stays for copying if it is refused, and delays no other message', async () => {
    const { page } = ana;
    await ana.tabTo(ana.composer);
    await page.keyboard.insertText('x'.repeat(100_001));
    await ana.press('Enter');
    await log(page).getByText('Not sent. A request may have up to 100000 bytes.').waitFor();
    await ana.say('Set up a service');
    await database(page).waitFor();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect.poll(() => log(page).getByText('Not sent.').count()).toBe(0);
  });
});

describe('the layout of the shared chat', () => {
  it('has a message field of one line at 320 px, beside Stop, and bubbles in forced colors', async () => {
    const { page } = ana;
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ forcedColors: 'active' });
    await ana.say('Set up a service');
    await database(page).waitFor();
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    expect(await ana.composer.evaluate(({ clientHeight }) => clientHeight)).toBeLessThan(45);
    const bubble = page.locator('.chat-message-user').first();
    expect(await bubble.evaluate((one) => getComputedStyle(one).borderTopStyle)).toBe('solid');
  });
});
