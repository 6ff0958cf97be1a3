import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createAskUserStore } from '../../../src/core/flow/store.js';
import { persistDrafts } from '../../../src/react/drafts/persist-drafts.js';
import type { DraftStorage } from '../../../src/react/drafts/saved-drafts.js';

const DAY = 24 * 60 * 60 * 1000;

beforeEach(() => void vi.useFakeTimers({ now: 1_000 * DAY }));
afterEach(() => void vi.useRealTimers());

function memory(entries: Record<string, string> = {}) {
  const map = new Map(Object.entries(entries));
  const storage: DraftStorage = {
    get: (key) => map.get(key),
    set: (key, text) => void map.set(key, text),
    remove: (key) => void map.delete(key),
  };
  return { map, storage, keys: () => [...map.keys()].toSorted() };
}

/**
 * Shows the request in a page until it is closed. If `text` is given, the user types it. Returns the text of the
 * field.
 */
function visit(storage: DraftStorage, requestId: string, text?: string): string | undefined {
  const question = { id: 'name', question: 'Which name?', options: [], multiSelect: false };
  const store = createAskUserStore({ requestId, questions: [question] });
  const stop = persistDrafts(store, requestId, () => storage);
  if (text !== undefined) store.dispatch({ type: 'setCustom', questionId: 'name', text });
  stop();
  return store.getState().drafts[0]?.custom;
}

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `r${from + at}`);

describe('the drafts in a storage', () => {
  it('are the newest 20, no matter how many requests there are [R-DRAFTS]', () => {
    const { storage, keys } = memory();
    for (const id of ids(300)) {
      visit(storage, id, 'typed');
      vi.advanceTimersByTime(1000);
    }
    expect(keys()).toEqual(['ask-user', ...ids(20, 280).map((id) => `ask-user:${id}`)].toSorted());
    expect(visit(storage, 'r299')).toBe('typed');
    expect(visit(storage, 'r279')).toBe('');
  });

  it('are ordered by when they were last written [R-DRAFTS]', () => {
    const { storage } = memory();
    visit(storage, 'old', 'first');
    for (const id of ids(19)) visit(storage, id, 'typed');
    visit(storage, 'old', 'again');
    visit(storage, 'new', 'typed');
    expect([visit(storage, 'old'), visit(storage, 'r0')]).toEqual(['again', '']);
  });

  it('are removed after 7 days, when any request is shown next [R-DRAFTS]', () => {
    const { storage, keys } = memory();
    visit(storage, 'a', 'typed');
    vi.advanceTimersByTime(3 * DAY);
    visit(storage, 'b', 'typed');
    vi.advanceTimersByTime(4 * DAY);
    visit(storage, 'c');
    expect(keys()).toEqual(['ask-user', 'ask-user:b']);
    vi.advanceTimersByTime(3 * DAY);
    expect(visit(storage, 'b')).toBe('');
    expect(keys()).toEqual([]);
  });

  it('leave the index when their request is settled [R-DRAFTS]', () => {
    const { storage, keys } = memory();
    visit(storage, 'a', 'typed');
    const question = { id: 'name', question: 'Which name?', options: [], multiSelect: false };
    const store = createAskUserStore({ requestId: 'a', questions: [question] });
    const stop = persistDrafts(store, 'a', () => storage);
    store.dispatch({ type: 'submit' });
    stop();
    expect(keys()).toEqual([]);
  });

  it.each(['not JSON', 'null', '{}', '[1,null,["ask-user:x"],["theirs",0],["ask-user:y","now"]]'])(
    'survive the broken index %s, which is rewritten [R-DRAFTS]',
    (index) => {
      const { storage, map } = memory({ 'ask-user': index, theirs: 'kept' });
      visit(storage, 'a', 'typed');
      expect(JSON.parse(map.get('ask-user') ?? '')).toEqual([['ask-user:a', Date.now()]]);
      expect(map.get('theirs')).toBe('kept');
      expect(visit(storage, 'a')).toBe('typed');
    },
  );

  it('are the only keys that are removed, no matter what the index names [R-DRAFTS]', () => {
    const index = JSON.stringify([
      ['theirs', 0],
      ['ask-user', 0],
      ['ask-user:a', 0],
    ]);
    const { storage, keys } = memory({
      'ask-user': index,
      theirs: 'kept',
      'ask-user:a': 'old',
      'ask-user-other': 'kept',
    });
    visit(storage, 'b', 'typed');
    expect(keys()).toEqual(['ask-user', 'ask-user-other', 'ask-user:b', 'theirs']);
  });
});
