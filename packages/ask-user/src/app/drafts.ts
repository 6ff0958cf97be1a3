/** Maximum length of all drafts in UTF-16 code units. They are kept in memory. */
const MAX_DRAFTS = 1_000_000;

/** The drafts of the pages, in memory. */
export interface Drafts {
  /** Stores a draft, or removes it if the text is empty. Returns whether it fits. */
  set(key: string, text: string): boolean;
  /** Removes the draft of a request. */
  remove(requestId: string): void;
  all(): Readonly<Record<string, string>>;
  /** Returns all but the draft of a request. */
  without(requestId: string): Readonly<Record<string, string>>;
}

export function createDrafts(): Drafts {
  const drafts = new Map<string, string>();
  return {
    set(key, text) {
      const others = [...drafts]
        .filter(([other]) => other !== key)
        .map(([other, value]) => other.length + value.length);
      if (others.reduce((sum, length) => sum + length, key.length + text.length) > MAX_DRAFTS) return false;
      if (text) drafts.set(key, text);
      else drafts.delete(key);
      return true;
    },
    remove(requestId) {
      for (const key of drafts.keys()) if (key.endsWith(requestId)) drafts.delete(key);
    },
    all: () => Object.fromEntries(drafts),
    without: (requestId) => Object.fromEntries([...drafts].filter(([key]) => !key.endsWith(requestId))),
  };
}
