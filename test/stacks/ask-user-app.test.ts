import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { FrameLocator } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../src/page/language.js';
import { serveSandbox, startHost, type ClientName } from './helpers/mcp-app.js';
import { servePage, type Site } from './helpers/page.js';

const DATABASE = {
  question: 'Which "database"?',
  header: 'Database',
  options: [
    { label: 'Postgres, 16', description: 'A server' },
    { label: 'SQLite', description: 'A file' },
  ],
};
const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  options: [{ label: 'Auth' }, { label: 'Search' }, { label: 'Mail' }],
  multiSelect: true,
};
const input = { questions: [DATABASE, FEATURES] };
const ANSWERED = {
  answered: true,
  answers: [
    { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
    { question: FEATURES.question, answer: ['Auth', 'Mail', 'and "a, b" ü\nthen c'], wasCustom: true },
  ],
};

let site: Site;
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  [site, sandbox] = await Promise.all([servePage(new URL('pages/mcp-app/main.tsx', import.meta.url)), serveSandbox()]);
});
afterEach(() => site.closePages());
afterAll(async () => {
  await site?.close();
  await sandbox?.close();
});

/** Starts the server, without a time in which a cancellation is not the user's, because a test is that fast. */
const start = (
  client: ClientName = 'bridge',
  { args = [], ...more }: { args?: readonly string[]; env?: Record<string, string>; version?: string } = {},
) => startHost(site, { client, sandbox: sandbox.url, args: ['--by', 'app', ...args], ...more });

const radio = (card: FrameLocator, name: string) => card.getByRole('radio', { name });
const button = (card: FrameLocator, name: string) => card.getByRole('button', { name, exact: true });

describe.each(['bridge', 'mcp-ui'] as const)('the dialog as an MCP App, in %s [R-APP]', (client) => {
  it('answers with options, several of them, and text of the user, without a request of its own', async () => {
    const { ask, page, result, requests } = await start(client);
    const card = await ask({ input });
    await radio(card, 'SQLite').click();
    await page.keyboard.press('Enter');
    await card.getByRole('checkbox', { name: 'Auth' }).click();
    await card.getByRole('checkbox', { name: 'Mail' }).click();
    await card.getByRole('checkbox', { name: 'Other' }).click();
    await page.keyboard.type('and "a, b" ü');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('then c');
    await button(card, 'Review').click();
    await button(card, 'Submit answers').click();
    expect(await result()).toMatchObject({
      content: [{ type: 'text', text: JSON.stringify(ANSWERED) }],
      structuredContent: ANSWERED,
    });
    await card.getByText('You answered').waitFor();
    await card.getByText('then c').waitFor();
    const hosts = [site.url, sandbox.url].map((url) => new URL(url).host);
    const others = requests.filter((url) => url.startsWith('http') && !hosts.includes(new URL(url).host));
    expect(others).toEqual([]);
  });

  it('declines with what the user wants to discuss', async () => {
    const { ask, page, result } = await start(client);
    const card = await ask({ input });
    await radio(card, 'SQLite').click();
    await button(card, 'Discuss instead').click();
    await page.keyboard.type('Why “a file”?');
    await button(card, 'Send and discuss').click();
    expect(await result()).toMatchObject({
      structuredContent: {
        answered: false,
        status: 'declined',
        discuss: true,
        reason: 'Why “a file”?',
        answers: [{ question: DATABASE.question, answer: 'SQLite' }],
        text: expect.stringContaining('The user has not answered'),
      },
    });
  });

  it('cancels', async () => {
    const { ask, result } = await start(client);
    const card = await ask({ input });
    await radio(card, 'SQLite').waitFor();
    await button(card, 'Cancel').click();
    expect(await result()).toMatchObject({
      structuredContent: { answered: false, answers: [], cancelled: true, text: expect.stringContaining('cancelled') },
    });
    await card.getByText('You cancelled').waitFor();
  });

  it('says that an aborted call waits no more, and leaves nothing to submit', async () => {
    const { ask, on, page, result } = await start(client);
    const card = await ask({ input: { questions: [{ question: 'Which name?' }] } });
    await card.getByRole('textbox').click();
    await page.keyboard.type('orders');
    await on(0, 'abort');
    await card.getByText('Demo host no longer needs an answer').waitFor();
    await card.getByText('You can still copy it.').waitFor();
    expect(await card.getByText('orders').count()).toBe(1);
    expect(await button(card, 'Submit').count()).toBe(0);
    expect(await result()).toEqual({ error: expect.stringContaining('stop') });
  });
});

