import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Conversation } from '../../examples/chat/server/shared-chat/conversation.js';
import type { SharedChats } from '../../examples/chat/server/shared-chat/shared-chats.js';
import { isSharedAsk, type SharedAskPart } from '../../examples/chat/shared/shared-chat.js';
import { openSharedServer } from './helpers/shared-server.js';

const ID = '0b0e7a55-8f3c-4c59-9a0e-3f0d1c2b3a49';
const note = (digit: number, agent: 'setup' | 'release', text: string) => ({
  id: `c0ffee00-1234-4abc-8def-00000000000${digit}`,
  agent,
  text,
  by: 'Guest 2',
});

let directory: string;
let chats: SharedChats;
let conversation: Conversation;
const errors: unknown[] = [];

let close: (() => Promise<void>)[] = [];

async function open(): Promise<void> {
  const server = await openSharedServer(directory, (error) => errors.push(error));
  close.push(server.close);
  chats = server.sharedChats;
  conversation = chats.open(ID);
}

beforeEach(async () => {
  errors.length = 0;
  directory = await mkdtemp(join(tmpdir(), 'chat-'));
  await open();
});

afterEach(async () => {
  for (const one of close) await one();
  close = [];
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  expect(errors).toEqual([]);
});

const conversationIds = async () => (await chats.broker.pending()).map((one) => one.conversationId).toSorted();
const asked = (): readonly SharedAskPart[] =>
  conversation.update(0).messages.flatMap(({ parts }) => parts.filter(isSharedAsk));

async function askBoth(): Promise<void> {
  await chats.say(conversation, note(1, 'setup', 'Set up a service'));
  await chats.say(conversation, note(2, 'release', 'Take care of the releases.'));
  await expect.poll(conversationIds).toEqual([`${ID}/release`, `${ID}/setup`]);
}

describe('two agents in one conversation', () => {
  it('keep a question open if a message is for the other agent [R-PAUSE]', async () => {
    await askBoth();
    const open = await chats.broker.pending();
    const [first, second] = ['setup', 'release'].map((agent) => open.find((one) => one.agent?.id === agent)?.request);
    await chats.say(conversation, note(3, 'setup', 'Is SQLite enough?'));
    const result = { status: 'superseded', reason: 'Guest 2 wrote a message instead.' };
    expect(await chats.broker.get(first?.requestId ?? '')).toMatchObject({ settlement: { result } });
    expect(await chats.broker.get(second?.requestId ?? '')).toMatchObject({ state: 'awaiting_user_response' });
    await expect.poll(conversationIds).toEqual([`${ID}/release`, `${ID}/setup`]);
  });

  it('are stopped together, continue once started again, and show the name of the user who stopped them [R-PAUSE]', async () => {
    await askBoth();
    chats.stop(conversation, 'Guest 2');
    await expect.poll(() => conversation.running).toEqual([]);
    const { paused, stoppedBy } = conversation.update(0);
    expect([paused.toSorted(), stoppedBy]).toEqual([['release', 'setup'], 'Guest 2']);
    expect(await chats.broker.pending()).toEqual([]);
    await expect.poll(() => readFile(join(directory, 'conversations', `${ID}.json`), 'utf8')).toMatch(/"paused":\["/);
    for (const agent of paused) chats.start(conversation, agent);
    await expect.poll(conversationIds).toEqual([`${ID}/release`, `${ID}/setup`]);
    expect(conversation.update(0).paused).toEqual([]);
    // The script knows that it was stopped and asks again. It does not report that the question could not be shown.
    expect(JSON.stringify(conversation.update(0).messages)).toContain('I was stopped.');
  });
});

describe('a server that is killed between storing a message and settling the question', () => {
  it('settles the question after its restart, and the agent reads the message [R-DURABLE]', async () => {
    await chats.say(conversation, note(1, 'setup', 'Set up a service'));
    await expect.poll(conversationIds).toHaveLength(1);
    const files = [join(directory, 'conversations', `${ID}.json`), join(directory, 'requests.json')] as const;
    await expect.poll(() => readFile(files[0], 'utf8')).toContain('input-available');
    const [saved, requests] = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    const [old] = await chats.broker.pending();
    const id = old?.request.requestId ?? '';
    // Stop the run first: it would overwrite the files written below.
    chats.stop(conversation);
    await expect.poll(() => conversation.running).toEqual([]);
    const folder = await mkdtemp(join(tmpdir(), 'chat-'));
    await mkdir(join(folder, 'conversations'));
    const unread = [note(2, 'setup', 'Is SQLite enough?')];
    await writeFile(
      join(folder, 'conversations', `${ID}.json`),
      JSON.stringify({ ...JSON.parse(saved ?? ''), unread }),
    );
    await writeFile(join(folder, 'requests.json'), requests ?? '');
    await rm(directory, { recursive: true, force: true, maxRetries: 10 });
    directory = folder;
    await open();
    expect(await chats.broker.answer(id, [{ questionId: 'q1', selected: [0] }])).toEqual({
      ok: false,
      code: 'already_resolved',
    });
    await expect.poll(() => asked().length).toBe(2);
    expect(asked()[0]).toMatchObject({ toolCallId: id, state: 'output-available', output: { status: 'superseded' } });
    await expect.poll(conversationIds).toEqual([`${ID}/setup`]);
    expect((await chats.broker.pending())[0]?.request.requestId).not.toBe(id);
  });
});
