import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AgUiAgent } from './helpers/ag-ui-agent.js';
import { expectAccessible, expectFocus, servePage, type OpenPage, type Site } from './helpers/page.js';

let site: Site;
let model: AgUiAgent;

beforeAll(async () => {
  site = await servePage(new URL('./pages/ag-ui/main.tsx', import.meta.url), (request) => model.respond(request));
});
beforeEach(() => {
  model = new AgUiAgent();
});
afterEach(() => site.closePages());
afterAll(() => site?.close());

/** Enters custom text for the first question, two options and custom text for the second, and a text for the third. */
async function answerAll({ page, tabTo, press, type, activate }: OpenPage) {
  const field = page.getByRole('textbox', { name: /Your answer/ });
  await tabTo(page.getByRole('radio', { name: 'Postgres' }));
  await press('0');
  await expectFocus(field);
  await type('MySQL');
  await press('Enter');
  await tabTo(page.getByRole('checkbox', { name: 'Auth, mail' }));
  await press('1');
  await press('3');
  await press('0');
  await expectFocus(field);
  await type('Billing');
  await press('Enter');
  await tabTo(page.getByRole('tabpanel', { name: /Question 3/ }).getByRole('textbox'));
  await type('orders');
  await expectAccessible(page);
  await activate('Review');
  await activate('Submit answers');
}

const HEARD = 'Heard: MySQL | Auth, mail, Jobs, Billing | orders';

describe('stack: ag-ui', () => {
  it.each(['interrupt', 'tool'])(
    'accepts custom text and several options by keyboard after a reload: %s [answered] [reload]',
    async (how) => {
      const open = await site.open();
      const { page, say, heard } = open;
      await say(how);
      await page.getByRole('radio', { name: 'Postgres' }).waitFor();
      await expectAccessible(page);
      await page.reload();
      await answerAll(open);
      await heard(HEARD);
      await page.getByRole('heading', { name: 'You answered Setup assistant' }).waitFor();
      await expectAccessible(page);
      expect(model.runs).toHaveLength(2);

      await page.reload();
      await heard(HEARD);
      // The protocol stores nothing about a resolved interrupt, but it stores the result of a call.
      const settled = page.getByRole('heading', { name: 'You answered Setup assistant' });
      expect(await settled.count()).toBe(how === 'tool' ? 1 : 0);
      expect(await page.getByRole('radio').count()).toBe(0);
      expect(model.runs).toHaveLength(2);
    },
  );

  it.each(['interrupt', 'tool'])('accepts a message instead of an answer by keyboard: %s [trap]', async (how) => {
    const { page, say, tabTo, press, heard, composer } = await site.open();
    await say(how);
    await tabTo(page.getByRole('radio', { name: 'Postgres' }));
    await press('ArrowDown');
    await say('Never mind');
    await heard('Heard: nobody answered (superseded). You wrote: Never mind');
    await page.getByRole('heading', { name: 'Setup assistant’s request was replaced' }).waitFor();
    await expectFocus(composer);
    await expectAccessible(page);
    expect(model.runs).toHaveLength(2);
  });

  it('shows a question while the model writes it and accepts an answer once it is complete [answered]', async () => {
    let goOn = (): void => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    model.pause = async (where) => (where === 'arguments' ? held : undefined);
    const open = await site.open();
    const { page, say, heard } = open;
    await say('tool');
    await page.getByRole('tab', { name: 'Question 2' }).waitFor();
    const third = page.getByRole('tab', { name: 'Question 3' });
    expect(await third.count()).toBe(0);
    goOn();
    await third.waitFor();
    await answerAll(open);
    await heard(HEARD);
  });
});
