// chats.ts
import type Anthropic from '@anthropic-ai/sdk';
import type { Pool } from 'pg';
import type { AskUserTransport } from 'react-ask-user/host';
import { run } from './anthropic.js';

const TABLE = 'create table if not exists chats (id text primary key, messages text not null, done boolean not null)';
const SAVE = 'insert into chats values ($1, $2, $3) on conflict (id) do update set messages = $2, done = $3';

/** Chats that are stored after each step of the loop. */
export async function createChats(pool: Pool, client: Anthropic, broker: AskUserTransport) {
  await pool.query(TABLE);

  /** Runs a chat from its last message. */
  async function go(conversationId: string, messages: Anthropic.MessageParam[]) {
    const save = (done = false) => pool.query(SAVE, [conversationId, JSON.stringify(messages), done]);
    await save();
    const text = await run(client, { broker, conversationId, messages, save });
    await save(true);
    return text;
  }

  return {
    start: (id: string, prompt: string) => go(id, [{ role: 'user', content: prompt }]),
    /** Call this once when the process starts. Returns the chats that an earlier process did not finish. */
    async resume() {
      const { rows } = await pool.query<{ id: string; messages: string }>('select * from chats where not done');
      return rows.map(({ id, messages }) => ({ id, text: go(id, JSON.parse(messages)) }));
    },
  };
}
