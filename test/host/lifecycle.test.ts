import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { advance, type InstancePhase, type PublishedPhase } from '../../src/host/lifecycle.js';

const OPEN: readonly InstancePhase[] = ['awaiting_user_response', 'orphaned'];
const ENDED: readonly InstancePhase[] = ['lost', 'settled', 'unreached'];
const told = fc.record({ phase: fc.constantFrom(...OPEN, ...ENDED), read: fc.nat(5) });
const hear = (heard: readonly PublishedPhase[]) =>
  heard.reduce<readonly PublishedPhase[]>((history, one) => [...history, advance(history.at(-1), one)], []);

describe('the lifecycle of one instance [R-STATE]', () => {
  it('never returns to pending after a settlement, in any order of events', () => {
    fc.assert(
      fc.property(fc.array(told), (heard) => {
        const phases = hear(heard).map(({ phase }) => phase);
        const end = phases.findIndex((phase) => ENDED.includes(phase));
        if (end >= 0) expect(phases.slice(end).filter((phase) => OPEN.includes(phase))).toEqual([]);
        expect(phases.at(-1)).toBe(
          ENDED.findLast((phase) => heard.some((one) => one.phase === phase)) ?? phases.at(-1),
        );
      }),
    );
  });

  it('is the same object if an event is repeated or an older read arrives', () => {
    fc.assert(
      fc.property(fc.array(told, { minLength: 1 }), (heard) => {
        const now = hear(heard).at(-1)!;
        for (const one of heard) expect(advance(now, one)).toBe(now);
      }),
    );
  });

  it('follows the newest read while the request is pending', () => {
    const pending = told.filter(({ phase }) => OPEN.includes(phase));
    fc.assert(
      fc.property(fc.array(pending, { minLength: 1 }), (heard) => {
        expect(hear(heard).at(-1)!.read).toBe(Math.max(...heard.map(({ read }) => read)));
      }),
    );
  });
});
