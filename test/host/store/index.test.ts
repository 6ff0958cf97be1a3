import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMemoryStore } from '../../../src/host/store.js';
import { createRequests } from '../../../src/host/store/requests.js';
import { asked, endedBy, LONG } from './setup.js';

const CONVERSATIONS: readonly string[] = ['c1', 'c2', 'c3'];
const idOf = (n: number) => `r${n}`;

describe('the memory store [R-FLAT]', () => {
  it('lists for some conversations exactly the requests that a list of all would contain', async () => {
    const step = fc.record({ id: fc.nat(12), conversation: fc.nat(2), isEnd: fc.boolean() });
    const named = fc.array(fc.constantFrom(...CONVERSATIONS, 'none'), { maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), named, async (steps, conversationIds) => {
        const store = createRequests(createMemoryStore(), console.error);
        for (const { id, conversation, isEnd } of steps) {
          if (isEnd) await store.settle(idOf(id), endedBy('Ana'));
          else await store.open(asked(idOf(id), { conversationId: CONVERSATIONS[conversation]! }), LONG);
        }
        const all = await store.list();
        expect(all.every(({ state }) => state === 'awaiting_user_response')).toBe(true);
        expect(all.map(({ order }) => order)).toEqual(all.map(({ order }) => order).toSorted((a, b) => a - b));
        const some = all.filter(({ conversationId }) => conversationIds.includes(conversationId));
        expect(await store.list(conversationIds)).toEqual(some);
      }),
      { numRuns: 300 },
    );
  });
});
