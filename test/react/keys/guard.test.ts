import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeyGuard, type KeyGuard } from '../../../src/react/keys/guard.js';

let now = 0;
beforeEach(() => {
  now = 10_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
});

const KEYS = ['1', 'ArrowDown', 'Enter', ' '];

/** The keys that count, so long after the focus was moved. */
function counting(kind: KeyGuard, afterMs: number, { held = false } = {}): string[] {
  const keys = createKeyGuard();
  if (held) keys.keyDown();
  keys.guard(kind);
  return KEYS.filter((key) => keys.armed({ key, timeStamp: now + afterMs }));
}

describe('what keys wait for after the focus was moved (A66) [R-NOPHANTOM] [R-FOLLOW]', () => {
  it.each<[KeyGuard, early: string[], late: string[]]>([
    ['none', KEYS, KEYS],
    ['release', KEYS, KEYS],
    ['follow', ['1', 'ArrowDown'], KEYS],
    ['all', [], KEYS],
  ])('%s: within half a second %j, then %j', (kind, early, late) => {
    expect([counting(kind, 0), counting(kind, 499), counting(kind, 500)]).toEqual([early, early, late]);
  });

  it.each<[KeyGuard, string[]]>([
    ['none', KEYS],
    ['release', []],
    ['follow', []],
    ['all', []],
  ])('%s: while a key is down that was down before, however long %j', (kind, keys) => {
    expect(counting(kind, 60_000, { held: true })).toEqual(keys);
  });

  it('the release counts from then on, and a key pressed later is no such key', () => {
    const keys = createKeyGuard();
    keys.keyDown();
    keys.guard('release');
    keys.keyUp();
    keys.keyDown();
    expect(keys.armed({ key: '1', timeStamp: now })).toBe(true);
  });

  it('a later one takes the place of an earlier one', () => {
    const keys = createKeyGuard();
    keys.guard('all');
    keys.guard('none');
    expect(keys.armed({ key: 'Enter', timeStamp: now })).toBe(true);
    keys.guard('all');
    expect(keys.armed({ key: 'Enter', timeStamp: now })).toBe(false);
  });
});
