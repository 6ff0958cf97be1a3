import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { launchOptions } from '../chromium.js';
import { DATABASE_AND_NAME, ended, folder, main, start } from './helpers.js';
import { inTerminal } from './prompt-tmux.js';

const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  options: ['Auth', 'Search, full text', 'Mail'],
  multiSelect: true,
};
const THREE = { questions: [...DATABASE_AND_NAME.questions, FEATURES] };
const SOON = { timeout: 20_000 };

let browser: Browser;
/** Every command has a separate origin, so its pages share no storage. */
let shared: BrowserContext;
beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
  shared = await browser.newContext();
  // While a page of the same site is open, the other pages need no separate process.
  const page = await shared.newPage();
  await page.route('http://127.0.0.1/', (route) => route.fulfill({ body: '' }));
  await page.goto('http://127.0.0.1/');
});
afterAll(() => browser.close());

/** Runs `ask-user ask --web`, with access to its messages. */
function web(questions: unknown, ...args: readonly string[]) {
  const file = 'questions.json';
  const child = start(process.execPath, [main, 'ask', file, '--web', '--no-open', ...args], {
    cwd: folder({ [file]: questions }),
  });
  const run = ended(child);
  let told = '';
  child.stderr?.on('data', (text: string) => (told += text));
  onTestFinished(() => void child.kill('SIGKILL'));
  const addresses = () => told.match(/http:\S+/g) ?? [];
  return {
    child,
    run,
    /** Waits for the given number of addresses, and returns the last one. */
    address: (count = 1) =>
      vi.waitFor(() => {
        expect(addresses().length).toBeGreaterThanOrEqual(count);
        return addresses()[count - 1]!;
      }, SOON),
  };
}

/** Creates a browser context that shares nothing with other pages. */
async function apart(options?: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  return context;
}

