// npm run bench: measures the run-time costs of the dialog, a plain-React twin and a bare Radix composition, and checks
// them against bench/budgets.json. Commits, renders, function calls, elements and leaks are exact, and a missed budget
// fails. Times depend on the machine, and never fail. --exact omits the times, --details names the rendered components,
// --json FILE writes every figure, --markdown prints the tables of bench/README.md, and the sizes of the built package
// for docs/performance.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { brokerRows, brokerTimes } from '../bench/lib/broker-rows.mjs';
import { bundlePages, CONTESTANTS } from '../bench/lib/bundle-pages.mjs';
import { countCalls } from '../bench/lib/calls.mjs';
import { countRenders } from '../bench/lib/counts.mjs';
import { countMany } from '../bench/lib/many.mjs';
import { findLeaks, STEADY_HEAP } from '../bench/lib/leaks.mjs';
import { featuresAsMarkdown, rowsAsMarkdown, sizesAsMarkdown } from '../bench/lib/markdown.mjs';
import { exactRows, formatTable, timeRows } from '../bench/lib/rows.mjs';
import { timeRounds, timeShape } from '../bench/lib/times.mjs';
import { ensureChromium, launchArgs } from './lib/chromium.mjs';
import { main, must, root, withTempDir } from './lib/repo.mjs';
import { measureSizes, weighFeatures } from './lib/sizes.mjs';

const [OURS, PLAIN, RADIX] = CONTESTANTS;
const FOUR = { questions: 4, options: 4 };
const MANY_OPTIONS = { questions: 4, options: 100 };
const MANY = [FOUR, { questions: 30, options: 4 }, { questions: 100, options: 4 }];
const SHAPES = {
  questions100: { questions: 100, options: 4 },
  options100: { questions: 1, options: 100 },
  options1000: { questions: 1, options: 1000 },
};
const ROUNDS_MS = 40_000;

const { values: flags } = parseArgs({
  options: {
    exact: { type: 'boolean' },
    details: { type: 'boolean' },
    markdown: { type: 'boolean' },
    json: { type: 'string' },
  },
});

await main(() =>
  withTempDir(async (dir) => {
    const start = performance.now();
    const budgets = JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8'));
    await bundlePages(dir);
    // Parsing must also work on pages whose policy forbids eval.
    const strict = '--disallow-code-generation-from-strings';
    const core = JSON.parse(await must(process.execPath, [strict, join(dir, 'core.mjs')]));
    const broker = JSON.parse(await must(process.execPath, ['--expose-gc', join(dir, 'broker.mjs')]));

    const exact = await measureExact(dir);
    const rows = [...exactRows({ ...exact, core }, budgets.counts), ...brokerRows(broker)];
    const format = flags.markdown ? (title, list) => `## ${title}\n\n${rowsAsMarkdown(list)}` : formatTable;
    if (flags.markdown) await printSizes(budgets);
    console.log(format('exact: commits / renders', rows));
    if (flags.details) printDetails(exact.ours.counts);

    const timed = flags.exact ? undefined : await withBrowser((browser) => measureTimes(browser, dir));
    if (timed) {
      const title = `times: main-thread CPU, medians of ${timed.rounds} rounds`;
      console.log(`\n${format(title, [...timeRows({ ...timed, core }, budgets.times), ...brokerTimes(broker)])}`);
    }
    if (flags.json) writeFileSync(flags.json, `${JSON.stringify({ exact, core, broker, timed }, null, 2)}\n`);

    const missed = rows
      .filter(({ ok }) => ok === false)
      .map(({ what, ours, budget }) => `${what.trim()}: ${ours}, not ${budget}`);
    if (missed.length > 0) throw new Error(`\n${missed.join('\n')}`);
    console.log(`\nexact counts within budget, ${((performance.now() - start) / 1000).toFixed(0)} s`);
  }),
);

/** Uses two browsers at once, because counts do not depend on speed. */
async function measureExact(dir) {
  const calls = {};
  const many = [];
  const [[ours, manyOptions, plain, radix], leaks] = await Promise.all([
    withBrowser(async (browser) => {
      const counted = [];
      for (const [name, shape] of [
        [OURS, FOUR],
        [OURS, MANY_OPTIONS],
        [PLAIN, FOUR],
        [RADIX, FOUR],
      ]) {
        counted.push(await countRenders(browser, dir, name, shape));
      }
      for (const shape of MANY) many.push(await countMany(browser, dir, OURS, shape));
      for (const name of CONTESTANTS) calls[name] = await countCalls(browser, dir, name);
      return counted;
    }),
    withBrowser((browser) => findLeaks(browser, dir, OURS), STEADY_HEAP),
  ]);
  return { ours, manyOptions, plain, radix, calls, many, leaks };
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

async function printSizes(budgets) {
  const { rows } = await measureSizes(budgets);
  console.log(`## sizes\n\n${sizesAsMarkdown(rows)}\n`);
  const dialog = budgets.sizes.find(({ name }) => name === budgets.unused.of);
  console.log(`## parts of the dialog\n\n${featuresAsMarkdown(await weighFeatures(dialog))}\n`);
}

function printDetails(counts) {
  for (const [event, { components }] of Object.entries(counts)) {
    const list = Object.entries(components).map(([name, times]) => (times === 1 ? name : `${name} x ${times}`));
    console.log(`\n${event}: ${list.join(', ')}`);
  }
}
