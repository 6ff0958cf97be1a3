import type { BrowserContext, Page } from 'playwright';
import { beforeEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { connectBrowser } from './helpers/browser.js';
import { expectAccessible, expectFocus } from './helpers/chat-page.js';
import { database } from './helpers/shared-page.js';

vi.setConfig({ testTimeout: 90_000 });

/** Put on the page by the script below. */
declare const elsewhere: { away: boolean; asked: number; notices: { title: string; closed: boolean; press(): void }[] };

/**
 * Replaces notifications and focus by ones that the test controls, since a headless browser has neither. The user
 * starts elsewhere.
 */
function pretend(undecided: boolean): void {
  let permission: NotificationPermission = undecided ? 'default' : 'granted';
  const status = Object.assign(new EventTarget(), { state: undecided ? 'prompt' : 'granted' });
  const state: typeof elsewhere = { away: true, asked: 0, notices: [] };
  class Notice extends EventTarget {
    static get permission(): NotificationPermission {
      return permission;
    }
    static requestPermission(): Promise<NotificationPermission> {
      state.asked++;
      permission = 'granted';
      status.state = permission;
      status.dispatchEvent(new Event('change'));
      return Promise.resolve(permission);
    }
    constructor(title: string) {
      super();
      if (permission !== 'granted') return;
      const notice = { title, closed: false, press: () => void this.dispatchEvent(new Event('click')) };
      this.close = () => void (notice.closed = true);
      state.notices.push(notice);
    }
    close(): void {}
  }
  navigator.permissions.query = () => Promise.resolve(status as PermissionStatus);
  document.hasFocus = () => !state.away;
  Object.assign(window, { Notification: Notice, elsewhere: state });
}

let context: BrowserContext;

async function start(undecided = false): Promise<void> {
  const browser = await connectBrowser();
  context = await browser.newContext({ viewport: { width: 900, height: 800 }, reducedMotion: 'reduce' });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(50_000);
  await context.addInitScript(pretend, undecided);
  // A clock that a test can advance in all pages.
  await context.clock.install();
}

async function open(address = `${inject('quick')}/shared`): Promise<Page> {
  const page = await context.newPage();
  await page.goto(address);
  await page.getByText(/^You’re Guest \d+/).waitFor();
  return page;
}

async function say(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(text);
  await page.getByRole('button', { name: 'Send' }).click();
}

const leave = (page: Page) =>
  page.evaluate(() => {
    elsewhere.away = true;
    window.dispatchEvent(new Event('blur'));
  });

const comeBack = (page: Page) =>
  page.evaluate(() => {
    elsewhere.away = false;
    window.dispatchEvent(new Event('focus'));
  });

const titlesOf = (page: Page) => page.evaluate(() => elsewhere.notices.map(({ title }) => title));
const titleOf = async (page: Page) => (await page.title()).replaceAll('\u00a0', ' ');

/** Numbers of held and requested locks of the one question, by purpose. */
const locksOf = (page: Page) =>
  page.evaluate(async () => {
    const { held = [], pending = [] } = await navigator.locks.query();
    const count = (locks: LockInfo[], present: boolean, mode: LockMode) =>
      locks.filter((one) => one.name?.startsWith('ask-user:present:') === present && one.mode === mode).length;
    return {
      /** Tabs that may notify, and tabs that would be next. */
      speaker: [count(held, false, 'exclusive'), count(pending, false, 'exclusive')],
      /** Tabs that the user is in. */
      present: count(held, true, 'shared'),
      /** Whether the wait before a notification has begun. */
      speaking: count(held, true, 'exclusive') === 1,
    };
  });

const ONE = 'Setup assistant has a question';

describe('a question in two tabs', () => {
  let ana: Page;
  let ben: Page;

  beforeEach(async () => {
    await start();
    ana = await open();
    ben = await open(ana.url());
  });

  const asked = async () => {
    await say(ana, 'Set up a service');
    await Promise.all([database(ana).waitFor(), database(ben).waitFor()]);
    await expect.poll(async () => (await locksOf(ana)).speaker).toEqual([1, 1]);
  };
  const all = async () => [...(await titlesOf(ana)), ...(await titlesOf(ben))];
  const forward = (ms: number) => context.clock.fastForward(ms);

  it('is notified once, and is in both titles until it is answered [R-ATTENTION]', async () => {
    const title = await ana.title();
    await asked();
    await expect.poll(all).toEqual([ONE]);
    await forward(60_000);
    await expect.poll(() => Promise.all([titleOf(ana), titleOf(ben)])).toEqual([`(1) ${title}`, `(1) ${title}`]);
    expect(await all()).toEqual([ONE]);
    expect(await ana.evaluate(() => localStorage.length)).toBe(1);

    const speaker = (await titlesOf(ana)).length ? ana : ben;
    await ben.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => speaker.evaluate(() => elsewhere.notices.map(({ closed }) => closed))).toEqual([true]);
  });

  it('is not notified while the user is in one tab, and is notified 10 s after they left [R-ATTENTION]', async () => {
    await comeBack(ben);
    await asked();
    // The wait of a tab that did not know of the other one ends without a notification.
    await expect
      .poll(async () => {
        await forward(1_000);
        return (await locksOf(ana)).present;
      })
      .toBe(1);
    await forward(60_000);
    expect(await all()).toEqual([]);
    await leave(ben);
    await expect.poll(async () => (await locksOf(ana)).speaking).toBe(true);
    expect(await all()).toEqual([]);
    await forward(10_000);
    await expect.poll(all).toEqual([ONE]);
  });

  it('is not notified again after the notifying tab is closed [R-ATTENTION]', async () => {
    await asked();
    await expect.poll(all).toEqual([ONE]);
    const [speaker, other] = (await titlesOf(ana)).length ? [ana, ben] : [ben, ana];
    await speaker.close();
    await expect.poll(async () => (await locksOf(other)).speaker).toEqual([1, 0]);
    // The browser serves lock requests in order, so a wait that was requested before has begun after these.
    for (let turn = 0; turn < 3; turn++) await locksOf(other);
    await other.clock.fastForward(60_000);
    expect([await titlesOf(other), (await locksOf(other)).speaking]).toEqual([[], false]);
  });

  it('is notified by the other tab if the first one closes before it notifies [R-ATTENTION]', async () => {
    await comeBack(ana);
    await say(ana, 'Set up a service');
    await Promise.all([database(ana).waitFor(), database(ben).waitFor()]);
    await expect.poll(async () => (await locksOf(ben)).present).toBe(1);
    await ana.close();
    await expect.poll(async () => (await locksOf(ben)).speaker).toEqual([1, 0]);
    await expect.poll(async () => (await locksOf(ben)).speaking).toBe(true);
    await ben.clock.fastForward(10_000);
    await expect.poll(() => titlesOf(ben)).toEqual([ONE]);
  });
});

