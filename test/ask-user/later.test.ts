import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { openLaterFile } from '../../packages/ask-user/src/later-file.js';
import { createLater } from '../../packages/ask-user/src/later.js';
import { createNotice } from '../../packages/ask-user/src/notice.js';
import { readOptions } from '../../packages/ask-user/src/options.js';
import { serve } from '../../packages/ask-user/src/server.js';
import { openPage } from '../cli/open-page.js';

const SOON = { timeout: 20_000 };
/** A browser that writes the file that it should open to the log. */
const BROWSER = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const html = readFileSync(fileURLToPath(process.argv[2]), 'utf8');
appendFileSync(__dirname + '/log', /http:\\/\\/127[^"]+/.exec(html)[0] + '\\n');
`;

interface Called {
  readonly content: readonly [{ readonly text: string }];
  readonly structuredContent: Readonly<Record<string, unknown>>;
}

/** A home folder, with a browser. */
function createHome() {
  const home = mkdtempSync(join(tmpdir(), 'ask-user-later-'));
  const log = join(home, 'log');
  writeFileSync(log, '');
  writeFileSync(join(home, 'browser.cjs'), BROWSER, { mode: 0o700 });
  vi.stubEnv('BROWSER', join(home, 'browser.cjs'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(home, { recursive: true });
  });
  const folder = join(home, '.ask-user', 'later');
  return {
    home,
    folder,
    files: () => readdirSync(folder),
    /** Waits for the n-th address that was opened. */
    address: (n: number) =>
      vi.waitFor(() => readFileSync(log, 'utf8').split('\n').slice(0, -1)[n - 1] ?? expect.unreachable(), SOON),
  };
}

/** Starts the server of an agent. */
async function start(home: string, name = 'agent') {
  const answers = new Map<unknown, (result: Called) => void>();
  const server = serve({
    ...((await readOptions([])) ?? expect.unreachable()),
    version: '1.0.0',
    env: process.env,
    home,
    notice: createNotice(() => {}),
    printMessage: () => {},
    write(message) {
      const { id, result } = JSON.parse(message) as { id: unknown; result: Called };
      answers.get(id)?.(result);
    },
  });
  onTestFinished(() => server.close());
  let count = 0;
  const request = (method: string, params: object) =>
    new Promise<Called>((resolve) => {
      answers.set(++count, resolve);
      server.receive(Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', id: count, method, params })}\n`));
    });
  await request('initialize', { capabilities: {}, clientInfo: { name } });
  return {
    close: () => server.close(),
    call: (tool: string, input: object) => request('tools/call', { name: tool, arguments: input }),
    /** Calls a tool. The function stops the call, as a client does. */
    callToStop(tool: string, input: object) {
      const response = request('tools/call', { name: tool, arguments: input });
      const message = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: count } };
      return [response, () => server.receive(Buffer.from(`${JSON.stringify(message)}\n`))] as const;
    },
  };
}

const INPUT = { questions: [{ question: 'Which?', options: [{ label: 'a' }, { label: 'b' }] }] };
const REPLIES = [{ questionId: 'q1', selected: [1] }];
const ANSWERED = { answered: true, answers: [{ question: 'Which?', answer: 'b' }] };

it('gives the answers to the next process of the agent, once, and to no other agent [R-AHEAD]', async () => {
  const { home, files, folder, address } = createHome();
  const first = await start(home);
  const { id } = (await first.call('ask_user_later', INPUT)).structuredContent;
  const page = await openPage(await address(1));
  await page.client.answer(page.request.requestId, REPLIES);
  await vi.waitFor(() => expect(readFileSync(join(folder, files()[0]!), 'utf8')).toContain('"answered"'), SOON);
  expect(statSync(join(folder, files()[0]!)).mode & 0o777).toBe(0o600);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  await first.close();
  const other = await start(home, 'another');
  expect((await other.call('await_answers', { ids: [id] })).content[0].text).toContain('No open questions have the id');
  const second = await start(home);
  const given = await second.call('await_answers', { ids: [id] });
  expect(given.structuredContent).toMatchObject({ results: [{ id, ...ANSWERED }] });
  expect(files()).toEqual([]);
  const third = await start(home);
  expect((await third.call('await_answers', { ids: [id] })).content[0].text).toContain('returned before');
});

it('asks again what the user has not answered when the process ended [R-AHEAD]', async () => {
  const { home, address } = createHome();
  const first = await start(home);
  const { id } = (await first.call('ask_user_later', INPUT)).structuredContent;
  await openPage(await address(1));
  await first.close();
  const second = await start(home);
  const given = second.call('await_answers', { ids: [id] });
  const page = await openPage(await address(2));
  await page.client.answer(page.request.requestId, REPLIES);
  expect((await given).structuredContent).toMatchObject({ results: [{ id, ...ANSWERED }] });
});

it('gives what an earlier process has left only to a chat that knows its id [R-AHEAD]', async () => {
  const { home, folder, files, address } = createHome();
  const first = await start(home);
  const { id } = (await first.call('ask_user_later', INPUT)).structuredContent;
  await openPage(await address(1));
  await first.call('ask_user_later', { questions: [{ question: 'Why?' }] });
  await first.close();
  const second = await start(home);
  const given = await second.call('await_answers', {});
  expect(given.structuredContent).toMatchObject({ results: [] });
  expect(given.content[0].text).toBe(
    'No questions are open. If you asked some before this server was started, pass their `ids`.',
  );
  const repeated = second.call('await_answers', { ids: [id] });
  const page = await openPage(await address(2));
  expect(page.request.questions).toMatchObject([{ question: 'Which?' }]);
  await page.client.answer(page.request.requestId, REPLIES);
  expect((await repeated).structuredContent).toMatchObject({ results: [{ id, ...ANSWERED }] });
  expect(files().map((name) => readFileSync(join(folder, name), 'utf8'))).toEqual([expect.stringContaining('Why?')]);
});

