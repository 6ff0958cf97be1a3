import { describe, expect, it, vi } from 'vitest';

vi.mock('react', () => {
  throw new Error('React was loaded');
});
vi.mock('react-dom', () => {
  throw new Error('React DOM was loaded');
});

const modules = import.meta.glob(['../../src/core/**/*.ts', '../../src/dialects/**/*.ts']);

describe('core and the dialects run where there is no React and no DOM', () => {
  it('has neither here', async () => {
    await expect(import('react')).rejects.toThrow(/mocking a module/);
    expect(typeof document).toBe('undefined');
  });

  it('finds the rooms', () => {
    expect(Object.keys(modules)).toContain('../../src/core/index.ts');
    expect(Object.keys(modules)).toContain('../../src/dialects/index.ts');
  });

  it.each(Object.entries(modules))('%s', async (_file, load) => {
    await expect(load()).resolves.toBeDefined();
  });
});
