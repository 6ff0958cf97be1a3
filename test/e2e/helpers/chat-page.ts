import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Browser, Locator, Page } from 'playwright';
import type axeCore from 'axe-core';
import { expect } from 'vitest';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** More Tab presses than the page has stops. */
const MAX_TABS = 60;

/** The chat as someone uses it who has a keyboard and no mouse. */
export async function openChat(browser: Browser, url: string, viewport = { width: 900, height: 800 }) {
  const context = await browser.newContext({ viewport });
  context.setDefaultTimeout(15_000);
  await context.addInitScript(hurry);
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on('console', (message) => problems.push(message.text()));
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/chat') requests.push(request.postData() ?? '');
  });
  await page.goto(url);

  const composer = page.getByRole('textbox', { name: 'Message' });

  async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
    await target.waitFor();
    for (let n = 0; n < MAX_TABS; n++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${String(target)}`);
  }

  return {
    page,
    composer,
    /** Lines on the console and uncaught errors; a policy violation is one. */
    problems,
    /** Bodies of the requests to the agent. */
    requests,
    tabTo,
    /** Writes a message in the composer and sends it. */
    async say(text: string): Promise<void> {
      await tabTo(composer);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    /** From wherever the focus is into the open question. */
    async enterQuestion(): Promise<void> {
      await tabTo(page.getByRole('button', { name: 'Go to question' }));
      await page.keyboard.press('Enter');
    },
    press: (key: string): Promise<void> => page.keyboard.press(key),
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** Presses the button that has this name, by keyboard. */
    async activate(name: string | RegExp): Promise<void> {
      await tabTo(page.getByRole('button', { name, exact: true }));
      await page.keyboard.press('Enter');
    },
    /** Waits until the agent has said it. */
    heard: (text: string): Promise<void> => page.getByText(text).last().waitFor(),
    close: (): Promise<void> => context.close(),
  };
}

export type ChatPage = Awaited<ReturnType<typeof openChat>>;

/**
 * Spares the tests two real waits that other tests are about. Keys count at once after the page has moved the focus, because the
 * page's clock is behind the time of its key events; a lost connection is tried again soon, because the random part of the
 * backoff is small.
 */
function hurry(): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() - 1_000;
  const { random } = Math;
  Math.random = () => random() / 20;
}

/** What the script above puts on the page. */
declare const axe: typeof axeCore;

/** Waits until the element has the focus. */
export async function expectFocus(target: Locator): Promise<void> {
  await expect.poll(() => target.evaluate((element) => element === document.activeElement)).toBe(true);
}

export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run());
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
