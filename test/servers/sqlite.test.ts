import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { createSqliteStore, type Sqlite } from '../guides/sqlite-store.js';
import { describeStore } from '../host/store/contract.js';

interface Closable extends Sqlite {
  close(): unknown;
}

/** `libsql` has the API of `better-sqlite3`, and its binaries are packages. */
const engines: [name: string, open: (file: string) => Closable][] = [['libsql', (file) => new Database(file)]];

// Node 20 does not have it.
const builtin = process.getBuiltinModule?.('node:sqlite');
if (builtin) engines.push(['node:sqlite', (file) => new builtin.DatabaseSync(file)]);

for (const [name, open] of engines) {
  describeStore(`the guide’s store in a file of SQLite, with ${name}`, () => {
    const dir = mkdtempSync(join(tmpdir(), 'sqlite-'));
    const [one, two] = [open(join(dir, 'requests.db')), open(join(dir, 'requests.db'))] as const;
    const stores = { store: createSqliteStore(one), other: createSqliteStore(two) };
    const lose = one.prepare(`delete from records where kind = 'request' and id = :id returning id`);
    return {
      ...stores,
      forget: (requestId) => lose.all({ id: JSON.stringify(requestId) }),
      close() {
        for (const db of [one, two]) db.close();
        rmSync(dir, { recursive: true });
      },
    };
  });
}