/** Opens a page, and fails the test if the browser reports any message. */
async function open(address: string, { complains = false, context = shared } = {}): Promise<Page> {
  const page = await context.newPage();
  onTestFinished(() => page.close());
  const complaints: string[] = [];
  page.on('console', (message) => complaints.push(`${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => complaints.push(error.message));
  onTestFinished(() => {
    if (!complains) expect(complaints).toEqual([]);
  });
  await page.goto(address);
  return page;
}

/** Types a text, and waits until the command has stored it: it could end before the page stores it. */
async function typeAndStore(page: Page, name: RegExp, text: string): Promise<void> {
  const stored = page.waitForResponse((response) => response.request().postData()?.includes(text) === true);
  await page.getByRole('textbox', { name }).fill(text);
  await stored;
}

const chosen = (page: Page, name: string) => page.getByRole('radio', { name }).getAttribute('aria-checked');

async function answerThree(page: Page) {
  await page.getByRole('radio', { name: 'SQLite' }).click();
  await page.keyboard.press('Enter');
  await page.getByRole('textbox').fill('orders\nservice');
  await page.getByRole('button', { name: 'Next' }).click();
  await page.getByRole('checkbox', { name: 'Search, full text' }).click();
  await page.getByRole('checkbox', { name: 'Other' }).click();
  await page.getByRole('textbox', { name: /Other/ }).fill('GraphQL');
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await page.getByText('Your answer is in the terminal.').waitFor();
}

describe('ask --web [R-CLI]', () => {
  it('prints the same result for a page as for the terminal', async () => {
    const served = web(THREE);
    const page = await open(await served.address());
    await answerThree(page);
    const { code, stdout } = await served.run;
    expect(code).toBe(0);

    const terminal = await inTerminal(THREE);
    await terminal.shows('Which database');
    await terminal.keys('2', 'Enter');
    await terminal.shows('What should we name');
    await terminal.paste('orders\nservice');
    await terminal.shows('> orders');
    await terminal.keys('Enter');
    await terminal.shows('Which features');
    await terminal.keys('2', '0');
    await terminal.type('GraphQL');
    await terminal.shows('GraphQL');
    await terminal.keys('Enter');
    await terminal.shows('Check your answers');
    await terminal.keys('Enter');
    expect(await terminal.ended()).toEqual({ code: 0, stdout });
    expect(JSON.parse(stdout)).toMatchObject({
      answers: [{ answer: 'SQLite' }, { answer: 'orders\nservice' }, { answer: ['Search, full text', 'GraphQL'] }],
    });
  });

  it('says that the answer was sent, even if the command ends before its last event arrives [R-ONCE]', async () => {
    const served = web({ questions: [{ question: 'Name?' }] });
    const context = await apart();
    // Each event stream ends after the first event, so none tells the page how the request ended.
    await context.route('**/ask-user/events', async (route) => {
      const stop = new AbortController();
      const init = { headers: route.request().headers(), signal: stop.signal };
      const response = await fetch(route.request().url(), init).catch(() => undefined);
      // The command has ended.
      if (!response) return route.abort();
      const first = await response.body?.getReader().read();
      await route.fulfill({ contentType: 'text/event-stream', body: Buffer.from(first?.value ?? []) });
      stop.abort();
    });
    const page = await open(await served.address(), { context, complains: true });
    await page.getByRole('textbox').fill('orders');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Your answer is in the terminal.').waitFor();
    expect(await page.getByText('You answered Assistant').count()).toBeGreaterThan(0);
    expect(await page.getByText(/wasn’t used|Connection to/).count()).toBe(0);
    expect((await served.run).code).toBe(0);
  });

  it('counts the question in the title while the user is elsewhere, and asks for no permission [R-ATTENTION]', async () => {
    const served = web(THREE);
    const context = await apart();
    await context.addInitScript(() => {
      let away = true;
      document.hasFocus = () => !away;
      Object.assign(window, {
        turn(next: boolean) {
          away = next;
          window.dispatchEvent(new Event(next ? 'blur' : 'focus'));
        },
      });
      Notification.requestPermission = () => Promise.reject(new Error('The page asked for a permission.'));
    });
    const page = await open(await served.address(), { context });
    const title = async () => (await page.title()).replaceAll('\u00a0', ' ');
    await vi.waitFor(async () => expect(await title()).toBe('(1) A question from your terminal'), SOON);
    await page.evaluate('turn(false)');
    expect(await title()).toBe('A question from your terminal');
    await page.evaluate('turn(true)');
    expect(await title()).toBe('(1) A question from your terminal');
    await answerThree(page);
    await vi.waitFor(async () => expect(await title()).toBe('A question from your terminal'), SOON);
    expect((await served.run).code).toBe(0);
  });

  it('focuses the question even if another window is in front, and keeps the card’s margins', async () => {
    const served = web(THREE);
    const context = await apart();
    // The page opens behind the window of the terminal.
    await context.addInitScript(() => (document.hasFocus = () => false));
    const page = await open(await served.address(), { context });
    const heading = page.getByRole('region').getByRole('heading').first();
    const isFocused = () => heading.evaluate((element) => element === document.activeElement);
    await vi.waitFor(async () => expect(await isFocused()).toBe(true), SOON);
    const margins = await page
      .getByRole('region')
      .locator('p')
      .evaluateAll((texts) => texts.map((text) => getComputedStyle(text).marginBlockStart));
    expect(new Set(margins)).toEqual(new Set(['0px']));
    await page.keyboard.press('Tab');
    expect(await isFocused()).toBe(false);
  });

  it('begins in the field of a question without options, and sends nothing by a key that came at once', async () => {
    const served = web({ question: 'What name?' }, '--dialect', 'askUser');
    const context = await apart();
    // Every key comes within the time in which it may be for another window.
    await context.addInitScript(() => (performance.now = () => 1e9));
    const page = await open(await served.address(), { context });
    const field = page.getByRole('textbox');
    await vi.waitFor(
      async () => expect(await field.evaluate((element) => element === document.activeElement)).toBe(true),
      SOON,
    );
    await page.keyboard.type('orders');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    expect(await served.run).toMatchObject({ code: 0, stdout: expect.stringContaining('"answer":"orders"') });
  });

  it('answers nothing if its page is closed, and a new address continues with the drafts [R-NOPHANTOM]', async () => {
    const served = web(THREE);
    const page = await open(await served.address());
    const kept = page.waitForResponse('**/draft');
    await page.getByRole('radio', { name: 'Other' }).click();
    await page.getByRole('textbox', { name: /Other/ }).fill('DuckDB');
    await kept;
    await page.close();
    const again = await open(await served.address(2), { context: await apart() });
    await again.getByRole('textbox', { name: /Other/ }).waitFor();
    expect(await again.getByRole('textbox', { name: /Other/ }).inputValue()).toBe('DuckDB');
    expect(served.child.exitCode).toBeNull();
    await answerThree(again);
    expect((await served.run).code).toBe(0);
  });

  it('keeps the drafts when the page is reloaded [R-REPLAY]', async () => {
    const served = web(THREE);
    const page = await open(await served.address());
    await page.getByRole('radio', { name: 'SQLite' }).click();
    await page.reload();
    await vi.waitFor(async () => expect(await chosen(page, 'SQLite')).toBe('true'), SOON);
    expect(new URL(page.url()).hash).toBe('');
  });

  it('shows the name of --asker in the page [R-CLI]', async () => {
    const served = web(
      { question: 'Which?', asker: 'Your bank' },
      '--dialect',
      'askUser',
      '--asker',
      'Setup assistant',
    );
    const page = await open(await served.address());
    await page.getByText('Setup assistant').first().waitFor();
    expect(await page.getByText('Your bank').count()).toBe(0);
    await page.getByRole('textbox').fill('this');
    await page.getByRole('button', { name: 'Submit', exact: true }).click();
    expect((await served.run).code).toBe(0);
  });

  it('notifies a duplicated page that the other page was answered [R-FIRST]', async () => {
    const served = web({ question: 'What should we name this service?' }, '--dialect', 'askUser');
    const page = await open(await served.address());
    await page.getByRole('textbox').waitFor();
    const popup = page.waitForEvent('popup');
    await page.evaluate(() => void window.open(location.href));
    const other = await popup;
    onTestFinished(() => other.close());
    await typeAndStore(other, /./, 'billing');
    await page.getByRole('textbox').fill('orders');
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Your answer is in the terminal.').waitFor();
    await other
      .getByText('Answered in another page. What you typed here was not sent. You can still copy it.')
      .waitFor();
    expect(await other.getByText('in the terminal').count()).toBe(0);
    expect(await other.getByText('billing').count()).toBe(1);
    expect(await other.getByRole('textbox').count()).toBe(0);
    expect(JSON.parse((await served.run).stdout)).toMatchObject({ answers: [{ answer: 'orders' }] });
  });

  it.each([
    ['#wrong', 'This address is not valid'],
    ['', 'This address is not complete'],
  ])('explains the problem of the address %j', async (hash, title) => {
    const served = web(DATABASE_AND_NAME);
    const { origin } = new URL(await served.address());
    const page = await open(`${origin}/${hash}`, { complains: true });
    await page.getByRole('heading', { name: title }).waitFor();
  });

  it('explains that the page needs JavaScript', async () => {
    const served = web(DATABASE_AND_NAME);
    const page = await open(await served.address(), { context: await apart({ javaScriptEnabled: false }) });
    await page.getByText('it needs JavaScript').waitFor();
  });

  it('opens one page per address, and explains that in any other page', async () => {
    const served = web(THREE);
    const address = await served.address();
    const page = await open(address);
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();
    const other = await open(address, { complains: true, context: await apart() });
    await other.getByRole('heading', { name: 'This address has been used' }).waitFor();
    expect(await other.getByRole('radio').count()).toBe(0);
  });

  it('cancels and declines as the user chooses', async () => {
    const cancelled = web(DATABASE_AND_NAME);
    const page = await open(await cancelled.address());
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await cancelled.run).toMatchObject({
      code: 3,
      stdout: '{"answered":false,"answers":[],"cancelled":true}\n',
    });
    const declined = web(DATABASE_AND_NAME, '--allow-decline');
    const second = await open(await declined.address());
    await second.getByRole('button', { name: /Decline/ }).click();
    expect(await declined.run).toMatchObject({
      code: 3,
      stdout: '{"answered":false,"answers":[],"status":"declined"}\n',
    });
  });

  it('reports a card that crashes as unavailable, never as cancelled [R-NOPHANTOM]', async () => {
    const served = web({ questions: [{ question: 'Which?', options: ['a', 'b'] }] });
    const context = await apart();
    // Every text is normalized before it is displayed.
    await context.addInitScript(() => {
      Object.defineProperty(String.prototype, 'normalize', {
        value() {
          throw new Error('It broke');
        },
      });
    });
    const page = await open(await served.address(), { complains: true, context });
    await page.getByText('could not be shown, so the command in the terminal has ended. What you typed').waitFor();
    const { code, stdout } = await served.run;
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({ answered: false, status: 'unavailable' });
    expect(stdout).not.toContain('cancelled');
  });

  it('sends the answers so far from the page, and a decline with `discuss` [R-PARTIAL] [R-DISCUSS]', async () => {
    const partial = web(THREE, '--allow-partial');
    const page = await open(await partial.address());
    await page.getByRole('radio', { name: 'SQLite' }).click();
    await page.getByRole('tab', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Send what I have' }).click();
    const sent = await partial.run;
    expect(sent.code).toBe(0);
    expect(JSON.parse(sent.stdout)).toMatchObject({
      answers: [{ answer: 'SQLite' }, { skipped: true }, { skipped: true }],
    });

    const discussed = web(THREE, '--allow-discuss');
    const second = await open(await discussed.address());
    await second.getByRole('radio', { name: 'SQLite' }).click();
    await second.getByRole('button', { name: 'Discuss instead' }).click();
    await second.getByRole('textbox', { name: /cleared up/ }).fill('How many\nusers?');
    await second.getByRole('button', { name: 'Send and discuss' }).click();
    await second.getByText('Sent to your terminal. You can close this tab.').waitFor();
    const told = await discussed.run;
    expect(told.code).toBe(3);
    expect(JSON.parse(told.stdout)).toMatchObject({
      status: 'declined',
      discuss: true,
      reason: 'How many\nusers?',
      answers: [{ answer: 'SQLite' }],
    });
  });

  it('notifies the page if the command is interrupted, and the page keeps the typed text [R-NOPHANTOM]', async () => {
    const served = web(DATABASE_AND_NAME);
    const page = await open(await served.address());
    await page.getByRole('radio', { name: 'Other' }).click();
    await typeAndStore(page, /Other/, 'DuckDB');
    served.child.kill('SIGINT');
    expect(await served.run).toMatchObject({ code: 130, stdout: '' });
    await page.getByText('The command in the terminal was stopped.').waitFor();
    await page.getByText('DuckDB').waitFor();
  });

  it('keeps the typed text if the command is killed, and expects no return [R-NOPHANTOM]', async () => {
    const served = web(DATABASE_AND_NAME);
    const page = await open(await served.address(), { complains: true });
    await page.getByRole('radio', { name: 'Other' }).click();
    await typeAndStore(page, /Other/, 'DuckDB');
    served.child.kill('SIGKILL');
    await page.getByText('The command in the terminal has ended. What you typed here was not sent.').waitFor();
    await page.getByText('DuckDB').waitFor();
    expect(await page.getByRole('textbox').count()).toBe(0);
  });

  it('shows an agent’s markup as text, and prints the format of its tool', async () => {
    const label = '<img src=x onerror="document.title=1">';
    const input = { questions: [{ header: 'H', question: '<b>Which?</b>', options: [label, 'b'] }] };
    const served = web(input, '--dialect', 'askUserQuestion');
    const page = await open(await served.address());
    await page.getByRole('radio', { name: label }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    expect(JSON.parse((await served.run).stdout)).toEqual({ answers: { '<b>Which?</b>': label } });
    expect(await page.title()).toBe('A question from your terminal');
  });
});

it.each([
  ['de-AT', 'Senden', 'ltr', 'Eine Frage aus Ihrem Terminal', 'Ihre Antwort ist im Terminal.'],
  ['ar', 'إرسال', 'rtl', 'سؤال من الطرفية', 'إجابتك في الطرفية.'],
  ['en-GB', 'Submit', 'ltr', 'A question from your terminal', 'Your answer is in the terminal.'],
  ['pt', 'Submit', 'ltr', 'A question from your terminal', 'Your answer is in the terminal.'],
])(
  'shows the page in the language of a browser in %s [R-MESSAGES]',
  async (locale, submit, direction, title, answered) => {
    const { run, address } = web({ question: 'Which?', options: ['a', 'b'] });
    const page = await open(await address(), { context: await apart({ locale }) });
    await page.getByRole('radio', { name: 'b' }).click();
    const button = page.getByRole('button', { name: submit, exact: true });
    expect(await button.evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
    expect(await page.title()).toContain(title);
    await button.click();
    const status = page.getByText(answered);
    await status.waitFor();
    expect(await status.evaluate((element) => getComputedStyle(element).direction)).toBe(direction);
    expect((await run).code).toBe(0);
  },
);

it('says in the language of the browser why an address is refused [R-MESSAGES]', async () => {
  const { origin } = new URL(await web({ question: 'Which?' }).address());
  const page = await open(origin, { context: await apart({ locale: 'de' }) });
  await page.getByRole('heading', { name: 'Diese Adresse ist nicht vollständig' }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('de');
});
