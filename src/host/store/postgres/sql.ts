import { encodedBytes } from '../../bounded-cache.js';

/** Maximum length of a name in PostgreSQL, in bytes. PostgreSQL would truncate a longer one. */
const NAME_BYTES = 63;
/** Maximum length of a table's name, in bytes, so that the longest suffix of other tables and indexes still fits. */
const TABLE_BYTES = NAME_BYTES - '_presence'.length;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

function identifier(name: string, what: string, bytes: number): string {
  if (name === '' || name.includes('\0') || encodedBytes(name) > bytes)
    throw new RangeError(`${what} is ${JSON.stringify(name)}. Pass a name of 1 to ${bytes} bytes, without U+0000.`);
  return quote(name);
}

/** Returns the quoted names that belong to a table, such as `requests` or `schema.requests`. */
export function tableOf(table: string): Readonly<Record<'table' | 'nodes' | 'presence', string>> & {
  readonly index: (suffix: string) => string;
} {
  const names = table.split('.');
  const [name = '', schema] = names.toReversed();
  if (names.length > 2)
    throw new RangeError(`\`table\` is ${JSON.stringify(table)}. Pass a name, or a schema and a name with one dot.`);
  const quoted = identifier(name, 'The name in `table`', TABLE_BYTES);
  const prefix = schema === undefined ? '' : `${identifier(schema, 'The schema in `table`', NAME_BYTES)}.`;
  return {
    table: `${prefix}${quoted}`,
    nodes: `${prefix}${quote(`${name}_nodes`)}`,
    presence: `${prefix}${quote(`${name}_presence`)}`,
    index: (suffix) => quote(`${name}_${suffix}`),
  };
}

export const DEFAULT_TABLE = 'ask_user_requests';

/**
 * Returns the SQL that creates the tables of `createPostgresStore`, for a host with migrations. Running it again
 * changes nothing.
 *
 * @throws {RangeError} If the name is invalid.
 * @example
 * await pool.query(postgresSchema());
 * const store = createPostgresStore({ pool, createTable: false });
 */
export function postgresSchema(options: { /** @default 'ask_user_requests' */ readonly table?: string } = {}): string {
  const { table, nodes, presence, index } = tableOf(options.table ?? DEFAULT_TABLE);
  return `create table if not exists ${table} (
  id text primary key,
  conversation text not null,
  asked text not null,
  settlement text,
  place bigint generated always as identity,
  changed bigint not null default txid_current(),
  waiters text[] not null,
  lease_ms double precision,
  lease_from timestamptz not null,
  settled_at timestamptz,
  callback text,
  due_at timestamptz,
  claim text,
  attempts integer not null default 0,
  error text
);
create table if not exists ${nodes} (
  owner text primary key,
  alive_until timestamptz not null
);
create table if not exists ${presence} (
  conversation text not null,
  owner text not null,
  left_at timestamptz,
  primary key (conversation, owner)
);
create index if not exists ${index('open')} on ${table} (conversation, place) where settlement is null;
create index if not exists ${index('settled')} on ${table} (settled_at) where settlement is not null;
create index if not exists ${index('changed')} on ${table} (changed, id);
create index if not exists ${index('due')} on ${table} (callback, due_at) where due_at is not null;
`;
}

/** Maximum number of changes per read. */
export const CHANGES = 200;

/** Takes a lock, because two nodes that create a table at once can fail on a unique index of the catalog. */
export const createTableSql = (schema: string): string => `select pg_advisory_xact_lock(4710322817);\n${schema}`;

/** SQL of a notification with the keys of request and conversation; see `parseNotification`. */
const NOTICE = `'["' || id || '","' || conversation || '"]'`;
/** The current time. `now()` would be the start of the transaction, which can be earlier than `lease_from`. */
export const NOW = 'clock_timestamp()';
export const span = (parameter: string) => `${parameter}::double precision * interval '1 millisecond'`;

