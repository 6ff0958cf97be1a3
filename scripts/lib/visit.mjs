import { eventually, tabTo, tour } from './keyboard-tour.mjs';
import { serve } from './serve.mjs';

/**
 * Hydrates the application in the browser, tests its keys, answers both questions by keyboard only, and reads the
 * result from the page.
 *
 * @param {import('playwright').Browser} browser
 * @param {{ dir: string, html: string }} built
 */
export async function visit(browser, { dir, html }) {
  const { url, close } = await serve(dir, html);
  const page = await browser.newPage();
  const stray = [];
  page.on('console', (message) => {
    if (!message.text().includes('Download the React DevTools'))
      stray.push(`console.${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => stray.push(`uncaught: ${error.message}`));
  page.on('response', (response) => response.status() >= 400 && stray.push(`${response.status()} ${response.url()}`));
  try {
    await page.goto(url);
    // The page ignores keys until React has hydrated it.
    await page.locator('html[data-hydrated]').waitFor();
    await checkTheme(page);
    await tour(page);

    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('checkbox', { name: 'Search' }).waitFor();
    await tabTo(page, 'checkbox', /Search/);
    await page.keyboard.press('Space');
    await checkInert(page);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Submit/ }).waitFor();
    await tabTo(page, 'button', /^Submit/);
    await page.keyboard.press('Enter');

    const result = JSON.parse((await page.locator('output').textContent()) ?? '');
    const answers = result.answers.map(({ answer }) => answer);
    if (result.answered !== true || JSON.stringify(answers) !== '["SQLite",["Search"]]') {
      throw new Error(`The page shows another result: ${JSON.stringify(result)}`);
    }
  } catch (error) {
    throw new Error([error.message, ...stray].join('\n'));
  } finally {
    await page.close();
    await close();
  }
  if (stray.length) throw new Error(`Unexpected messages in the browser:\n${stray.join('\n')}`);
}

/** The card's colors must survive the application's bundler, and follow the page's color scheme. */
async function checkTheme(page) {
  const seen = [];
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme });
    seen.push(await page.locator('[data-ask-user="card"]').evaluate((card) => getComputedStyle(card).backgroundColor));
  }
  if (seen.includes('rgba(0, 0, 0, 0)') || seen[0] === seen[1]) {
    throw new Error(`The card's background in a built application is ${seen[0]} in light and ${seen[1]} in dark.`);
  }
}

/**
 * The content under a confirmation must be inert (A17). React 18 drops the attribute, so the property has to be set.
 */
async function checkInert(page) {
  const inert = () => page.locator('[data-ask-user="body"]').evaluate((body) => body.inert);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor();
  const during = await eventually(page, inert);
  await page.keyboard.press('Escape');
  const after = await eventually(page, async () => !(await inert()));
  if (!during || !after) throw new Error('The card under the confirmation is not inert, or stays inert afterwards.');
}
