// npm run bench: what the dialog costs at run time, beside a plain-React twin and a bare Radix composition, against
// bench/budgets.json. Commits, renders, elements and leaks are exact, and fail; times depend on the machine, and don't.
// --exact leaves the times out, --details names the components rendered, --json FILE writes every figure.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { bundlePages, CONTESTANTS } from '../bench/lib/bundle-pages.mjs';
import { countRenders } from '../bench/lib/counts.mjs';
import { findLeaks, STEADY_HEAP } from '../bench/lib/leaks.mjs';
import { exactRows, formatTable, timeRows } from '../bench/lib/rows.mjs';
import { timeRounds, timeShape } from '../bench/lib/times.mjs';
import { ensureChromium, launchArgs } from './lib/chromium.mjs';
import { main, must, root, withTempDir } from './lib/repo.mjs';

const [OURS, PLAIN, RADIX] = CONTESTANTS;
const FOUR = { questions: 4, options: 4 };
const SHAPES = {
  questions100: { questions: 100, options: 4 },
  options100: { questions: 1, options: 100 },
  options1000: { questions: 1, options: 1000 },
};
const ROUNDS_MS = 25_000;

const { values: flags } = parseArgs({
  options: { exact: { type: 'boolean' }, details: { type: 'boolean' }, json: { type: 'string' } },
});

await main(() =>
  withTempDir(async (dir) => {
    const start = performance.now();
    const budgets = JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8'));
    await bundlePages(dir);
    const core = JSON.parse(await must(process.execPath, [join(dir, 'core.mjs')]));

    const exact = await measureExact(dir);
    const rows = exactRows({ ...exact, told: core.told }, budgets.counts);
    console.log(formatTable('exact: commits / renders', rows));
    if (flags.details) printDetails(exact.ours.counts);

    const timed = flags.exact ? undefined : await withBrowser((browser) => measureTimes(browser, dir));
    if (timed) {
      const title = `times: main-thread CPU, medians of ${timed.rounds} rounds`;
      console.log(`\n${formatTable(title, timeRows({ ...timed, core }, budgets.times))}`);
    }
    if (flags.json) writeFileSync(flags.json, `${JSON.stringify({ exact, core, timed }, null, 2)}\n`);

    const missed = rows
      .filter(({ ok }) => ok === false)
      .map(({ what, ours, budget }) => `${what.trim()}: ${ours}, not ${budget}`);
    if (missed.length > 0) throw new Error(`\n${missed.join('\n')}`);
    console.log(`\nexact counts within budget, ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }),
);

/** Two browsers at once: what is counted does not depend on how fast it goes. */
async function measureExact(dir) {
  const [[ours, hundred, plain, radix], leaks] = await Promise.all([
    withBrowser(async (browser) => {
      const counted = [];
      for (const [name, shape] of [
        [OURS, FOUR],
        [OURS, SHAPES.questions100],
        [PLAIN, FOUR],
        [RADIX, FOUR],
      ]) {
        counted.push(await countRenders(browser, dir, name, shape));
      }
      return counted;
    }),
    withBrowser((browser) => findLeaks(browser, dir, OURS), STEADY_HEAP),
  ]);
  return { ours, hundred, plain, radix, leaks };
}

async function measureTimes(browser, dir) {
  const rounds = await timeRounds(browser, dir, { names: CONTESTANTS, shape: FOUR, forMs: ROUNDS_MS });
  const shapes = {};
  for (const [key, shape] of Object.entries(SHAPES)) {
    shapes[key] = {};
    for (const name of [OURS, RADIX]) shapes[key][name] = await timeShape(browser, dir, name, shape);
  }
  return { ...rounds, shapes };
}

async function withBrowser(work, ...args) {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...launchArgs, ...args] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

function printDetails(counts) {
  for (const [event, { components }] of Object.entries(counts)) {
    const list = Object.entries(components).map(([name, times]) => (times === 1 ? name : `${name} x ${times}`));
    console.log(`\n${event}: ${list.join(', ')}`);
  }
}
