import { describe, expect, it } from 'vitest';
import { createMemoryStore, sealStore, takeTurn, type RequestStore } from '../../../src/host/store.js';
import { createRequests } from '../../../src/host/store/requests.js';
import { createTestBackend } from '../helpers.js';
import { describeStore } from './contract.js';
import { asked, endedBy, LONG } from './setup.js';

const key = crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);

const cipher = {
  async seal(text: string): Promise<string> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const bytes = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await key, new TextEncoder().encode(text));
    return `${Buffer.from(iv).toString('base64')}.${Buffer.from(bytes).toString('base64')}`;
  },
  async open(sealed: string): Promise<string> {
    const [iv, bytes] = sealed.split('.').map((part) => Buffer.from(part, 'base64')) as [Buffer, Buffer];
    const text = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: new Uint8Array(iv) },
      await key,
      new Uint8Array(bytes),
    );
    return new TextDecoder().decode(text);
  },
};

describeStore('sealed', () => {
  const { connect, drop, clock } = createTestBackend();
  const make = () => sealStore(connect(), cipher);
  return { store: make(), other: make(), forget: drop, advance: clock.advance };
});

describe('a sealed store', () => {
  async function everythingIn(store: RequestStore): Promise<string> {
    const kinds = [
      ['request', 'r1'],
      ['run', 'k'],
      ['presence', 'of c1'],
    ] as const;
    const found = await Promise.all(kinds.map(([kind, id]) => store.get(kind, [id])));
    return JSON.stringify(found.map(({ records }) => records));
  }

  it('contains no question, no answer, and no note [R-SECRET]', async () => {
    const inner = createMemoryStore();
    const store = sealStore(inner, cipher);
    const requests = createRequests(store, console.error);
    await requests.open(asked('r1'), LONG);
    await requests.settle('r1', { ...endedBy('Ana'), result: { status: 'cancelled', reason: 'my reason' } });
    const turn = await takeTurn(store, { key: 'k' });
    await turn.set('reply', 'my note');
    await turn.release();
    expect((await requests.get('r1'))?.settlement).toMatchObject({ result: { reason: 'my reason' } });
    expect(await everythingIn(store)).toMatch(/Which database.*my reason.*my note/s);
    expect(await everythingIn(inner)).not.toMatch(/database|reason|note|Ana/);
  });

  it('skips what it cannot open, and reports it', async () => {
    const { connect } = createTestBackend();
    const [inner, errors] = [connect(), [] as unknown[]];
    const writing = createRequests(sealStore(inner, cipher), console.error);
    const other = { ...cipher, open: () => Promise.reject(new Error('Another key.')) };
    const reading = createRequests(sealStore(inner, other), (error) => errors.push(error));
    await writing.beat('a', 10_000);
    await writing.attend('a', 'c1', true);
    await writing.open(asked('r1'), { ...LONG, owner: 'a' });
    expect(await reading.list()).toEqual([]);
    expect(errors.map(String)).toEqual([expect.stringContaining('The stored question "r1" was changed')]);
    await expect(reading.get('r1')).rejects.toThrow('The stored question "r1" was changed');
    expect(await reading.lastAttended(['c1'])).toEqual(new Map());
    expect(await writing.list()).toHaveLength(1);
  });
});
