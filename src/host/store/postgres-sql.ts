/** What Postgres cuts a name to, in bytes. */
const NAME_BYTES = 63;
/** Room for what the names of the indexes add. */
const TABLE_BYTES = NAME_BYTES - '_settled'.length;

const bytesOf = (text: string) => new TextEncoder().encode(text).length;
const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A name that is quoted, so that it can be anything that Postgres takes. */
function identifier(name: string, what: string, bytes: number): string {
  if (name === '' || name.includes('\0') || bytesOf(name) > bytes)
    throw new RangeError(`${what} must be 1 to ${bytes} bytes, without U+0000: ${JSON.stringify(name)}`);
  return quote(name);
}

/** `requests`, or `schema.requests`. */
export function tableOf(table: string): { readonly table: string; readonly index: (suffix: string) => string } {
  const names = table.split('.');
  const [name = '', schema] = names.toReversed();
  if (names.length > 2)
    throw new RangeError(`table must be a name, or a schema's and a table's with one dot: ${JSON.stringify(table)}`);
  const quoted = identifier(name, 'table', TABLE_BYTES);
  return {
    table: schema === undefined ? quoted : `${identifier(schema, 'the schema in table', NAME_BYTES)}.${quoted}`,
    index: (suffix) => quote(`${name}_${suffix}`),
  };
}

export const DEFAULT_TABLE = 'ask_user_requests';

/**
 * The SQL that makes the table of `createPostgresStore`, for a host whose own migrations do that. It changes nothing where
 * the table is there.
 *
 * @example
 * await pool.query(postgresSchema());
 * const store = createPostgresStore({ pool, createTable: false });
 *
 * @throws RangeError for a name that Postgres doesn't take
 */
export function postgresSchema(options: { /** @default 'ask_user_requests' */ readonly table?: string } = {}): string {
  const { table, index } = tableOf(options.table ?? DEFAULT_TABLE);
  return `create table if not exists ${table} (
  id text primary key,
  conversation text not null,
  asked text not null,
  settlement text,
  place bigint generated always as identity,
  lease_until timestamptz not null,
  settled_at timestamptz
);
create index if not exists ${index('open')} on ${table} (conversation, place) where settlement is null;
create index if not exists ${index('settled')} on ${table} (settled_at) where settlement is not null;
`;
}

/** One at a time: two nodes that create the same table at once would otherwise fail on a catalogue's unique index. */
export const createTableSql = (schema: string): string => `select pg_advisory_xact_lock(4710322817);\n${schema}`;

/** Made of the columns, which hold keys: see `readNotice`. */
const NOTICE = `'["' || id || '","' || conversation || '"]'`;
/** Ends before the next lease begins, whatever a transaction's own start was. */
export const NOW = 'clock_timestamp()';
export const span = (parameter: string) => `${parameter}::double precision * interval '1 millisecond'`;

/** Every statement of the store. The columns come back as text, whatever parsers the host has set. */
export function statementsOf(tableName: string) {
  const { table } = tableOf(tableName);
  const state = `case when settlement is not null then 'settled' when lease_until > ${NOW} then 'awaiting_user_response' else 'orphaned' end`;
  const select = `select id, asked, settlement, place::text as place, ${state} as state from ${table}`;
  return {
    open: `with kept as (
  insert into ${table} (id, conversation, asked, lease_until) values ($1, $2, $3, ${NOW} + ${span('$4')})
  on conflict (id) do nothing returning id, conversation
) select pg_notify($5, ${NOTICE})::text from kept`,
    get: `${select} where id = $1`,
    listAll: `${select} where settlement is null order by place`,
    list: `${select} where settlement is null and conversation = any($1::text[]) order by place`,
    settle: `with ended as (
  update ${table} set settlement = $2, settled_at = ${NOW}
  where id = $1 and settlement is null and ($3::text = 'orphaned' or lease_until > ${NOW})
    and starts_with(asked, $5) returning id, conversation
) select pg_notify($4, ${NOTICE})::text from ended`,
    // Locked in one order, so that two nodes that wait for the same requests don't wait for each other.
    touch: `update ${table} set lease_until = ${NOW} + ${span('$2')} where id in (
  select id from ${table} where id = any($1::text[]) and settlement is null order by id for no key update
)`,
    purge: `delete from ${table} where id in (
  select id from ${table} where settled_at < ${NOW} - ${span('$1')}
    or (settlement is null and lease_until < ${NOW} - ${span('$2')})
  limit 1000 for update skip locked
)`,
  };
}

export const listenTo = (channel: string): string => `listen ${identifier(channel, 'channel', NAME_BYTES)}`;
