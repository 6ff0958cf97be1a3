import type { NewRecord, RecordKey, RequestStore, StoredRecord, Written } from 'react-ask-user/store';

type Values = Record<string, string | number | null>;
type Row = Record<'id' | 'version' | 'conversation' | 'record', string> &
  Record<'place' | 'written' | 'changed' | 'now' | 'number', number>;

/** What the store uses of a database: `DatabaseSync` of `node:sqlite`, or `Database` of `better-sqlite3`. */
export interface Sqlite {
  exec(sql: string): unknown;
  prepare(sql: string): { all(values: Values): unknown[] };
}

/** Interval in milliseconds at which a store looks for changes. */
const POLL_MS = 100;
const MAX_CHANGES = 200;
const NOW = `unixepoch('subsec') * 1000`;

/** `count` numbers the writes. A number is never used again, even if the record that had it is removed. */
const SCHEMA = `
pragma busy_timeout = 5000;
pragma journal_mode = wal;
create table if not exists count (number integer);
insert into count select 0 where not exists (select * from count);
create table if not exists records (
  kind text, id text, version text, list text, conversation text, at real, record text,
  place integer, written real, changed integer, primary key (kind, id)
);
create index if not exists listed on records (kind, list, conversation);
create index if not exists dated on records (kind, list, at);
create index if not exists changed on records (changed);`;

/** Not every SQLite library stores U+0000 and lone surrogates as they are. JSON escapes both. */
const encode = (text: string) => JSON.stringify(text);
const encodeAll = (texts: readonly string[]) => JSON.stringify(texts.map(encode));
const keyOf = ({ kind, id }: RecordKey) => ({ kind, id: encode(id) });

/** Creates a store in a file on a local disk, which several processes of one machine can use. */
export function createSqliteStore(
  db: Sqlite,
  retention: Pick<RequestStore, 'keepSettledMs' | 'keepOrphanedMs'> = {},
): RequestStore {
  const prepare = (sql: string) => {
    const statement = db.prepare(sql);
    return (values: Values = {}) => statement.all(values) as Row[];
  };
  db.exec(SCHEMA);
  const isKey = 'kind = :kind and id = :id';
  const inList = 'kind = :kind and list = :list';
  const isAmong = 'conversation in (select value from json_each(:conversations))';
  const sql = {
    now: prepare(`select ${NOW} as now`),
    count: prepare('select number from count'),
    next: prepare('update count set number = number + 1 returning number'),
    version: prepare(`select version from records where ${isKey}`),
    write: prepare(`insert into records
      values (:kind, :id, :version, :list, :conversation, :at, :record, :number, ${NOW}, :changed)
      on conflict do update set version = :version, list = :list, conversation = :conversation, at = :at,
        record = :record, written = ${NOW}, changed = coalesce(:changed, changed) returning id`),
    remove: prepare(`delete from records where ${isKey} and version = :version returning id`),
    get: prepare('select * from records where kind = :kind and id in (select value from json_each(:ids))'),
    list: prepare(`select * from records where ${inList}`),
    listOf: prepare(`select * from records where ${inList} and ${isAmong}`),
    overdue: prepare(`select * from records where ${inList} and at <= ${NOW} - :ms order by at limit :limit`),
    changes: prepare(`select * from records where changed > :since and (:conversations is null or ${isAmong})
      order by changed limit ${MAX_CHANGES}`),
    news: prepare('select id, conversation, changed from records where changed > :since order by changed'),
  };
  const now = () => sql.now()[0]!.now;
  const count = () => sql.count()[0]!.number;
  const parse = ({ record, place, written }: Row) =>
    ({ ...JSON.parse(record), order: place, writtenAt: written }) as StoredRecord;
  const found = (rows: readonly Row[]) => ({ now: now(), records: rows.map(parse) });

  /** One connection at a time is in this transaction, so changes become visible in the order of their numbers. */
  function write(record: NewRecord, isChange: boolean, expected?: string): Written {
    const { version, at } = record;
    db.exec('begin immediate');
    try {
      const there = sql.version(keyOf(record))[0]?.version;
      if (there === expected && there !== version) {
        const { number } = sql.next()[0]!;
        const [list, conversation] = [encode(record.list), encode(record.conversationId)];
        const row = { version, list, conversation, at, record: JSON.stringify(record), number };
        sql.write({ ...keyOf(record), ...row, changed: isChange ? number : null });
      }
      db.exec('commit');
      return { now: now(), written: there === expected || there === version };
    } catch (error) {
      db.exec('rollback');
      throw error;
    }
  }

  return {
    durable: true,
    ...retention,
    insert: async (record, isChange) => write(record, isChange),
    compareAndSet: async (version, record, isChange) => write(record, isChange, version),
    remove: async (key, version) => ({ written: sql.remove({ ...keyOf(key), version }).length > 0, now: now() }),
    get: async (kind, ids) => found(sql.get({ kind, ids: encodeAll(ids) })),
    async list(kind, name, ids) {
      const list = encode(name);
      return found(ids ? sql.listOf({ kind, list, conversations: encodeAll(ids) }) : sql.list({ kind, list }));
    },
    overdue: async (kind, list, ms, limit) => found(sql.overdue({ kind, list: encode(list), ms, limit })),
    async changes(cursor, ids) {
      const end = count();
      const conversations = ids ? encodeAll(ids) : null;
      const rows = cursor === undefined ? [] : sql.changes({ since: Number(cursor), conversations });
      const last = rows.length < MAX_CHANGES ? undefined : rows.at(-1);
      return { ...found(rows), cursor: String(last?.changed ?? end), hasMore: last !== undefined };
    },
    watch(listener) {
      let since = count();
      const timer = setInterval(() => {
        try {
          for (const { id, conversation, changed } of sql.news({ since })) {
            since = changed;
            listener({ requestId: JSON.parse(id), conversationId: JSON.parse(conversation) });
          }
        } catch {
          // The next call starts where this one failed.
        }
      }, POLL_MS);
      return () => clearInterval(timer);
    },
  };
}
