import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ClientV1 } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport as StdioV1 } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { chromium } from 'playwright';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { askUser } from 'react-ask-user/dialects';
import { launchOptions } from '../chromium.js';
import { openPage, redeem } from '../cli/open-page.js';
import { createHome, SERVER, SOON } from './helpers/ask-user-mcp.js';

const QUESTION = {
  question: 'Which "database"?',
  header: 'Database',
  options: [{ label: 'Postgres, 16' }, { label: 'SQLite' }],
};
const FEATURES = { question: 'Which features?', options: [{ label: 'Auth' }, { label: 'Mail' }], multiSelect: true };
const CALL = { name: 'ask_user', arguments: { questions: [QUESTION, FEATURES] } };
const ANSWERED = {
  answered: true,
  answers: [
    { question: QUESTION.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
    { question: FEATURES.question, answer: ['Auth', 'and "a, b" ü'], wasCustom: true },
  ],
};
const REPLIES = [
  { questionId: 'q1', selected: [1] },
  { questionId: 'q2', selected: [0], custom: 'and "a, b" ü' },
];

type Handler = (
  form: Record<string, unknown>,
) => Promise<{ action: 'accept' | 'decline' | 'cancel'; content?: Record<string, never> }>;

/** What both SDKs' clients can do. */
interface Connected {
  callTool(
    call: { name: string; arguments: Record<string, unknown> },
    options?: { signal?: AbortSignal; onprogress?: () => void; timeout?: number },
  ): Promise<Record<string, unknown>>;
  listTools(): Promise<{ tools: { name: string }[] }>;
  close(): Promise<void>;
}

/** Starts the server, and connects a client to it. */
type Connect = (
  home: ReturnType<typeof createHome>,
  options?: { args?: readonly string[]; env?: Record<string, string>; form?: Handler },
) => Promise<Connected & { readonly pid: number | null }>;

const parametersOf = (home: ReturnType<typeof createHome>, args: readonly string[], env: Record<string, string>) => ({
  command: process.execPath,
  args: [SERVER, ...args],
  env,
  cwd: home.folder,
  stderr: 'ignore' as const,
});

const v1: Connect = async (home, { args = [], env = home.env, form } = {}) => {
  const client = new ClientV1(
    { name: 'Agent one', version: '1' },
    { capabilities: form ? { elicitation: { form: {} } } : {} },
  );
  if (form) client.setRequestHandler(ElicitRequestSchema, ({ params }) => form(params));
  const transport = new StdioV1(parametersOf(home, args, env));
  await client.connect(transport);
  onTestFinished(() => client.close());
  return {
    pid: transport.pid,
    callTool: async (call, options) => client.callTool(call, undefined, options),
    listTools: () => client.listTools(),
    close: () => client.close(),
  };
};

const v2 =
  (versionNegotiation?: { mode: { pin: '2026-07-28' } }): Connect =>
  async (home, { args = [], env = home.env, form } = {}) => {
    const client = new Client(
      { name: 'Agent two', version: '1' },
      { capabilities: form ? { elicitation: { form: {} } } : {}, ...(versionNegotiation && { versionNegotiation }) },
    );
    if (form) client.setRequestHandler('elicitation/create', ({ params }) => form(params));
    const transport = new StdioClientTransport(parametersOf(home, args, env));
    await client.connect(transport);
    onTestFinished(() => client.close());
    return {
      pid: transport.pid,
      callTool: async (call, options) => client.callTool(call, options),
      listTools: () => client.listTools(),
      close: () => client.close(),
    };
  };

const LINES: readonly (readonly [string, Connect])[] = [
  ['SDK 1', v1],
  ['SDK 2, 2025-11-25', v2()],
  ['SDK 2, 2026-07-28', v2({ mode: { pin: '2026-07-28' } })],
];

const LONG = { timeout: 60_000 };

/** Fails if the form is shown before a user could have declined it. */
const accept: Handler = () =>
  Promise.resolve({ action: 'accept', content: { q1: 'SQLite', q2: ['Auth'], q2__other: 'and "a, b" ü' } as never });

/** Waits for a request that comes after these, and returns it. */
const nextIn = (
  { client }: Awaited<ReturnType<typeof openPage>>,
  ...known: readonly { readonly requestId: string }[]
) =>
  vi.waitFor(
    () =>
      client
        .getState()
        .requests.map(({ request }) => request)
        .find(({ requestId }) => known.every((one) => one.requestId !== requestId)) ?? expect.unreachable(),
    SOON,
  );

const textOf = (result: Record<string, unknown>): string => (result['content'] as [{ text: string }])[0].text;

const isRunning = (pid: number | null): boolean => {
  try {
    return process.kill(pid!, 0);
  } catch {
    return false;
  }
};

describe.each(LINES)('ask-user mcp with %s [R-MCP]', (_, connect) => {
  it('offers the tools, with our description and schema', async () => {
    const { tools } = await (await connect(createHome())).listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_user', 'ask_user_later', 'await_answers']);
    const { description, inputSchema } = askUser.tool;
    // With `requiresUserInteraction`, Claude Code would ask for permission before each question, and refuse it with `-p`.
    expect(tools[0]).toMatchObject({ description, inputSchema, _meta: { 'anthropic/alwaysLoad': true } });
    expect(JSON.stringify(tools)).not.toContain('requiresUserInteraction');
  });

  it('asks by a form, and returns the answers exactly, as text and as structured content', async () => {
    const home = createHome();
    const client = await connect(home, { form: accept });
    const result = await client.callTool(CALL, LONG);
    expect(JSON.parse(textOf(result))).toEqual(ANSWERED);
    expect(result['structuredContent']).toEqual(ANSWERED);
    expect(result['isError']).toBeUndefined();
    expect(home.opened()).toEqual([]);
  });

  it.each(['decline', 'cancel'] as const)(
    'asks in the page if the client ends its form by %s at once [R-HUMAN]',
    async (action) => {
      const home = createHome();
      let forms = 0;
      const form: Handler = () => Promise.resolve({ action: (forms++, action) });
      const client = await connect(home, { form });
      const asked = client.callTool(CALL, LONG);
      const page = await openPage(await home.address());
      expect(page.request.asker).toMatch(/^Agent (one|two)$/);
      expect(await page.client.answer(page.request.requestId, REPLIES)).toEqual({ ok: true });
      expect((await asked)['structuredContent']).toMatchObject(ANSWERED);
      // This client shows no forms, so it is not asked again.
      const again = client.callTool(CALL, LONG);
      await page.client.cancel((await nextIn(page, page.request)).requestId);
      expect(textOf(await again)).toContain('no option was chosen');
      expect(forms).toBe(1);
    },
  );

  it('keeps the other answers of a form with a blank one, and shows the next form [R-KEEP]', async () => {
    const home = createHome();
    let forms = 0;
    const form: Handler = () => Promise.resolve({ action: 'accept', content: (forms++, { q1: 'SQLite' }) as never });
    const client = await connect(home, { form });
    for (const count of [1, 2]) {
      const { structuredContent } = await client.callTool(CALL, LONG);
      expect(structuredContent).toMatchObject({ answered: true, answers: [{ answer: 'SQLite' }, { skipped: true }] });
      expect(forms).toBe(count);
    }
    expect(home.opened()).toEqual([]);
  });

  it('passes on a decline that a user can have sent', async () => {
    const home = createHome();
    const client = await connect(home, {
      args: ['--min-human-ms', '0'],
      form: () => Promise.resolve({ action: 'decline' }),
    });
    expect((await client.callTool(CALL, LONG))['structuredContent']).toMatchObject({
      answered: false,
      status: 'declined',
    });
    expect(home.opened()).toEqual([]);
  });

  it('asks two calls in one page, one after the other', async () => {
    const home = createHome();
    const client = await connect(home);
    const calls = [CALL, { name: 'ask_user', arguments: { questions: [{ question: 'Name?' }] } }].map((call) =>
      client.callTool(call, LONG),
    );
    const page = await openPage(await home.address());
    await vi.waitFor(() => expect(page.client.getState().requests).toHaveLength(2), SOON);
    const [first, second] = page.client.getState().requests;
    await page.client.answer(second!.request.requestId, [{ questionId: 'q1', selected: [], custom: 'orders' }]);
    await page.client.answer(first!.request.requestId, REPLIES);
    const results = await Promise.all(calls);
    expect(results[0]!['structuredContent']).toMatchObject(ANSWERED);
    expect(results[1]!['structuredContent']).toMatchObject({ answers: [{ answer: 'orders', wasCustom: true }] });
    expect(home.opened()).toHaveLength(1);
  });

  it('withdraws the question if the client cancels the call, and asks the next one in the same page', async () => {
    const home = createHome();
    const client = await connect(home);
    const stop = new AbortController();
    const asked = client.callTool(CALL, { ...LONG, signal: stop.signal }).catch(String);
    const page = await openPage(await home.address());
    stop.abort('enough');
    await asked;
    await vi.waitFor(() => expect(page.client.getState().settled).toHaveLength(1), SOON);
    expect(page.client.getState().settled[0]).toMatchObject({ result: { status: 'aborted' } });
    const again = client.callTool(CALL, LONG);
    await page.client.answer((await nextIn(page, page.request)).requestId, REPLIES);
    expect((await again)['structuredContent']).toMatchObject(ANSWERED);
  });

  it('tells what is wrong with the input, also to a model that reads only the structured content, and asks nobody', async () => {
    const home = createHome();
    const client = await connect(home);
    const wrong = await client.callTool({ name: 'ask_user', arguments: { questions: [{}, { question: 7 }] } });
    expect(wrong['isError']).toBe(true);
    expect(textOf(wrong)).toContain('questions[0]');
    expect((wrong['structuredContent'] as { text: string }).text).toBe(textOf(wrong));
    expect(home.opened()).toEqual([]);
  });

  it('asks without waiting, and returns the answers when they are awaited [R-AHEAD]', async () => {
    const home = createHome();
    const client = await connect(home);
    const later = await client.callTool({ ...CALL, name: 'ask_user_later' });
    const { id } = later['structuredContent'] as { id: string };
    expect(textOf(later)).toContain(id);
    const page = await openPage(await home.address());
    expect(page.request.blocking).toBe(false);
    const stop = new AbortController();
    const given = client
      .callTool({ name: 'await_answers', arguments: {} }, { ...LONG, signal: stop.signal })
      .catch(String);
    stop.abort('not now');
    await given;
    const awaited = client.callTool({ name: 'await_answers', arguments: { ids: [id] } }, LONG);
    await page.client.answer(page.request.requestId, REPLIES);
    expect((await awaited)['structuredContent']).toMatchObject({ results: [{ id, ...ANSWERED }] });
    const none = await client.callTool({ name: 'await_answers', arguments: { ids: [id] } });
    expect(none['isError']).toBe(true);
    expect(textOf(none)).toContain('returned before');
  });

  it('saves the questions in a file if there is no screen, and returns the answers once they are in it [R-PENDING]', async () => {
    const home = createHome();
    const client = await connect(home, { env: home.headless });
    const asked = await client.callTool(CALL);
    expect(asked['structuredContent']).toMatchObject({
      answered: false,
      pendingFile: '.ask-user/pending-questions.json',
    });
    expect(textOf(asked)).toContain('Nobody has answered');
    const file = join(home.folder, '.ask-user/pending-questions.json');
    const pending = JSON.parse(readFileSync(file, 'utf8')) as { questions: { answer: unknown }[] };
    expect((await client.callTool(CALL))['structuredContent']).toMatchObject({ answered: false });
    pending.questions[0]!.answer = 'SQLite';
    pending.questions[1]!.answer = ['Auth', 'and "a, b" ü'];
    writeFileSync(file, JSON.stringify(pending));
    expect((await client.callTool(CALL))['structuredContent']).toMatchObject(ANSWERED);
    expect(existsSync(file)).toBe(false);
  });

  it('tells the page, and leaves no process and no port, once the client is gone', async () => {
    const home = createHome();
    const client = await connect(home);
    const asked = client.callTool(CALL, LONG).catch(String);
    const address = await home.address();
    const page = await openPage(address);
    await client.close();
    await asked;
    await vi.waitFor(() => expect(page.client.getState().settled).toHaveLength(1), SOON);
    expect(page.client.getState().settled[0]).toMatchObject({ result: { status: 'aborted' } });
    await vi.waitFor(() => expect(isRunning(client.pid)).toBe(false), SOON);
    await expect(fetch(new URL(address).origin)).rejects.toThrow('fetch failed');
  });
});

describe('ask-user mcp [R-MCP]', () => {
  it('offers another name, and the schema of another dialect', async () => {
    const client = await v1(createHome(), { args: ['--tool-name', 'ask_the_person', '--dialect', 'askUserQuestion'] });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(['ask_the_person', 'ask_the_person_later', 'await_answers']);
    expect(JSON.stringify(tools[0])).toContain('"maxItems":4');
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('tells the page, closes its port and ends with %s', async (signal, code) => {
    const home = createHome();
    const child = spawn(process.execPath, [SERVER], {
      cwd: home.folder,
      env: home.env,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    const exit = once(child, 'exit');
    onTestFinished(() => void child.kill('SIGKILL'));
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: CALL })}\n`);
    const address = await home.address();
    const page = await openPage(address);
    child.kill(signal);
    expect(await exit).toEqual([code, null]);
    await vi.waitFor(() => expect(page.client.getState().settled).toHaveLength(1), SOON);
    await expect(fetch(new URL(address).origin)).rejects.toThrow('fetch failed');
  });

  it('saves the questions in a file if no browser can be started', async () => {
    const home = createHome();
    const client = await v1(home, { env: { ...home.headless, BROWSER: '/bin/false' } });
    const asked = await client.callTool(CALL, LONG);
    expect(asked['structuredContent']).toMatchObject({ answered: false, pendingFile: expect.any(String) });
    expect(existsSync(join(home.folder, '.ask-user/pending-questions.json'))).toBe(true);
  });

  it('opens a page again for a question that came as the page was closed', async () => {
    const home = createHome();
    const client = await v1(home);
    const asked = client.callTool(CALL, LONG);
    const first = await openPage(await home.address());
    await first.client.answer(first.request.requestId, REPLIES);
    await asked;
    // The server learns only now that this page is gone.
    const again = client.callTool(CALL, LONG);
    await nextIn(first, first.request);
    first.client.close();
    const second = await openPage(await home.address(2));
    await second.client.answer(second.request.requestId, REPLIES);
    expect((await again)['structuredContent']).toMatchObject(ANSWERED);
    // Without a question and a page, nothing listens.
    second.client.close();
    const { origin } = new URL(await home.address(2));
    const isListening = () =>
      fetch(origin).then(
        () => true,
        () => false,
      );
    await vi.waitFor(async () => expect(await isListening()).toBe(false), SOON);
  });

  it('opens a new page if the user does not see the old one, which then ends', async () => {
    const home = createHome();
    const client = await v1(home);
    const call = { name: 'ask_user', arguments: { questions: [{ question: 'Name?' }] } };
    const browser = await chromium.launch(launchOptions);
    onTestFinished(() => browser.close());
    const context = await browser.newContext();
    const old = await context.newPage();
    await old.addInitScript(() => Object.defineProperty(document, 'visibilityState', { value: 'hidden' }));
    for (const [page, count] of [
      [old, 1],
      [await context.newPage(), 2],
    ] as const) {
      const asked = client.callTool(call, LONG);
      await page.goto(await home.address(count));
      await page.getByRole('textbox', { name: /Name/ }).fill('orders');
      await page.getByRole('button', { name: 'Submit' }).click();
      expect((await asked)['structuredContent']).toMatchObject({ answers: [{ answer: 'orders' }] });
    }
    if (!old.isClosed()) await old.getByText('The questions are in a newer page.').waitFor();
  });

  it('shows its secrets to no other user of the computer, and writes none to standard error', async () => {
    const home = createHome();
    const transport = new StdioV1({ ...parametersOf(home, [], home.env), stderr: 'pipe' });
    let told = '';
    transport.stderr!.on('data', (text: Buffer) => (told += String(text)));
    const client = new ClientV1({ name: 'Agent', version: '1' });
    await client.connect(transport);
    onTestFinished(() => client.close());
    const asked = client.callTool(CALL, undefined, LONG);
    const address = await home.address();
    const { hash, port } = new URL(address);
    await vi.waitFor(() => expect(told).toContain('file:'), SOON);
    const [{ argv, env }] = home.opened() as [ReturnType<typeof home.opened>[0]];
    expect(JSON.stringify([argv, env, told])).not.toContain(hash.slice(1));
    expect(port).not.toBe('');
    const page = await openPage(address);
    expect((await redeem(address)).status).toBe(403);
    await page.client.answer(page.request.requestId, REPLIES);
    await asked;
  });

  it('is answered in a browser, with the keyboard', async () => {
    const home = createHome();
    const client = await v1(home);
    const question = '<img src=x onerror=alert(1)>\u202E?';
    const asked = client.callTool({ name: 'ask_user', arguments: { questions: [{ ...QUESTION, question }] } }, LONG);
    const browser = await chromium.launch(launchOptions);
    onTestFinished(() => browser.close());
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('dialog', ({ type }) => complaints.push(type()));
    await page.goto(await home.address());
    const sqlite = page.getByRole('radio', { name: 'SQLite' });
    // Digits wait until the user can have seen the question.
    await expect
      .poll(async () => {
        if (await sqlite.isChecked()) return true;
        await page.keyboard.press('2');
        return false;
      })
      .toBe(true);
    await page.keyboard.press('Enter');
    await page.getByText('Sent to your agent. You can close this page').waitFor();
    expect((await asked)['structuredContent']).toMatchObject({ answers: [{ answer: 'SQLite' }] });
    const again = client.callTool({ name: 'ask_user', arguments: { questions: [{ question: 'Name?' }] } }, LONG);
    await page.getByRole('textbox', { name: /Name/ }).fill('orders');
    await page.getByRole('button', { name: 'Submit' }).click();
    expect((await again)['structuredContent']).toMatchObject({ answers: [{ answer: 'orders' }] });
    expect(home.opened()).toHaveLength(1);
    expect(complaints).toEqual([]);
    await client.close();
    await page.getByText('Sent to your agent. You can close this page.', { exact: true }).waitFor();
  });

  it('has the language of the browser, also outside of the dialog [R-MESSAGES]', async () => {
    const home = createHome();
    const client = await v1(home);
    const asked = client.callTool({ name: 'ask_user', arguments: { questions: [QUESTION] } }, LONG);
    const browser = await chromium.launch(launchOptions);
    onTestFinished(() => browser.close());
    const page = await browser.newPage({ locale: 'ar-EG' });
    await page.goto(await home.address());
    await page.getByRole('radio', { name: 'SQLite' }).click();
    expect(await page.title()).toContain('أسئلة من الوكيل');
    await page.getByRole('button', { name: 'إرسال', exact: true }).click();
    await asked;
    const sent = page.getByText('أُرسل إلى الوكيل. يمكنك إغلاق هذه الصفحة، وسيفتحها');
    await sent.waitFor();
    expect(await sent.evaluate((element) => getComputedStyle(element).direction)).toBe('rtl');
    await client.close();
    await page.getByText('أُرسل إلى الوكيل. يمكنك إغلاق هذه الصفحة.', { exact: true }).waitFor();
  });

  it('offers what was entered for a cancelled call, if the same is asked again, also in a new page [R-CARRY]', async () => {
    const home = createHome();
    const client = await v1(home);
    const stop = new AbortController();
    const call = { name: 'ask_user', arguments: { questions: [{ question: 'Name?' }] } };
    const asked = client.callTool(call, { ...LONG, signal: stop.signal }).catch(String);
    const browser = await chromium.launch(launchOptions);
    onTestFinished(() => browser.close());
    const first = await browser.newPage();
    await first.goto(await home.address());
    const stored = first.waitForResponse((response) => response.request().postData()?.includes('orders') === true);
    await first.getByRole('textbox', { name: /Name/ }).fill('orders');
    await stored;
    const kept = first.waitForResponse((response) => response.request().postData()?.includes('ask-user-kept') === true);
    stop.abort('too slow');
    await asked;
    await first.getByText('If it asks the same again, your answers are offered here.').waitFor();
    await kept;
    await first.close();
    const again = client.callTool(call, LONG);
    const second = await browser.newPage();
    await second.goto(await home.address(2));
    await second.getByRole('button', { name: /Use my/ }).click();
    await second.getByRole('button', { name: 'Submit' }).click();
    expect((await again)['structuredContent']).toMatchObject({ answers: [{ answer: 'orders' }] });
  });
});
