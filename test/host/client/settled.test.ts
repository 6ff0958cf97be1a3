import { describe, expect, it } from 'vitest';
import { lost, ok, refuse, one, other, connected, outcome } from './delivering.js';
import { event, inFakeTime, noop, pass, shown, snapshot, wireEnding, wireRequest } from './helpers.js';

inFakeTime();

describe('a settlement [R-FIRST] [R-HTTP]', () => {
  it.each(['event first', 'response first', 'event lost'])('is local after this client’s answer: %s', async (order) => {
    let answer: (response: Response) => void = noop;
    const ending = () => wireEnding('r1', { by: 'Me', own: true });
    const { client, tell } = await connected((call) => {
      if (call.method === 'POST') return new Promise<Response>((resolve) => (answer = resolve));
      return order === 'event lost' ? Response.json({ settlement: ending() }) : new Promise<Response>(noop);
    });
    const seen: unknown[] = [];
    client.subscribe(() => seen.push(...client.getState().settled.map(({ isLocal }) => isLocal)));
    const delivery = client.answer('r1', one);
    await pass();
    if (order === 'event first') await tell(event('settled', ending()));
    answer(ok());
    expect(await delivery).toEqual({ ok: true });
    await pass();
    if (order === 'response first') await tell(event('settled', ending()));
    expect(shown(client)).toMatchObject({ requests: [], endings: ['r1 cancelled Me own'] });
    expect(seen.every(Boolean)).toBe(true);
    client.close();
  });

  it.each(['event first', 'response first', 'event lost'])(
    'is not local after an answer that came too late: %s',
    async (order) => {
      let answer: (response: Response) => void = noop;
      const ending = wireEnding('r1', { by: 'Ana' });
      const { client, tell } = await connected((call) => {
        if (call.method === 'POST') return new Promise<Response>((resolve) => (answer = resolve));
        return order === 'event lost' ? Response.json({ settlement: ending }) : new Promise<Response>(noop);
      });
      const delivery = client.answer('r1', one);
      await pass();
      if (order === 'event first') await tell(event('settled', ending));
      answer(refuse(409, 'already_resolved'));
      expect(await delivery).toMatchObject({ ok: false, code: 'already_resolved' });
      await pass();
      if (order === 'response first') await tell(event('settled', ending));
      expect(shown(client)).toMatchObject({ requests: [], endings: ['r1 cancelled Ana not own'] });
      client.close();
    },
  );

  it('is replaced by a later one which states that the agent did not receive the answer', async () => {
    const ending = (more: Parameters<typeof wireEnding>[1]) => wireEnding('r1', { by: 'Me', own: true, ...more });
    const { client, tell } = await connected(() => new Promise<Response>(noop));
    await tell(event('settled', ending({})));
    expect(client.getState().settled).toMatchObject([{ isLocal: true }]);
    expect(client.getState().settled[0]).not.toHaveProperty('reached');
    for (let i = 0; i < 2; i++) await tell(event('settled', ending({ reached: false })));
    expect(client.getState().settled).toMatchObject([{ isLocal: true, reached: false }]);
    expect(client.getState().settled).toHaveLength(1);
    client.close();
  });

  it('is local if the answer arrived without a response, even if other replies came too late', async () => {
    const { client, tell } = await connected((call, nth) =>
      nth <= 3 ? lost() : call.method === 'POST' ? refuse(409, 'already_resolved') : new Promise<Response>(noop),
    );
    expect(await outcome(client.answer('r1', one))).toMatchObject({ code: 'offline' });
    expect(await client.answer('r1', other)).toMatchObject({ code: 'already_resolved' });
    await tell(event('settled', wireEnding('r1', { own: true })));
    expect(shown(client).endings).toEqual(['r1 cancelled - own']);
    client.close();
  });
});

describe('the lookup of a request that vanished without an event [R-STATE] [R-HTTP]', () => {
  it('is repeated until it finds a settlement, or that the host does not know the request', async () => {
    let nth = 0;
    const { host, client, tell } = await connected(
      ({ path }) => {
        if (++nth <= 2) return lost();
        if (path.endsWith('r1')) return Response.json({ settlement: wireEnding('r1', { by: 'Ana' }) });
        return path.endsWith('r3') ? Response.json({ request: wireRequest('r3', 3) }) : refuse(404, 'unknown');
      },
      [wireRequest('r1', 1), wireRequest('r2', 2), wireRequest('r3', 3)],
    );
    await tell(snapshot([]));
    expect(shown(client).requests).toEqual(['r1', 'r2', 'r3']);
    await pass(5_000);
    const { requests, endings } = shown(client);
    expect(requests).toEqual(['r3']);
    expect(endings.toSorted()).toEqual(['r1 cancelled Ana not own', 'r2 connectionLost - not own']);
    expect(host.calls).toHaveLength(5);
    client.close();
  });

  it('does not treat the 404 code of a proxy as unknown', async () => {
    const { client, tell } = await connected(() => Response.json({ code: 'unknown' }, { status: 404 }));
    await tell(snapshot([]));
    await pass(5_000);
    expect(shown(client)).toMatchObject({ requests: ['r1'], endings: [] });
    client.close();
  });

  it('does not treat the 404 page of a proxy as unknown, or a refusal as a settlement', async () => {
    const answers = [new Response('<h1>404</h1>', { status: 404 }), refuse(401, 'unauthorized')];
    const { host, client, tell } = await connected(() => answers.shift()!);
    await tell(snapshot([]));
    await pass(5_000);
    expect(host.calls).toHaveLength(2);
    expect(shown(client)).toMatchObject({ requests: ['r1'], endings: [] });
    client.close();
  });

  it('settles the request as lost after an answer was refused as unknown', async () => {
    const { client } = await connected(() => refuse(404, 'unknown'));
    expect(await client.answer('r1', one)).toMatchObject({ ok: false, code: 'unknown' });
    await pass();
    expect(shown(client)).toMatchObject({ requests: [], endings: ['r1 connectionLost - not own'] });
    client.dismiss('r1');
    expect(shown(client).endings).toEqual([]);
    client.close();
  });

  it('shows the request as orphaned after an answer was refused as orphaned', async () => {
    const { client } = await connected((call) =>
      call.method === 'POST' ? refuse(409, 'orphaned') : Response.json({ request: wireRequest('r1', 1, 'orphaned') }),
    );
    expect(await outcome(client.answer('r1', one))).toMatchObject({ ok: false, code: 'orphaned' });
    await pass();
    expect(client.getState().requests.map(({ state }) => state)).toEqual(['orphaned']);
    client.close();
  });
});
