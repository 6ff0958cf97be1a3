import type { Page } from 'playwright';
import { afterEach, describe, expect, inject, it } from 'vitest';
import { openShared } from './helpers/shared-page.js';
import { expectAccessible, expectFocus, openChat, type ChatPage } from './helpers/chat-page.js';

let chat: ChatPage | undefined;

afterEach(async () => {
  await chat?.close();
  chat = undefined;
});

async function open(server: 'quick' | 'slow', viewport?: { width: number; height: number }): Promise<ChatPage> {
  chat = await openChat(inject(server), viewport);
  return chat;
}

const database = (page: Page) => page.getByRole('heading', { name: 'Which database should we use?' });
const distanceToEnd = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight - window.scrollY);

/** Holds the next reply in the middle of the second question's input. `cutReply` breaks it off there. */
const holdReply = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const real = window.fetch;
    window.fetch = async (...args) => {
      window.fetch = real;
      const response = await real(...args);
      const decoder = new TextDecoder();
      const encoder = new TextEncoder();
      let rest = '';
      let input = '';
      const held = new TransformStream<Uint8Array, Uint8Array>({
        async transform(chunk, controller) {
          const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n');
          rest = events.pop() ?? '';
          for (const event of events) {
            controller.enqueue(encoder.encode(`${event}\n\n`));
            input += /"inputTextDelta":"((?:[^"\\]|\\.)*)"/.exec(event)?.[1] ?? '';
            if (!input.includes('Backup')) continue;
            await new Promise((_, reject) => Object.assign(window, { cut: () => reject(new TypeError('Cut off')) }));
          }
        },
      });
      return new Response(response.body!.pipeThrough(held), response);
    };
  });

const cutReply = (page: Page): Promise<void> => page.evaluate('cut()');

/** Types an answer into a question while the agent is still writing the next one. */
async function typeMeanwhile({ page, say, enterQuestion, press, type }: ChatPage): Promise<void> {
  await say('Set up a service');
  await enterQuestion();
  await press('2');
  await holdReply(page);
  await press('Enter');
  await page.getByRole('checkbox', { name: 'REST API' }).click();
  await page.getByRole('checkbox', { name: /^Other/ }).click();
  await type('Audit log');
}

const ownFeature = (page: Page) => page.getByRole('textbox', { name: /Your answer/ });

