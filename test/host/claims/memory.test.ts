import { describe, expect, it } from 'vitest';
import { createMemoryClaims } from '../../../src/host/store.js';
import { describeClaims } from './contract.js';

describeClaims('in memory', () => {
  const claims = createMemoryClaims();
  return { claims, other: claims };
});

describe('the claims in memory', () => {
  it('evict the oldest entry once there are 10,000 newer ones', async () => {
    const claims = createMemoryClaims();
    for (let i = 0; i < 10_000; i++) await claims.claim(`key ${i}`, 'first');
    expect(await claims.claim('key 0', 'second')).toBe('first');
    expect(await claims.claim('key 10000', 'first')).toBe('first');
    expect(await claims.get('key 0')).toBeUndefined();
    expect(await claims.get('key 1')).toBe('first');
  });

  it('retain an entry for `keepMs` milliseconds', async () => {
    const claims = createMemoryClaims({ keepMs: 50 });
    await claims.claim('k', 'first');
    await expect.poll(() => claims.get('k')).toBeUndefined();
    expect(() => createMemoryClaims({ keepMs: 0 })).toThrow('`keepMs` is 0. Pass a positive number of milliseconds');
  });
});
