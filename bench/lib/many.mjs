import { join } from 'node:path';
import { openPage } from './drive.mjs';

/**
 * Counts the function calls, commits and renders of a key, a selection and a move: at first, and at last, after every
 * question was shown. All counts are exact.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} dir
 * @param {string} name
 * @param {{ questions: number, options: number }} shape
 * @returns {Promise<Record<string, { calls: number, commits: number, renders: number }>>}
 */
export async function countMany(browser, dir, name, shape) {
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  await context.addInitScript({ path: join(dir, 'count-renders.js') });
  const driver = await openPage(context, dir, name);
  const { keyboard } = driver.page;
  const coverage = await context.newCDPSession(driver.page);
  await coverage.send('Profiler.enable');
  await coverage.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const takeCalls = async () => {
    const { result } = await coverage.send('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.endsWith(`/${name}.js`))
      .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0].count))
      .reduce((sum, count) => sum + count, 0);
  };

  const counts = {};
  const count = async (what, act) => {
    await driver.settle();
    await driver.page.evaluate(() => window.renders.reset());
    // Reading the coverage resets the counts.
    await takeCalls();
    await act();
    await driver.settle();
    const calls = await takeCalls();
    const { commits, components } = await driver.page.evaluate(() => window.renders.read());
    const renders = Object.values(components).reduce((sum, times) => sum + times, 0);
    counts[what] = { calls, commits, renders };
  };
  const back = async () => driver.aim('back', 0);
  /** Selects, types under Other, and goes to the next question. */
  const answer = async (when) => {
    await driver.focus('option', 0);
    await keyboard.press('1');
    await count(`select ${when}`, () => keyboard.press('2'));
    await driver.chooseOther();
    await keyboard.press('a');
    await count(`key ${when}`, () => keyboard.press('a'));
    await count(`move ${when}`, () => keyboard.press('Enter'));
  };

  await driver.open(shape);
  await answer('at first');
  await count('back at first', await back());
  for (let at = 0; at < shape.questions; at++) {
    await driver.focus('option', 0);
    await keyboard.press('1');
    await driver.focus('option', 0);
    await keyboard.press('Enter');
    await driver.settle();
  }
  // From Review to the question before the last two.
  for (const _ of [1, 2]) await driver.click('back', 0);
  await count('back at last', await back());
  await answer('at last');
  await driver.focus('option', 0);
  await keyboard.press('Enter');
  await driver.settle();
  // The last question is multi-select.
  await driver.focus('option', 0);
  await count('toggle at last', () => keyboard.press('2'));

  await driver.close();
  await context.close();
  return counts;
}
