import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBrowser } from './helpers/browser.js';

// Tests the built package from end to end: an agent's tool call, the broker, its handler, the client in the browser,
// the dialog, and back. Nothing between the call and its result is replaced.

const SERVER = fileURLToPath(new URL('requirements/server.mjs', import.meta.url));

const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  options: [{ label: 'PostgreSQL', description: 'For many users' }, { label: 'SQLite' }],
  multiSelect: false,
};
const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  options: [{ label: 'Auth' }, { label: 'Search' }, { label: 'Export' }],
  multiSelect: true,
};

interface Resumed {
  data?: unknown;
  text?: string;
  error?: { code: string; message: string };
}

let server: ChildProcess;
let url: string;
let context: BrowserContext;
/** Ana's tab, which all tests share. Each test has a separate conversation. */
let page: Page;
const problems: string[] = [];
let conversation = 0;

beforeAll(async () => {
  server = spawn(process.execPath, [SERVER], { stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface(server.stdout!);
  const [address, browser] = await Promise.all([
    new Promise<string>((resolve, reject) => {
      lines.once('line', resolve);
      server.once('exit', () => reject(new Error('The server did not start. Run: npm run build')));
    }),
    connectBrowser(),
  ]);
  url = address;
  context = await browser.newContext({ viewport: { width: 800, height: 800 }, reducedMotion: 'reduce' });
  context.on('console', (message) => problems.push(message.text()));
  context.on('weberror', (error) => problems.push(error.error().message));
  page = await context.newPage();
});

afterAll(async () => {
  await context?.close();
  server?.kill();
});

beforeEach(async () => {
  conversation++;
  await enter(page, 'Ana');
});

afterEach(async () => {
  await Promise.all(context.pages().map((opened) => opened.goto('about:blank')));
  expect(problems.splice(0)).toEqual([]);
});

async function enter(window: Page, user: string): Promise<Page> {
  await window.goto(`${url}/?conversation=c${conversation}&user=${user}`);
  await window.getByText('Connection: online').waitFor();
  return window;
}

const open = async (user: string): Promise<Page> => enter(await context.newPage(), user);

/** Calls the agent's tool. Resolves when the agent resumes. */
function call(questions: readonly object[], context: object = {}): Promise<Resumed> & { abort: () => void } {
  const run = new AbortController();
  const body = JSON.stringify({ input: { questions }, conversationId: `c${conversation}`, ...context });
  const resumed = fetch(`${url}/agent`, { method: 'POST', body, signal: run.signal }).then(
    (response) => response.json() as Promise<Resumed>,
  );
  return Object.assign(resumed, { abort: () => run.abort() });
}

/** Whether a promise is still pending after everything that is due now has been done. */
const isPending = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))]);

describe('structured questions from the agent [REQ-AUQ-001]', () => {
  it('pause it, and are shown with their options and descriptions', async () => {
    const resumed = call([DATABASE, FEATURES]);
    await page.getByRole('tab', { name: /Database/ }).waitFor();
    await page.getByText('For many users').waitFor();
    await page.getByRole('tab', { name: /Features/ }).click();
    expect(await page.getByRole('checkbox', { name: /Auth|Search|Export/ }).count()).toBe(3);
    expect(await isPending(resumed)).toBe(true);
    resumed.abort();
    await expect(resumed).rejects.toThrow('aborted');
  });

  it.each([
    ['no question', []],
    ['five questions', Array.from({ length: 5 }, (_, i) => ({ ...DATABASE, question: `Question ${i}?` }))],
    ['one option', [{ ...DATABASE, options: [{ label: 'PostgreSQL' }] }]],
    ['five options', [{ ...DATABASE, options: [1, 2, 3, 4, 5].map((n) => ({ label: `Option ${n}` })) }]],
  ])('are not shown for a call with %s, and the agent receives the reason', async (_, questions) => {
    const { text } = await call(questions);
    expect(text).toMatch(/questions/);
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true);
  });
});

