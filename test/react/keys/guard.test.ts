import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyGuard, type KeyGuard } from '../../../src/react/keys/guard.js';

let now = 0;
beforeEach(() => {
  now = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

const KEYS = ['1', 'ArrowDown', 'Enter', ' '];

/** Returns the keys that count the given time after focus was moved. */
function counting(kind: KeyGuard, afterMs: number, { held = false } = {}): string[] {
  const keys = createKeyGuard();
  if (held) keys.keyDown();
  keys.guard(kind);
  return KEYS.filter((key) => keys.armed({ key, timeStamp: now + afterMs }));
}

describe('the key guard after a focus move (A66) [R-NOPHANTOM] [R-FOLLOW]', () => {
  it.each<[KeyGuard, early: string[], late: string[]]>([
    ['none', KEYS, KEYS],
    ['release', KEYS, KEYS],
    ['follow', ['1', 'ArrowDown'], KEYS],
    ['all', [], KEYS],
  ])('of the kind %s accepts %j within 500 ms, and then %j', (kind, early, late) => {
    expect([counting(kind, 0), counting(kind, 499), counting(kind, 500)]).toEqual([early, early, late]);
  });

  it.each<[KeyGuard, string[]]>([
    ['none', KEYS],
    ['release', []],
    ['follow', []],
    ['all', []],
  ])('of the kind %s accepts, while an earlier key is still down, only %j', (kind, keys) => {
    expect(counting(kind, 60_000, { held: true })).toEqual(keys);
  });

  it('accepts a key after the release of the earlier one', () => {
    const keys = createKeyGuard();
    keys.keyDown();
    keys.guard('release');
    keys.keyUp();
    keys.keyDown();
    expect(keys.armed({ key: '1', timeStamp: now })).toBe(true);
  });

  it('is replaced by a later guard', () => {
    const keys = createKeyGuard();
    keys.guard('all');
    keys.guard('none');
    expect(keys.armed({ key: 'Enter', timeStamp: now })).toBe(true);
    keys.guard('all');
    expect(keys.armed({ key: 'Enter', timeStamp: now })).toBe(false);
  });
});
