import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { postgresClaimsSchema, postgresSchema } from '../../../src/host/store/postgres/index.js';

describe('the tables of the PostgreSQL store [R-DURABLE]', () => {
  it('change only on purpose, because apps create them in their migrations', () => {
    expect(postgresSchema()).toMatchInlineSnapshot(`
      "create table if not exists "ask_user_requests" (
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
      create table if not exists "ask_user_requests_nodes" (
        owner text primary key,
        alive_until timestamptz not null
      );
      create table if not exists "ask_user_requests_presence" (
        conversation text not null,
        owner text not null,
        left_at timestamptz,
        primary key (conversation, owner)
      );
      create index if not exists "ask_user_requests_open" on "ask_user_requests" (conversation, place) where settlement is null;
      create index if not exists "ask_user_requests_settled" on "ask_user_requests" (settled_at) where settlement is not null;
      create index if not exists "ask_user_requests_changed" on "ask_user_requests" (changed, id);
      create index if not exists "ask_user_requests_due" on "ask_user_requests" (callback, due_at) where due_at is not null;
      "
    `);
    expect(postgresClaimsSchema()).toMatchInlineSnapshot(`
      "create table if not exists "ask_user_claims" (
        key text primary key,
        value text not null,
        expires_at timestamptz not null
      );
      create index if not exists "ask_user_claims_expires" on "ask_user_claims" (expires_at);
      "
    `);
  });

  it('have the names in the guide', () => {
    const guide = readFileSync(new URL('../../../docs/durable.md', import.meta.url), 'utf8');
    const named = [...guide.matchAll(/`(ask_user_\w+)`/g)].map(([, name]) => name);
    expect(named).toEqual(['ask_user_requests', 'ask_user_claims']);
    for (const name of named) expect(postgresSchema() + postgresClaimsSchema()).toContain(`exists "${name}"`);
    for (const suffix of ['_nodes', '_presence']) {
      expect(guide).toContain(`\`${suffix}\``);
      expect(postgresSchema()).toContain(`exists "ask_user_requests${suffix}"`);
    }
    for (const column of ['asked', 'settlement']) {
      expect(guide).toContain(`\`${column}\``);
      expect(postgresSchema()).toMatch(new RegExp(`^  ${column} text`, 'm'));
    }
  });
});
