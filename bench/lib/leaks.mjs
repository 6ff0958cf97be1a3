import { openPage } from './drive.mjs';

/** A radio group, a checkbox group, and the controls around several questions. */
const SHAPE = { questions: 2, options: 4 };
const CYCLES = 1000;
const WARM_UP = 250;

/**
 * Measures what is left of requests that were opened, answered and unmounted.
 *
 * @returns {Promise<{ nodes: number, listeners: number, bytes: number }>} nodes and listeners in total, bytes per
 * request
 */
export async function findLeaks(browser, dir, name) {
  const context = await browser.newContext();
  const driver = await openPage(context, dir, name);
  // The rendering is of no interest here, and takes half of the time.
  await driver.page.evaluate(() => document.querySelector('style')?.remove());
  const measure = async (count) => {
    await driver.page.evaluate(([shape, times]) => window.bench.cycles(shape, times), [SHAPE, count]);
    await driver.settle();
    await driver.collectGarbage();
    return driver.metrics();
  };
  const before = await measure(WARM_UP);
  const after = await measure(CYCLES);
  await driver.close();
  await context.close();
  const grown = (metric) => after[metric] - before[metric];
  return {
    nodes: grown('Nodes'),
    listeners: grown('JSEventListeners'),
    bytes: Math.round(grown('JSHeapUsedSize') / CYCLES),
  };
}

/** Keeps the engine from adding data about the code to the heap, so that all growth comes from the package. */
export const STEADY_HEAP = '--js-flags=--no-opt --no-maglev --no-flush-bytecode';
