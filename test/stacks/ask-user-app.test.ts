import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveSandbox, startHost, type ClientName } from './helpers/mcp-app.js';
import { servePage, type Site } from './helpers/page.js';

const DATABASE = {
  question: 'Which "database"?',
  header: 'Database',
  options: [
    { label: 'Postgres, 16', description: 'A server' },
    { label: 'SQLite', description: 'A file' },
  ],
};
const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  options: [{ label: 'Auth' }, { label: 'Search' }, { label: 'Mail' }],
  multiSelect: true,
};
const input = { questions: [DATABASE, FEATURES] };
const ANSWERED = {
  answered: true,
  answers: [
    { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
    { question: FEATURES.question, answer: ['Auth', 'Mail', 'and "a, b" ü\nthen c'], wasCustom: true },
  ],
};
const only = ['--by', 'app'];

let site: Site;
let sandbox: Awaited<ReturnType<typeof serveSandbox>>;
beforeAll(async () => {
  [site, sandbox] = await Promise.all([servePage(new URL('pages/mcp-app/main.tsx', import.meta.url)), serveSandbox()]);
});
afterEach(() => site.closePages());
afterAll(async () => {
  await site?.close();
  await sandbox?.close();
});

const start = (client: ClientName, options: { args?: readonly string[]; env?: Record<string, string> } = {}) =>
  startHost(site, { client, sandbox: sandbox.url, args: only, ...options });

describe.each(['bridge', 'mcp-ui'] as const)('the dialog as an MCP App, in %s [R-APP]', (client) => {
  it('answers with options, several of them, and text of the user', async () => {
    const { ask, page, result, requests } = await start(client);
    const card = await ask({ input });
    await card.getByRole('radio', { name: 'SQLite' }).click();
    await page.keyboard.press('Enter');
    await card.getByRole('checkbox', { name: 'Auth' }).click();
    await card.getByRole('checkbox', { name: 'Mail' }).click();
    await card.getByRole('checkbox', { name: 'Other' }).click();
    await page.keyboard.type('and "a, b" ü');
    await page.keyboard.press('Shift+Enter');
    await page.keyboard.type('then c');
    await card.getByRole('button', { name: 'Review' }).click();
    await card.getByRole('button', { name: 'Submit answers' }).click();
    expect(await result()).toMatchObject({
      content: [{ type: 'text', text: JSON.stringify(ANSWERED) }],
      structuredContent: ANSWERED,
    });
    await card.getByText('then c').waitFor();
    const own = new Set([new URL(site.url).host, new URL(sandbox.url).host]);
    expect(requests.filter((url) => url.startsWith('http') && !own.has(new URL(url).host))).toEqual([]);
  });
});
