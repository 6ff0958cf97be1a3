import { encodedBytes } from '../../bounded-cache.js';

/** Maximum length of a name in PostgreSQL, in bytes. PostgreSQL would truncate a longer one. */
const NAME_BYTES = 63;
/** Maximum length of a table's name, in bytes, so that the longest suffix of an index still fits. */
const TABLE_BYTES = NAME_BYTES - '_changed'.length;

const quote = (name: string) => `"${name.replaceAll('"', '""')}"`;

function identifier(name: string, what: string, bytes: number): string {
  if (name === '' || name.includes('\0') || encodedBytes(name) > bytes)
    throw new RangeError(`${what} is ${JSON.stringify(name)}. Pass a name of 1 to ${bytes} bytes, without U+0000.`);
  return quote(name);
}

/** Returns the quoted names of a table, such as `requests` or `schema.requests`, and of its indexes. */
export function tableOf(table: string): { readonly table: string; readonly index: (suffix: string) => string } {
  const names = table.split('.');
  const [name = '', schema] = names.toReversed();
  if (names.length > 2)
    throw new RangeError(`\`table\` is ${JSON.stringify(table)}. Pass a name, or a schema and a name with one dot.`);
  const quoted = identifier(name, 'The name in `table`', TABLE_BYTES);
  const prefix = schema === undefined ? '' : `${identifier(schema, 'The schema in `table`', NAME_BYTES)}.`;
  return { table: `${prefix}${quoted}`, index: (suffix) => quote(`${name}_${suffix}`) };
}

export const DEFAULT_TABLE = 'ask_user_requests';

/**
 * Returns the SQL that creates the table of `createPostgresStore`, for a host with migrations. Running it again changes
 * nothing.
 *
 * @throws {RangeError} If the name is invalid.
 * @example
 * await pool.query(postgresSchema());
 * const store = createPostgresStore({ pool, createTable: false });
 */
export function postgresSchema(options: { /** @default 'ask_user_requests' */ readonly table?: string } = {}): string {
  const { table, index } = tableOf(options.table ?? DEFAULT_TABLE);
  return `create table if not exists ${table} (
  kind text not null,
  id text not null,
  version text not null,
  list text not null,
  conversation text not null,
  at double precision not null,
  record text not null,
  place bigint generated always as identity,
  written double precision not null,
  changed bigint,
  primary key (id, kind)
);
create index if not exists ${index('listed')} on ${table} (conversation, kind, list);
create index if not exists ${index('at')} on ${table} ((kind || ' ' || list), at);
create index if not exists ${index('changed')} on ${table} (changed, id);
`;
}

/** Maximum number of changes per read. */
export const CHANGES = 200;

/** Takes a lock, because two nodes that create a table at once can fail on a unique index of the catalog. */
export const createTableSql = (schema: string): string => `select pg_advisory_xact_lock(4710322817);\n${schema}`;

/** Milliseconds since the Unix epoch. `now()` would be the start of the transaction. */
const NOW = 'extract(epoch from clock_timestamp()) * 1000';
/** The same at the start of the statement, so that an index can be used. */
const START = 'extract(epoch from statement_timestamp()) * 1000';

/**
 * Numbers are selected as text: the host may have set type parsers. Each condition fits one index only. Otherwise,
 * PostgreSQL would read whole lists by the wrong one until it has analyzed the table.
 */
export function statementsOf(tableName: string) {
  const { table } = tableOf(tableName);
  const inList = `kind || ' ' || list = $1::text || ' ' || $2::text`;
  const columns = 'id, record, place::text as place, written::text as written';
  const found = (select: string) =>
    `select (${NOW})::text as now, found.* from (select 1) as always left join (${select}) as found on true`;
  // Without a channel ($8), the write is no change. A record with this version was written by an earlier attempt of this
  // call.
  const written = (write: string) => `with done as (${write} returning id)
select (${NOW})::text as now, coalesce((select 'yes' from done), (select 'yes' from ${table} where kind = $1 and id = $2 and version = $3)) as written,
  (select pg_notify($8, $9)::text from done where $8::text <> '') as told`;
  const changed = `case when $8::text <> '' then txid_current() end`;
  return {
    insert: written(`insert into ${table} (kind, id, version, list, conversation, at, record, written, changed)
  values ($1, $2, $3, $4, $5, $6::double precision, $7, ${NOW}, ${changed}) on conflict (kind, id) do nothing`),
    set: written(`update ${table} set version = $3, list = $4, conversation = $5, at = $6::double precision, record = $7, written = ${NOW},
    changed = coalesce(${changed}, changed) where kind = $1 and id = $2 and version = $10`),
    remove: `with done as (delete from ${table} where kind = $1 and id = $2 and version = $3 returning id)
select (${NOW})::text as now, (select 'yes' from done) as written`,
    get: found(`select ${columns} from ${table} where kind = $1 and id = any($2::text[])`),
    list: found(`select ${columns} from ${table} where ${inList}`),
    listOf: found(`select ${columns} from ${table} where kind = $1 and list = $2 and conversation = any($3::text[])`),
    overdue: found(`select ${columns} from ${table} where ${inList}
  and at <= ${START} - $3::double precision order by at limit $4::int`),
    // `next` is the oldest open transaction, or else the next one. A cursor that starts there reads its changes later.
    changes: `select txid_snapshot_xmin(txid_current_snapshot())::text as next, (${NOW})::text as now, found.* from (select 1) as always left join (
  select ${columns}, changed::text as changed from ${table}
  where (changed, id) > ($1::bigint, $2) and ($3::text[] is null or conversation = any($3::text[]))
  order by ${table}.changed, id limit ${CHANGES}
) as found on true`,
  };
}

/** Returns the default channel of a table. It omits the schema if the name of the channel would be too long with it. */
export const channelOf = (table: string): string =>
  encodedBytes(table) > NAME_BYTES ? table.slice(table.indexOf('.') + 1) : table;

export const listenTo = (channel: string): string => `listen ${identifier(channel, '`channel`', NAME_BYTES)}`;
