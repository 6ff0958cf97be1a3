import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { fileOf } from '../lib/site.mjs';

/** The base path of the tested build. */
export const BASE = '/docs/site/';

/** Limits for the JavaScript that a page loads, in bytes after gzip. */
const LIMITS = { docs: 20_000, playground: 170_000 };
const WIDTHS = [320, 390, 1280];
/** Axe reads a page in both color schemes, and at the widest and the narrowest width. */
const LOOKS = [
  ['light', 1280],
  ['dark', 320],
];
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the paths of the site's pages, without Storybook. */
export const pagesOf = (dist) =>
  readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('index.html') && !/^(?:stories|pagefind)\//.test(file))
    .map((file) => file.replace(/index\.html$/, ''))
    .toSorted();

/** Checks that each link inside the site has a file, and each anchor an element. */
export function checkLinks(dist, pages) {
  const ids = new Map();
  const idsOf = (file) => {
    if (!ids.has(file)) {
      ids.set(file, new Set([...readFileSync(file, 'utf8').matchAll(/\sid="([^"]*)"/g)].map(([, id]) => id)));
    }
    return ids.get(file);
  };
  return pages.flatMap((path) => {
    const html = readFileSync(join(dist, path, 'index.html'), 'utf8');
    const hrefs = new Set([...html.matchAll(/\s(?:href|src|srcset)="([^"]*)"/g)].map(([, href]) => href));
    return [...hrefs].flatMap((href) => {
      const { origin, pathname, hash } = new URL(href.replaceAll('&amp;', '&'), `http://site${BASE}${path}`);
      if (origin !== 'http://site') return [];
      const file = fileOf(dist, BASE, pathname);
      if (!file) return [`/${path}: ${href} does not exist.`];
      const id = decodeURIComponent(hash.slice(1));
      return id && file.endsWith('.html') && !pathname.includes('/stories/') && !idsOf(file).has(id)
        ? [`/${path}: ${href} has no anchor.`]
        : [];
    });
  });
}

/** Opens a page and calls `work`. Returns what is on the console, failed requests, and the problems of `work`. */
async function open(browser, url, options, work) {
  const page = await browser.newPage(options);
  const problems = [];
  page.on('console', (message) => problems.push(`console.${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`${response.status()} ${response.url()}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(new URL(url).origin) && !/^(?:data|blob):/.test(request.url()))
      problems.push(`requests ${request.url()}`);
  });
  try {
    await page.goto(url, { waitUntil: 'networkidle' });
    problems.push(...(await work(page)));
  } finally {
    await page.close();
  }
  return problems;
}

/** Checks a page in light and dark, at all widths, and the weight of its scripts. */
export async function checkPage(browser, url, path) {
  const limit = path === '' ? undefined : path === 'playground/' ? LIMITS.playground : LIMITS.docs;
  const at = { viewport: { width: 1280, height: 900 }, colorScheme: 'light' };
  return open(browser, url + path, at, async (page) => {
    const problems = [];
    const bytes = await weightOf(page);
    if (limit && bytes > limit) problems.push(`loads ${bytes} bytes of JavaScript, more than ${limit}`);
    await page.evaluate(axe);
    for (const [colorScheme, width] of LOOKS) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize({ width, height: 900 });
      // After a change of the width, a script makes code that scrolls focusable.
      await page.waitForFunction(() =>
        [...document.querySelectorAll('.expressive-code pre')].every(
          (pre) => pre.scrollWidth <= pre.clientWidth || pre.tabIndex === 0,
        ),
      );
      const found = await page.evaluate((values) => globalThis.axe.run({ runOnly: { type: 'tag', values } }), TAGS);
      problems.push(
        ...found.violations.map(
          ({ id, nodes }) => `axe ${id} (${colorScheme}, ${width} px): ${nodes.map(({ target }) => target).join(', ')}`,
        ),
      );
    }
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (wide > 0) problems.push(`is ${wide} px wider than ${width} px`);
    }
    return problems;
  });
}

/** Returns the size after gzip of the scripts that the page has loaded, and of those in its HTML. */
async function weightOf(page) {
  const { urls, inline } = await page.evaluate(() => ({
    urls: performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => /\.m?js$/.test(new URL(name).pathname)),
    inline: [...document.scripts]
      .filter((script) => !script.src)
      .map((script) => script.textContent)
      .join('\n'),
  }));
  const files = await Promise.all([...new Set(urls)].map(async (url) => (await fetch(url)).text()));
  return [inline, ...files].reduce((sum, text) => sum + gzipSync(text).length, 0);
}

/** Answers the card of the home page by keyboard, and reads what the agents receive. */
export const checkCard = (browser, url) =>
  open(browser, url, {}, async (page) => {
    const script = await browser.newPage({ javaScriptEnabled: false });
    await script.goto(url);
    const isThere = await script.getByRole('radio', { name: /SQLite/ }).isVisible();
    await script.close();
    if (!isThere) return ['The card is not in the HTML.'];
    await page.getByRole('radio', { name: /PostgreSQL/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Ask again' }).waitFor();
    const read = await page.getByRole('region', { name: 'The agent reads' }).innerText();
    return read.includes('{"answered":true') && read.includes('SQLite') ? [] : [`The page shows ${read}`];
  });

/** Answers a question in the playground. */
export const checkPlayground = (browser, url) =>
  open(browser, `${url}playground/`, {}, async (page) => {
    await page.getByRole('radio', { name: /SQLite/ }).click();
    const isSelected = await page.getByRole('radio', { name: /SQLite/ }).isChecked();
    return isSelected ? [] : ['The option is not selected.'];
  });

/** Returns the ids and addresses of the first page of each group of stories. */
export function storiesOf(dist) {
  const { entries } = JSON.parse(readFileSync(join(dist, 'stories/index.json'), 'utf8'));
  const first = Object.values(entries).filter(
    ({ title }, index, all) => all.findIndex((entry) => entry.title === title) === index,
  );
  return first.map(({ id, type }) => ({ id, path: `stories/?path=/${type}/${id}` }));
}

/** Opens a page of Storybook as a link does, in Storybook’s window. */
export async function checkStory(browser, url, { id, path }) {
  const problems = await open(browser, url + path, {}, async (page) => {
    const body = page.frameLocator('#storybook-preview-iframe').locator('body.sb-show-main');
    await body.waitFor();
    const text = await body.innerText();
    return text.trim() ? [] : [`${id} is empty.`];
  });
  // Storybook’s own toolbar warns about its next version.
  return problems.filter((problem) => !problem.includes("'PopoverProvider'"));
}

/** Finds a section of a page by its words. */
export const checkSearch = (browser, url) =>
  open(browser, `${url}theming/`, {}, async (page) => {
    await page.keyboard.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Search' });
    await dialog.getByRole('searchbox').fill('drafts');
    const result = dialog.getByRole('link', { name: /AskUserDialog/ }).first();
    await result.waitFor();
    const href = (await result.getAttribute('href')) ?? '';
    return href.startsWith(`${BASE}dialog/`) ? [] : [`The link leads to ${href}`];
  });
