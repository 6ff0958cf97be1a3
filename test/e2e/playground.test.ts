import { gzipSync } from 'node:zlib';
import type { Locator, Page } from 'playwright';
import { afterEach, expect, inject, it, onTestFinished } from 'vitest';
import { PRESETS } from '../../examples/playground/presets.js';
import { DIALECTS } from '../../src/dialects/index.js';
import { connectBrowser } from './helpers/browser.js';
import { expectAccessible, openChat, type ChatPage } from './helpers/chat-page.js';

const MAX_KILOBYTES = 140;

const opened: ChatPage[] = [];
afterEach(async () => {
  const windows = opened.splice(0);
  await Promise.all(windows.map(({ close }) => close()));
  expect(windows.flatMap(({ problems }) => problems)).toEqual([]);
});

async function open(hash = '', width = 1280): Promise<ChatPage> {
  const window = await openChat(`${inject('quick')}/playground/${hash}`, { width, height: 900 });
  opened.push(window);
  await window.page.locator('[data-ask-user="card"]').waitFor();
  return window;
}

const outputs = (page: Page) => page.getByRole('region', { name: 'What each agent reads' });
const json = (page: Page) => page.getByRole('textbox', { name: 'JSON' });

it('answers a card with the keyboard, and shows what each agent reads', async () => {
  const { page, tabTo, press } = await open();
  await tabTo(page.getByRole('radio', { name: /^PostgreSQL/ }));
  await press('2');
  await outputs(page).getByText('Not sent yet.').waitFor();
  await outputs(page).getByText('"Which database should we use?"="SQLite"').waitFor();
  await press('Enter');
  await tabTo(page.getByRole('checkbox', { name: /^Sign-in/ }));
  await press('1');
  await press('2');
  await press('Enter');
  await tabTo(page.getByRole('radio', { name: /^Containers/ }));
  await press('1');
  await press('Enter');
  await tabTo(page.getByRole('button', { name: 'Submit answers' }));
  await press('Enter');
  await outputs(page).getByText('Settled as answered.').waitFor();
  expect(await outputs(page).locator('details').count()).toBe(DIALECTS.length);
  await expectAccessible(page);

  const roo = outputs(page).locator('summary', { hasText: 'Roo' });
  await expect.poll(() => roo.textContent()).toMatch(/\d lost$/);
  await tabTo(roo);
  await press('Enter');
  await outputs(page).getByText('<user_message>').waitFor();
});

it('keeps the focus when it asks again', async () => {
  const { page, tabTo, press } = await open();
  const again = page.getByRole('button', { name: 'Ask again' });
  await tabTo(page.getByRole('radio', { name: /^PostgreSQL/ }));
  await press('1');
  await tabTo(again);
  await press('Enter');
  await page.getByRole('radio', { name: /^PostgreSQL/, checked: false }).waitFor();
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
});

it('keeps the card and the text while the JSON has an error, and its settings after a reload', async () => {
  const { page } = await open('#preset=form');
  await page.getByRole('tab').first().waitFor();
  await json(page).fill('{');
  await page.getByText('This is not JSON').waitFor();
  expect(await page.locator('[data-ask-user="card"]').count()).toBe(1);
  await json(page).fill('{"question": "Is this kept?"}');
  await page.getByRole('heading', { name: 'Is this kept?' }).waitFor();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await page.getByRole('button', { name: 'Abbrechen' }).waitFor();
  await expect.poll(() => page.url()).toContain('language=de');
  await page.reload();
  await page.getByRole('heading', { name: 'Is this kept?' }).waitFor();
  await page.getByRole('button', { name: 'Abbrechen' }).waitFor();
  expect(await json(page).inputValue()).toBe('{"question": "Is this kept?"}');
});

it.each(PRESETS.map(({ id }) => id))('shows the example "%s" on a narrow screen without a problem', async (preset) => {
  const { page } = await open(`#preset=${preset}`, 320);
  await page
    .getByRole('region', { name: 'Card' })
    .getByText(/Setup assistant|أسئلة/)
    .first()
    .waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await expectAccessible(page);
});

it('goes through an interview of 30 questions by digits, and back to one by its list [R-MANY]', async () => {
  const { page, tabTo, press } = await open('#preset=interview&scheme=dark');
  await tabTo(page.getByRole('radio', { name: 'Our staff' }));
  for (let question = 1; question <= 30; question++) {
    await press('1');
    await press('Enter');
  }
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await expectAccessible(page);
  await tabTo(page.getByRole('button', { name: 'Review, 30 of 30 answered' }), 'Shift+Tab');
  await press('Enter');
  await press('Home');
  await press('Enter');
  await page.getByRole('heading', { name: 'Who will use the service?' }).waitFor();
});

