import { afterEach, beforeEach, expect, vi } from 'vitest';

// Testing Library polls for one second by default, which a busy machine exceeds.
if (typeof document !== 'undefined') (await import('@testing-library/dom')).configure({ asyncUtilTimeout: 10_000 });

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
