import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from '../../../src/core/guards.js';
import { buildPartialAnswers, type AskUserResult, type UnansweredResult, type Reply } from '../../../src/core/index.js';
import { createAskUserBroker } from '../../../src/host/index.js';
import { answerRpc, createRpcTransport } from '../../../src/host/rpc/index.js';
import type { RpcHandler, RpcContext } from '../../../src/host/rpc/answer.js';
import { answeredRequests } from '../../helpers/arbitraries.js';
import { CALL, DATABASE, FEATURES, foreignPeer, heard, NAME, pair, problems, requestOf } from './helpers.js';

const answering = (handler: RpcHandler) => {
  const peer = foreignPeer();
  const { list, onError } = problems();
  return { peer, found: list, side: answerRpc(peer.channel, handler, { onError }) };
};

const REQUEST = { type: 'ask_user_request', requestId: 'r1', questions: [DATABASE] };

/** Resolves with the reason when the request is withdrawn. */
const whenAborted = (signal: AbortSignal): Promise<Error> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(signal.reason as Error), { once: true }));

describe('answerRpc [R-RPC]', () => {
  it('passes each request to the handler, and writes the answers in the tool’s format, in order', async () => {
    const seen: [unknown, Omit<RpcContext, 'signal'>][] = [];
    const { peer, side, found } = answering(({ requestId, questions, asker }, { signal: _signal, ...context }) => {
      seen.push([{ requestId, asker, texts: questions.map((one) => one.question) }, context]);
      return [{ questionId: 'q1', selected: [1], notes: 'small' }];
    });
    peer.say({ ...REQUEST, asker: 'Builder', conversationId: 'c1', allow: { skip: true, decline: 1, discuss: true } });
    await expect
      .poll(() => peer.heard)
      .toEqual([
        {
          type: 'ask_user_response',
          requestId: 'r1',
          answered: true,
          answers: [
            {
              question: 'Which database?',
              answer: 'SQLite',
              selectedOption: 'SQLite',
              wasCustom: false,
              notes: 'small',
            },
          ],
          replies: [{ questionId: 'q1', selected: [1], notes: 'small' }],
        },
      ]);
    const request = { requestId: 'r1', asker: 'Builder', texts: ['Which database?'] };
    expect(seen).toEqual([[request, { conversationId: 'c1', allow: { skip: true, discuss: true } }]]);
    expect(found).toEqual([]);
    await side.close();
  });

  it.each<[UnansweredResult, object]>([
    [
      { status: 'cancelled', reason: 'no' },
      { answered: false, answers: [], cancelled: true, status: 'cancelled', reason: 'no' },
    ],
    [{ status: 'declined' }, { answered: false, answers: [], status: 'declined' }],
    [{ status: 'connectionLost' }, { answered: false, connectionLost: true }],
    [
      { status: 'unavailable', reason: 'no screen' },
      { type: 'ask_user_error', code: 'unavailable', message: 'no screen' },
    ],
    [
      { status: 'invalid', issues: [] },
      { type: 'ask_user_error', code: 'invalid', issues: [] },
    ],
  ])('writes the unanswered result %j', async (ended, expected) => {
    const { peer, side } = answering(() => ended);
    peer.say(REQUEST);
    await expect.poll(() => peer.heard).toMatchObject([{ requestId: 'r1', ...expected }]);
    await side.close();
  });

  it('passes on a discussion with the answers so far [R-DISCUSS]', async () => {
    const built = buildPartialAnswers(requestOf('r1'), [{ questionId: 'q1', selected: [1] }]);
    const answers = built.ok ? built.value : [];
    const discussion = { status: 'declined', discuss: true, reason: 'How big?', about: 'q1', answers } as const;
    const [here, there] = pair();
    const side = answerRpc(there, (_request, { allow }) => (allow.discuss ? discussion : { status: 'cancelled' }));
    const asker = createRpcTransport(here);
    expect(await asker.ask(requestOf('r1'), { ...CALL, allow: { discuss: true } })).toEqual(discussion);
    await asker.close();
    await side.close();
  });

  it('refuses a discussion about a question that was not asked [R-DISCUSS]', async () => {
    const { peer, side, found } = answering(() => ({ status: 'declined', discuss: true, about: 'q9' }));
    peer.say(REQUEST);
    await expect.poll(() => peer.heard).toMatchObject([{ type: 'ask_user_error', code: 'unavailable' }]);
    expect(found).toMatchObject([{ code: 'handler', message: expect.stringContaining('q9') as string }]);
    await side.close();
  });

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['an unknown option', [{ questionId: 'q1', selected: [7] }]],
    ['a skip that is not allowed', [{ questionId: 'q1', selected: [], skipped: true }]],
    ['an answered status without answers', { status: 'answered' }],
    ['an unknown status', { status: 'done' }],
  ])('does not answer if the handler returns %s [R-NOPHANTOM]', async (_, given) => {
    const { peer, side, found } = answering(() => given as UnansweredResult);
    peer.say(REQUEST);
    await expect
      .poll(() => peer.heard)
      .toMatchObject([{ type: 'ask_user_error', requestId: 'r1', code: 'unavailable' }]);
    expect(found).toMatchObject([{ code: 'handler', requestId: 'r1' }]);
    await side.close();
  });

  it('passes on whether a question allows notes, and refuses notes that it disallows', async () => {
    const request = requestOf('r1', DATABASE);
    const questions = request.questions.map((one) => ({ ...one, constraints: { allowNotes: false } as const }));
    const [here, there] = pair();
    const [answers, asks] = [problems(), problems()];
    const seen: unknown[] = [];
    const side = answerRpc(
      there,
      (given) => {
        seen.push(given.questions[0]?.constraints);
        return [{ questionId: 'q1', selected: [1], notes: 'for now' }];
      },
      answers,
    );
    const asker = createRpcTransport(here, asks);
    expect(await asker.ask({ ...request, questions }, CALL)).toMatchObject({ status: 'unavailable' });
    expect(seen).toEqual([{ allowNotes: false }]);
    expect(answers.list).toMatchObject([{ code: 'handler', issues: [{ code: 'allowNotes' }] }]);
    await Promise.all([asker.close(), side.closed]);
  });

  it('does not answer if the handler throws, and passes the message to the agent [R-NOPHANTOM]', async () => {
    const [here, there] = pair();
    const [answers, asks] = [problems(), problems()];
    const side = answerRpc(there, () => Promise.reject(new Error('no screen')), answers);
    const asker = createRpcTransport(here, asks);
    expect(await asker.ask(requestOf('r1'), CALL)).toEqual({
      status: 'unavailable',
      reason: 'The question could not be shown: no screen',
    });
    await Promise.all([asker.close(), side.closed]);
    expect(answers.list).toMatchObject([{ code: 'handler', cause: new Error('no screen') }]);
    expect(asks.list).toEqual([]);
  });

  it.each([
    ['an empty list of questions', { requestId: 'r1', questions: [] }],
    ['unreadable questions', { requestId: 'r1', questions: 'What?' }],
    ['a missing id', { questions: [DATABASE] }],
  ])('does not pass a request with %s to the handler', async (_, fields) => {
    const { peer, side } = answering(() => Promise.reject(new Error('was shown')));
    peer.say({ type: 'ask_user_request', ...fields });
    await expect.poll(() => peer.heard).toMatchObject([{ type: 'ask_user_error', code: 'invalid' }]);
    expect(peer.heard[0]?.['issues']).not.toEqual([]);
    await side.close();
  });

  it('aborts the signal of a withdrawn request, and then writes nothing about it', async () => {
    const reasons: string[] = [];
    const { peer, side, found } = answering(async ({ requestId }, { signal }) => {
      if (requestId === 'r1') reasons.push((await whenAborted(signal)).message);
      return [{ questionId: 'q1', selected: [0] }];
    });
    peer.say(REQUEST);
    peer.say({ type: 'ask_user_cancel', requestId: 'r1', reason: 'The agent was stopped.' });
    peer.say({ ...REQUEST, requestId: 'r2' });
    await expect.poll(() => peer.heard).toMatchObject([{ requestId: 'r2', answered: true }]);
    expect(reasons).toEqual(['The agent was stopped.']);
    expect(found).toEqual([]);
    await side.close();
    expect(peer.heard).toHaveLength(1);
  });

  it('aborts the signal if the peer disconnects', async () => {
    const reasons: string[] = [];
    const { peer, side } = answering(async (_, { signal }) => {
      reasons.push((await whenAborted(signal)).message);
      throw signal.reason;
    });
    peer.say(REQUEST);
    peer.hangUp();
    await side.closed;
    await expect.poll(() => reasons).toEqual(['The peer has disconnected.']);
  });

  it('passes a repeated request to the handler once, and refuses other questions with the same id', async () => {
    let answer = (_replies: [{ questionId: string; selected: number[] }]) => {};
    let shown = 0;
    const { peer, side, found } = answering(() => {
      shown++;
      return new Promise((resolve) => (answer = resolve));
    });
    peer.say(REQUEST);
    peer.say(REQUEST);
    peer.say({ ...REQUEST, questions: [NAME] });
    await expect.poll(() => found).toMatchObject([{ code: 'duplicate', requestId: 'r1' }]);
    answer([{ questionId: 'q1', selected: [0] }]);
    await expect.poll(() => peer.heard).toMatchObject([{ answers: [{ answer: 'PostgreSQL' }] }]);
    expect(shown).toBe(1);
    await side.close();
  });

  it('reports that its response was refused', async () => {
    const { peer, side, found } = answering(() => ({ status: 'cancelled' }));
    peer.say({ type: 'ask_user_error', requestId: 'r1', code: 'already_resolved', message: 'It had ended.' });
    const message = 'The response to "r1" was refused. It had ended.';
    await expect.poll(() => found).toEqual([{ code: 'refused', requestId: 'r1', message }]);
    await side.close();
  });
});

