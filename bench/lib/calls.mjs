import { openPage } from './drive.mjs';

/** One long list, where whatever is done once for each option adds up. */
const SHAPE = { questions: 1, options: 300 };

/**
 * How many functions the engine called for one thing that the user did: exact, unlike a time. Counted by V8's precise
 * coverage, in the contestant's own script.
 *
 * @returns {Promise<{ radio: number, key: number }>} of a choice, and of a key after 10,000 characters under Other
 */
export async function countCalls(browser, dir, name) {
  // React listens to the events of transitions, too.
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
    // Taking sets the counts to zero.
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
