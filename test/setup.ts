import { afterEach, beforeEach, expect, vi } from 'vitest';

if (typeof document !== 'undefined') {
  // Testing Library polls for one second by default, which a busy machine exceeds.
  (await import('@testing-library/dom')).configure({ asyncUtilTimeout: 10_000 });
  // React's development build reports every render to the developer tools, and takes the stack of every element that
  // is made, up to a limit: no test reads them, and they are a fifth of the page's time.
  for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const beyondTheLimit = { get: () => Infinity, set() {}, configurable: true };
  Object.defineProperty(Reflect.get(await import('react'), internals), 'recentlyCreatedOwnerStacks', beyondTheLimit);
  // As in a page whose first card has loaded it; test/browser/late-files.test.tsx begins without it.
  await (await import('../src/react/chunks.js')).useLaterChunk.load();
}

// A stray console line is a defect: the suite fails on it.
beforeEach(() => {
  for (const level of ['error', 'warn', 'info', 'log', 'debug'] as const) vi.spyOn(console, level);
});

afterEach(() => {
  const lines = (['error', 'warn', 'info', 'log', 'debug'] as const).flatMap((level) =>
    vi.mocked(console[level]).mock.calls.map((call) => `${level}: ${call.map(String).join(' ')}`),
  );
  vi.restoreAllMocks();
  expect(lines, 'unexpected console output').toEqual([]);
});
