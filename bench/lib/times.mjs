import { openPage, pause } from './drive.mjs';

/** Longer than the frame that an event requests, in milliseconds. */
const FRAME_MS = 30;
/** Colors fade in frames after the event, which are not part of its work. */
const STILL = { reducedMotion: 'reduce' };

/**
 * Main-thread CPU milliseconds of one event. `drawn` is script, style and layout. `all` is all work of the thread.
 *
 * @typedef {{ script: number, drawn: number, all: number }} Spent
 */

/** @returns {Spent} */
function spent(before, after, events) {
  const ms = (name) => ((after[name] - before[name]) * 1000) / events;
  const script = ms('ScriptDuration');
  return { script, drawn: script + ms('LayoutDuration') + ms('RecalcStyleDuration'), all: ms('TaskDuration') };
}

async function measure(driver, act, events = 1) {
  const before = await driver.metrics();
  for (let event = 0; event < events; event++) {
    await act();
    await pause(FRAME_MS);
  }
  return spent(before, await driver.metrics(), events);
}

/** Clicks these elements one after the other, and returns the medians. */
async function measureClicks(driver, kind, indexes) {
  const samples = [];
  for (const index of indexes) samples.push(await measure(driver, await driver.aim(kind, index)));
  return middle(samples);
}

const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1];

/** Returns the median of each figure. */
const middle = (samples) =>
  Object.fromEntries(Object.keys(samples[0]).map((key) => [key, median(samples.map((sample) => sample[key]))]));

async function measureMount(driver, shape) {
  const before = await driver.metrics();
  await driver.open(shape);
  return spent(before, await driver.metrics(), 1);
}

/** Measures from the first render until the first control keeps focus. */
async function measureFocusable(context, dir, name, shape) {
  const driver = await openPage(context, dir, name);
  const before = await driver.metrics();
  await driver.focusable(shape);
  const figure = spent(before, await driver.metrics(), 1);
  await driver.close();
  return figure;
}

/** Measures the mounts of a page that has already mounted some. */
async function measureWarm(context, dir, name, shape) {
  const driver = await openPage(context, dir, name);
  const samples = [];
  for (let mount = 0; mount < 15; mount++) {
    samples.push(await measureMount(driver, shape));
    await driver.unmount();
  }
  await driver.close();
  return middle(samples.slice(5));
}

/** Runs one turn of one contestant in a new page, so that the mount is cold. */
async function takeTurn(context, dir, name, shape) {
  const focusable = await measureFocusable(context, dir, name, shape);
  const warm = await measureWarm(context, dir, name, shape);
  const driver = await openPage(context, dir, name);
  const figures = { focusable, warm, mount: await measureMount(driver, shape) };
  await driver.click('option', 0);
  figures.select = await measureClicks(driver, 'option', [1, 2, 3, 0, 1, 2]);
  await driver.click('tab', shape.questions - 1);
  await driver.click('option', 0);
  figures.toggle = await measureClicks(driver, 'option', [1, 2, 3, 1, 2, 3]);
  for (const tab of [1, 2]) await driver.click('tab', tab);
  figures.back = await measureClicks(driver, 'tab', [1, 2, 1, 2, 1, 2]);
  await driver.click('tab', 0);
  await driver.chooseOther();
  await driver.write(10);
  figures.shortKey = await measure(driver, driver.key, 15);
  await driver.write(10_000);
  figures.key = await measure(driver, driver.key, 15);
  await driver.close();
  return figures;
}

/**
 * Returns medians of rounds in which the contestants take turns. Runs as many rounds as fit into the time, at least 3
 * and at most 7.
 *
 * @param {{ names: string[], shape: object, forMs: number }} options
 * @returns {Promise<{ rounds: number, times: Record<string, Record<string, Spent>> }>} by contestant and event
 */
export async function timeRounds(browser, dir, { names, shape, forMs }) {
  const context = await browser.newContext(STILL);
  const start = performance.now();
  const turns = names.map(() => []);
  do {
    for (const [at, name] of names.entries()) turns[at].push(await takeTurn(context, dir, name, shape));
  } while (turns[0].length < 3 || (performance.now() - start < forMs && turns[0].length < 7));
  await context.close();
  const events = Object.keys(turns[0][0]);
  const middles = (list) => Object.fromEntries(events.map((event) => [event, middle(list.map((turn) => turn[event]))]));
  return { rounds: turns[0].length, times: Object.fromEntries(names.map((name, at) => [name, middles(turns[at])])) };
}

/**
 * Measures mount, selection and key of a first question, for shapes that few requests have.
 *
 * @returns {Promise<{ mount: Spent, select: Spent, key: Spent }>}
 */
export async function timeShape(browser, dir, name, shape) {
  const context = await browser.newContext(STILL);
  const driver = await openPage(context, dir, name);
  const mount = await measureMount(driver, shape);
  await driver.click('option', 0);
  const select = await measureClicks(driver, 'option', [1, 2, 0]);
  await driver.chooseOther();
  await driver.write(10);
  await measure(driver, driver.key, 3);
  const key = await measure(driver, driver.key, 8);
  await driver.close();
  await context.close();
  return { mount, select, key };
}