describe('answerRpc with instance ids [R-RPC] [R-INSTANCE]', () => {
  const request = (instanceId?: string) => ({
    type: 'ask_user_request',
    requestId: 'r1',
    ...(instanceId !== undefined && { instanceId }),
    questions: [{ question: 'Which database?', options: ['PostgreSQL', 'SQLite'] }],
  });

  it('writes the instance id in answers, unanswered results and errors', async () => {
    const peer = foreignPeer();
    const given = [
      [{ questionId: 'q1', selected: [1] }],
      { status: 'cancelled' },
      { status: 'unavailable', reason: 'No screen.' },
    ] as (readonly Reply[] | AskUserResult)[];
    const side = answerRpc(peer.channel, () => given.shift() ?? { status: 'cancelled' }, problems());
    for (const [i, instanceId] of ['a', 'b', 'c', undefined].entries()) {
      peer.say(request(instanceId));
      expect(await heard(peer, i + 1)).toMatchObject({ requestId: 'r1' });
    }
    peer.say({ ...request('d'), questions: [] });
    expect(await heard(peer, 5)).toMatchObject({ type: 'ask_user_error', instanceId: 'd' });
    expect(peer.heard.map(({ instanceId }) => instanceId)).toEqual(['a', 'b', 'c', undefined, 'd']);
    await side.close();
  });

  it('is not cancelled by the settlement of another instance, and starts again for a new one', async () => {
    const peer = foreignPeer();
    const reasons: unknown[] = [];
    const open: (() => void)[] = [];
    const side = answerRpc(
      peer.channel,
      (_, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => reasons.push((signal.reason as Error).message));
          open.push(() => resolve({ status: 'cancelled' }));
        }),
      problems(),
    );
    peer.say(request('a'));
    peer.say(request('a'));
    await expect.poll(() => open.length).toBe(1);
    peer.say({ type: 'ask_user_cancel', requestId: 'r1', instanceId: 'z', status: 'aborted', reason: 'Late.' });
    peer.say(request('b'));
    await expect.poll(() => open.length).toBe(2);
    expect(reasons).toEqual(['The question was asked again.']);
    open[0]!();
    open[1]!();
    expect(await heard(peer, 1)).toMatchObject({ instanceId: 'b', cancelled: true });
    peer.say(request('c'));
    await expect.poll(() => open.length).toBe(3);
    peer.say({ type: 'ask_user_cancel', requestId: 'r1', instanceId: 'c', status: 'aborted', reason: 'Stopped.' });
    await expect.poll(() => reasons.length).toBe(2);
    expect(reasons[1]).toBe('Stopped.');
    // A peer that sends instance ids only in cancellations.
    peer.say(request());
    await expect.poll(() => open.length).toBe(4);
    peer.say({ type: 'ask_user_cancel', requestId: 'r1', instanceId: 'd', status: 'aborted', reason: 'Gone.' });
    await expect.poll(() => reasons[2]).toBe('Gone.');
    await side.close();
    expect(peer.heard).toHaveLength(1);
  });
});