/** Numbers are selected as text: the host may have set type parsers. */
export function statementsOf(tableName: string) {
  const { table, nodes, presence } = tableOf(tableName);
  // `null` means no limit. `greatest` ignores the `null` that `max` returns without rows.
  const until = `greatest(lease_from, (select max(alive_until) from ${nodes} where owner = any(waiters))) + ${span('lease_ms')}`;
  const state = `case when settlement is not null then 'settled' when ${until} <= ${NOW} then 'orphaned' else 'awaiting_user_response' end`;
  const others = (owner: string, since: string) =>
    `select owner from ${nodes} where owner = any(waiters) and owner <> ${owner} and alive_until > ${since}`;
  const columns = `id, asked, settlement, place::text as place, ${state} as state`;
  const select = `select ${columns} from ${table}`;
  const taken = `id, asked, settlement, place::text as place, 'settled' as state, attempts::text as attempts, error`;
  return {
    open: `with kept as (
  insert into ${table} (id, conversation, asked, lease_ms, waiters, lease_from, callback)
  values ($1, $2, $3, $4::double precision, $6::text[], ${NOW}, $7)
  on conflict (id) do nothing returning id, conversation
) select pg_notify($5, ${NOTICE})::text from kept`,
    get: `${select} where id = $1`,
    listAll: `${select} where settlement is null order by place`,
    list: `${select} where settlement is null and conversation = any($1::text[]) order by place`,
    // `next` is the oldest open transaction, or else the next one. A cursor that starts there reads its changes later.
    changes: `select txid_snapshot_xmin(txid_current_snapshot())::text as next, found.* from (select 1) as always left join (
  select ${columns}, changed::text as changed from ${table} where (changed, id) > ($1::bigint, $2) and ($3::text[] is null or conversation = any($3::text[]))
  order by ${table}.changed, id limit ${CHANGES}
) as found on true`,
    // If two owners leave at once, the second reads the row that the first has written.
    settle: `with left_or_ended as (
  update ${table} set changed = txid_current(), waiters = array_remove(waiters, $6::text),
    (settlement, settled_at, due_at) = (select $2::text, ${NOW}, case when callback is not null then ${NOW} end where $6::text = '' or not exists (${others('$6::text', NOW)}))
  where id = $1 and ($6::text = '' or $6::text = any(waiters)) and settlement is null and ($3::text = 'orphaned' or coalesce(${until} > ${NOW}, true))
    and starts_with(asked, $5) returning id, conversation, settlement
) select pg_notify($4, ${NOTICE})::text from left_or_ended where settlement is not null`,
    unreached: `with changed as (
  update ${table} set changed = txid_current(), settlement = $4::text || substr(settlement, 2)
  where id = $1 and starts_with(asked, $2) and not starts_with(settlement, $4) returning id, conversation
) select pg_notify($3, ${NOTICE})::text from changed`,
    // Remove owners that died more than an hour ago. Otherwise, a process that restarts repeatedly would fill the row.
    attach: `update ${table} set changed = txid_current(), waiters = array(${others('$2::text', `${NOW} - interval '1 hour'`)}) || $2::text, lease_from = ${NOW},
  lease_ms = case when $3::text = '' then lease_ms else nullif($3, 'none')::double precision end
  where id = $1 and settlement is null`,
    // `due_at` is `infinity` for a parked settlement and `null` for a delivered one.
    take: `with due as (
  select id as due_id from ${table} where callback = $1 and due_at <= ${NOW} order by due_at limit $4::int for update skip locked
) update ${table} set claim = $2, due_at = ${NOW} + ${span('$3')}, attempts = attempts + 1 from due where id = due_id returning ${taken}`,
    update: `update ${table} set error = coalesce($5::text, error), claim = case when $3::text = 'held' then claim end,
  attempts = attempts - case when $3 = 'released' then 1 else 0 end,
  due_at = case when $3 in ('held', 'due', 'released') then ${NOW} + ${span('$4')} when $3 = 'parked' then 'infinity' end
  where id = $1 and claim = $2 returning id`,
    parked: `select ${taken} from ${table} where due_at = 'infinity' order by place`,
    retry: `with retried as (
  update ${table} set due_at = ${NOW}, attempts = 0 where id = $1 and due_at = 'infinity' returning id, conversation
) select pg_notify($2, ${NOTICE})::text from retried`,
    attend: `insert into ${presence} (conversation, owner, left_at) values ($1, $2, case when $3::text = '' then ${NOW} end)
  on conflict (conversation, owner) do update set left_at = excluded.left_at`,
    lastAttended: `select conversation, (extract(epoch from min(now() - least(left_at, alive_until, now()))) * 1000)::text as age
  from ${presence} join ${nodes} using (owner) where conversation = any($1::text[]) group by conversation`,
    beat: `insert into ${nodes} (owner, alive_until) values ($1, ${NOW} + ${span('$2')})
  on conflict (owner) do update set alive_until = excluded.alive_until`,
    purge: `with gone as (
  delete from ${nodes} where alive_until < ${NOW} - ${span('$2')}
    and owner not in (select unnest(waiters) from ${table} where settlement is null)
), left_long_ago as (
  delete from ${presence} where left_at < ${NOW} - ${span('$1')} or owner not in (select owner from ${nodes})
) delete from ${table} where id in (
  select id from ${table} where (settled_at < ${NOW} - ${span('$1')} and due_at is null)
    or (settlement is null and ${until} < ${NOW} - ${span('$2')})
  limit 1000 for update skip locked
)`,
  };
}

/** Returns the default channel of a table. It omits the schema if the name of the channel would be too long with it. */
export const channelOf = (table: string): string =>
  encodedBytes(table) > NAME_BYTES ? table.slice(table.indexOf('.') + 1) : table;

export const listenTo = (channel: string): string => `listen ${identifier(channel, '`channel`', NAME_BYTES)}`;
