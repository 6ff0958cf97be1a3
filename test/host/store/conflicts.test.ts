import { describe, expect, it, vi } from 'vitest';
import { createPostgresStore } from '../../../src/host/store/postgres/index.js';

/** Creates a store in a database that refuses the first statements with this code. */
function startRefusing(code: string, refusals: number) {
  let left = refusals;
  const query = vi.fn(async () => {
    if (left-- > 0) throw Object.assign(new Error('refused'), { code });
    return { rows: [{ now: '1', id: null }] };
  });
  const release = vi.fn();
  const client = { query, release, on: vi.fn(), removeListener: vi.fn() };
  const store = createPostgresStore({ pool: { connect: async () => client, on: vi.fn() } });
  return { get: () => store.get('request', ['k']), query, release };
}

describe('a statement that PostgreSQL refuses', () => {
  it.each(['40001', '40P01'])('because of a conflict (%s) is run again on a healthy connection', async (code) => {
    const { get, query, release } = startRefusing(code, 5);
    expect(await get()).toEqual({ now: 1, records: [] });
    expect(query).toHaveBeenCalledTimes(6);
    expect(release.mock.calls).toEqual(Array(6).fill([false]));
  });

  it('because of a conflict each time is given up', async () => {
    const { get, query } = startRefusing('40001', Infinity);
    await expect(get()).rejects.toThrow('refused');
    expect(query).toHaveBeenCalledTimes(20);
  });

  it('because of conflicts is given up after the time limit of one statement', async () => {
    const { get, query } = startRefusing('40001', Infinity);
    const now = vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValue(3_600_000);
    await expect(get()).rejects.toThrow('refused');
    now.mockRestore();
    expect(query).toHaveBeenCalledOnce();
  });

  it('for another reason is not run again', async () => {
    const { get, query, release } = startRefusing('22021', Infinity);
    await expect(get()).rejects.toThrow('refused');
    expect(query).toHaveBeenCalledOnce();
    expect(release).toHaveBeenCalledExactlyOnceWith(true);
  });
});
