import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { Locator, Page } from 'playwright';
import type axeCore from 'axe-core';
import { expect, inject } from 'vitest';
import type { AskUserCardElement } from '../../../src/react/index.js';
import { leaveWindow, openWindow } from './window.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** More Tab presses than the page has stops. */
const MAX_TABS = 60;

/** Opens the chat for a user who has a keyboard and no mouse. */
export async function openChat(url = inject('quick'), viewport = { width: 900, height: 800 }) {
  const page = await openWindow(viewport);
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
    // Keep the handle while it is on the page, because a query by role and name takes longer than a key press.
    let element = await target.elementHandle();
    for (let n = 0; n < MAX_TABS; n++) {
      const isThere = await element?.evaluate((one) => (one.isConnected ? one === document.activeElement : undefined));
      if (isThere) return;
      if (isThere === undefined) element = await target.elementHandle();
      await page.keyboard.press(key);
    }
    throw new Error(`${key} does not reach ${String(target)}`);
  }

  async function activate(button: Locator): Promise<void> {
    await tabTo(button);
    await page.keyboard.press('Enter');
  }

  return {
    page,
    composer,
    /** Console lines, which include policy violations, and uncaught errors. */
    problems,
    /** Bodies of the requests to the agent. */
    requests,
    tabTo,
    /** Types a message in the composer and sends it. Opens the composer first if a question replaces it. */
    async say(text: string): Promise<void> {
      const instead = page.getByRole('button', { name: 'Write a message instead' });
      await composer.or(instead).first().waitFor();
      if (await composer.isVisible()) await tabTo(composer);
      else await activate(instead);
      await page.keyboard.type(text);
      await page.keyboard.press('Enter');
    },
    /** Moves focus to the pending question as the page's link does, so keys count at once. */
    async enterQuestion(): Promise<void> {
      const card = page.locator('[data-ask-user="card"]:not([data-phase="settled"])').first();
      await card.evaluate((element: AskUserCardElement) => element.focus({ byUser: true }));
    },
    press: (key: string): Promise<void> => page.keyboard.press(key),
    type: (text: string): Promise<void> => page.keyboard.type(text),
    /** Presses the button with this name by keyboard. */
    activate: (name: string | RegExp): Promise<void> => activate(page.getByRole('button', { name, exact: true })),
    /** Waits until the page shows this text of the agent. */
    heard: (text: string): Promise<void> => page.getByText(text).last().waitFor(),
    close: (): Promise<void> => leaveWindow(page),
  };
}

export type ChatPage = Awaited<ReturnType<typeof openChat>>;

/** Defined by the script above. */
declare const axe: typeof axeCore;

/** Waits until the element has focus. */
export async function expectFocus(target: Locator): Promise<void> {
  const inItsPlace = () =>
    target.evaluate((element) => (element === document.activeElement ? 'nothing' : document.activeElement?.outerHTML));
  await expect.poll(inItsPlace).toBe('nothing');
}

export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  const { violations } = await page.evaluate(() => axe.run());
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}