describe('the example chat with failures', () => {
  it('loses nothing while the server cannot be reached', async () => {
    const { page, say, activate, press, enterQuestion, heard } = await open('quick');
    await page.route('**/api/chat', (route) => route.abort());
    await say('Set up a service');
    await page.getByRole('alert').getByText('Can’t reach the server. Your conversation is safe.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/chat');
    await activate('Try again');
    await database(page).waitFor();
    expect(await page.getByText('Set up a service').count()).toBe(1);

    // An answer is kept, too, and sent again.
    await page.route('**/api/chat', (route) => route.abort());
    await enterQuestion();
    await press('2');
    await press('Enter');
    await page.locator('[data-ask-user="error"]').getByText('Your answers weren’t sent.').waitFor();
    await page.reload();
    await page.getByText('The reply was interrupted. Your conversation is safe.').waitFor();
    await page.unroute('**/api/chat');
    await activate('Continue');
    await heard('SQLite it is: one file and nothing to run.');
  });

  it('can be stopped and continued', async () => {
    const { page, say, press, heard, problems } = await open('slow');
    await say('Set up a service');
    await heard('Happy');
    // Press Stop at once, because the reply continues in the meantime.
    await page.getByRole('button', { name: 'Stop' }).focus();
    await press('Enter');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await page.getByText("I'd like to know a few things").count()).toBe(0);
    await say('Go on, please');
    await database(page).waitFor();
    expect(problems).toEqual([]);
  });

  it('survives a reload while the agent writes', async () => {
    const { page, say, heard, activate, requests, problems } = await open('slow');
    await say('Set up a service');
    await heard('Happy');
    await page.reload();
    await page.getByText('The reply was interrupted.').waitFor();
    expect(requests).toHaveLength(1);
    await activate('Continue');
    await database(page).waitFor();
    await page.getByRole('button', { name: 'Submit' }).waitFor();
    expect(await page.getByRole('log').getByText('Happy to help.').count()).toBe(1);
    expect(requests).toHaveLength(2);
    expect(problems).toEqual([]);
  });

  it('restores text typed into a question that was still streaming, after a reload [R-REPLAY]', async () => {
    const opened = await open('quick');
    const { page, activate, problems } = opened;
    await typeMeanwhile(opened);
    await page.reload();
    await page.getByText('The reply was interrupted.').waitFor();
    await activate('Continue');
    await expect.poll(() => ownFeature(page).inputValue()).toBe('Audit log');
    expect(await page.getByRole('checkbox', { name: 'REST API' }).isChecked()).toBe(true);
    await page.getByRole('button', { name: 'Start over' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('keeps text typed into a question whose connection breaks off, and asks it again', async () => {
    const opened = await open('quick');
    const { page, activate, type } = opened;
    await typeMeanwhile(opened);
    await cutReply(page);
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
    await ownFeature(page).focus();
    await type(' and metrics');
    await activate('Try again');
    await page.getByRole('tab', { name: /Name/ }).waitFor();
    await expect.poll(() => ownFeature(page).inputValue()).toBe('Audit log and metrics');
  });

  it('offers typed text for copying when the user stops the agent in the middle of a question', async () => {
    const opened = await open('quick');
    const { page, activate } = opened;
    await typeMeanwhile(opened);
    await activate('Stop');
    await page.getByRole('button', { name: 'Send' }).waitFor();
    await page.getByText('Audit log').waitFor();
  });

  it('keeps what is typed while the agent writes', async () => {
    const { page, say, press, type, composer, requests } = await open('slow');
    await say('Set up a service');
    await page.getByRole('button', { name: 'Stop' }).waitFor();
    await type('One more thing');
    await press('Shift+Enter');
    await type('and another');
    await press('Enter');
    expect(await composer.inputValue()).toBe('One more thing\nand another');
    expect(requests).toHaveLength(1);
  });
});

describe('the layout of the example chat', () => {
  it('follows the conversation only while it is scrolled to the end', async () => {
    const { page, say, enterQuestion, press, heard } = await open('quick', { width: 900, height: 500 });
    await say('Set up a service');
    await database(page).waitFor();
    await expect.poll(() => distanceToEnd(page)).toBe(0);
    await enterQuestion();
    await press('2');
    await press('Enter');
    await heard('SQLite it is');
    // Wait for the complete reply, because a page that grows during a scroll may scroll by itself.
    await page.getByRole('tab', { name: /^Review/ }).waitFor();
    const frames = () =>
      page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await frames();

    await expect.poll(() => distanceToEnd(page)).toBe(0);
    await page.evaluate(() => window.scrollTo(0, 0));
    // The page handles the scroll in the next frame.
    await frames();
    await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(100);
    await page.evaluate(() => {
      const more = document.createElement('p');
      more.style.blockSize = '300px';
      document.querySelector('[role=log]')?.append(more);
    });
    await frames();
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
  });

  it('follows again after it has scrolled to the start of a question by itself', async () => {
    chat = await openShared();
    const { page, say } = chat;
    await page.setViewportSize({ width: 900, height: 500 });
    await say('Set up a service');
    await database(page).waitFor();
    const top = () => database(page).evaluate((element) => element.getBoundingClientRect().top);
    await expect.poll(top).toBeLessThan(200);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await page.evaluate(() => {
      // Safari does not anchor the scroll position.
      document.documentElement.style.overflowAnchor = 'none';
      const more = document.createElement('p');
      more.style.blockSize = '300px';
      document.querySelector('.chat-question')?.before(more);
    });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollHeight)).toBeGreaterThan(1_000);
    await expect.poll(top).toBeLessThan(200);
  });

  it('follows again after the page became shorter and longer at once', async () => {
    const { page, say } = await open('quick', { width: 900, height: 500 });
    await page.route('**/api/chat', (route) => route.abort());
    await say('Set up a service');
    await page.getByText('Can’t reach the server.').waitFor();
    await page.evaluate(() => {
      const more = document.createElement('p');
      more.id = 'more';
      more.style.blockSize = '1200px';
      document.querySelector('[role=log]')?.append(more);
    });
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(500);
    await expect.poll(() => distanceToEnd(page)).toBe(0);
    // A superseded question does this: its card becomes a receipt, and the next card appears before the scroll event.
    await page.evaluate(() => {
      const more = document.querySelector<HTMLElement>('#more')!;
      more.style.blockSize = '800px';
      more.getBoundingClientRect();
      more.style.blockSize = '1150px';
    });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    await expect.poll(() => distanceToEnd(page)).toBe(0);
  });

  it('fits a width of 320 pixels', async () => {
    const { page, say } = await open('quick', { width: 320, height: 640 });
    await say('Set up a service');
    await database(page).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    await expectAccessible(page);
  });

  it('ignores an Enter of an input method', async () => {
    const { page, composer, requests } = await open('quick');
    await expectFocus(composer);
    const session = await page.context().newCDPSession(page);
    await session.send('Input.imeSetComposition', { text: 'かな', selectionStart: 2, selectionEnd: 2 });
    await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key: 'Enter', windowsVirtualKeyCode: 229 });
    await session.send('Input.insertText', { text: '仮名' });
    await expect.poll(() => composer.inputValue()).toBe('仮名');
    expect(requests).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByRole('article').getByText('仮名').waitFor();
    await session.detach();
  });
});
