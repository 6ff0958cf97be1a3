/** Stack frames between a call and this file: Node.js, and Vitest's replacement of `process.emit`. */
const BETWEEN = /\(?node:|test[\\/]helpers[\\/]leaks\.ts|vitest[\\/]suppress-warnings/;

/** Returns the line that made a call, or `undefined` if it is in a package. */
function ownCaller({ stack = '' }: Error): string | undefined {
  const frames = stack.split('\n').slice(1);
  const caller = frames.find((frame) => !BETWEEN.test(frame));
  return caller && !/[\\/]node_modules[\\/]/.test(caller) ? caller.trim() : undefined;
}

interface Resource {
  readonly name: string;
  /** Created at the call. Its stack is formatted only for resources that are left behind. */
  readonly made: Error;
  readonly isActive: () => boolean;
}

/** Node.js marks a timer that has fired for the last time or was cleared. */
const isPending = (timer: NodeJS.Timeout): boolean => !('_destroyed' in timer && timer._destroyed === true);

export interface LeakWatch {
  /** Returns the timers and listeners that exist now. */
  snapshot(): ReadonlySet<Resource>;
  /**
   * Returns what was added since a snapshot and still exists, one line each. Cleanup that is not awaited has
   * `patienceMs` milliseconds to happen.
   */
  added(since: ReadonlySet<Resource>, patienceMs: number): Promise<readonly string[]>;
  stop(): void;
}

/**
 * Watches the timers and the `process` listeners that this repository's code creates. Those of packages are ignored: an
 * HTTP client keeps its connections, and an SDK its exit handler, as long as the process lives. Fake timers are ignored
 * as well.
 */
export function watchLeaks(): LeakWatch {
  const real = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval };
  let resources: Resource[] = [];
  let pruneAt = 100;

  const snapshot = () => new Set((resources = resources.filter(({ isActive }) => isActive())));
  const add = (resource: Resource): void => {
    resources.push(resource);
    // Do not retain ended resources here, because a test of memory would find them.
    if (resources.length >= pruneAt) pruneAt = snapshot().size + 100;
  };

  const watched = <Make extends typeof real.setTimeout | typeof real.setInterval>(make: Make, name: string): Make =>
    new Proxy(make, {
      apply(target, self, args) {
        const timer: NodeJS.Timeout = Reflect.apply(target, self, args);
        add({ name: `${name} of ${args[1] ?? 0} ms`, made: new Error(), isActive: () => isPending(timer) });
        return timer;
      },
    });
  const onListener = (event: string | symbol, listener: (...args: unknown[]) => void): void => {
    const isActive = () => process.listeners(event as NodeJS.Signals).includes(listener);
    add({ name: `process.on('${String(event)}')`, made: new Error(), isActive });
  };

  globalThis.setTimeout = watched(real.setTimeout, 'setTimeout');
  globalThis.setInterval = watched(real.setInterval, 'setInterval');
  process.on('newListener', onListener);

  return {
    snapshot,
    async added(since, patienceMs) {
      for (const end = performance.now() + patienceMs; ;) {
        const left = [...snapshot()].flatMap((resource) => {
          const caller = since.has(resource) ? undefined : ownCaller(resource.made);
          return caller ? [`${resource.name} ${caller}`] : [];
        });
        if (left.length === 0 || performance.now() >= end) return left;
        await new Promise((resolve) => real.setTimeout(resolve, 10));
      }
    },
    stop() {
      Object.assign(globalThis, real);
      process.off('newListener', onListener);
    },
  };
}
