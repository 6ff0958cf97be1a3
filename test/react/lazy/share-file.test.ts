import { describe, expect, it, vi } from 'vitest';
import { createSharedLoader } from '../../../src/react/lazy/load.js';

describe('a shared file', () => {
  it('is loaded once, and returned in order', async () => {
    const load = vi.fn(() => Promise.resolve('file'));
    const file = createSharedLoader(load);
    const served: string[] = [];
    await Promise.all(['one', 'two', 'three'].map((name) => file().then(() => served.push(name))));
    expect(load).toHaveBeenCalledOnce();
    expect(served).toEqual(['one', 'two', 'three']);
  });

  it('is loaded again after a failure', async () => {
    const load = vi.fn(() => Promise.resolve('file'));
    load.mockRejectedValueOnce(new Error('offline'));
    const file = createSharedLoader(load);
    await expect(file()).rejects.toThrow('offline');
    expect(await file()).toBe('file');
  });
});
