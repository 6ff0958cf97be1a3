import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { postgresSchema } from '../../../src/host/store/postgres/index.js';

describe('the tables of the PostgreSQL store [R-DURABLE]', () => {
  it('change only on purpose, because apps create them in their migrations', () => {
    expect(postgresSchema()).toMatchInlineSnapshot(`
      "create table if not exists "ask_user_requests" (
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
      create index if not exists "ask_user_requests_listed" on "ask_user_requests" (conversation, kind, list);
      create index if not exists "ask_user_requests_at" on "ask_user_requests" ((kind || ' ' || list), at);
      create index if not exists "ask_user_requests_changed" on "ask_user_requests" (changed, id);
      "
    `);
  });

  it('have the names in the guide', () => {
    const guide = readFileSync(new URL('../../../docs/durable.md', import.meta.url), 'utf8');
    const named = [...guide.matchAll(/`(ask_user_\w+)`/g)].map(([, name]) => name);
    expect(named).toEqual(['ask_user_requests']);
    for (const name of named) expect(postgresSchema()).toContain(`exists "${name}"`);
    for (const column of ['record', 'list']) {
      expect(guide).toContain(`\`${column}\``);
      expect(postgresSchema()).toMatch(new RegExp(`^  ${column} text`, 'm'));
    }
  });
});
