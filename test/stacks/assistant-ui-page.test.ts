import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { agent, type Sent } from './helpers/assistant-ui-agent.js';
import { expectAccessible, expectFocus, servePage, type Site } from './helpers/page.js';

let site: Site;
let sent: Sent[][];
let pause: (() => Promise<void>) | undefined;

beforeAll(async () => {
  site = await servePage(new URL('./pages/assistant-ui/main.tsx', import.meta.url), async (request) => {
    const messages = (await request.json()) as Sent[];
    sent.push(messages);
    return new Response(
      new ReadableStream({
        async start(controller) {
          for await (const update of agent(messages, pause)) {
            controller.enqueue(new TextEncoder().encode(`${JSON.stringify(update)}\n`));
          }
          controller.close();
        },
      }),
    );
  });
});
beforeEach(() => {
  sent = [];
  pause = undefined;
});
afterEach(() => site.closePages());
afterAll(() => site?.close());

describe('stack: assistant-ui', () => {
  it('asks while the model writes and sends custom text and several options by keyboard [answered] [reload]', async () => {
    const steps: (() => void)[] = [];
    pause = () => new Promise((resolve) => steps.push(resolve));
    const { page, say, tabTo, press, type, activate, heard } = await site.open();
    const question = (name: string) => page.getByRole('heading', { name });
    await say('Set up a service');
    await expect.poll(() => steps.length).toBe(1);
    steps.shift()?.();
    await question('Which database should we use?').waitFor();
    expect(await page.getByRole('tab', { name: 'Features' }).count()).toBe(0);
    await expectAccessible(page);
    await expect.poll(() => steps.length).toBe(1);
    steps.shift()?.();
    await page.getByRole('tab', { name: 'Features' }).waitFor();

    await page.reload();
    await tabTo(page.getByRole('radio', { name: 'Postgres' }));
    await press('0');
    await expectFocus(page.getByRole('textbox', { name: /Your answer/ }));
    await type('CockroachDB');
    await press('Enter');
    await question('Which features should we include?').waitFor();
    await tabTo(page.getByRole('checkbox', { name: 'Login' }));
    await press('Space');
    await press('ArrowDown');
    await press('ArrowDown');
    await press('Space');
    await expectAccessible(page);
    await activate('Review');
    await activate('Submit answers');
    await heard('I was told: CockroachDB (own words); Login and Exports.');
    expect(sent).toHaveLength(2);

    await page.reload();
    await question('You answered Setup assistant').waitFor();
    await heard('I was told: CockroachDB (own words); Login and Exports.');
    await expectAccessible(page);
    expect(sent).toHaveLength(2);
  });

  it('accepts a message instead of an answer and shows that after a reload [trap] [reload]', async () => {
    const { page, say, tabTo, press, heard, composer } = await site.open();
    const replaced = page.getByRole('heading', { name: 'Setup assistant’s request was replaced' });
    await say('Only the database');
    await tabTo(page.getByRole('radio', { name: 'Postgres' }));
    await press('ArrowDown');
    await say('Never mind');
    await heard('You wrote "Never mind". I was told: superseded.');
    await replaced.waitFor();
    await expectFocus(composer);
    await expectAccessible(page);
    await page.reload();
    await replaced.waitFor();
    expect(await page.getByRole('button', { name: 'Submit' }).count()).toBe(0);
    expect(sent).toHaveLength(2);
  });
});
