import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRequests } from '../../src/host/store/requests.js';
import { createTestClock } from '../host/helpers.js';
import { describeStore } from '../host/store/contract.js';
import { openFileStore } from '../../examples/chat/server/shared-chat/file-store.js';

/** Opens the file, like a server that starts. */
const open = async (...args: Parameters<typeof openFileStore>) =>
  createRequests(await openFileStore(...args), console.error);

const ASKED = { request: { requestId: 'r1', questions: [] }, conversationId: 'c1', askedAt: Date.now() };
const by = (name: string) => ({ result: { status: 'cancelled' as const }, by: name, settledAt: 2 });

const LEASE = { leaseMs: 30_000, owner: 'node' };

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'chat-'));
  path = join(directory, 'requests.json');
});

afterEach(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));

describeStore('in a file', async () => {
  const { now, advance } = createTestClock();
  const store = await openFileStore(path, now);
  const forget = async (requestId: string) => {
    const { records } = await store.get('request', [requestId]);
    for (const record of records) await store.remove(record, record.version);
  };
  return { store, forget, advance };
});

describe('the file store', () => {
  it('lets exactly one of several settlements win, also after a restart [R-DURABLE]', async () => {
    const store = await open(path);
    await Promise.all([1, 2].map(() => store.open(ASKED, LEASE)));
    expect(await Promise.all(['Ana', 'Ben'].map((name) => store.settle('r1', by(name))))).toEqual([true, false]);
    const again = await open(path);
    expect(await again.get('r1')).toMatchObject({ state: 'settled', settlement: { by: 'Ana' } });
    expect(await again.settle('r1', by('Cem'))).toBe(false);
  });

  it('does not list a settlement that could not be written, and accepts the next one [R-DURABLE]', async () => {
    const store = await open(path);
    await store.open(ASKED, LEASE);
    // While the folder is a file, nothing can be written.
    await rename(directory, `${directory}-away`);
    await writeFile(directory, '');
    const endings = Promise.allSettled(['Ana', 'Ben'].map((name) => store.settle('r1', by(name))));
    expect(await store.get('r1')).toMatchObject({ state: 'awaiting_user_response' });
    expect(await endings).toMatchObject([{ status: 'rejected' }, { status: 'rejected' }]);
    expect(await store.list(['c1'])).toMatchObject([{ state: 'awaiting_user_response' }]);
    await rm(directory);
    await rename(`${directory}-away`, directory);
    expect(await store.settle('r1', by('Cem'))).toBe(true);
    expect(await (await open(path)).get('r1')).toMatchObject({ settlement: { by: 'Cem' } });
  });

  it('stores concurrent changes', async () => {
    const store = await open(path);
    const ids = ['a', 'b', 'c', 'd'];
    await Promise.all(ids.map((requestId) => store.open({ ...ASKED, request: { requestId, questions: [] } }, LEASE)));
    await Promise.all(ids.slice(1).map((id) => store.settle(id, by('Ana'))));
    const again = await open(path);
    const states = await Promise.all(ids.map(async (id) => (await again.get(id))?.state));
    expect(states).toEqual(['awaiting_user_response', 'settled', 'settled', 'settled']);
  });

  it('lists a request as orphaned if nothing has attached to it after a restart', async () => {
    let now = 0;
    const store = await open(path, () => now);
    await store.open(ASKED, LEASE);
    await store.beat('node', 60_000);
    const again = await open(path, () => now);
    now = 30_000;
    expect(await store.list(['c1'])).toMatchObject([{ state: 'awaiting_user_response' }]);
    expect(await again.list(['c1'])).toMatchObject([{ state: 'orphaned' }]);
    expect(await again.settle('r1', by('Ana'))).toBe(false);
    await again.attach('r1', LEASE);
    expect(await again.list(['c1'])).toMatchObject([{ state: 'awaiting_user_response' }]);
  });

  it('names the file that cannot be read', async () => {
    await writeFile(path, '{');
    await expect(open(path)).rejects.toThrow(`${path} can't be read as JSON.`);
  });
});