describe('answerRpc and createRpcAsker [R-RPC]', () => {
  it('transfer any answer to any request [R-VERBATIM]', async () => {
    await fc.assert(
      fc.asyncProperty(answeredRequests(), fc.boolean(), async ({ request, replies, result }, whole) => {
        // A blank id is refused before the request is sent.
        fc.pre(!request.questions.some(({ id }) => isBlank(id)));
        const [here, there] = pair();
        const side = answerRpc(there, () => (whole ? result : replies));
        const asker = createRpcTransport(here);
        expect(await asker.ask(request, { ...CALL, allow: { skip: true } })).toEqual(result);
        await Promise.all([asker.close(), side.closed]);
      }),
      { numRuns: 50 },
    );
  });

  it('forward requests to a broker, and its results back', async () => {
    const [here, there] = pair();
    const broker = createAskUserBroker();
    const side = answerRpc(there, (request, { signal }) => broker.ask(request, { conversationId: 'local', signal }));
    const asker = createRpcTransport(here);
    const controller = new AbortController();
    const asked = [
      asker.ask(requestOf('a'), CALL),
      asker.ask(requestOf('b', FEATURES), { ...CALL, signal: controller.signal }),
    ];
    await expect.poll(async () => (await broker.pending('local')).length).toBe(2);
    await broker.answer('a', [{ questionId: 'q1', selected: [1] }]);
    controller.abort('stopped');
    expect(await Promise.all(asked)).toMatchObject([{ answers: [{ text: 'SQLite' }] }, { status: 'aborted' }]);
    await expect.poll(async () => broker.pending()).toEqual([]);
    expect(await broker.get('b')).toMatchObject({ settlement: { result: { status: 'aborted', reason: 'stopped' } } });
    await Promise.all([asker.close(), side.closed, broker.close()]);
  });
});
