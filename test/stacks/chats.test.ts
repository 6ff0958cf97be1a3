import pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAskUserBroker } from 'react-ask-user/host';
import { createPostgresStore } from 'react-ask-user/postgres';
import { findPostgres } from '../../scripts/lib/databases.mjs';
import { isSkipped, lacking } from '../servers/database-server.js';
import { useFollowedRun } from './helpers/followed-run.js';
import { PROVIDERS, serveProvider } from './helpers/loop-providers.js';
import { answerIt, asked } from './helpers/person.js';
import { ONE } from './helpers/questions.js';

const LONG = 60_000;
const found = findPostgres();
const [anthropic] = PROVIDERS;

describe.skipIf(isSkipped(found))(`the stored chats of the guide${lacking(found, 'PostgreSQL')}`, () => {
  const { start, getPool } = useFollowedRun(
    new URL('./helpers/chats-child.ts', import.meta.url),
    (at) => new pg.Pool(at),
  );

  /** Starts a chat whose model asks twice under the same id, and kills its process at the first question. */
  async function killed(runId: string) {
    const calls = anthropic!.calls([{ id: 'call_1', input: ONE }]);
    const api = await serveProvider(anthropic!, [calls, calls, anthropic!.text('Deployed.')]);
    onTestFinished(api.close);
    const options = { runId, model: { url: api.url, folder: '' } };
    const first = start(options);
    expect(await first.told('asks')).toBe(`${runId}/1/call_1`);
    const broker = createAskUserBroker({ store: createPostgresStore({ pool: getPool() }) });
    onTestFinished(() => broker.close());
    await asked(broker);
    await first.kill();
    return { api, broker, again: () => start({ ...options, stored: 'in the table' }) };
  }

  it(
    'ask the user once and call the model once more if the process is killed while the question is pending [R-DURABLE]',
    async () => {
      const { api, broker, again } = await killed('pending');
      const second = again();
      expect(await second.told('asks')).toBe('pending/1/call_1');
      expect((await answerIt(broker, { selected: [1] })).requestId).toBe('pending/1/call_1');
      // The model repeats the id in its next message. This is another question.
      expect(await second.told('asks')).toBe('pending/3/call_1');
      expect(api.bodies).toHaveLength(2);
      expect(anthropic!.outputs(api.bodies[1]!)).toMatchObject([
        { id: 'call_1', text: expect.stringContaining('"No"') },
      ]);
      expect((await answerIt(broker, { selected: [0] })).requestId).toBe('pending/3/call_1');
      expect(await second.told('value')).toEqual(['Deployed.']);
      expect(api.bodies).toHaveLength(3);
      await second.kill();

      const third = again();
      expect(await third.told('value')).toEqual([]);
      expect(api.bodies).toHaveLength(3);
    },
    LONG,
  );

  it(
    'continue with an answer that came while no process was running [R-DURABLE]',
    async () => {
      const { api, broker, again } = await killed('answered');
      await answerIt(broker, { selected: [1] });
      const second = again();
      expect(await second.told('asks')).toBe('answered/1/call_1');
      expect(await second.told('asks')).toBe('answered/3/call_1');
      expect(anthropic!.outputs(api.bodies[1]!)).toMatchObject([
        { id: 'call_1', text: expect.stringContaining('"No"') },
      ]);
      await answerIt(broker, { selected: [0] });
      expect(await second.told('value')).toEqual(['Deployed.']);
      expect(api.bodies).toHaveLength(3);
    },
    LONG,
  );
});
