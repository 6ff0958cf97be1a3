import type { Actions } from './actions.js';

/** A browser with one page that receives keyboard and mouse actions. */
export interface Driver {
  perform: (actions: Actions) => Promise<void>;
  /** Releases every key and button that is down. */
  release: () => Promise<void>;
  close: () => Promise<void>;
}

export interface Cleanup {
  add: (work: () => unknown) => void;
  /** Runs all work, the last added first. */
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
