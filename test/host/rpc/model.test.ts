import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createRpcTransport } from '../../../src/host/rpc/index.js';
import { asking, CALL, requestOf } from './helpers.js';

const IDS = ['a', 'b', 'c'] as const;
type Step = {
  readonly does: 'ask' | 'answer' | 'spoil' | 'cancel' | 'abort' | 'fail';
  readonly id: (typeof IDS)[number];
};

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.record({
    does: fc.constantFrom('ask', 'answer', 'spoil', 'cancel', 'abort', 'fail'),
    id: fc.constantFrom(...IDS),
  }),
  { maxLength: 25 },
);

const ENDS = { answer: 'answered', cancel: 'cancelled', abort: 'aborted', fail: 'unavailable' } as const;

/** Waits until the condition is true. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise(setImmediate);
}

describe('the two sides of an RPC connection, for any steps [R-RPC]', () => {
  it('settle each request once, with its first result, and the peer receives each message once [R-FIRST]', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { peer, asker } = asking();
        const results = new Map<string, Promise<{ status: string }>>();
        const controllers = new Map<string, AbortController>();
        const ended = new Map<string, string>();
        const expected: string[] = [];
        let n = 0;
        /** Waits until all earlier messages are handled and their responses are received. */
        const settle = async () => {
          const mark = `mark ${n++}`;
          peer.respond(mark, { answers: [] });
          await until(() => peer.heard.some(({ requestId }) => requestId === mark));
        };
        const says = {
          answer: (id: string) => peer.respond(id, { answers: ['SQLite'] }),
          spoil: (id: string) => peer.respond(id, { answers: ['SQLite', 'PostgreSQL'] }),
          cancel: (id: string) => peer.respond(id, { cancelled: true }),
          fail: (id: string) => peer.say({ type: 'ask_user_error', requestId: id, code: 'unavailable', message: 'no' }),
        };
        for (const { does, id } of all) {
          const isOpen = results.has(id) && !ended.has(id);
          if (does === 'ask') {
            const controller = new AbortController();
            const result = asker.ask(requestOf(id), { ...CALL, signal: controller.signal });
            if (!results.has(id)) {
              results.set(id, result);
              controllers.set(id, controller);
              expected.push(`ask_user_request ${id}`);
              await until(() =>
                peer.heard.some((one) => one['type'] === 'ask_user_request' && one['requestId'] === id),
              );
            } else if (ended.has(id)) expect(await result).toBe(await results.get(id));
            else {
              // Wait before another step settles the request, because otherwise either of the two may withdraw it.
              controller.abort();
              expect((await result).status).toBe('aborted');
            }
            continue;
          }
          if (does === 'abort') controllers.get(id)?.abort();
          else says[does](id);
          if (isOpen && does !== 'spoil') {
            ended.set(id, ENDS[does]);
            await results.get(id);
            if (does === 'abort') expected.push(`ask_user_cancel ${id}`);
          } else if (does === 'spoil' || does === 'answer' || does === 'cancel') {
            const code = isOpen ? 'invalid' : ended.has(id) ? 'already_resolved' : 'unknown';
            expected.push(`ask_user_error ${id} ${code}`);
          }
          await settle();
        }
        peer.hangUp();
        await asker.closed;
        for (const [id, result] of results) {
          expect((await result).status).toBe(ended.get(id) ?? 'connectionLost');
        }
        const heard = peer.heard
          .filter(({ requestId }) => !String(requestId).startsWith('mark'))
          .map(({ type, requestId, code }) => [type, requestId, ...(code === undefined ? [] : [code])].join(' '));
        expect(heard).toEqual(expected);
      }),
      { numRuns: 150 },
    );
  });

  it('close within 5 s even if the peer reads nothing', async () => {
    vi.useFakeTimers();
    try {
      const never = new Promise<never>(() => {});
      const read = { [Symbol.asyncIterator]: () => ({ next: () => never }) };
      const write = vi.fn(() => never);
      const asker = createRpcTransport({ read, write, close: () => never });
      const result = asker.ask(requestOf('r1'), CALL);
      await vi.waitFor(() => expect(write).toHaveBeenCalled(), { timeout: 10_000 });
      const closed = asker.close();
      await vi.advanceTimersByTimeAsync(5_000);
      await closed;
      expect(await result).toMatchObject({ status: 'aborted' });
    } finally {
      vi.useRealTimers();
    }
  });
});
