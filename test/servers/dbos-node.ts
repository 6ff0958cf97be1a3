// A process that runs the guide's agent. dbos.test.ts bundles and starts it, and kills it at its stop.
import { DBOS } from '@dbos-inc/dbos-sdk';
import pg from 'pg';
import { createAskUserBroker, type AskUserBroker } from '../../src/host/index.js';
import { createPostgresStore } from '../../src/host/store/postgres/index.js';
import { postgresAt } from './databases.js';
import { createAgent, deliverAnswers, type Message } from './samples/dbos.js';

export interface DbosNodeOptions {
  readonly dir: string;
  /** DBOS recovers the workflows of the executor with this name. */
  readonly executorID: string;
  /** Place at which the process stops forever. */
  readonly stop?: string | undefined;
  /** Starts this workflow. */
  readonly workflowID?: string | undefined;
}

export interface DbosNodeSaid {
  /** The process has reached this place, or is `ready`. */
  readonly at: string;
}

const { dir, executorID, stop, workflowID } = JSON.parse(process.argv[2] ?? '') as DbosNodeOptions;
process.on('disconnect', () => process.exit());

async function at(place: string): Promise<void> {
  if (process.connected) process.send!({ at: place } satisfies DbosNodeSaid);
  if (place === stop) await new Promise(() => undefined);
}

const pool = new pg.Pool(postgresAt(dir));
const real = createAskUserBroker({ store: createPostgresStore({ pool }) });
const broker: AskUserBroker = {
  ...real,
  async open(request, options) {
    await at('before the question is stored');
    const opened = await real.open(request, options);
    await at('after the question is stored');
    return opened;
  },
  registerCallback: (name, handler, options) =>
    real.registerCallback(
      name,
      async (settled, context) => {
        await at('before the answer is sent');
        await handler(settled, context);
        await at('after the answer is sent');
      },
      options,
    ),
};

/**
 * The model's first reply asks, and its second reply repeats the user's answer. The model tries to name another
 * workflow.
 */
const INPUT = {
  questions: [{ question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }],
  metadata: { workflowId: 'another' },
};

const agent = createAgent({
  broker,
  async callModel(messages) {
    const call = 1 + messages.filter(({ role }) => role === 'assistant').length;
    await at(`before model call ${call}`);
    const values = [DBOS.workflowID, call, JSON.stringify(messages)];
    await pool.query('insert into model_calls (workflow, call, messages) values ($1, $2, $3)', values);
    await at(`after model call ${call}`);
    const last: Message = messages.at(-1)!;
    const calls = call === 1 ? [{ id: 'call_1', input: INPUT }] : [];
    return { role: 'assistant', text: call === 1 ? '' : last.text, calls };
  },
  async reply(replyId, text) {
    await at('before the reply');
    await pool.query('insert into replies (id, body) values ($1, $2) on conflict do nothing', [replyId, text]);
    await at('after the reply');
  },
});

DBOS.setConfig({
  name: 'ask-user',
  systemDatabaseUrl: `postgresql://ask@localhost/postgres?host=${encodeURIComponent(dir)}`,
  executorID,
  applicationVersion: '1',
  logLevel: 'error',
});
void DBOS.launch().then(async () => {
  deliverAnswers(broker);
  if (workflowID) await DBOS.startWorkflow(agent, { workflowID })(`chat of ${workflowID}`, 'Set up a service.');
  await at('ready');
});