describe('the collected answer [REQ-AUQ-002]', () => {
  it('joins several options with a comma, with the custom text last', async () => {
    const resumed = call([FEATURES]);
    await page.getByRole('checkbox', { name: 'Export' }).click();
    await page.getByRole('checkbox', { name: 'Auth' }).click();
    await page.getByRole('checkbox', { name: /^Other/ }).click();
    await page.getByRole('textbox').fill('Undo, and redo');
    await page.getByRole('button', { name: 'Submit' }).click();
    expect((await resumed).data).toEqual({ answers: { 'Which features?': 'Auth, Export, Undo, and redo' } });
  });

  it('can be custom text instead of an option', async () => {
    const resumed = call([DATABASE]);
    await page.getByRole('radio', { name: /^Other/ }).click();
    await page.getByRole('textbox').fill('DuckDB');
    await page.getByRole('button', { name: 'Submit' }).click();
    expect((await resumed).data).toEqual({ answers: { 'Which database?': 'DuckDB' } });
  });
});

describe('the resumed agent [REQ-AUQ-003]', () => {
  it('receives the answers by question text', async () => {
    const resumed = call([DATABASE, FEATURES]);
    await page.getByRole('radio', { name: 'SQLite' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('checkbox', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Submit answers' }).click();
    expect((await resumed).data).toEqual({ answers: { 'Which database?': 'SQLite', 'Which features?': 'Search' } });
  });

  it('receives a cancellation, and continues without answers', async () => {
    const resumed = call([DATABASE]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const { data, error } = await resumed;
    expect(error).toBeUndefined();
    expect(data).toEqual({ answers: {}, cancelled: true });
  });
});

describe('the schema for the model [REQ-AUQ-004]', () => {
  it('has 1 to 4 questions with 2 to 4 options, whose description is optional', async () => {
    const tool = (await (await fetch(`${url}/tool`)).json()) as { name: string; inputSchema: object };
    expect(tool.name).toBe('ask_user_question');
    expect(tool.inputSchema).toMatchObject({
      required: ['questions'],
      properties: {
        questions: {
          minItems: 1,
          maxItems: 4,
          items: {
            properties: {
              question: { type: 'string' },
              header: { type: 'string' },
              multiSelect: { type: 'boolean' },
              options: {
                minItems: 2,
                maxItems: 4,
                items: {
                  properties: { label: { type: 'string' }, description: { type: 'string' } },
                  required: ['label'],
                },
              },
            },
          },
        },
      },
    });
  });
});

describe('a call of a sub-agent [REQ-AUQ-005]', () => {
  it('is refused because only a parent conversation can ask, and no question is shown', async () => {
    const { error } = await call([DATABASE], { agent: { id: 'helper', parentId: 'main' } });
    expect(error?.code).toBe('sub_agent');
    expect(error?.message).toMatch(/only a parent conversation/i);
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true);
  });
});

describe('the clients of a waiting agent [REQ-AUQ-006]', () => {
  it('show the question instead of the chat in every tab, and the chat again when it is settled', async () => {
    const other = await open('Ben');
    const late = call([DATABASE], { asker: 'Planner', agent: { id: 'main' } });
    for (const window of [page, other]) {
      await window.getByRole('radio', { name: 'PostgreSQL' }).waitFor();
      expect(await window.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    }
    // A client that connects later receives the request first.
    const third = await open('Cem');
    await third.getByRole('region', { name: /Planner/ }).waitFor();
    await page.getByRole('radio', { name: 'PostgreSQL' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    expect((await late).data).toEqual({ answers: { 'Which database?': 'PostgreSQL' } });
    for (const window of [page, other, third]) await window.getByRole('textbox', { name: 'Message' }).waitFor();
    await other
      .getByText(/Answered by Ana/)
      .first()
      .waitFor();
  });

  it('remove the question in every tab when the agent is stopped', async () => {
    const resumed = call([DATABASE]);
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();
    resumed.abort();
    await expect(resumed).rejects.toThrow('aborted');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });
});
