import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { BrowserContext, Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { connectBrowser } from './helpers/browser.js';

// The built package from one end to the other: an agent's tool call, the broker, its handler, the browser's client, the
// dialog, and back. Everything between the call and its result is a real one.

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
/** Ana's window, which all tests share: each has a conversation of its own. */
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

/** The agent calls its tool; resolves when it goes on. */
function call(questions: readonly object[], context: object = {}): Promise<Resumed> & { abort: () => void } {
  const run = new AbortController();
  const body = JSON.stringify({ input: { questions }, conversationId: `c${conversation}`, ...context });
  const resumed = fetch(`${url}/agent`, { method: 'POST', body, signal: run.signal }).then(
    (response) => response.json() as Promise<Resumed>,
  );
  return Object.assign(resumed, { abort: () => run.abort() });
}

/** Whether a promise has settled by the time that everything which is due now has been done. */
const isPending = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))]);

describe('[REQ-AUQ-001] the agent presents structured questions', () => {
  it('pauses it, and shows each question with its options and their descriptions', async () => {
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
  ])('shows nothing of a call with %s, and tells the agent why', async (_, questions) => {
    const { text } = await call(questions);
    expect(text).toMatch(/questions/);
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true);
  });
});

describe('[REQ-AUQ-002] what the person chooses or types is collected', () => {
  it('joins several choices with a comma, the own words last', async () => {
    const resumed = call([FEATURES]);
    await page.getByRole('checkbox', { name: 'Export' }).click();
    await page.getByRole('checkbox', { name: 'Auth' }).click();
    await page.getByRole('checkbox', { name: /^Other/ }).click();
    await page.getByRole('textbox').fill('Undo, and redo');
    await page.getByRole('button', { name: 'Submit' }).click();
    expect((await resumed).data).toEqual({ answers: { 'Which features?': 'Auth, Export, Undo, and redo' } });
  });

  it('takes own words in place of the options', async () => {
    const resumed = call([DATABASE]);
    await page.getByRole('radio', { name: /^Other/ }).click();
    await page.getByRole('textbox').fill('DuckDB');
    await page.getByRole('button', { name: 'Submit' }).click();
    expect((await resumed).data).toEqual({ answers: { 'Which database?': 'DuckDB' } });
  });
});

describe('[REQ-AUQ-003] the agent resumes with the answers, or without', () => {
  it('has them by question text', async () => {
    const resumed = call([DATABASE, FEATURES]);
    await page.getByRole('radio', { name: 'SQLite' }).click();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('checkbox', { name: 'Search' }).click();
    await page.getByRole('button', { name: 'Review' }).click();
    await page.getByRole('button', { name: 'Submit answers' }).click();
    expect((await resumed).data).toEqual({ answers: { 'Which database?': 'SQLite', 'Which features?': 'Search' } });
  });

  it('is told of a cancellation, and goes on without answers', async () => {
    const resumed = call([DATABASE]);
    await page.getByRole('button', { name: 'Cancel' }).click();
    const { data, error } = await resumed;
    expect(error).toBeUndefined();
    expect(data).toEqual({ answers: {}, cancelled: true });
  });
});

describe('[REQ-AUQ-004] the model is given the schema', () => {
  it('has 1 to 4 questions with 2 to 4 options, a description being optional', async () => {
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

describe('[REQ-AUQ-005] a sub-agent can not ask', () => {
  it('is refused, told that only a parent conversation can, and nobody sees a question', async () => {
    const { error } = await call([DATABASE], { agent: { id: 'helper', parentId: 'main' } });
    expect(error?.code).toBe('sub_agent');
    expect(error?.message).toMatch(/only a parent conversation/i);
    expect(await page.getByRole('textbox', { name: 'Message' }).isVisible()).toBe(true);
  });
});

describe('[REQ-AUQ-006] clients see that the agent waits', () => {
  it('shows the question in place of the chat in every window, and the chat again when it has ended', async () => {
    const other = await open('Ben');
    const late = call([DATABASE], { agent: { id: 'main', name: 'Planner' } });
    for (const window of [page, other]) {
      await window.getByRole('radio', { name: 'PostgreSQL' }).waitFor();
      expect(await window.getByRole('textbox', { name: 'Message' }).count()).toBe(0);
    }
    // Whoever comes later gets it first thing.
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

  it('withdraws it everywhere when the agent is stopped', async () => {
    const resumed = call([DATABASE]);
    await page.getByRole('radio', { name: 'SQLite' }).waitFor();
    resumed.abort();
    await expect(resumed).rejects.toThrow('aborted');
    await page.getByRole('textbox', { name: 'Message' }).waitFor();
  });
});