it('are questions whose agent waits while it waits for them, also if the page was closed [R-AHEAD]', async () => {
  const { home, address } = createHome();
  const server = await start(home);
  const { id } = (await server.call('ask_user_later', INPUT)).structuredContent;
  const closed = await openPage(await address(1));
  const { requestId } = closed.request;
  expect(closed.request.blocking).toBe(false);
  closed.client.close();
  const given = server.call('await_answers', { ids: [id] });
  const page = await openPage(await address(2));
  const { client } = page;
  await expect.poll(() => client.getState().requests[0]?.request, SOON).toMatchObject({ requestId });
  await expect.poll(() => client.getState().requests[0]?.request.blocking, SOON).toBeUndefined();
  await client.answer(requestId, REPLIES);
  expect((await given).structuredContent).toMatchObject({ results: [{ id, ...ANSWERED }] });
});

it('are questions that can wait again once the agent no longer waits [R-AHEAD]', async () => {
  const { home, address } = createHome();
  const server = await start(home);
  const { id } = (await server.call('ask_user_later', INPUT)).structuredContent;
  const { client, request } = await openPage(await address(1));
  const blocking = () => client.getState().requests[0]?.request.blocking;
  const [call, stopped] = server.callToStop('await_answers', { ids: [id] });
  await expect.poll(blocking, SOON).toBeUndefined();
  stopped();
  await expect.poll(blocking, SOON).toBe(false);
  expect(await Promise.race([call, Promise.resolve('no response')])).toBe('no response');
  await client.answer(request.requestId, REPLIES);
  expect((await server.call('await_answers', {})).structuredContent).toMatchObject({ results: [{ id, ...ANSWERED }] });
});

it('open no page again for a question that comes while one of two calls still waits for them [R-AHEAD]', async () => {
  const { home, address } = createHome();
  const temporary = join(home, 'tmp');
  mkdirSync(temporary);
  vi.stubEnv('TMPDIR', temporary);
  const server = await start(home);
  const { id } = (await server.call('ask_user_later', INPUT)).structuredContent;
  const { client, request } = await openPage(await address(1));
  const [, stop] = server.callToStop('await_answers', { ids: [id] });
  await openPage(await address(2));
  const given = server.call('await_answers', { ids: [id] });
  await server.call('await_answers', { ids: ['unknown'] });
  stop();
  await server.call('await_answers', { ids: ['unknown'] });
  const asked = server.call('ask_user', INPUT);
  const second = await vi.waitFor(() => client.getState().requests[1] ?? expect.unreachable(), SOON);
  // The file that opens a page is written before the page is started.
  expect(readdirSync(temporary)).toEqual([]);
  await client.answer(request.requestId, REPLIES);
  expect((await given).structuredContent).toMatchObject({ results: [{ id, ...ANSWERED }] });
  await client.answer(second.request.requestId, REPLIES);
  expect((await asked).structuredContent).toMatchObject(ANSWERED);
});

const opened = (home: string) => openLaterFile(home, ['agent'], (error) => expect.fail(String(error)));
const ENTRY = { id: 'questions-1', askedAt: Date.now(), input: INPUT };

it('leaves the questions of a process that runs, and removes what is older than seven days', () => {
  const { home, folder, files } = createHome();
  opened(home).write([ENTRY]);
  const [name = ''] = files();
  const running = name.replace(`-${process.pid}-`, `-${process.ppid}-`);
  writeFileSync(join(folder, running), JSON.stringify([{ ...ENTRY, id: 'questions-2' }]));
  const old = `${'0'.repeat(32)}-${process.pid}-old.json`;
  writeFileSync(join(folder, old), '[]');
  utimesSync(join(folder, old), 1, 1);
  const ids = ['questions-1', 'questions-2'];
  expect(opened(home).takeLeft(ids)).toEqual([ENTRY]);
  expect(files()).toEqual([running]);
  opened(home).write([{ ...ENTRY, askedAt: Date.now() - 604_800_001 }]);
  expect(opened(home).takeLeft(ids)).toEqual([]);
});

it('goes on without what it cannot read', () => {
  const { home, folder, files } = createHome();
  opened(home).write([ENTRY]);
  const [name = ''] = files();
  writeFileSync(join(folder, name), '{');
  const errors: unknown[] = [];
  expect(openLaterFile(home, ['agent'], (error) => errors.push(error)).takeLeft([ENTRY.id])).toEqual([]);
  expect(errors).toHaveLength(1);
  rmSync(folder, { recursive: true });
  expect(opened(home).takeLeft([ENTRY.id])).toEqual([]);
});

it('stores nothing of a secret question', () => {
  const write = vi.fn<(all: readonly object[]) => void>();
  const later = createLater({ write });
  const question = { id: 'q1', question: 'Key?', options: [], multiSelect: false, constraints: { secret: true } };
  later.add({ request: { requestId: 'r', questions: [question] }, input: {}, result: new Promise(() => {}) });
  expect(write).not.toHaveBeenCalled();
});
