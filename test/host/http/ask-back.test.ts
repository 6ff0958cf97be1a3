import { describe, expect, it } from 'vitest';
import type { OnAskBack } from '../../../src/core/flow/types.js';
import { makeRequest, settleDown } from '../helpers.js';
import { ana, bo, events, get, listen, mount, post, read } from './helpers.js';

const AT = '/ask/requests/r1/ask-back';
const request = makeRequest('r1', 'Which database?');
const [question] = request.questions.map(({ id }) => id);
const why = { questionId: question!, text: 'Why not SQLite?', key: 'k1' };

async function mountReplying(onAskBack: OnAskBack = () => 'It is slow.') {
  const mounted = mount();
  void mounted.broker.ask(request, { conversationId: 'c1', onAskBack });
  await settleDown();
  return mounted;
}

describe('a question to the agent over HTTP [R-ASKBACK] [R-HTTP]', () => {
  it('is accepted with 202, and the reply is an event; the snapshot has counts only', async () => {
    const { handler } = await mountReplying();
    const open = listen(await handler(events(ana)));
    await settleDown();
    expect(await read(await handler(post(AT, why, ana)))).toEqual({ status: 202, body: { ok: true, revision: 1 } });
    await settleDown();
    const reply = { ...why, by: 'Ana', status: 'replied', reply: 'It is slow.' };
    expect(open.lines()).toEqual(['snapshot r1', 'asked_back r1 waiting', 'asked_back r1 replied']);
    expect(open.said.at(-1)?.data).toMatchObject({
      requestId: 'r1',
      conversationId: 'c1',
      askBack: { offered: true, revision: 2, counts: { [question!]: 1 } },
      exchanges: [reply],
    });
    const late = listen(await handler(events(ana)));
    await settleDown();
    expect(late.lines()).toEqual(['snapshot r1']);
    const sent = JSON.stringify(late.said);
    expect([sent.includes('"revision":2'), sent.includes('It is slow.'), sent.includes(why.text)]).toEqual([
      true,
      false,
      false,
    ]);
    const found = await handler(get(`${AT}?question=${encodeURIComponent(question!)}`, { headers: ana }));
    expect(await read(found)).toMatchObject({ status: 200, body: { revision: 2, exchanges: [reply] } });
    await Promise.all([open.leave(), late.leave()]);
  });

  it('reveals nothing to a user of other conversations', async () => {
    const { handler, broker } = await mountReplying();
    expect((await handler(post(AT, why, bo))).status).toBe(404);
    expect((await handler(get(`${AT}?question=${question}`, { headers: bo }))).status).toBe(404);
    expect(await broker.exchanges('r1')).toEqual([]);
  });

  it.each([
    ['without a key', { ...why, key: '' }, 400, 'invalid'],
    ['with a text that is no text', { ...why, text: 1 }, 400, 'invalid'],
    ['with a text that is too long', { ...why, text: 'x'.repeat(2_001) }, 400, 'invalid'],
    ['about a question of another request', { ...why, questionId: 'nobody' }, 400, 'invalid'],
    ['about another instance', { ...why, instanceId: 'other' }, 404, 'unknown'],
  ])('is refused %s', async (_, body, status, code) => {
    const { handler } = await mountReplying();
    expect(await read(await handler(post(AT, body, ana)))).toMatchObject({ status, body: { ok: false, code } });
  });

  it('is refused if nobody can reply, or the request is over', async () => {
    const { handler, broker } = mount();
    void broker.ask(request, { conversationId: 'c1' });
    await settleDown();
    expect(await read(await handler(post(AT, why, ana)))).toMatchObject({ status: 409, body: { code: 'not_offered' } });
    await broker.cancel('r1');
    expect(await read(await handler(post(AT, why, ana)))).toMatchObject({
      status: 409,
      body: { code: 'already_resolved' },
    });
  });

  it('says which methods and which query it takes', async () => {
    const { handler } = await mountReplying();
    const refused = await handler(new Request(post(AT, why, ana).url, { method: 'PUT', headers: ana }));
    expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, POST']);
    expect(await read(await handler(get(AT, { headers: ana })))).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'question' }] },
    });
  });

  it('tells an open stream when nobody can reply any more', async () => {
    const { handler, broker } = mount();
    const abort = new AbortController();
    void broker.ask(request, { conversationId: 'c1' });
    void broker.ask(request, { conversationId: 'c1', signal: abort.signal, onAskBack: () => 'So.' });
    await settleDown();
    const open = listen(await handler(events(ana)));
    await settleDown();
    abort.abort();
    await settleDown();
    expect(open.said.at(-1)).toMatchObject({
      name: 'asked_back',
      data: { askBack: { offered: false }, exchanges: [] },
    });
    await open.leave();
    await broker.cancel('r1');
  });
});
