import { describe, expect, it, vi } from 'vitest';

describe('every test', () => {
  it.each(['error', 'warn', 'info', 'log', 'debug'] as const)(
    'has its console listened to, and fails on a line: %s (A110)',
    (level) => {
      expect(vi.isMockFunction(console[level])).toBe(true);
      expect(console[level]).not.toHaveBeenCalled();
    },
  );

  it.fails('fails, even if all it expects is so (A110)', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    console.warn('stray');
  });
});
