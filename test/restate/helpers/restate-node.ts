/**
 * A process that runs the guide's agent, or delivers the answers to it. It stops forever at the place that it
 * receives.
 */
import * as restate from '@restatedev/restate-sdk';
import pg from 'pg';
import { createAskUserBroker, type AskUserBroker } from 'react-ask-user/host';
import { createPostgresStore } from 'react-ask-user/postgres';
import { postgresAt } from '../../servers/database-server.js';
import { createAgent, deliverAnswers, type Message } from '../samples/restate.js';

export interface RestateNodeOptions {
  readonly dir: string;
  /** Port on which Restate calls the agent, or URL to which the answers are sent. */
  readonly serves: { readonly port: number } | { readonly ingress: string };
  readonly stop?: string | undefined;
}

const { dir, serves, stop } = JSON.parse(process.argv[2] ?? '') as RestateNodeOptions;
// Exit if the parent process has exited.
process.stdin.on('end', () => process.exit()).resume();

async function at(place: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ at: place })}\n`);
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
 * awakeable.
 */
const INPUT = {
  questions: [{ question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }],
  metadata: { awakeableId: 'another' },
};

const agent = createAgent({
  broker,
  async callModel(messages) {
    const call = 1 + messages.filter(({ role }) => role === 'assistant').length;
    await at(`before model call ${call}`);
    await pool.query('insert into model_calls (prompt, call, messages) values ($1, $2, $3)', [
      messages[0]!.text,
      call,
      JSON.stringify(messages),
    ]);
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

// Restate logs to the stream that reports the progress.
console.info = console.warn = console.error;
if ('port' in serves) await restate.serve({ services: [agent], port: serves.port, logger: () => undefined });
else deliverAnswers(broker, serves.ingress);
await at('ready');
