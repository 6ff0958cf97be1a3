import { keyOf } from './codec.js';
import type { Query } from './postgres-pool.js';
import { NOW, tableOf } from './postgres-sql.js';
import type { Presence } from './presence.js';

/** Stands for all conversations. A key of one conversation has no quote, or 64 digits behind it. */
export const EVERYWHERE = '"all';

function statementsOf(tableName: string) {
  const { presence, nodes } = tableOf(tableName);
  return {
    attend: `insert into ${presence} (conversation, owner, left_at) values ($1, $2, case when $3::text = '' then ${NOW} end)
  on conflict (conversation, owner) do update set left_at = excluded.left_at`,
    last: `select conversation, (extract(epoch from min(now() - least(left_at, alive_until, now()))) * 1000)::text as age
  from ${presence} join ${nodes} using (owner) where conversation = any($1::text[]) group by conversation`,
  };
}

export function createPostgresPresence(query: Query, table: string): Presence {
  const sql = statementsOf(table);
  return {
    async attend(owner, conversationId, isAttended) {
      const key = conversationId === undefined ? EVERYWHERE : await keyOf(conversationId);
      await query(sql.attend, [key, owner, isAttended ? 'yes' : '']);
    },
    async lastAttended(conversationIds) {
      const keys = await Promise.all(conversationIds.map(keyOf));
      const rows = (await query(sql.last, [[...keys, EVERYWHERE]])) as readonly { conversation: string; age: string }[];
      return readAges(conversationIds, keys, new Map(rows.map(({ conversation, age }) => [conversation, Number(age)])));
    },
  };
}

/** The ages by conversation, of what an engine has by key. */
export function readAges(
  conversationIds: readonly string[],
  keys: readonly string[],
  ages: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const everywhere = ages.get(EVERYWHERE) ?? Infinity;
  return new Map(
    conversationIds.flatMap((id, i) => {
      const age = Math.min(everywhere, ages.get(keys[i]!) ?? Infinity);
      return age === Infinity ? [] : [[id, Math.max(0, age)] as const];
    }),
  );
}
