import { keyOf, type Row } from './codec.js';
import { partsOf, type Outbox, type SettledRequest } from './outbox.js';
import type { Query } from './postgres-pool.js';
import { NOTICE, NOW, span, tableOf } from './postgres-sql.js';
import type { StoredRequest } from './types.js';

/** Parked settlements are due at `infinity`, delivered ones at no time. */
function statementsOf(tableName: string) {
  const { table } = tableOf(tableName);
  const columns = `id, asked, settlement, place::text as place, 'settled' as state, attempts::text as attempts, error`;
  return {
    take: `with due as (
  select id as due_id from ${table} where callback = $1 and due_at <= ${NOW} order by due_at limit $4::int for update skip locked
) update ${table} set claim = $2, due_at = ${NOW} + ${span('$3')}, attempts = attempts + 1 from due where id = due_id returning ${columns}`,
    update: `update ${table} set error = coalesce($5::text, error), claim = case when $3::text = 'held' then claim end,
  due_at = case when $3 in ('held', 'due') then ${NOW} + ${span('$4')} when $3 = 'parked' then 'infinity' end
  where id = $1 and claim = $2 returning id`,
    parked: `select ${columns} from ${table} where due_at = 'infinity' order by place`,
    retry: `with retried as (
  update ${table} set due_at = ${NOW}, attempts = 0 where id = $1 and due_at = 'infinity' returning id, conversation
) select pg_notify($2, ${NOTICE})::text from retried`,
  };
}

export interface OutboxRow extends Row {
  readonly attempts: string;
  readonly error: string | null;
}

export interface PostgresOutboxOptions {
  readonly query: Query;
  readonly table: string;
  readonly channel: string;
  /** Leaves out, and reports, what cannot be read. */
  readonly readAll: (rows: readonly Row[]) => readonly StoredRequest[];
}

export function createPostgresOutbox({ query, table, channel, readAll }: PostgresOutboxOptions): Outbox {
  const sql = statementsOf(table);

  const read = (rows: readonly unknown[]) =>
    (rows as readonly OutboxRow[]).flatMap((row) =>
      readAll([row]).map((settled) => ({
        settled: settled as SettledRequest,
        attempts: Number(row.attempts),
        error: row.error ?? '',
      })),
    );

  return {
    async take(callback, { claim, claimMs, limit }) {
      const taken = read(await query(sql.take, [await keyOf(callback), claim, claimMs, limit]));
      return taken.map(({ settled, attempts }) => ({ settled, attempt: attempts }));
    },
    async update(requestId, claim, next) {
      const { state, ms, error } = partsOf(next);
      return (await query(sql.update, [await keyOf(requestId), claim, state, ms, error ?? null])).length > 0;
    },
    parked: async () => read(await query(sql.parked)),
    retry: async (requestId) => (await query(sql.retry, [await keyOf(requestId), channel])).length > 0,
  };
}
