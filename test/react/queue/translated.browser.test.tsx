import { describe, expect, it } from 'vitest';
import { AnnouncerContext } from '../../../src/react/dialog/context.js';
import { button, cleanUpAfterEach, click, focused, frame, radio } from '../../helpers/browser/card.js';
import { fill, SOON, typeKeys } from '../../helpers/browser/keys.js';
import { mouseClick } from '../../helpers/browser/pointer.js';
import {
  answered,
  cut,
  live,
  mount,
  nameField,
  q1,
  q2,
  q3,
  say,
  text,
  type QueueProps,
} from '../../helpers/browser/queue.js';
import { createScriptedClient, type ScriptedClient } from '../../helpers/scripted-client.js';
import { expectSame, translatePage, type Flow } from '../../helpers/browser/translate.js';
import '../../../src/styles/index.css';

cleanUpAfterEach();

/** Without an announcer, a card announces its arrival at any time during a flow. */
const silently = (client: ScriptedClient, props: QueueProps = {}) =>
  mount(client, props, (page) => <AnnouncerContext.Provider value={() => () => {}}>{page}</AnnouncerContext.Provider>);

const FLOWS: [string, Flow][] = [
  [
    'requests that arrive and are answered',
    async (look) => {
      const client = createScriptedClient(q1());
      silently(client);
      await look();
      await say(() => client.arrive(q2()));
      await look();
      await say(() => client.arrive(q3()));
      await look();
      expect(text('queue-count')).toBe('2 more waiting · Next: Bo');
      await mouseClick(nameField());
      await typeKeys('orders\n');
      await expect.poll(focused, SOON).toBe('title Question from Bo');
      await look();
      expect(text('queue-count')).toBe('1 more waiting · Next: Cy');
      await say(() => client.forget('q3'));
      await look();
    },
  ],
  [
    'askers with and without a name',
    async (look) => {
      const client = createScriptedClient(q1(), { ...q2(), order: 3 });
      silently(client, { messages: { nextAsker: 'Then it is the turn of {asker}, finally' } });
      await look();
      for (const asker of ['', 'Cy', ' ']) {
        const next = { ...q3(), order: 2 };
        await say(() => client.forget('q3'));
        await say(() => client.arrive({ ...next, request: { ...next.request, asker } }));
        await look();
      }
    },
  ],
  [
    'a connection that is lost and comes back',
    async (look) => {
      const client = createScriptedClient(q1(), q2());
      silently(client);
      await look();
      for (const connection of ['offline', 'unauthorized'] as const) {
        await cut(client, connection);
        await look();
      }
      await say(() => client.connect('online'));
      await look();
    },
  ],
  [
    'requests that end elsewhere or lose their agent',
    async (look) => {
      const client = createScriptedClient(q1(), q2(), q3());
      silently(client);
      await look();
      await fill(nameField(), 'mine');
      await say(() => client.end('q1', answered('orders'), { by: 'Eve' }));
      await look();
      await click(button('Next question'));
      await look();
      await click(radio('SQLite'));
      await say(() => client.orphan('q2'));
      await look();
    },
  ],
];

describe('a queue on a page that the browser translates [R-TRANSLATED]', () => {
  it.each(FLOWS)('shows every text of %s', async (_, flow) => {
    await expectSame(flow);
  });

  it('removes the announcement of a count that is no longer true', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    translatePage((one) => one.toUpperCase());
    await say(() => client.arrive(q2(), q3()));
    await expect.poll(live, SOON).toEqual(['2 MORE WAITING', '']);
    await say(() => client.forget('q3'));
    await frame();
    expect(live()).toEqual(['', '']);
  });

  it('keeps a later announcement when the number falls', async () => {
    const client = createScriptedClient(q1());
    mount(client);
    await say(() => client.arrive(q2(), q3()));
    await cut(client);
    const [announced] = live();
    expect(announced).toMatch(/connection|offline/i);
    await say(() => client.forget('q3'));
    await frame();
    expect(live()).toEqual([announced, '']);
  });
});
