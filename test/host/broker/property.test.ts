import fc from 'fast-check';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { createWorld, moves } from './world.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const delays = fc.array(fc.constantFrom(0, 0, 20, 100, 250), { minLength: 1, maxLength: 12 });

describe('every request, for any order of events [R-FIRST] [R-NOPHANTOM] [R-DURABLE]', () => {
  it(
    'has one result that all parties agree on, without an invented or a lost answer',
    { timeout: 60_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(delays, fc.array(moves, { maxLength: 30 }), async (late, script) => {
          const world = createWorld(late);
          for (const step of script) await step(world);
          await world.finish();
        }),
        { numRuns: 150 },
      );
    },
  );
});
