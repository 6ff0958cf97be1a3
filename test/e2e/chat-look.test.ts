import type { Locator, Page } from 'playwright';
import { afterEach, describe, expect, inject, it, onTestFinished } from 'vitest';
import { connectBrowser } from './helpers/browser.js';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';

let chat: ChatPage | undefined;

afterEach(async () => {
  await chat?.close();
  chat = undefined;
});

async function open(viewport?: { width: number; height: number }): Promise<ChatPage> {
  chat = await openChat(inject('quick'), viewport);
  return chat;
}

const database = (page: Page) => page.getByRole('heading', { name: 'Which database should we use?' });
const sendOf = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const sizeOf = (target: Locator) => target.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize));

/** Whether the center of an element is on the screen and nothing covers it. */
const isReachable = (target: Locator) =>
  target.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
  });

describe('the page of the example', () => {
  it('shows the start of its first screen in a small window', async () => {
    const { page } = await open({ width: 320, height: 420 });
    await page.getByRole('button', { name: /Orders service/ }).waitFor();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    expect(await isReachable(page.getByRole('heading', { name: 'What are you building?' }))).toBe(true);
  });

  it('has one primary button while a question is pending, and disables Send without text', async () => {
    const { page, say, composer, type, activate } = await open();
    await sendOf(page).and(page.locator('[aria-disabled=true]')).waitFor();
    await say('Set up a service');
    await database(page).waitFor();
    const like = (primary: Locator) =>
      primary.evaluate((one) => {
        const { backgroundColor } = getComputedStyle(one);
        const buttons = [...document.querySelectorAll('button')].filter((button) => button.checkVisibility());
        return buttons.filter((button) => getComputedStyle(button).backgroundColor === backgroundColor).length;
      });
    expect(await like(page.getByRole('button', { name: 'Submit' }))).toBe(1);
    await activate('Write a message instead');
    await type('Actually');
    await sendOf(page).and(page.locator('[aria-disabled=false]')).waitFor();
    expect(await like(sendOf(page))).toBe(1);
    expect(await composer.inputValue()).toBe('Actually');
  });

  it('scales its text with the browser’s font size, as the card does', async () => {
    const { page, say } = await open();
    await say('Set up a service');
    await database(page).waitFor();
    await expect.poll(() => page.locator('form[hidden]').count()).toBe(1);
    const texts = [
      page.getByRole('log').getByText('Set up a service'),
      page.getByText('Sending a message here skips the question.'),
      page.getByPlaceholder('Message'),
      page.getByRole('button', { name: 'New chat' }),
      database(page),
    ];
    const before = await Promise.all(texts.map(sizeOf));
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'));
    const after = await Promise.all(texts.map(sizeOf));
    expect(after.map((size, at) => size / (before[at] ?? 0))).toEqual(texts.map(() => 2));
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await page.evaluate(() => document.documentElement.removeAttribute('style'));
  });

  it('shows the whole card of a question that is asked again after a message', async () => {
    const { page, say } = await open({ width: 1280, height: 860 });
    await say('Set up a service');
    await database(page).waitFor();
    for (const message of ['Actually, use Bun', 'Actually, use Deno']) {
      await say(message);
      await page.getByText(`You wrote: “${message}”`).first().waitFor();
      await page.getByRole('button', { name: /Submit|Next/ }).waitFor();
      await expect
        .poll(async () => {
          const card = await page.getByRole('region').last().boundingBox();
          return (card?.height ?? 0) > 300 && (card?.y ?? 0) + (card?.height ?? 0) <= 860;
        })
        .toBe(true);
    }
  });
});

describe.each([
  { width: 390, height: 844, withKeyboard: 508 },
  { width: 360, height: 640, withKeyboard: 380 },
])('the page on a phone of $width x $height', ({ width, height, withKeyboard }) => {
  async function openPhone(): Promise<Page> {
    const browser = await connectBrowser();
    const context = await browser.newContext({
      viewport: { width, height },
      hasTouch: true,
      reducedMotion: 'reduce',
      isMobile: true,
    });
    onTestFinished(() => context.close());
    context.setDefaultTimeout(50_000);
    const page = await context.newPage();
    await page.goto(inject('quick'));
    await page.getByRole('heading', { name: 'What are you building?' }).waitFor();
    return page;
  }

  it('does not scroll at the start, and has touch targets of 44 px', async () => {
    const page = await openPhone();
    expect(await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)).toBe(0);
    const tooSmall = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('button:not([data-ask-user=control]), textarea, a')]
          .filter(
            (one) =>
              Math.round(one.getBoundingClientRect().height) < 44 && one.checkVisibility({ opacityProperty: true }),
          )
          .map(({ outerHTML }) => outerHTML),
      );
    expect(await tooSmall()).toEqual([]);
    await expectAccessible(page);
    await page.getByRole('button', { name: /^Orders service/ }).tap();
    await database(page).waitFor();
    expect(await tooSmall()).toEqual([]);
  });

  it('shows the composer and the card’s button while the keyboard is open', async () => {
    const page = await openPhone();
    const composer = page.getByRole('textbox', { name: 'Message' });
    await composer.tap();
    await page.setViewportSize({ width, height: withKeyboard });
    await expect.poll(() => isReachable(composer)).toBe(true);
    await composer.fill('Set up a service');
    await sendOf(page).tap();
    await database(page).waitFor();
    // The first control, or the question if the keyboard leaves no space for both.
    const first = page.locator('[data-presentation="dock"] :focus');
    await first.waitFor();
    await expect.poll(() => isReachable(first)).toBe(true);
    await expect.poll(() => isReachable(database(page))).toBe(true);

    await page.setViewportSize({ width, height });
    await page.getByRole('radio', { name: 'Other' }).tap();
    const field = page.getByRole('textbox', { name: 'Other Your answer' });
    await field.tap();
    await page.setViewportSize({ width, height: withKeyboard });
    await expect.poll(() => isReachable(field)).toBe(true);
    await field.fill('CockroachDB');
    const submit = page.getByRole('button', { name: 'Submit' });
    await submit.scrollIntoViewIfNeeded();
    await expect.poll(() => isReachable(submit)).toBe(true);
    await submit.tap();
    await page.getByText('Got it: CockroachDB.').first().waitFor();
    await expectFocus(page.getByRole('checkbox', { name: 'Authentication' }));
  });
});
