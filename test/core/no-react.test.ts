import { describe, expect, it, vi } from 'vitest';

vi.mock('react', () => {
  throw new Error('React was loaded');
});
vi.mock('react-dom', () => {
  throw new Error('React DOM was loaded');
});

const modules = import.meta.glob(['../../src/core/**/*.ts', '../../src/dialects/**/*.ts']);

describe('core and the dialects without React and DOM', () => {
  it('run without both in this file', async () => {
    await expect(import('react')).rejects.toThrow(/mocking a module/);
    expect(typeof document).toBe('undefined');
  });

  it('include the expected modules', () => {
    expect(Object.keys(modules)).toContain('../../src/core/index.ts');
    expect(Object.keys(modules)).toContain('../../src/dialects/index.ts');
  });

  it.each(Object.entries(modules))('can load %s', async (_file, load) => {
    await expect(load()).resolves.toBeDefined();
  });
});
