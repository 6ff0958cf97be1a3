import { describe, expect, it, vi } from 'vitest';

describe('every test', () => {
  it.each(['error', 'warn', 'info', 'log', 'debug'] as const)('has a spy on `console.%s` (A110)', (level) => {
    expect(vi.isMockFunction(console[level])).toBe(true);
    expect(console[level]).not.toHaveBeenCalled();
  });

  it.fails('fails on a console line even if all its expectations hold (A110)', () => {
    vi.spyOn(console, 'warn').mockImplementation(() => {});
    console.warn('stray');
  });
});
