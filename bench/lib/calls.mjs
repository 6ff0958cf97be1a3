import { openPage } from './drive.mjs';

/** One long list, in which every cost per option adds up. */
const SHAPE = { questions: 1, options: 300 };

/**
 * Counts the functions that the engine called for one action of the user. The count is exact, unlike a time, but for a
 * few calls: on a busy machine, a timer of an earlier action may run meanwhile. It comes from V8's precise coverage of the
 * contestant's script.
 *
 * @returns {Promise<{ radio: number, key: number }>} of selecting a radio, and of a key after 10,000 characters under
 * Other
 */
export async function countCalls(browser, dir, name) {
  // React listens to transition events, too.
  const context = await browser.newContext({ reducedMotion: 'reduce' });
  const driver = await openPage(context, dir, name);
  const coverage = await context.newCDPSession(driver.page);
  await coverage.send('Profiler.enable');
  await coverage.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

  const take = async () => {
    const { result } = await coverage.send('Profiler.takePreciseCoverage');
    return result
      .filter(({ url }) => url.endsWith(`/${name}.js`))
      .flatMap(({ functions }) => functions.map(({ ranges }) => ranges[0].count))
      .reduce((sum, count) => sum + count, 0);
  };
  const count = async (act) => {
    // Reading the coverage resets the counts.
    await take();
    await act();
    await driver.settle();
    return take();
  };

  await driver.open(SHAPE);
  await driver.click('option', 0);
  const radio = await count(await driver.aim('option', 1));
  await driver.chooseOther();
  await driver.write(10_000);
  await driver.key();
  await driver.settle();
  const key = await count(driver.key);
  await driver.close();
  await context.close();
  return { radio, key };
}