describe('the offer of notifications beside a question', () => {
  const offer = (page: Page) => page.getByRole('button', { name: 'Notify me when I’m away' });

  it.each(['/', '/shared'])('asks on a click, and leads back to the question (%s) [R-ATTENTION]', async (path) => {
    await start(true);
    const page = await context.newPage();
    await page.goto(inject('quick') + path);
    await comeBack(page);
    await page.getByRole('heading', { name: 'What are you building?' }).waitFor();
    expect(await offer(page).count()).toBe(0);
    await say(page, 'Set up a service');
    await database(page).waitFor();
    await offer(page).waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => elsewhere.asked)).toBe(0);

    await offer(page).focus();
    await page.keyboard.press('Enter');
    await offer(page).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => elsewhere.asked)).toBe(1);
    await expectFocus(database(page));

    await expect.poll(async () => (await locksOf(page)).present).toBe(1);
    await leave(page);
    await expect.poll(async () => (await locksOf(page)).speaking).toBe(true);
    await page.clock.fastForward(10_000);
    await expect.poll(() => titlesOf(page)).toEqual([ONE]);
    await page.evaluate(() => elsewhere.notices[0]?.press());
    await expectFocus(database(page));
  });

  it('is absent after the user has decided, and nothing asks for permission [R-ATTENTION]', async () => {
    await start();
    const page = await open();
    await say(page, 'Set up a service');
    await database(page).waitFor();
    expect(await offer(page).count()).toBe(0);
    expect(await page.evaluate(() => elsewhere.asked)).toBe(0);
  });
});
