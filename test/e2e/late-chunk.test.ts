import { build } from 'esbuild';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { keepAnswers } from '../../src/core/flow/keep-answers.js';
import { writeKept } from '../../src/core/flow/kept-answers.js';
import { createAskUserStore } from '../../src/core/flow/store.js';
import { draftKey, writeDrafts } from '../../src/react/drafts/saved-drafts.js';
import type { AskUserDialogProps } from '../../src/react/index.js';
import { connectBrowser } from './helpers/browser.js';
import { expectFocus } from './helpers/chat-page.js';

const HOST = 'http://host.test';
const DOCUMENT =
  '<!doctype html><html lang="en"><title>Host</title><link rel="stylesheet" href="/page.css"><link rel="icon" href="data:,"><main></main><script type="module" src="/page.js"></script></html>';
const TYPES: Readonly<Record<string, string>> = { css: 'text/css', js: 'text/javascript' };

const NAME = { question: 'What is its name?', header: 'Name', options: [] };
const COLOR = { question: 'Which color?', header: 'Color', options: ['Red', 'Green'] };
const PREVIEWED = {
  question: 'Which plan?',
  options: [
    { label: 'Small', preview: 'One server\nOne disk' },
    { label: 'Large', preview: 'Two servers' },
  ],
};

let files: ReadonlyMap<string, string>;

