import type { Page } from 'playwright';
import { connectBrowser } from './browser.js';

/** Tabs that earlier tests have left. Opening one takes Chromium longer than most tests need. */
const left: Page[] = [];

/** Returns an empty tab with empty storage, each in a separate browser context. */
export async function openWindow(viewport: { width: number; height: number }): Promise<Page> {
  const page = left.pop();
  if (page) {
    await page.setViewportSize(viewport);
    return page;
  }
  const browser = await connectBrowser();
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  // Below the time limit of a test, and far above what a busy machine takes.
  context.setDefaultTimeout(50_000);
  await context.addInitScript(hurry);
  return context.newPage();
}

/** Clears a tab after a test, and keeps it for the next one. */
export async function leaveWindow(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ forcedColors: null });
  for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event);
  // The app writes its drafts on leaving, so the storage is cleared in a document without scripts.
  await page.goto(new URL('/icon.svg', page.url()).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.mouse.move(0, 0);
  left.push(page);
}

/**
 * Shortens two real waits that other tests cover. Keys count at once after the page moves focus, because the page's
 * clock is behind the time of its key events. A lost connection is retried soon, because the random part of the backoff
 * is small.
 */
function hurry(): void {
  const now = performance.now.bind(performance);
  performance.now = () => now() - 1_000;
  const { random } = Math;
  Math.random = () => random() / 20;
}
