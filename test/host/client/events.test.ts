import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventReader } from '../../../src/host/client/events.js';
import type { ClientAction } from '../../../src/host/client/state.js';
import {
  connectTo,
  createScriptedHost,
  event,
  inFakeTime,
  noop,
  pass,
  shown,
  snapshot,
  wireEnding,
  wireRequest,
  type ScriptedHost,
} from './helpers.js';

inFakeTime();

const LARGEST = 16_000_000;
const SKIPPED = /event of more than 16000000 characters. It was skipped.*maxRequestBytes/;

/** An event of a request that is too large, in the pieces that a network delivers. */
const large = (name: string, data: object): string[] => {
  const text = event(name, { ...data, metadata: 'x'.repeat(LARGEST) });
  const half = text.length / 2;
  return [text.slice(0, half), text.slice(half, -1), text.slice(-1)];
};
const parts = (from: string, to: string) => [event('snapshot_start', {}), from, event('snapshot_end', {}), to];

async function connected(call?: NonNullable<Parameters<typeof createScriptedHost>[0]>['call']) {
  const host = createScriptedHost({ ...(call && { call }) });
  const { client, errors } = connectTo(host);
  client.subscribe(noop);
  await pass();
  const tell = async (...texts: string[]) => {
    for (const text of texts) host.streams[0]!.write(text);
    await pass();
  };
  return { host, client, errors, tell };
}

const isOneConnection = ({ streams }: ScriptedHost) => streams.length === 1 && !streams[0]!.isCancelled();

describe('a client that receives an event which is too large', () => {
  it.each(['in pieces', 'in one piece'])(
    'skips it in a snapshot, reports it, keeps the rest and stays online: %s [R-BYTES]',
    async (how) => {
      const { host, client, errors, tell } = await connected();
      const [start, end] = parts('', '').filter(Boolean) as [string, string];
      const [first, second, third] = [1, 2, 3].map((n) => wireRequest(`r${n}`, n));
      const texts = [
        start,
        event('awaiting_user_response', first),
        ...large('awaiting_user_response', second!),
        event('awaiting_user_response', third),
        end,
      ];
      await tell(...(how === 'in pieces' ? texts : [texts.join('')]));
      expect(shown(client)).toEqual({ connection: 'online', requests: ['r1', 'r3'], endings: [] });
      expect(errors.map(String)).toEqual([expect.stringMatching(SKIPPED)]);
      await tell(event('awaiting_user_response', wireRequest('r4', 4)), event('settled', wireEnding('r1')));
      expect(shown(client)).toMatchObject({ requests: ['r3', 'r4'], endings: ['r1 cancelled - not own'] });
      expect([isOneConnection(host), host.calls]).toEqual([true, []]);
      client.close();
    },
  );

  it('looks up a request whose later event was skipped, instead of treating it as settled [R-BYTES]', async () => {
    const { host, client, errors, tell } = await connected(({ path }) =>
      Response.json(
        path.endsWith('r1') ? { request: wireRequest('r1', 1) } : { settlement: wireEnding('r2', { by: 'Ana' }) },
      ),
    );
    await tell(snapshot([wireRequest('r1', 1), wireRequest('r2', 2)]));
    await tell(...large('orphaned', wireRequest('r1', 1)), ...large('settled', wireEnding('r2')));
    expect(shown(client)).toEqual({
      connection: 'online',
      requests: ['r1'],
      endings: ['r2 cancelled Ana not own'],
    });
    expect(errors).toHaveLength(2);
    expect(new Set(host.calls.map(({ path }) => path))).toEqual(new Set(['/requests/r1', '/requests/r2']));
    await tell(event('snapshot_start', {}), ...large('awaiting_user_response', wireRequest('r1', 1)));
    await tell(event('snapshot_end', {}));
    await pass(5_000);
    expect(shown(client)).toMatchObject({ connection: 'online', requests: ['r1'] });
    expect(isOneConnection(host)).toBe(true);
    client.close();
  });
});