beforeAll(async () => {
  const { outputFiles } = await build({
    absWorkingDir: `${import.meta.dirname}/late-chunk`,
    entryPoints: ['page.tsx'],
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    outdir: 'out',
    jsx: 'automatic',
    logLevel: 'error',
    // Use the built package, not its sources.
    tsconfigRaw: {},
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  files = new Map(outputFiles.map(({ path, text }) => [path.replace(/.*[\\/]out/, ''), text]));
});

interface Host {
  page: Page;
  show: (props: AskUserDialogProps, reports?: boolean, mount?: number) => Promise<void>;
  /** Delivers the delayed file once it was requested. */
  release: () => Promise<void>;
}

/** Opens a host of the built package. One file is delayed, or missing if `gone` is set. */
async function open(gone = false, file = 'card'): Promise<Host> {
  const viewport = { width: 900, height: 700 };
  const context = await (await connectBrowser()).newContext({ viewport, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  let ask: (deliver: () => Promise<void>) => void;
  const asked = new Promise<() => Promise<void>>((resolve) => (ask = resolve));
  await context.route(`${HOST}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = pathname === '/' ? DOCUMENT : files.get(pathname);
    if (body === undefined) return route.fulfill({ status: 404 });
    const deliver = () => route.fulfill({ body, contentType: TYPES[pathname.split('.').at(-1) ?? ''] ?? 'text/html' });
    if (!pathname.startsWith(`/${file}-`)) return deliver();
    return gone ? route.fulfill({ status: 404 }) : ask(deliver);
  });
  const page = await context.newPage();
  page.on('pageerror', (error) => expect.unreachable(error.message));
  await page.goto(HOST);
  return {
    page,
    show: async (props, reports = false, mount = 0) => {
      await page.waitForFunction(() => 'show' in globalThis);
      type Given = [object, boolean, number];
      const show = (given: Given) => (globalThis as unknown as { show: (...args: Given) => void }).show(...given);
      await page.evaluate(show, [props as object, reports, mount] as Given);
    },
    release: async () => (await asked)(),
  };
}

describe('a card before its deferred file has loaded', () => {
  it('shows the heading and the button of Review, then the answers, and focus stays', async () => {
    const { page, show, release } = await open();
    await show({ questions: [NAME, COLOR] });
    await page.getByRole('textbox', { name: NAME.question }).fill('orders');
    await page.getByRole('tab', { name: 'Review' }).click();
    const heading = page.getByRole('heading', { name: 'Check your answers' });
    await heading.focus();
    expect(await page.getByText('orders').isVisible()).toBe(false);
    expect(await page.getByRole('button', { name: 'Submit answers' }).isVisible()).toBe(true);
    await release();
    await page.getByRole('definition').getByText('orders').waitFor();
    await expectFocus(heading);
    await page.getByRole('button', { name: 'Change answer to Name' }).waitFor();
  });

  it('can be answered, and its receipt is completed afterwards', async () => {
    const { page, show, release } = await open();
    await show({ questions: [COLOR] });
    await page.getByRole('radio', { name: 'Green' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByRole('heading', { name: 'You answered Assistant' }).waitFor();
    await release();
    await page.getByRole('definition').getByText('Green').waitFor();
  });

  it.each([900, 360])(
    'reserves the space of a preview in a window of %d px, so that nothing moves when it is rendered',
    async (width) => {
      const { page, show, release } = await open();
      await page.setViewportSize({ width, height: 700 });
      await show({ questions: [PREVIEWED] });
      const box = () => page.getByRole('button', { name: 'Submit' }).boundingBox();
      const before = await box();
      await release();
      await page.getByText('Choose an option to see its preview.').waitFor();
      expect(await box()).toEqual(before);
    },
  );
});

describe('a card before the file for events has loaded', () => {
  it('reports what the user does afterwards, in order [R-EVENTS]', async () => {
    const { page, show, release } = await open(false, 'flow');
    await show({ questions: [COLOR] }, true);
    const chosen: number[] = [];
    for (let at = 0; at < 12; at++) {
      chosen.push(at % 2);
      await page
        .getByRole('radio')
        .nth(at % 2)
        .click();
    }
    await release();
    const reported = () =>
      page.evaluate(() =>
        (globalThis as unknown as { events: { type: string; option?: number }[] }).events.map(
          (one) => one.option ?? one.type,
        ),
      );
    await expect.poll(reported).toEqual(['shown', ...chosen]);
  });
});

describe('a card before the file for drafts has loaded', () => {
  it('hands over what was entered to the card that replaces it, in order [R-REPLAY]', async () => {
    const { page, show, release } = await open(false, 'flow');
    const field = page.getByRole('textbox', { name: NAME.question });
    const last = 12;
    for (let mount = 0; mount <= last; mount++) {
      await show({ questions: [NAME], requestId: 'r1' }, false, mount);
      if (mount < last) await field.fill(`orders ${mount}`);
    }
    await release();
    await expect.poll(() => field.inputValue()).toBe(`orders ${last - 1}`);
  });
});

describe('a notice about earlier input that comes late', () => {
  const DAY = 24 * 60 * 60 * 1000;
  const ORDERS = { type: 'setCustom', questionId: 'q2', text: 'orders' } as const;
  const begun = createAskUserStore({
    requestId: 'r0',
    questions: [COLOR, NAME].map((question, at) => ({
      ...{ ...question, id: `q${at + 1}`, multiSelect: false },
      options: question.options.map((label) => ({ label })),
    })),
  });
  begun.dispatch(ORDERS);
  const drafts = [draftKey('r1'), writeDrafts(begun.getState(), undefined)] as const;
  begun.dispatch({ type: 'settle', result: { status: 'superseded' } });
  const kept = keepAnswers([], begun.getState(), { conversationId: '', id: 'r0' }, Date.now() - DAY);

  it.each([
    ['earlier answers', ['ask-user-kept', writeKept(kept)], 'Use my answers', 'flow'],
    ['earlier answers', ['ask-user-kept', writeKept(kept)], 'Use my answers', 'card'],
    ['restored drafts', drafts, 'Start over', 'flow'],
  ] as const)('moves nothing: %s [R-CARRY] [R-CALM]', async (_, item, button, file) => {
    const { page, show, release } = await open(false, file);
    await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), item);
    await page.evaluate(() => {
      const shifts: unknown[] = [];
      const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
      observer.observe({ type: 'layout-shift', buffered: true });
      Object.assign(globalThis, { shifts });
    });
    await show({ questions: [COLOR, NAME], requestId: 'r1' });
    const place = () => page.getByRole('radio', { name: 'Green' }).boundingBox();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const before = await place();
    await release();
    await page.getByRole('button', { name: button }).waitFor();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    expect(await place()).toEqual(before);
    expect(await page.evaluate(() => (globalThis as unknown as { shifts: unknown[] }).shifts)).toEqual([]);
  });
});

describe('a card without the file for drafts', () => {
  it('stores no drafts, and everything else works [R-REPLAY]', async () => {
    const { page, show } = await open(true, 'flow');
    await show({ questions: [NAME], requestId: 'r1' });
    await page.getByRole('textbox', { name: NAME.question }).fill('orders');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'You answered Assistant' }).waitFor();
    expect(await page.evaluate(() => sessionStorage.length)).toBe(0);
  });
});

describe('a card without its deferred file', () => {
  it('answers and sends several questions', async () => {
    const { page, show } = await open(true);
    await show({ questions: [NAME, COLOR] });
    await page.getByRole('textbox', { name: NAME.question }).fill('orders');
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('radio', { name: 'Red' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
    expect(await page.getByRole('tabpanel').innerText()).toMatch(/orders\s+Red/);
    await page.getByRole('button', { name: 'Submit answers' }).click();
    await page.getByRole('heading', { name: 'You answered Assistant' }).waitFor();
  });

  it('shows previews as text, without a box for an option that has none', async () => {
    const { page, show } = await open(true);
    await show({ questions: [{ ...PREVIEWED, options: ['None', ...PREVIEWED.options] }] });
    await page.getByText('Two servers').waitFor();
    const boxes = page.locator('[data-ask-user="preview-text"] > *');
    expect(await boxes.allInnerTexts()).toEqual(['One server\nOne disk', 'Two servers']);
  });

  it('offers typed text for copying after an external settlement', async () => {
    const { page, show } = await open(true);
    await show({ questions: [NAME] });
    await page.getByRole('textbox', { name: NAME.question }).fill('orders\nand returns');
    await show({ questions: [NAME], result: { status: 'aborted' } });
    await page.getByText('Your answer wasn’t used. You can still copy it.').waitFor();
    expect(await page.getByText('and returns').innerText()).toBe('orders\nand returns');
  });
});
