/** The program around the guide's agent: a process that stops at a place, a scripted model, and a table of replies. */
import pg from 'pg';
import { postgresAt } from '../../servers/database-server.js';

/** A message between the program and the model. */
export type Message =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly { readonly id: string; readonly input: unknown }[];
    }
  | { readonly role: 'tool'; readonly callId: string; readonly text: string };

export interface RestateNodeOptions {
  readonly dir: string;
  /** Port on which Restate calls the agent, or URL to which the answers are sent. */
  readonly serves: { readonly port: number } | { readonly ingress: string };
  /** Place at which the process stops forever. */
  readonly stop?: string | undefined;
}

export const options = JSON.parse(process.argv[2] ?? '') as RestateNodeOptions;
export const pool = new pg.Pool(postgresAt(options.dir));

export async function at(place: string): Promise<void> {
  process.stdout.write(`${JSON.stringify({ at: place })}\n`);
  if (place === options.stop) await new Promise(() => undefined);
}

/**
 * The model's first reply asks, and its second reply repeats the user's answer. The model tries to name another
 * awakeable.
 */
const INPUT = {
  questions: [{ question: 'Which database?', options: [{ label: 'SQLite' }, { label: 'PostgreSQL' }] }],
  metadata: { awakeableId: 'another' },
};

export async function callModel(messages: readonly Message[]): Promise<Extract<Message, { role: 'assistant' }>> {
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
}

export async function reply(replyId: string, text: string): Promise<void> {
  await at('before the reply');
  await pool.query('insert into replies (id, body) values ($1, $2) on conflict do nothing', [replyId, text]);
  await at('after the reply');
}
