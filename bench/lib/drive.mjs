import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits for two frames, and for work that was deferred until after them. */
const frames = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)));
  });

/**
 * Opens a new page of a contestant, and returns what a user can do there. All input comes from the browser itself.
 *
 * @param {import('playwright').BrowserContext} context
 * @param {string} dir folder of the pages
 * @param {string} name
 */
export async function openPage(context, dir, name) {
  const page = await context.newPage();
  const errors = [];
  page.on('pageerror', (error) => errors.push(error));
  page.on('console', (message) => errors.push(new Error(message.text())));
  await page.goto(pathToFileURL(join(dir, `${name}.html`)).href);
  const cdp = await context.newCDPSession(page);
  // CPU time of the main thread, independent of other work on the machine.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });

  const settle = () => page.evaluate(frames);
  const place = (kind, index) => page.evaluate(([k, i]) => window.bench.place(k, i), [kind, index]);
  /** Moves the mouse to the element, and returns only the click, for measuring. */
  const aim = async (kind, index) => {
    // A long list is only laid out while it is visible: content that scrolls into view has its position one frame
    // later.
    await place(kind, index);
    await settle();
    const { x, y } = await place(kind, index);
    await page.mouse.move(x, y);
    await settle();
    return () => page.mouse.click(x, y);
  };
  const click = async (kind, index) => {
    const press = await aim(kind, index);
    await press();
    await settle();
  };

  return {
    page,
    settle,
    aim,
    click,
    /** Renders a request with this number of questions and options. */
    async open(shape) {
      await page.evaluate((asked) => window.bench.open(asked), shape);
      await settle();
      while ((await page.evaluate(() => window.bench.elements())) === 0) await settle();
    },
    async unmount() {
      await page.evaluate(() => window.bench.close());
      await settle();
    },
    focusable: (shape) => page.evaluate((asked) => window.bench.focusable(asked), shape),
    state: (kind, index) => page.evaluate(([k, i]) => window.bench.state(k, i), [kind, index]),
    focus: (kind, index) => page.evaluate(([k, i]) => window.bench.focus(k, i), [kind, index]),
    /** Types this number of characters at the focus. */
    async write(length) {
      await page.keyboard.insertText('long text '.repeat(length / 10));
      await settle();
    },
    /** Selects Other, the last option, and moves focus to its field. */
    async chooseOther() {
      await click('option', -1);
      await page.evaluate(() => window.bench.focus('field', 0));
      await settle();
    },
    key: () => page.keyboard.press('a'),
    /** Returns what the browser has counted so far: seconds, numbers and bytes. */
    async metrics() {
      const { metrics } = await cdp.send('Performance.getMetrics');
      return Object.fromEntries(metrics.map(({ name: metric, value }) => [metric, value]));
    },
    async collectGarbage() {
      for (let i = 0; i < 3; i++) {
        await cdp.send('HeapProfiler.collectGarbage');
        await pause(20);
      }
    },
    async close() {
      await page.close();
      if (errors.length > 0) throw new Error(`${name}: ${errors.map(String).join('\n')}`);
    },
  };
}
