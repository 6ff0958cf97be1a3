import type { Actions } from './actions.js';

/** A browser with one page, which is told what the keyboard and the mouse do. */
export interface Driver {
  perform: (actions: Actions) => Promise<void>;
  /** Releases every key and button that is down. */
  release: () => Promise<void>;
  close: () => Promise<void>;
}

export interface Cleanup {
  add: (work: () => unknown) => void;
  /** Does it all, the last thing first. */
  run: () => Promise<void>;
}

export function createCleanup(): Cleanup {
  const all: (() => unknown)[] = [];
  return {
    add: (work) => void all.push(work),
    async run() {
      for (let work = all.pop(); work; work = all.pop()) await work();
    },
  };
}
