// node scripts/weekly/site.mjs: builds the site for a base path and visits every page in Chromium. `--no-build` tests site/dist as
// it is, which must have been built for the same base path.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { ensureChromium, launchArgs } from '../lib/chromium.mjs';
import { inLanes, main, must, root } from '../lib/repo.mjs';
import {
  BASE,
  checkCard,
  checkLinks,
  checkPage,
  checkPlayground,
  checkSearch,
  checkStory,
  pagesOf,
  storiesOf,
} from './site-checks.mjs';
import { serveSite } from '../lib/site.mjs';

const DIST = join(root, 'site/dist');
const hasStories = !process.argv.includes('--no-stories');

await main(async () => {
  if (!process.argv.includes('--no-build')) {
    const env = { ...process.env, SITE_BASE: BASE };
    const options = hasStories ? [] : ['--no-stories'];
    console.log((await must(process.execPath, ['scripts/site.mjs', ...options], { env })).trim());
  }
  const { url, close } = await serveSite(DIST, BASE);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: launchArgs });
  const counts = { passed: 0, failed: 0 };
  const check = async (name, work) => {
    try {
      const problems = await work();
      if (problems.length) throw new Error(problems.join('\n  '));
      counts.passed++;
    } catch (error) {
      counts.failed++;
      console.error(`FAILED ${name}\n  ${error.message}`);
    }
  };
  try {
    const pages = pagesOf(DIST);
    await check('links', () => checkLinks(DIST, pages));
    for (const path of ['llms.txt', 'llms-full.txt', '404.html', 'favicon.svg', 'theming.md', 'parts/card.md']) {
      await check(path, () => (existsSync(join(DIST, path)) ? [] : ['It does not exist.']));
    }
    await inLanes(2, pages, (path) => check(`/${path}`, () => checkPage(browser, url, path)));
    await check('the card of the home page', () => checkCard(browser, url));
    await check('the playground', () => checkPlayground(browser, url));
    const stories = hasStories ? storiesOf(DIST) : [];
    await inLanes(2, stories, (story) => check(story.path, () => checkStory(browser, url, story)));
    await check('the search', () => checkSearch(browser, url));
  } finally {
    await browser.close();
    await close();
  }
  console.log(`${counts.passed} passed, ${counts.failed} failed`);
  if (counts.failed) process.exitCode = 1;
});
