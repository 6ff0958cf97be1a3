// node scripts/pictures/card.mjs: measures the built card in Chromium, and prints its height, its movement, its contrast and the size of
// its targets as a Markdown table.
import { build } from 'esbuild';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from '../lib/chromium.mjs';
import { main, root, withTempDir } from '../lib/repo.mjs';
import { serve } from '../lib/serve.mjs';

const HTML =
  '<!doctype html><html lang="en"><title>Card</title><meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css"><link rel="icon" href="data:,"><style>body { margin: 0; background: Canvas; color-scheme: light dark; font: 16px system-ui } main { max-inline-size: 720px }</style><main></main><script type="module" src="/page.js"></script></html>';

const PAGE = `
  import { createElement } from 'react';
  import { createRoot } from 'react-dom/client';
  import { AskUserDialog } from 'react-ask-user';
  import 'react-ask-user/styles.css';
  import { textContrasts } from './test/helpers/browser/colours.ts';
  const host = createRoot(document.querySelector('main'));
  let run = 0;
  Object.assign(window, {
    textContrasts,
    show: (questions) => host.render(createElement(AskUserDialog, { key: run++, questions, asker: 'Setup assistant' })),
  });
`;

const DATABASE = {
  question: 'Which database should we use?',
  header: 'Database',
  context: 'The service stores orders and needs transactions.',
  options: [
    { label: 'PostgreSQL (Recommended)', description: 'Relational, runs everywhere' },
    { label: 'SQLite', description: 'One file, no server' },
    { label: 'MongoDB', description: 'Documents without a schema' },
  ],
};
const FEATURES = {
  question: 'Which features should we include?',
  header: 'Features',
  multiSelect: true,
  options: ['Accounts', 'REST API', 'Admin pages', 'Background jobs', 'Audit log'],
};
const NAME = { question: 'What is the name of the service?', header: 'Name' };
const THREE = [DATABASE, FEATURES, NAME];
/** Index of its tab. */
const REVIEW = THREE.length;

await main(() =>
  withTempDir(async (dir) => {
    await build({
      absWorkingDir: root,
      stdin: { contents: PAGE, resolveDir: root },
      entryNames: 'page',
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: dir,
      logLevel: 'error',
      tsconfigRaw: {},
      define: { 'process.env.NODE_ENV': '"production"' },
    });
    const site = await serve(dir, HTML);
    const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
    try {
      const open = async (options) => {
        // Without transitions, colors have their final value when they are measured.
        const page = await browser.newPage({
          viewport: { width: 720, height: 900 },
          reducedMotion: 'reduce',
          ...options,
        });
        await page.goto(site.url);
        return page;
      };
      const rows = [
        await height(await open()),
        ...(await movement(await open())),
        ...(await contrasts(open)),
        ...(await targets(await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }))),
      ];
      const width = Math.max(...rows.map(([what]) => what.length));
      console.log([['', 'measured'], ['-'.repeat(width), '---:'], ...rows].map(line(width)).join('\n'));
    } finally {
      await browser.close();
      await site.close();
    }
  }),
);

function line(width) {
  return ([what, value]) => `| ${what.padEnd(width)} | ${value} |`;
}

function px(value) {
  return `${Math.round(value * 10) / 10} px`;
}

/** Shows these questions, and waits for everything that loads late. */
async function show(page, questions) {
  await page.waitForFunction(() => 'show' in globalThis);
  await page.evaluate((given) => globalThis.show(given), questions);
  await page.getByRole('button', { name: 'Cancel' }).waitFor();
  await page.waitForLoadState('networkidle');
}

function card(page) {
  return page.getByRole('region');
}

async function height(page) {
  await show(page, [DATABASE]);
  const { height: of } = await card(page).boundingBox();
  await page.close();
  return ['height with three options and Other, 720 px wide', px(of)];
}

/**
 * Measures how far the tabs and the primary button move over all tabs, forward and back, and when an error appears. The
 * button may be lower in Review.
 */
async function movement(page) {
  await show(page, THREE);
  const tabs = page.getByRole('tab');
  const top = async (locator) => (await locator.boundingBox()).y;
  const primary = page.locator('[data-ask-user="actions"] [data-variant="primary"]');
  const walk = async () => {
    const at = [];
    for (const index of [0, 1, 2, REVIEW, 2, 1, 0]) {
      await tabs.nth(index).click();
      at.push([await top(tabs.first()), index === REVIEW ? undefined : await top(primary)]);
    }
    return at;
  };
  const spread = (list) => {
    const known = list.filter((y) => y !== undefined);
    return Math.max(...known) - Math.min(...known);
  };
  const first = await walk();
  const second = await walk();
  await tabs.last().click();
  await primary.click();
  await page.getByText('Choose an option').first().waitFor();
  const message = [await top(tabs.first()), await top(primary)];
  await page.close();
  return [
    ['tabs, twice over all questions and Review', px(spread([...first, ...second, message].map(([y]) => y)))],
    ['primary button over all questions, the first time', px(spread(first.map(([, y]) => y)))],
    ['primary button, the second time and with a message', px(spread([...second, message].map(([, y]) => y)))],
  ];
}

/** Measures the lowest contrast of any text in four states. */
async function contrasts(open) {
  const rows = [];
  for (const colorScheme of ['light', 'dark']) {
    const page = await open({ colorScheme });
    await show(page, THREE);
    const lowest = async () => {
      const ratios = await card(page).evaluate((element) => globalThis.textContrasts(element));
      return Math.min(...ratios.map(([, ratio]) => ratio));
    };
    const states = [await lowest()];
    await page.getByRole('radio', { name: 'PostgreSQL' }).click();
    states.push(await lowest());
    await page.getByRole('tab').last().click();
    states.push(await lowest());
    await page.getByRole('button', { name: 'Submit answers' }).click();
    states.push(await lowest());
    rows.push([
      `lowest contrast of a text, ${colorScheme}`,
      `${(Math.floor(Math.min(...states) * 10) / 10).toFixed(1)} : 1`,
    ]);
    await page.close();
  }
  return rows;
}

/** Measures the shortest side of all touch targets. An option counts with its row. */
async function targets(page) {
  await show(page, THREE);
  const smallest = () =>
    card(page).evaluate((element) => {
      const parts = [...element.querySelectorAll('button, textarea, [data-ask-user="option"]')];
      const boxes = parts
        .filter((one) => one.checkVisibility() && !one.closest('[inert]') && !one.matches('[data-ask-user="control"]'))
        .map((one) => one.getBoundingClientRect());
      return Math.min(...boxes.flatMap(({ width, height: high }) => [width, high]));
    });
  const sizes = [];
  for (let index = 0; index < 4; index++) {
    await page.getByRole('tab').nth(index).click();
    sizes.push(await smallest());
  }
  await page.close();
  return [['smallest target on touch, 390 px wide', px(Math.min(...sizes))]];
}