describe('a client that receives a question whose id cannot be part of a URL', () => {
  it.each(['call_\ud83d', '..', ''])('reports it, shows the others and stays online: %j [R-HTTP]', async (id) => {
    const { host, client, errors, tell } = await connected();
    await tell(snapshot([wireRequest(id, 1), wireRequest('r2', 2)]), event('orphaned', wireRequest(id, 1, 'orphaned')));
    expect(shown(client)).toEqual({ connection: 'online', requests: ['r2'], endings: [] });
    expect(errors.map(String)).toEqual(
      Array(2).fill(expect.stringContaining(`The request ${JSON.stringify(id)} is not shown`)),
    );
    expect([isOneConnection(host), host.calls]).toEqual([true, []]);
    client.close();
  });
});

describe('a request whose `allow` is not an object of booleans', () => {
  it.each([
    ['yes', {}],
    [{ skip: 'yes', decline: true, other: true }, { decline: true }],
    [null, {}],
  ])('allows only what is `true`: %j', async (allow, expected) => {
    const found = { request: { ...wireRequest('r1', 1), allow } };
    const { client, tell } = await connected(() => Response.json(found));
    await tell(snapshot([wireRequest('r1', 1)]), event('orphaned', { ...wireRequest('r2', 2), allow }));
    await tell(...large('orphaned', wireRequest('r1', 1)));
    await pass(5_000);
    expect(client.getState().requests.map((one) => one.allow)).toEqual([expected, expected]);
    client.close();
  });
});

describe('a truncated snapshot', () => {
  it('changes nothing, and is requested again from the same event [R-HTTP]', async () => {
    const host = createScriptedHost();
    const { client } = connectTo(host);
    client.subscribe(noop);
    await pass();
    host.streams[0]!.write(snapshot([wireRequest('r1', 1)], [], 'a.1'));
    host.streams[0]!.write(event('awaiting_user_response', wireRequest('r2', 2), 'a.2'));
    await pass();
    host.streams[0]!.write(
      snapshot([], [wireEnding('r1'), wireEnding('r2')], 'a.4').replace(/event: snapshot_end[^]*/, ''),
    );
    await pass();
    host.streams[0]!.end();
    await pass();
    expect(shown(client)).toEqual({ connection: 'online', requests: ['r1', 'r2'], endings: [] });
    expect(host.streams[1]!.request.headers.get('last-event-id')).toBe('a.2');
    host.streams[1]!.write(snapshot([], [wireEnding('r1'), wireEnding('r2')], 'a.4'));
    await pass();
    expect(shown(client)).toMatchObject({ connection: 'online', requests: [] });
    client.close();
  });
});

describe('the event reader', () => {
  const SIZE = 400;
  const piece = fc.record({
    id: fc.constantFrom('r1', 'r2', 'r3'),
    isLarge: fc.boolean(),
    eol: fc.constantFrom('\n', '\r\n', '\r'),
    lines: fc.nat({ max: 3 }),
    before: fc.constantFrom('', ': beat\n\n', ':\r\n\r\n'),
  });

  /** Writes an event whose data may span several lines. */
  const write = ({ id, isLarge, eol, lines, before }: typeof piece extends fc.Arbitrary<infer T> ? T : never) => {
    const padding = isLarge ? 'x'.repeat(SIZE) : '';
    const data = JSON.stringify({ ...wireEnding(id), padding }, undefined, lines > 0 ? 1 : 0).split('\n');
    return `${before}event: settled${eol}${data.map((line) => `data: ${line}${eol}`).join('')}${eol}`;
  };

  it('skips exactly the events that are too large, no matter how a network splits the text [R-BYTES]', () => {
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 8 }),
        fc.array(fc.nat({ max: 900 }), { maxLength: 40 }),
        (pieces, cuts) => {
          const heard: string[] = [];
          let errors = 0;
          const read = createEventReader(
            {
              onHeartbeat: noop,
              onMessage: (message: ClientAction) =>
                void heard.push(message.type === 'settled' ? message.settlement.requestId : message.type),
              onId: noop,
              onError: () => void (errors += 1),
            },
            SIZE,
          );
          const text = pieces.map(write).join('');
          let at = 0;
          for (const cut of cuts) read(text.slice(at, (at += cut)));
          read(text.slice(at));
          // A line break that is a single \r is recognized only when something follows.
          read('\n');
          expect(heard).toEqual(pieces.map(({ id, isLarge }) => (isLarge ? 'skipped' : id)));
          expect(errors).toBe(pieces.filter(({ isLarge }) => isLarge).length);
        },
      ),
      { numRuns: 500 },
    );
  });
});