it('goes through the interview by touch on a phone [R-MANY]', async () => {
  const browser = await connectBrowser();
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ viewport, hasTouch: true, isMobile: true, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(50_000);
  const page = await context.newPage();
  await page.goto(`${inject('quick')}/playground/#preset=interview`);
  const place = page.getByRole('button', { name: /^(Question|Review)/ });
  const next = page.getByRole('button', { name: /^(Next|Review)$/ });
  const height = async (target: Locator) => Math.round((await target.boundingBox())?.height ?? 0);
  await page.getByRole('radio', { name: 'Our staff' }).waitFor();
  expect(await height(place)).toBeGreaterThanOrEqual(44);
  expect(await height(next)).toBeGreaterThanOrEqual(44);
  for (let question = 1; question <= 30; question++) {
    await page.getByRole('button', { name: `Question ${question} of 30` }).waitFor();
    await page.locator('[data-ask-user="option"]:visible').first().tap();
    await page.getByRole('radio', { checked: true }).waitFor();
    await next.tap();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  }
  await page.getByRole('heading', { name: 'Check your answers' }).waitFor();
  await page.getByRole('button', { name: 'Review, 30 of 30 answered' }).tap();
  await page.getByRole('option', { name: /^5\. Sign-in/ }).tap();
  await page.getByRole('heading', { name: 'How do people sign in?' }).waitFor();
  await page.getByRole('button', { name: 'Question 5 of 30, 30 answered' }).tap();
  await page.getByRole('option', { name: /Review/ }).tap();
  await page.getByRole('button', { name: 'Submit answers' }).tap();
  await page.getByText('Settled as answered.').waitFor();
});

it('replies to a question about a question, and offers earlier answers', async () => {
  const asking = await open('#preset=ask-back');
  await asking.activate('Ask about this');
  await asking.type('What if we grow?');
  await asking.press('Enter');
  await asking.heard('You can change this later.');
  const again = await open('#preset=carried');
  await again.page.getByText('You have already answered 2 of these 3 questions.').first().waitFor();
  await again.activate('Use my answers');
  await again.page.getByText('2 of 3 answered').waitFor();
  const waiting = await open('#preset=ahead');
  await waiting.page.getByText('Setup assistant goes on meanwhile.').first().waitFor();
  await waiting.activate('Continue');
  await waiting.page.getByRole('radio', { name: /^PostgreSQL/ }).waitFor();
});

it('changes the card by the theme editor, in light and dark mode', async () => {
  const { page } = await open('#preset=approval&scheme=dark');
  await page.getByText('Theme', { exact: true }).click();
  await page.getByRole('textbox', { name: 'surface', exact: true }).fill('rgb(1, 2, 3)');
  const card = page.locator('[data-ask-user="card"]');
  await expect.poll(() => card.evaluate((one) => getComputedStyle(one).backgroundColor)).toBe('rgb(1, 2, 3)');
  await expect.poll(() => page.url()).toContain('--surface=rgb');
  await expectAccessible(page);
});

it('loads the theme editor when it is opened, and once', async () => {
  const { page } = await open();
  const loads: string[] = [];
  page.on('request', (request) => loads.push(new URL(request.url()).pathname));
  const surface = page.locator('[placeholder="default"]').first();
  expect(await surface.count()).toBe(0);
  const theme = page.getByText('Theme', { exact: true });
  for (const isShown of [true, false, true]) {
    await theme.click();
    await surface.waitFor({ state: isShown ? 'visible' : 'hidden' });
  }
  expect(loads.filter((path) => /theme-editor[^/]*\.js$/.test(path))).toHaveLength(1);
});

it(`needs at most ${MAX_KILOBYTES} kB of JavaScript before the formats of the agents load`, async () => {
  const html = await (await fetch(`${inject('quick')}/playground/`)).text();
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, path]) => path);
  expect(scripts.length).toBeGreaterThan(0);
  const sizes = await Promise.all(
    scripts.map(async (path) => {
      const response = await fetch(`${inject('quick')}/playground/${path}`);
      return gzipSync(new Uint8Array(await response.arrayBuffer())).length;
    }),
  );
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MAX_KILOBYTES * 1000);
});