describe('a host of the MCP App [R-APP]', () => {
  it('offers the tool with its page to the model, and the tool of the page only to the page', async () => {
    const { listTools, callTool } = await start();
    const { tools } = await listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_user', 'ask_user_later', 'await_answers', 'ask_user_answer']);
    expect(tools[0]).toMatchObject({
      _meta: { ui: { resourceUri: 'ui://ask-user/dialog.html', visibility: ['model'] } },
    });
    expect(tools[3]).toMatchObject({ _meta: { ui: { visibility: ['app'] } } });
    expect(await callTool('ask_user_answer', { action: 'open', input })).toMatchObject({ isError: true });
  });

  it('shows the questions while the model writes them, and sends the answers once the call waits', async () => {
    const { ask, on, result } = await start();
    const [first] = DATABASE.options;
    const card = await ask({
      input,
      isHeld: true,
      partial: [
        {},
        { questions: [{ question: 'Which' }] },
        { questions: [{ ...DATABASE, options: [first] }] },
        { questions: [DATABASE, { question: 'Which f' }] },
      ],
    });
    // The model has finished, and the user has to allow the call.
    await radio(card, 'SQLite').click();
    await card.getByRole('tab', { name: 'Features' }).click();
    await card.getByRole('checkbox', { name: 'Auth' }).click();
    await button(card, 'Review').click();
    await button(card, 'Submit answers').click();
    await card.getByRole('button', { name: 'Sending…' }).waitFor();
    await on(0, 'call');
    expect(await result()).toMatchObject({
      structuredContent: { answers: [{ answer: 'SQLite' }, { answer: ['Auth'] }] },
    });
  });

  it('has two cards, of which each answers its own call', async () => {
    const { ask, result } = await start();
    const question = { questions: [DATABASE] };
    const first = await ask({ input: question });
    await radio(first, 'SQLite').waitFor();
    const second = await ask({ input: question, hasId: false });
    await radio(second, 'SQLite').click();
    await button(second, 'Submit').click();
    expect(await result(1)).toMatchObject({ structuredContent: { answers: [{ answer: 'SQLite' }] } });
    await radio(first, 'Postgres, 16').click();
    await button(first, 'Submit').click();
    expect(await result(0)).toMatchObject({ structuredContent: { answers: [{ answer: 'Postgres, 16' }] } });
  });

  it('removes the card, which keeps what was entered, and shows it again', async () => {
    const { ask, on, page, result } = await start();
    const card = await ask({ input });
    await radio(card, 'SQLite').click();
    await card.getByRole('tab', { name: 'Features' }).click();
    await card.getByRole('checkbox', { name: 'Other' }).click();
    await page.keyboard.type('ünd "so"');
    expect(await on(0, 'teardown')).toEqual({});
    expect(await page.locator('iframe').count()).toBe(0);
    await on(0, 'show');
    expect(await card.getByRole('textbox').inputValue()).toBe('ünd "so"');
    await button(card, 'Review').click();
    await button(card, 'Submit answers').click();
    expect(await result()).toMatchObject({ structuredContent: { answers: [{}, { answer: ['ünd "so"'] }] } });
  });

  it('stops the call, and the card of the same questions has what was entered', async () => {
    const { ask, on, stored, result } = await start();
    const first = await ask({ input });
    await radio(first, 'SQLite').click();
    await on(0, 'abort');
    await first.getByText('no longer needs an answer').waitFor();
    await stored('ask-user-kept');
    const second = await ask({ input });
    await button(second, 'Use my answers').click();
    expect(await radio(second, 'SQLite').isChecked()).toBe(true);
    await on(1, 'teardown');
    await on(1, 'abort');
    await result(1);
    const third = await ask({ input });
    await expect.poll(() => radio(third, 'SQLite').isChecked()).toBe(true);
  });

  it('shows what became of an earlier call', async () => {
    const { ask, on, result } = await start();
    const card = await ask({ input: { questions: [DATABASE] } });
    await radio(card, 'SQLite').click();
    await button(card, 'Submit').click();
    await result();
    await on(0, 'show');
    await card.getByText('You answered').waitFor();
    expect(await card.getByText('SQLite').count()).toBe(1);
    expect(await radio(card, 'SQLite').count()).toBe(0);
  });

  it('decides the theme, and changes it', async () => {
    const { ask, changeContext } = await start();
    const variables = {
      '--color-background-primary': 'light-dark(rgb(250, 240, 255), rgb(30, 27, 46))',
      '--color-text-primary': 'rgb(1, 2, 3)',
      '--color-text-info': 'inherit',
      '--color-text-secondary': 'url(https://example.com/x)',
      '--font-sans': 'var(--nothing)',
      '--border-radius-lg': '3px',
    };
    const card = await ask({
      input,
      context: { theme: 'light', styles: { variables }, safeAreaInsets: { top: 20, right: 0, bottom: 0, left: -5 } },
    });
    const lookOf = () =>
      card.locator('[data-ask-user="card"]').evaluate((element) => {
        const { backgroundColor, color, borderTopLeftRadius, fontFamily } = getComputedStyle(element);
        return { backgroundColor, color, borderTopLeftRadius, fontFamily };
      });
    const primaryOf = () => button(card, 'Next').evaluate((element) => getComputedStyle(element).backgroundColor);
    await radio(card, 'SQLite').waitFor();
    expect(await lookOf()).toEqual({
      backgroundColor: 'rgb(250, 240, 255)',
      color: 'rgb(1, 2, 3)',
      borderTopLeftRadius: '3px',
      fontFamily: expect.stringContaining('system-ui'),
    });
    expect(await primaryOf()).toBe('rgb(58, 91, 217)');
    expect(await card.locator('main').evaluate((element) => getComputedStyle(element).paddingTop)).toBe('24px');
    await changeContext({ theme: 'dark', styles: { variables: { '--color-text-info': '#f0abfc' } } });
    await expect.poll(async () => (await lookOf()).backgroundColor).toBe('rgb(30, 27, 46)');
    expect(await primaryOf()).toBe('rgb(240, 171, 252)');
  });

  it.each<[Record<string, string>, readonly (readonly [locale: string | undefined, lang: string, cancel: string])[]]>([
    [
      {},
      [
        ['de-AT', 'de-AT', 'Abbrechen'],
        ['de_bad', 'de', 'Abbrechen'],
        ['ar', 'ar', 'إلغاء'],
      ],
    ],
    [
      { LC_ALL: 'de_DE.UTF-8' },
      [
        ['nl', 'en', 'Cancel'],
        [undefined, 'de', 'Abbrechen'],
      ],
    ],
  ])('has a language, and its server has %j', async (env, cases) => {
    const { ask } = await start('bridge', { env });
    for (const [locale, lang, cancel] of cases) {
      const card = await ask({ input, context: locale === undefined ? {} : { locale } });
      await button(card, cancel).waitFor();
      const page = card.locator('html');
      expect(await page.getAttribute('lang')).toBe(lang);
      expect(await page.getAttribute('dir')).toBe(lang === 'ar' ? 'rtl' : 'ltr');
    }
  });

  it('speaks MCP 2026-07-28', async () => {
    const { ask, result } = await start('bridge', { version: '2026-07-28' });
    const card = await ask({ input: { questions: [DATABASE] } });
    await radio(card, 'SQLite').click();
    await button(card, 'Submit').click();
    expect(await result()).toMatchObject({ structuredContent: { answered: true } });
    await card.getByText('You answered').waitFor();
  });

  it('has its height from the card, without steps between two heights', async () => {
    const { ask, heights } = await start();
    const regions = ['Frankfurt', 'Dublin', 'Paris', 'Stockholm', 'Virginia', 'Ohio', 'Oregon', 'Mumbai', 'Tokyo'];
    const long = { question: 'Which region?', header: 'Region', options: regions.map((label) => ({ label })) };
    const card = await ask({ input: { questions: [DATABASE, long] } });
    await card.getByRole('tab', { name: 'Region' }).click();
    await button(card, 'Back').waitFor();
    const size = () => card.locator('main').evaluate((element) => Math.ceil(element.getBoundingClientRect().height));
    const last = await size();
    await expect.poll(async () => (await heights()).at(-1)).toBe(last);
    const [first] = await heights();
    expect(await heights()).toEqual([first, last]);
    expect(first).toBeGreaterThan(200);
    // The window has the height of the card now, which must not change it.
    expect(await size()).toBe(last);
  });

  it('has no more height than the host gives, and none to decide if the host does', async () => {
    const { ask, heights } = await start();
    const context = { containerDimensions: { maxHeight: 300, maxWidth: 500 } };
    const card = await ask({ input, context });
    await radio(card, 'SQLite').click();
    await card.getByRole('tab', { name: 'Features' }).click();
    await card.getByRole('checkbox', { name: 'Auth' }).waitFor();
    expect(await heights()).toEqual([300]);
    expect(await card.locator('html').evaluate((element) => element.getBoundingClientRect().width)).toBe(500);
    const fixed = await ask({
      input: { questions: [FEATURES] },
      context: { containerDimensions: { height: 400 } },
    });
    await fixed.getByRole('checkbox', { name: 'Mail' }).waitFor({ state: 'attached' });
    expect(await heights(1)).toEqual([]);
  });

  it('shows nothing of a call that cannot be asked', async () => {
    const { ask, heights, result } = await start();
    const card = await ask({ input: { questions: [{ options: [] }] } });
    expect(await result()).toMatchObject({ isError: true, structuredContent: { status: 'invalid' } });
    await expect.poll(() => heights()).toEqual([0]);
    expect(await card.locator('main').innerHTML()).toBe('');
  });

  it('reads the page again if it has that of an earlier server', async () => {
    const { ask, result } = await start('bridge', { args: [] });
    const card = await ask({ input: { questions: [DATABASE] }, hasOldPage: true });
    await radio(card, 'SQLite').click();
    await button(card, 'Submit').click();
    expect(await result()).toMatchObject({ structuredContent: { answered: true } });
  });

  it('shows the questions of another agent’s tool, and an HTML preview as text', async () => {
    const { ask, result } = await start('bridge', { args: ['--dialect', 'pilotDeck', '--tool-name', 'ask_user'] });
    const [server, file] = DATABASE.options;
    const options = [server, { ...file, preview: '<b onclick="x">bold</b>' }];
    const card = await ask({ input: { questions: [{ ...DATABASE, options, multiSelect: false }] } });
    await radio(card, 'SQLite').click();
    await card.getByText('<b onclick="x">bold</b>').waitFor();
    expect(await card.locator('iframe').count()).toBe(0);
    await button(card, 'Submit').click();
    expect(await result()).toMatchObject({ content: [{ text: expect.stringContaining('SQLite') }] });
  });
});

describe('the page of the MCP App [R-APP]', () => {
  const read = (file: string) =>
    readFileSync(new URL(`../../packages/ask-user/dist/app/${file}`, import.meta.url), 'utf8');
  const MAX = 135_000;

  it.each(['en', ...LANGUAGES])('in %s has at most 135 kB, gzip', (language) => {
    const script = language === 'en' ? '' : read(`${language}.js`);
    const html = read('dialog.html').replace('/* language */', () => script);
    expect(gzipSync(html, { level: 9 }).length).toBeLessThanOrEqual(MAX);
  });
});
