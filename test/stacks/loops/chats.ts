// chats.ts
import type Anthropic from '@anthropic-ai/sdk';
import type { Pool } from 'pg';
import type { AskUserTransport } from 'react-ask-user/server';
import { run } from './anthropic.js';

const TABLE = 'create table if not exists chats (session text primary key, id text, messages json, done boolean)';

/** Each session has one chat. */
export async function createChats(pool: Pool, client: Anthropic, broker: AskUserTransport) {
  await pool.query(TABLE);

  /** Runs a chat from its last message. */
  async function go(id: string, messages: Anthropic.MessageParam[]) {
    const save = (done = false) =>
      pool.query('update chats set messages = $2, done = $3 where id = $1', [id, JSON.stringify(messages), done]);
    await run(client, { broker, conversationId: id, messages, save });
    await save(true);
  }

  return {
    /** Never take an id that a client chose. */
    async openSession() {
      const session = crypto.randomUUID();
      await pool.query('insert into chats values ($1, $2, $3, true)', [session, crypto.randomUUID(), '[]']);
      return session;
    },
    async ofSession(session: string) {
      const { rows } = await pool.query('select * from chats where session = $1', [session]);
      return rows[0];
    },
    /** Returns `false` if the chat is running. */
    async say(id: string, messages: Anthropic.MessageParam[]) {
      const sql = 'update chats set messages = $2, done = false where id = $1 and done';
      const { rowCount } = await pool.query(sql, [id, JSON.stringify(messages)]);
      if (rowCount) go(id, messages).catch(console.error);
      return Boolean(rowCount);
    },
    /** Continues the chats of an earlier process. */
    async resume() {
      const { rows } = await pool.query('select * from chats where not done');
      for (const { id, messages } of rows) go(id, messages).catch(console.error);
    },
  };
}
