import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished, vi } from 'vitest';
import { ALLOW, createPage } from '../../packages/ask-user/src/page.js';
import { parseRequest } from '../../src/core/question/parse-request.js';

it('gives up after the given time without a page, so that another program can ask [R-HOOK]', async () => {
  // A program that opens nothing, and ends without an error.
  vi.stubEnv('BROWSER', 'true');
  const page = createPage({ printMessage: () => {}, env: process.env, giveUpMs: 5_500 });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await page.close();
  });
  const request = parseRequest({ question: 'Which?', options: ['a', 'b'] });
  if (!request.ok) expect.unreachable();
  const result = await page.ask(request.value, { asker: 'Agent', allow: ALLOW });
  expect(result).toEqual({ status: 'unavailable', reason: 'No page shows the question.' });
});

/** A browser whose page is closed at once, which may have a draft. Each start adds a line to the log. */
const typist = (types: boolean) => `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const [, origin, token] = /(http:\\/\\/127[^/"]+)\\/#([\\w-]+)/.exec(readFileSync(fileURLToPath(process.argv[2]), 'utf8'));
(async () => {
  const type = { 'content-type': 'application/json' };
  const opened = await fetch(origin + '/session', { method: 'POST', headers: type, body: JSON.stringify({ token }) });
  const headers = { ...type, authorization: 'Bearer ' + (await opened.json()).session };
  const [, id] = /"requestId":"([^"]+)"/.exec(await (await fetch(origin + '/ask-user/requests', { headers })).text());
  const draft = (key) => fetch(origin + '/draft', { method: 'POST', headers, body: JSON.stringify({ key, draft: 'typed' }) });
  await draft('ask-user-rounds');
  ${types ? "await draft('ask-user:' + id);" : ''}
  appendFileSync(__dirname + '/log', 'closed\\n');
})();
`;

function createTypist(types: boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'ask-user-page-'));
  writeFileSync(join(folder, 'browser.cjs'), typist(types), { mode: 0o700 });
  vi.stubEnv('BROWSER', join(folder, 'browser.cjs'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const request = parseRequest({ question: 'Which?', options: ['a', 'b'] });
  if (!request.ok) expect.unreachable();
  return { request: request.value, log: () => readFileSync(join(folder, 'log'), 'utf8') };
}

it('opens a page that was closed once more if the user has typed into it [R-MCP]', async () => {
  const { request, log } = createTypist(true);
  const page = createPage({ printMessage: () => {}, env: process.env });
  onTestFinished(() => page.close());
  void page.ask(request, { asker: 'Agent', allow: ALLOW });
  await vi.waitFor(() => expect(log()).toBe('closed\nclosed\n'), { timeout: 20_000 });
});

it('does not open a page again in which nothing was typed, but says how to [R-MCP]', async () => {
  const { request, log } = createTypist(false);
  const messages: string[] = [];
  const page = createPage({ printMessage: (line) => messages.push(line), env: process.env, giveUpMs: 6_000 });
  onTestFinished(() => page.close());
  const result = page.ask(request, { asker: 'Agent', allow: ALLOW });
  await vi.waitFor(() => expect(messages).toHaveLength(1), { timeout: 15_000 });
  const text = page.howToOpen() ?? expect.unreachable();
  expect(messages[0]).toBe(`ask-user: ${text}`);
  const [, url = ''] = /^No page shows the question\. Open it in your browser: (file:\S+)$/.exec(text) ?? [];
  expect(readFileSync(fileURLToPath(url), 'utf8')).toContain('http-equiv="refresh"');
  expect(await result).toEqual({ status: 'unavailable', reason: 'No page shows the question.' });
  expect(log()).toBe('closed\n');
});

it('ends a request whose agent does not wait if no browser can be started', async () => {
  vi.stubEnv('BROWSER', '/nowhere/browser');
  const page = createPage({ printMessage: () => {}, env: process.env });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await page.close();
  });
  vi.stubEnv('TMPDIR', '/nowhere');
  const request = parseRequest({ question: 'Which?', options: ['a', 'b'] }, { blocking: false });
  if (!request.ok) expect.unreachable();
  const result = await page.ask(request.value, { asker: 'Agent', allow: ALLOW });
  expect(result).toMatchObject({ status: 'unavailable', reason: expect.stringContaining('No browser') });
});

/** A browser that stays open, and writes each event of its page to the log. */
const READER = `#!${process.execPath}
const { appendFileSync, readFileSync } = require('node:fs');
const { fileURLToPath } = require('node:url');
const [, origin, token] = /(http:\\/\\/127[^/"]+)\\/#([\\w-]+)/.exec(readFileSync(fileURLToPath(process.argv[2]), 'utf8'));
(async () => {
  const type = { 'content-type': 'application/json' };
  const opened = await fetch(origin + '/session', { method: 'POST', headers: type, body: JSON.stringify({ token }) });
  const { session } = await opened.json();
  const events = await fetch(origin + '/ask-user/events', { headers: { authorization: 'Bearer ' + session } });
  for await (const bytes of events.body) appendFileSync(__dirname + '/log', bytes);
})();
`;

it.each([
  ['waits', undefined],
  ['does not wait', false],
] as const)(
  'withdraws the questions of an agent that %s when it ends, and cancels none [R-NOPHANTOM]',
  async (_, blocking) => {
    const folder = mkdtempSync(join(tmpdir(), 'ask-user-page-'));
    writeFileSync(join(folder, 'browser.cjs'), READER, { mode: 0o700 });
    vi.stubEnv('BROWSER', join(folder, 'browser.cjs'));
    const page = createPage({ printMessage: () => {}, env: process.env });
    onTestFinished(() => {
      vi.unstubAllEnvs();
      rmSync(folder, { recursive: true });
    });
    const log = () => readFileSync(join(folder, 'log'), 'utf8');
    const request = parseRequest({ question: 'Which?', options: ['a', 'b'] });
    if (!request.ok) expect.unreachable();
    const result = page.ask(
      { ...request.value, ...(blocking === false && { blocking }) },
      { asker: 'Agent', allow: ALLOW },
    );
    await vi.waitFor(() => expect(log()).toContain('Which?'), { timeout: 20_000 });
    await page.close();
    expect(await result).toEqual({ status: 'aborted', reason: 'The agent has ended.' });
    await vi.waitFor(() => expect(log()).toContain('"status":"aborted"'), { timeout: 20_000 });
    expect(log()).not.toContain('cancelled');
  },
);
