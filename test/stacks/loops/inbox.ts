// inbox.ts
import type { Pool } from 'pg';
import { toUserMessage, type AskUserBroker } from 'react-ask-user/server';

const TABLE = `create table if not exists answers (
  id text primary key, chat text not null, text text not null, number serial, sent_with text)`;

export type Inbox = Awaited<ReturnType<typeof createInbox>>;

/** Keeps the answers to requests whose agents do not wait, until the user's next message. Call it at each start. */
export async function createInbox(pool: Pool, broker: AskUserBroker) {
  await pool.query(TABLE);
  broker.registerCallback('answers', async (settled) => {
    const message = toUserMessage(settled);
    const sql = 'insert into answers (id, chat, text) values ($1, $2, $3) on conflict do nothing';
    if (message) await pool.query(sql, [message.id, settled.conversationId, message.text]);
  });

  return {
    /** Returns the answers that are sent with this message of the user: the same ones if the message is repeated. */
    async take(chat: string, messageId: string): Promise<string[]> {
      const sql = 'update answers set sent_with = $2 where chat = $1 and sent_with is null';
      await pool.query(sql, [chat, messageId]);
      const sent = 'select text from answers where chat = $1 and sent_with = $2 order by number';
      const { rows } = await pool.query(sent, [chat, messageId]);
      return rows.map(({ text }) => text);
    },
  };
}
