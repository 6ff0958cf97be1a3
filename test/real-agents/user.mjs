// The user: a Chromium in which the pages of `ask-user` open, and what the user does in them.
import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from '../../scripts/lib/chromium.mjs';

/** Milliseconds that anything may take on a busy machine. */
export const LIMIT_MS = 180_000;

/** Stands for the program that opens a page. It tells the user's browser which page, and which process asks. */
const opener = (address) => `#!${process.execPath}
const body = JSON.stringify({ url: process.argv[2], pid: process.ppid });
fetch(${JSON.stringify(address)}, { method: 'POST', body }).catch(() => process.exit(1));
`;

export async function startUser() {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
  /** What opens the pages, by the path that its program calls. */
  const openers = new Map();
  const server = createServer((request, response) => {
    json(request)
      .then((opened) => openers.get(request.url)?.(opened))
      .then(
        () => response.end(),
        (error) => response.writeHead(500).end(String(error)),
      );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  let count = 0;
  return {
    /** Lets the pages of one agent open, by a program in this folder. */
    async sit(folder) {
      const path = `/${++count}`;
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      context.setDefaultTimeout(LIMIT_MS);
      const changed = new EventTarget();
      /** @type {{ page: import('playwright').Page, pid: number }[]} */
      const opened = [];
      openers.set(path, async ({ url, pid }) => {
        const page = await context.newPage();
        opened.push({ page, pid });
        changed.dispatchEvent(new Event('page'));
        await page.goto(url);
      });
      const file = join(folder, 'browser.cjs');
      writeFileSync(file, opener(`http://127.0.0.1:${port}${path}`));
      chmodSync(file, 0o755);
      return {
        /** The program for `BROWSER`. */
        browser: file,
        opened,
        /** Waits until a page shows one of these questions. Returns the page, the process that asks, and the question. */
        async see(questions) {
          for (;;) {
            const next = once(changed, 'page').then(() => undefined);
            const shown = opened
              .filter(({ page }) => !page.isClosed())
              .flatMap(({ page, pid }) =>
                questions.map(async (question) => {
                  await page.getByRole('heading', { name: question, exact: true, level: 4 }).waitFor();
                  return { page, pid, question };
                }),
              );
            const found = await Promise.race([...shown.map((one) => one.catch(() => next)), next]);
            if (found) return found;
          }
        },
        leave: () => {
          openers.delete(path);
          return context.close();
        },
      };
    },
    async close() {
      await browser.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Selects options, and writes an own answer. */
export async function answer(page, labels, other) {
  for (const name of labels)
    await page
      .getByRole('radio', { name, exact: true })
      .or(page.getByRole('checkbox', { name, exact: true }))
      .click();
  if (other !== undefined) {
    await page
      .getByRole('radio', { name: 'Other' })
      .or(page.getByRole('checkbox', { name: 'Other' }))
      .click();
    await page.getByRole('textbox', { name: 'Other' }).fill(other);
  }
  await press(page, 'Submit');
}

export async function discuss(page, message) {
  await press(page, 'Discuss instead');
  await page.getByRole('textbox').fill(message);
  await press(page, 'Send and discuss');
}

export const cancel = (page) => press(page, 'Cancel');
