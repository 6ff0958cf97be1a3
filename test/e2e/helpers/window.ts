import type { Page } from 'playwright';
import { connectBrowser } from './browser.js';

/** Windows that tests have left: it takes Chromium more time to open one than most tests need in it. */
const left: Page[] = [];

/** A window that shows nothing and has nothing in its storage, each in a browser context of its own. */
export async function openWindow(viewport: { width: number; height: number }): Promise<Page> {
  const page = left.pop();
  if (page) {
    await page.setViewportSize(viewport);
    return page;
  }
  const browser = await connectBrowser();
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  context.setDefaultTimeout(15_000);
  await context.addInitScript(hurry);
  return context.newPage();
}

/** Takes everything of a test out of its window, and keeps it for the next one. */
export async function leaveWindow(page: Page): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.emulateMedia({ forcedColors: null });
  for (const event of ['console', 'pageerror', 'request'] as const) page.removeAllListeners(event);
  // The application writes its drafts when it is left: the storage is cleared in a document without a script.
  await page.goto(new URL('/icon.svg', page.url()).href);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.mouse.move(0, 0);
  left.push(page);
}

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
