import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createAskUserBroker } from '../../src/host/index.js';
import { makeRequest } from '../host/helpers.js';
import { linesOf } from '../../examples/chat/page/shared-chat/lines.js';
import { openFileStore } from '../../examples/chat/server/shared-chat/file-store.js';
import type { TranscriptUpdate } from '../../examples/chat/shared/shared-chat.js';
import { openSharedServer } from './helpers/shared-server.js';

const ORIGIN = 'http://127.0.0.1:5174';
const ID = '0b0e7a55-8f3c-4c59-9a0e-3f0d1c2b3a49';
const OTHER = '5f1c8d52-6a1e-4b73-8c11-9d2e4f6a7b80';
const NOTE = { id: 'c0ffee00-1234-4abc-8def-0123456789ab', agent: 'setup', text: 'Set up a service' };

let directory: string;
let handler: (request: Request) => Promise<Response>;
let errors: unknown[];
let close: (() => Promise<void>)[] = [];

async function openHandler() {
  const server = await openSharedServer(directory, (error) => errors.push(error));
  close.push(server.close);
  handler = server.handler;
  return server.sharedChats;
}

beforeEach(async () => {
  errors = [];
  directory = await mkdtemp(join(tmpdir(), 'chat-'));
  await openHandler();
});

afterEach(async () => {
  for (const one of close) await one();
  close = [];
  // An agent’s last message may not be on disk yet.
  await rm(directory, { recursive: true, force: true, maxRetries: 10 });
  expect(errors).toEqual([]);
});

const get = (path: string, headers: Readonly<Record<string, string>> = { authorization: `Bearer ${ID}` }) =>
  handler(new Request(`${ORIGIN}/api/shared/${path}`, { headers }));

const post = (path: string, body: unknown, id = ID, headers: Readonly<Record<string, string>> = {}) =>
  handler(
    new Request(`${ORIGIN}/api/shared/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${id}`, 'content-type': 'application/json', origin: ORIGIN, ...headers },
      body: JSON.stringify(body),
    }),
  );

/** Waits for the first pending request of a conversation and returns it. */
async function pendingIn(id: string): Promise<{ request: { requestId: string; questions: { id: string }[] } }> {
  const read = async () => {
    const { requests } = await (await get('questions/requests', { authorization: `Bearer ${id}` })).json();
    return requests;
  };
  await expect.poll(read).toHaveLength(1);
  return (await read())[0];
}

describe('a shared chat', () => {
  it('is shown to and answered by clients that know its id, and by no others [R-AUTH]', async () => {
    expect((await post('messages', NOTE)).status).toBe(204);
    const { request } = await pendingIn(ID);
    const replies = { replies: [{ questionId: request.questions[0]?.id, selected: [1] }] };
    const path = `questions/requests/${request.requestId}/answer`;
    expect((await post(path, replies, OTHER)).status).toBe(404);
    expect((await post(path, replies, 'guess')).status).toBe(401);
    expect((await post(path, replies, ID, { origin: 'https://elsewhere.example' })).status).toBe(403);
    expect((await get('transcript', {})).status).toBe(401);
    expect((await get('transcript', { authorization: 'Bearer 1' })).status).toBe(401);
    const elsewhere = new Request('http://elsewhere.example/api/shared/transcript', {
      headers: { authorization: `Bearer ${ID}` },
    });
    expect((await handler(elsewhere)).status).toBe(403);
    expect((await post(path, replies)).status).toBe(200);
    expect((await post(path, replies)).status).toBe(409);
  });

  it('sends a window the whole transcript first and then only changes [R-STATE]', async () => {
    const { body } = await get('transcript');
    const lines = linesOf(body!);
    const next = async (): Promise<TranscriptUpdate> => JSON.parse((await lines.next()).value ?? '');
    expect(await next()).toMatchObject({ from: 0, messages: [], running: [], windows: 1 });
    await post('messages', NOTE);
    let messages: TranscriptUpdate['messages'] = [];
    while (!messages.at(-1)?.parts.some((part) => 'state' in part && part.state === 'input-available')) {
      const update = await next();
      messages = [...messages.slice(0, update.from), ...update.messages];
    }
    expect(messages).toMatchObject([{ id: NOTE.id, role: 'user' }, { role: 'assistant' }]);
    await lines.return(undefined);
  });

  it('stores a message once if it is sent twice', async () => {
    await post('messages', NOTE);
    const first = await pendingIn(ID);
    expect((await post('messages', NOTE)).status).toBe(204);
    expect(await pendingIn(ID)).toEqual(first);
  });

  it.each([
    ['messages', { ...NOTE, text: ' ' }, 400],
    ['messages', { ...NOTE, id: '1' }, 400],
    ['messages', { ...NOTE, agent: 'toString' }, 400],
    ['messages', null, 400],
    ['run', {}, 400],
    ['nothing', {}, 404],
    ['messages', { ...NOTE, text: 'x'.repeat(100_000) }, 413],
  ])('refuses an invalid body for %s (%#)', async (action, body, status) => {
    expect((await post(action, body)).status).toBe(status);
  });
});

describe('a stored shared chat', () => {
  it('asks the same question after a restart, and delivers an answer given before it [R-DURABLE]', async () => {
    await post('messages', NOTE);
    const before = await pendingIn(ID);
    const path = join(directory, 'conversations', `${ID}.json`);
    const onDisk = async () =>
      (await readFile(path, 'utf8')) + (await readFile(join(directory, 'requests.json'), 'utf8'));
    await expect.poll(onDisk).toMatch(/input-available.*"list":"pending"/s);
    const { broker } = await openHandler();
    // Users can ask the agent back again once it waits again.
    await expect.poll(() => pendingIn(ID)).toEqual(before);
    const { requestId, questions } = before.request;
    await broker.answer(requestId, [{ questionId: questions[0]!.id, selected: [1] }]);
    // This stands for a server that is killed before the agent continues: only the answer is on disk.
    const asked = await readFile(path, 'utf8');
    await expect.poll(() => readFile(path, 'utf8')).toContain('SQLite it is');
    await writeFile(path, asked);
    await openHandler();
    await expect.poll(() => readFile(path, 'utf8')).toContain('SQLite it is');
  });

  it('withdraws a question whose call is not on disk', async () => {
    const store = await openFileStore(join(directory, 'requests.json'));
    const before = createAskUserBroker({ store });
    await before.open(makeRequest('lost'), { conversationId: ID });
    await before.close();
    const { broker } = await openHandler();
    expect(await broker.get('lost')).toMatchObject({
      state: 'settled',
      settlement: { result: { status: 'superseded' } },
    });
  });
});
