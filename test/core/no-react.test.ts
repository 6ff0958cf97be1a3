import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';

vi.mock('react', () => {
  throw new Error('React was loaded');
});
vi.mock('react-dom', () => {
  throw new Error('React DOM was loaded');
});

// Not a glob import, which knip would count as a use of each file and export.
const src = join(import.meta.dirname, '../../src');
const modules = ['core', 'dialects'].flatMap((folder) =>
  readdirSync(join(src, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => join(folder, file)),
);

describe('core and the dialects without React and DOM', () => {
  it('run without both in this file', async () => {
    await expect(import('react')).rejects.toThrow(/mocking a module/);
    expect(typeof document).toBe('undefined');
  });

  it('include the expected modules', () => {
    expect(modules).toContain(join('core', 'index.ts'));
    expect(modules).toContain(join('dialects', 'index.ts'));
  });

  it.each(modules)('can load %s', async (file) => {
    await expect(import(/* @vite-ignore */ join(src, file))).resolves.toBeDefined();
  });
});
