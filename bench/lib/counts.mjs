import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../scripts/lib/repo.mjs';
import { openPage } from './drive.mjs';

/**
 * The work of React for one action of the user.
 *
 * @typedef {object} Count
 * @property {number} commits
 * @property {number} renders of all components
 * @property {number} own renders of the package's components
 * @property {Record<string, number>} components renders by name
 */

/**
 * Counts commits and renders, which are exact and equal in every run.
 *
 * @param {import('playwright').Browser} browser
 * @param {string} dir
 * @param {string} name
 * @param {{ questions: number, options: number }} shape
 * @returns {Promise<{ counts: Record<string, Count>, elements: number }>}
 */
export async function countRenders(browser, dir, name, shape) {
  const context = await browser.newContext();
  await context.addInitScript({ path: join(dir, 'count-renders.js') });
  const driver = await openPage(context, dir, name);
  const counts = {};

  /** @param {[kind: string, index: number, value: string]} [effect] the state that is expected afterwards */
  const count = async (what, act, effect) => {
    await driver.page.evaluate(() => window.renders.reset());
    await act();
    await driver.settle();
    const { commits, components } = await driver.page.evaluate(() => window.renders.read());
    const rendered = Object.entries(components);
    const sum = (list) => list.reduce((total, [, times]) => total + times, 0);
    counts[what] = { commits, renders: sum(rendered), own: sum(rendered.filter(isOwn)), components };
    if (!effect) return;
    const [kind, index, value] = effect;
    const now = await driver.state(kind, index);
    if (now !== value) throw new Error(`${name}, ${what}: the ${kind} is ${now.slice(0, 20)}, not ${value}`);
  };
  // When focus leaves a Radix group, Radix commits without a render. Do that first, because it is not a cost of the
  // click.
  const focusFirst = async (kind) => {
    await driver.focus(kind, 0);
    await driver.settle();
  };
  const choose = async (what, option) => count(what, await driver.aim('option', option), ['option', option, 'true']);
  const show = async (what, kind, index, tab) => count(what, await driver.aim(kind, index), ['tab', tab, 'true']);

  await count('mount', () => driver.open(shape));
  const elements = await driver.page.evaluate(() => window.bench.elements());
  await choose('radioFlip', 0);
  await choose('radio', 1);
  await driver.chooseOther();
  await count('keyFlip', driver.key, ['field', 0, 'a']);
  await driver.write(10_000);
  await count('key', driver.key, ['field', 0, `a${'long text '.repeat(1000)}a`]);
  const last = shape.questions - 1;
  await show('newTab', 'tab', 1, 1);
  await driver.click('tab', 2);
  await focusFirst('back');
  await show('back', 'back', 0, 1);
  await driver.click('tab', 2);
  await show('backByTab', 'tab', 1, 1);
  await focusFirst('back');
  await show('backToFirst', 'back', 0, 0);
  await driver.click('tab', last);
  await focusFirst('option');
  await choose('checkboxFlip', 0);
  await choose('checkbox', 1);
  await driver.click('tab', last - 1);
  await driver.click('tab', last);
  await focusFirst('back');
  await show('backFromLast', 'back', 0, last - 1);

  await driver.close();
  await context.close();
  return { counts, elements };
}

/** Names of the package's components, to distinguish them from Radix's. The bundler numbers names that occur twice. */
const ownNames = new Set(
  readdirSync(join(root, 'src/react'), { recursive: true })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => readFileSync(join(root, 'src/react', file), 'utf8').match(/(?<=\bfunction )[A-Z]\w*/g) ?? []),
);
const isOwn = ([name]) => ownNames.has(name.replace(/\d+$/, ''));
