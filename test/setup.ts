import { afterEach, beforeEach, expect, vi } from 'vitest';

if (typeof document !== 'undefined') {
  // Testing Library waits at most 1 s by default, which is too short on a busy machine.
  (await import('@testing-library/dom')).configure({ asyncUtilTimeout: 10_000 });
  // React's development build reports every render to the developer tools. It also captures the stack of every created
  // element, up to a limit. No test reads either, and together they take a fifth of the page's time.
  for (const name of ['createTask', 'timeStamp']) Reflect.deleteProperty(console, name);
  const internals = '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE';
  const beyondTheLimit = { get: () => Infinity, set() {}, configurable: true };
  Object.defineProperty(Reflect.get(await import('react'), internals), 'recentlyCreatedOwnerStacks', beyondTheLimit);
  // Keys go to the frame that has the focus, which can still be the removed one of the previous file.
  if (window.frameElement) window.focus();
  // Load what a card needs later before the tests, as in a page that has already rendered a card.
  const { laterCard } = await import('../src/react/lazy/later-card.js');
  await laterCard.load();
}

// Every test fails if it writes to the console.
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
