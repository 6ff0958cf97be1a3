import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { AiSdkMessage } from 'react-ask-user/ai-sdk';
import { outputsIn, VERSIONS } from './helpers/ai-sdk.js';
import { expectAccessible, servePage, type Site } from './helpers/page.js';

const DATABASE = { questions: [{ question: 'Which database?', options: ['Postgres', 'SQLite'] }] };

let site: Site;

/** The chat's route with AI SDK 7. The page of version 6 is the example chat. */
async function agent(request: Request): Promise<Response> {
  const { messages } = (await request.json()) as { messages: AiSdkMessage[] };
  const [, version] = VERSIONS;
  return version.respond({
    messages,
    signal: request.signal,
    script: (prompt) => {
      const outputs = outputsIn(prompt).map(({ value }) => String(value));
      const wrote = prompt.at(-1)?.role === 'user' ? ' You wrote instead.' : '';
      if (outputs.length === 0) return { calls: [{ id: 'c1', input: DATABASE }] };
      return { text: `I heard ${outputs.join()}${wrote}` };
    },
  });
}

beforeAll(async () => (site = await servePage(new URL('./pages/ai-sdk-7/main.tsx', import.meta.url), agent)));
afterEach(() => site.closePages());
afterAll(() => site?.close());

describe('stack: ai-sdk-7', () => {
  it('accepts an answer by keyboard in a browser [answered]', async () => {
    const { page, say, tabTo, press, heard } = await site.open();
    await say('Set up a service');
    await tabTo(page.getByRole('radio', { name: 'Postgres' }));
    await press('2');
    await press('Enter');
    await heard(/I heard .*"selectedOption":"SQLite"/);
    await page.getByRole('heading', { name: 'You answered Setup assistant' }).waitFor();
    await expectAccessible(page);
  });

  it('supersedes the question with a message in a browser [trap]', async () => {
    const { page, say, heard } = await site.open();
    await say('Set up a service');
    await page.getByRole('radio', { name: 'Postgres' }).waitFor();
    await say('Never mind');
    await heard(/"status":"superseded".* You wrote instead\./s);
    expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0);
  });
});
