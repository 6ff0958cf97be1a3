import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ChatPage } from './helpers/chat-page.js';
import { startChatServer, type ChatServer } from './helpers/chat-server.js';
import { database, features, field, log, openShared, receipt, typeOther } from './helpers/shared-page.js';

// Several tabs, on a machine that may be busy.
vi.setConfig({ testTimeout: 90_000 });

let directory: string;
let server: ChatServer;
let chats: ChatPage[];

beforeEach(async () => {
  chats = [];
  directory = await mkdtemp(join(tmpdir(), 'chat-'));
});

afterEach(async () => {
  await Promise.all(chats.map(({ close }) => close()));
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function start(delayMs: number): Promise<void> {
  server = await startChatServer(delayMs, { directory });
}

/** Starts the server again with the same folder and address. */
async function startAgain(): Promise<void> {
  const { port } = new URL(server.url);
  server = await startChatServer(0, { directory, port: Number(port) });
}

async function open(address = `${server.url}/shared`): Promise<ChatPage> {
  const chat = await openShared(address);
  chats.push(chat);
  return chat;
}

const isOffline = ({ page }: ChatPage) =>
  page.getByText('Offline. Your messages are kept and sent later.').first().waitFor();
/** The notice in the card of the question. The live region repeats it. */
const reconnecting = ({ page }: ChatPage) =>
  page.locator('span', { hasText: 'Connection lost. Reconnecting… Your answers are kept.' });
const isOnline = ({ page }: ChatPage) => page.getByText(/^You’re Guest \d+/).waitFor();

/** The requests in the file of the store, in opening order. */
async function kept(): Promise<readonly { request: { requestId: string }; isSettled: boolean }[]> {
  const records: { order: number; value: { opened: { request: { requestId: string } }; settlement?: object } }[] =
    JSON.parse(await readFile(join(directory, 'requests.json'), 'utf8'));
  return records
    .toSorted((a, b) => a.order - b.order)
    .map(({ value: { opened, settlement } }) => ({ request: opened.request, isSettled: settlement !== undefined }));
}

describe('a server that is killed while a question is pending', () => {
  it('restores the question, the draft stays, and the answer arrives once [R-DURABLE]', async () => {
    await start(0);
    const ana = await open();
    await ana.say('Set up a service');
    await database(ana.page).waitFor();
    const ben = await open(ana.page.url());
    await database(ben.page).waitFor();
    await typeOther(ana, 'CockroachDB');
    const [before] = await kept();

    await server.kill();
    await Promise.all([isOffline(ana), isOffline(ben)]);
    await reconnecting(ana).waitFor();
    await ana.type(', in three regions');

    await startAgain();
    await Promise.all([isOnline(ana), isOnline(ben)]);
    await reconnecting(ana).waitFor({ state: 'hidden' });
    expect(await field(ana.page).inputValue()).toBe('CockroachDB, in three regions');
    expect(await kept()).toMatchObject([{ request: before?.request, isSettled: false }]);
    await field(ana.page).focus();
    await ana.press('Enter');
    await features(ana.page).waitFor();
    await features(ben.page).waitFor();
    for (const { page } of [ana, ben]) {
      await log(page).getByText('Got it: CockroachDB, in three regions.').waitFor();
      await expect.poll(() => log(page).getByText('Got it: CockroachDB, in three regions.').count()).toBe(1);
      await expect.poll(() => log(page).getByText('Happy to help.').count()).toBe(1);
    }
    expect(await kept()).toMatchObject([{ request: before?.request, isSettled: true }, { isSettled: false }]);
  });

  it('receives an answer that was sent in the meantime [R-DURABLE]', async () => {
    await start(0);
    const ana = await open();
    await ana.say('Set up a service');
    await database(ana.page).waitFor();
    await ana.enterQuestion();
    await ana.press('2');
    await server.kill();
    await isOffline(ana);
    await ana.press('Enter');
    await ana.page.getByRole('button', { name: 'Try again' }).waitFor();
    await reconnecting(ana).waitFor();
    expect(await ana.page.getByRole('button', { name: 'Reconnect' }).count()).toBe(0);
    await startAgain();
    await reconnecting(ana).waitFor({ state: 'hidden' });
    await ana.activate('Try again');
    const sent = log(ana.page).getByText('SQLite it is: one file and nothing to run.');
    await features(ana.page).waitFor();
    // Transcript and questions come on two streams.
    await sent.first().waitFor();
    await expect.poll(() => sent.count()).toBe(1);
  });

  it('receives a message that was written in the meantime, once', async () => {
    await start(0);
    const ana = await open();
    await ana.say('Set up a service');
    await database(ana.page).waitFor();
    await server.kill();
    await isOffline(ana);
    await ana.say('Is SQLite enough for 2 GB?');
    await startAgain();
    await ana.heard('You wrote: “Is SQLite enough for 2 GB?”. Noted.');
    await ana.page.reload();
    await ana.heard('You wrote: “Is SQLite enough for 2 GB?”. Noted.');
    const said = log(ana.page).getByText('Is SQLite enough for 2 GB?', { exact: true });
    await expect.poll(() => said.count()).toBe(1);
  });
});

describe('a server that is killed while the agent writes', () => {
  it('writes the reply again, and nothing twice [R-DURABLE]', async () => {
    await start(150);
    const ana = await open();
    await ana.say('Set up a service');
    await ana.heard('Happy');
    await server.kill();
    await isOffline(ana);
    await startAgain();
    await database(ana.page).waitFor();
    await expect.poll(() => log(ana.page).getByText('Happy to help.').count()).toBe(1);
    await expect.poll(() => receipt(ana.page).count()).toBe(0);
    expect(await kept()).toMatchObject([{ isSettled: false }]);
  });
});

describe('a server that cannot be reached', () => {
  it('receives no stop, as the page shows, and stops the agent once it is back [R-PAUSE]', async () => {
    await start(0);
    const ana = await open();
    await ana.say('Set up a service');
    await database(ana.page).waitFor();
    await server.kill();
    await isOffline(ana);
    const stop = ana.page.getByRole('button', { name: 'Stop' });
    await ana.page.getByText('Offline. The agent can be stopped once the server is back.').waitFor();
    expect(await stop.getAttribute('aria-disabled')).toBe('true');
    await stop.press('Enter');
    await startAgain();
    await isOnline(ana);
    await expect.poll(() => stop.getAttribute('aria-disabled')).toBe('false');
    await database(ana.page).waitFor();
    await stop.press('Enter');
    await ana.page.getByText('You stopped Setup assistant. Your conversation is safe.').waitFor();
  });

  it('may lose the conversation, and the page shows that and leads to a new one', async () => {
    await start(0);
    const ana = await open();
    await ana.say('Set up a service');
    await database(ana.page).waitFor();
    await server.kill();
    await isOffline(ana);
    await rm(directory, { recursive: true, force: true });
    await startAgain();
    const gone = ana.page.getByText('This conversation is no longer on the server.');
    for (const after of ['', 'a reload']) {
      if (after) await ana.page.reload();
      await gone.waitFor();
      await expect.poll(() => ana.page.getByRole('heading', { name: 'What are you building?' }).count()).toBe(0);
    }
    const before = ana.page.url();
    await ana.page.getByRole('main').getByRole('button', { name: 'New chat' }).click();
    await ana.page.waitForURL((url) => url.href !== before);
    await ana.say('Set up a service');
    await database(ana.page).waitFor();
  });
});
