// Import only types here. See `saved-drafts.ts`.
import type { DraftStorage } from './saved-drafts.js';

/** Key of the index of stored drafts, newest first. A storage cannot list its keys. */
const INDEX = 'ask-user';
const KEY_PREFIX = 'ask-user:';

const MAX_DRAFTS = 20;
const MAX_AGE_MS = 7 * 24 * 60 * 60 * 1000;

type Entry = readonly [key: string, writtenAt: number];

const isEntry = (value: unknown): value is Entry =>
  Array.isArray(value) && typeof value[0] === 'string' && value[0].startsWith(KEY_PREFIX) && Number.isFinite(value[1]);

/** Returns the entries in stored order. Entries with other keys are ignored, so that no key of the host is removed. */
function read(storage: DraftStorage): Entry[] {
  try {
    const list: unknown = JSON.parse(storage.get(INDEX) ?? '[]');
    return Array.isArray(list) ? list.filter(isEntry) : [];
  } catch {
    // A broken index is replaced when the next draft is written.
    return [];
  }
}

/**
 * Keeps the newest 20 drafts of the last 7 days and removes the others. With `key`, that draft is listed as written
 * now, or as removed. Throws if a method of the storage throws.
 */
export function boundDrafts(storage: DraftStorage, key?: string, written = false): void {
  const now = Date.now();
  const before = read(storage);
  const list = before.filter(([other]) => other !== key);
  if (key !== undefined && written) list.unshift([key, now]);
  const retained = list.filter(([, writtenAt], at) => at < MAX_DRAFTS && now - writtenAt < MAX_AGE_MS);
  for (const entry of list) if (!retained.includes(entry)) storage.remove(entry[0]);
  if (retained.length === before.length && !written) return;
  if (retained.length > 0) storage.set(INDEX, JSON.stringify(retained));
  else storage.remove(INDEX);
}
