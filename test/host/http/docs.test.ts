import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parseRequest } from '../../../src/core/index.js';
import { settleDown } from '../helpers.js';
import { ana, get, listen, mount, post } from './helpers.js';

beforeEach(() => void vi.useFakeTimers({ now: Date.UTC(2026, 0, 1) }));
afterEach(() => void vi.useRealTimers());

const page = readFileSync(join(import.meta.dirname, '../../../docs/http.md'), 'utf8');
/** The JSON samples of the page, by the name after the fence. */
const shown = new Map(
  [...page.matchAll(/^```json (\w+)\n([\s\S]*?)^```/gm)].map(([, name = '', text = '']) => [name, text]),
);
const wire = (name: string): unknown => JSON.parse(shown.get(name) ?? 'null');

describe('docs/http.md [R-HTTP]', () => {
  it('contains each message', () =>
    expect([...shown.keys()].sort()).toEqual(['answer', 'asked_back', 'awaiting_user_response', 'refusal', 'settled']));

  it('shows messages that the handler sends and accepts', async () => {
    const randomUUID = vi.spyOn(crypto, 'randomUUID').mockReturnValue('1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed');
    onTestFinished(() => randomUUID.mockRestore());
    const { broker, handler } = mount();
    const parsed = parseRequest(
      { questions: [{ question: 'Which database?', header: 'Database', options: ['PostgreSQL', 'SQLite'] }] },
      { requestId: 'call_7f3a' },
    );
    if (!parsed.ok) throw new Error('The question of this test is no request.');
    const agent = { id: 'main' };
    const live = listen(await handler(get('/ask/events', { headers: ana })));
    void broker.ask(parsed.value, { conversationId: 'c1', asker: 'Setup assistant', agent, allow: { decline: true } });
    await settleDown();
    const late = listen(await handler(get('/ask/events', { headers: ana })));
    await settleDown();
    const address = '/ask/requests/call_7f3a/answer';
    const refused = await handler(post(address, { replies: 'SQLite' }, ana));
    const key = { 'idempotency-key': '6f9619ff-8b86-d011-b42d-00c04fc964ff' };
    expect((await handler(post(address, wire('answer'), { ...ana, ...key }))).status).toBe(200);
    await settleDown();
    const real = {
      awaiting_user_response: live.said[1]?.data,
      settled: live.said[2]?.data,
      refusal: await refused.json(),
    };
    const snapshot = [
      ['snapshot_start', { heartbeatMs: 15_000 }],
      ['awaiting_user_response', wire('awaiting_user_response')],
      ['snapshot_end', {}],
    ];
    expect(late.events.slice(0, 3).map(({ name, data }) => [name, data])).toEqual(snapshot);
    for (const [name, data] of Object.entries(real)) expect(wire(name), name).toEqual(data);
    await Promise.all([live.leave(), late.leave()]);
  });

  it('shows the event of a reply to a user [R-ASKBACK]', async () => {
    const { broker, handler } = mount();
    const parsed = parseRequest(
      { question: 'Which database?', options: ['PostgreSQL', 'SQLite'] },
      { requestId: 'call_7f3a' },
    );
    if (!parsed.ok) throw new Error('The question of this test is no request.');
    const live = listen(await handler(get('/ask/events', { headers: ana })));
    void broker.ask(parsed.value, { conversationId: 'c1', onAskBack: () => 'SQLite. It needs no server.' });
    await settleDown();
    const asked = { questionId: 'q1', text: 'Which is cheaper?', key: 'k1' };
    expect((await handler(post('/ask/requests/call_7f3a/ask-back', asked, ana))).status).toBe(202);
    await settleDown();
    const shownEvent = wire('asked_back') as Readonly<Record<string, unknown>>;
    expect(live.said.at(-1)?.data).toEqual({ ...shownEvent, instanceId: expect.any(String) });
    await live.leave();
    await broker.cancel('call_7f3a');
  });
});
