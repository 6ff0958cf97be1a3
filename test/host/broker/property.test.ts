import fc from 'fast-check';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { createWorld, exchangeMoves, moves } from './world.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const delays = fc.array(fc.constantFrom(0, 0, 20, 100, 250), { minLength: 1, maxLength: 12 });

const holds = (made: typeof moves) =>
  fc.assert(
    fc.asyncProperty(delays, fc.array(made, { maxLength: 30 }), async (late, script) => {
      const world = createWorld(late);
      for (const step of script) await step(world);
      await world.finish();
    }),
    { numRuns: 150 },
  );

describe('every request, for any order of events [R-FIRST] [R-NOPHANTOM] [R-DURABLE]', () => {
  it('has one result that all parties agree on, without an invented or a lost answer', { timeout: 300_000 }, () =>
    holds(moves),
  );

  it('replies to what users ask, or says that it failed, and loses none of it [R-ASKBACK]', { timeout: 300_000 }, () =>
    holds(exchangeMoves),
  );
});
