import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnswers, parseRequest, toOutput, type Reply } from '../../src/core/index.js';
import { checkReplies } from '../../src/host/broker/check-replies.js';
import { fromRpcRequest, toRpcRequest } from '../../src/host/rpc/request.js';
import { fromRpcResponse, toRpcEnding, toRpcResponse } from '../../src/host/rpc/response.js';
import { answeredRequests, endings, requests } from '../helpers/arbitraries.js';
import { DATABASE, FEATURES, NAME, requestOf } from './rpc-helpers.js';

const overWire = <T>(message: T) => JSON.parse(JSON.stringify(message)) as Record<string, unknown>;

/** The replies that the answers of one question come to, or what stands against them. */
function read(question: object, answer: unknown, allowSkip = false) {
  const request = requestOf('r1', question);
  const response = fromRpcResponse(request, { answers: [answer] });
  if (!response.ok) return response.issues.map(({ code, path }) => `${code} ${path}`);
  if (!('replies' in response.value)) throw new Error('an ending');
  const checked = checkReplies(request, response.value.replies, { allowSkip });
  if (!checked.ok) return checked.issues.map(({ code }) => code);
  const { questionId: _id, ...reply } = response.value.replies[0] as Reply;
  return reply;
}

const YES_YES = { question: 'Sure?', options: ['Yes', 'Yes', 'No'] };

describe('[R-RPC] answers as the ask_user tool has them', () => {
  it.each([
    ['a label', DATABASE, { answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }, { selected: [1] }],
    ['a label alone', DATABASE, 'SQLite', { selected: [1] }],
    ['no label', DATABASE, { answer: 'DynamoDB' }, { selected: [], custom: 'DynamoDB' }],
    ['a label, nearly', DATABASE, 'sqlite', { selected: [], custom: 'sqlite' }],
    [
      'own words that read like a label',
      DATABASE,
      { answer: 'SQLite', wasCustom: true },
      { selected: [], custom: 'SQLite' },
    ],
    ['own words, byte for byte', NAME, { answer: ' a\u2028b \n' }, { selected: [], custom: ' a\u2028b \n' }],
    ['a list of one', DATABASE, ['SQLite'], { selected: [1] }],
    ['labels', FEATURES, { answer: ['Admin', 'Auth'], wasCustom: false }, { selected: [0, 2] }],
    ['a label with a comma', FEATURES, ['REST, GraphQL'], { selected: [1] }],
    ['labels joined', FEATURES, 'Auth, REST, GraphQL', { selected: [0, 1] }],
    ['labels joined, and own words', FEATURES, 'Auth, and SSO', { selected: [0], custom: 'and SSO' }],
    [
      'labels and own words',
      FEATURES,
      { answer: ['Auth', 'Admin'], wasCustom: true },
      { selected: [0], custom: 'Admin' },
    ],
    ['a label that two options have', YES_YES, 'Yes', { selected: [], custom: 'Yes' }],
    ['notes', DATABASE, { answer: 'SQLite', notes: 'for now' }, { selected: [1], notes: 'for now' }],
    [
      'nulls for what is absent',
      DATABASE,
      { answer: 'SQLite', selectedOption: null, wasCustom: null },
      { selected: [1] },
    ],
  ])('%s', (_, question, answer, reply) => {
    expect(read(question, answer)).toEqual(reply);
  });

  it.each([
    ['several for one', DATABASE, ['SQLite', 'PostgreSQL'], ['too_many_options']],
    ['nothing', DATABASE, {}, ['unanswered']],
    ['an empty text', DATABASE, '', ['unanswered']],
    ['white space', NAME, { answer: ' \n' }, ['unanswered']],
    ['an empty list', FEATURES, [], ['unanswered']],
    ['notes alone', DATABASE, { notes: 'hm' }, ['unanswered']],
    ['a number', DATABASE, { answer: 1 }, ['type answers[0].answer']],
    ['a list of others', FEATURES, ['Auth', 1], ['type answers[0]']],
    ['no answer at all', DATABASE, null, ['type answers[0]']],
    [
      'wrong types',
      DATABASE,
      { answer: 'SQLite', wasCustom: 'no', notes: 1, skipped: 0 },
      ['type answers[0].wasCustom', 'type answers[0].skipped', 'type answers[0].notes'],
    ],
    [
      'the answer to another question',
      DATABASE,
      { question: 'Which name?', answer: 'SQLite' },
      ['mismatch answers[0].question'],
    ],
    [
      'two different ones',
      DATABASE,
      { answer: 'SQLite', selectedOption: 'PostgreSQL' },
      ['mismatch answers[0].selectedOption'],
    ],
    [
      'a label that is own words',
      DATABASE,
      { answer: 'SQLite', selectedOption: 'SQLite', wasCustom: true },
      ['mismatch answers[0].selectedOption'],
    ],
  ])('[R-NOPHANTOM] refuses %s', (_, question, answer, issues) => {
    expect(read(question, answer, true)).toEqual(issues);
  });

  it('takes a skip only where it is said, and allowed', () => {
    expect(read(DATABASE, { answer: '', skipped: true }, true)).toEqual({ selected: [], skipped: true });
    expect(read(DATABASE, { answer: '', skipped: true })).toEqual(['skip_not_allowed']);
    expect(read(DATABASE, { answer: 'SQLite', skipped: true }, true)).toEqual(['skipped_and_answered']);
  });

  it.each([
    ['too few', { answers: ['SQLite'] }, 'too_few', 'answers'],
    ['too many', { answers: ['SQLite', 'x', 'y'] }, 'too_many', 'answers'],
    ['no list', { answers: { 0: 'SQLite' } }, 'missing', 'answers'],
    ['no list of replies', { replies: 'all', answers: ['SQLite', 'x'] }, 'missing', 'answers'],
    ['nothing', {}, 'missing', 'answers'],
    ['an answer that says that there is none', { answered: false, answers: ['SQLite', 'x'] }, 'mismatch', ''],
    ['an ending that is none', { answered: false }, 'type', ''],
    ['an unknown status', { status: 'done' }, 'type', ''],
  ])('[R-NOPHANTOM] refuses %s', (_, message, code, path) => {
    expect(fromRpcResponse(requestOf('r1', DATABASE, NAME), message)).toMatchObject({
      ok: false,
      issues: [{ code, path }],
    });
  });

  it('takes replies by the ids of their questions, or by their places', () => {
    const request = requestOf('r1', DATABASE, NAME);
    const named = [
      { questionId: 'q2', selected: [], custom: 'x' },
      { questionId: 'q1', selected: [1] },
    ];
    expect(fromRpcResponse(request, { replies: named })).toMatchObject({ value: { replies: named } });
    const placed = [{ selected: [1] }, { selected: [], custom: 'x' }];
    expect(fromRpcResponse(request, { replies: placed, answers: [] })).toMatchObject({
      value: { replies: [{ questionId: 'q1' }, { questionId: 'q2' }] },
    });
  });
});

describe('[R-RPC] what one side writes is what the other reads', () => {
  it('[R-VERBATIM] requests, with the ids and constraints that an answer is held against', () => {
    fc.assert(
      fc.property(requests(), fc.boolean(), (request, allow) => {
        const asked = { request, conversationId: 'c1', askedAt: 0, ...(allow && { allowSkip: true }) };
        const { raw: _raw, ...expected } = request;
        const back = fromRpcRequest(request.requestId, overWire(toRpcRequest(asked)));
        expect(back).toMatchObject({ ok: true });
        expect(back.ok && back.value).toEqual(expected);
      }),
    );
  });

  it('[R-VERBATIM] answers, by position', () => {
    fc.assert(
      fc.property(answeredRequests(), ({ request, result }) => {
        const wire = overWire(toRpcResponse(request.requestId, result.answers));
        expect(wire['answers']).toEqual(toOutput(result).answers);
        const back = fromRpcResponse(request, wire);
        if (!back.ok || !('replies' in back.value)) throw new Error('no replies');
        const built = buildAnswers(request, back.value.replies as readonly Reply[]);
        expect(built.ok && built.value).toEqual(result.answers);
      }),
    );
  });

  it('endings', () => {
    fc.assert(
      fc.property(endings, (ended) => {
        fc.pre(ended.status !== 'invalid');
        const back = fromRpcResponse(requestOf('r1'), overWire(toRpcEnding('r1', ended)));
        expect(back).toMatchObject({ ok: true, value: { ended } });
      }),
    );
  });

  it('reads anything without throwing, and never more than was said', () => {
    fc.assert(
      fc.property(
        fc.dictionary(
          fc.constantFrom('answers', 'replies', 'status', 'answered', 'cancelled', 'questions'),
          fc.jsonValue(),
        ),
        (message) => {
          const request = requestOf('r1', DATABASE, FEATURES);
          const back = fromRpcResponse(request, message);
          expect(back.ok || back.issues.length > 0).toBe(true);
          const parsed = fromRpcRequest('r1', message);
          expect(parsed.ok || parsed.issues.length > 0).toBe(true);
        },
      ),
    );
  });

  it('a request whose constraints can not be read is not shown without them', () => {
    const asked = (constraints: unknown) => fromRpcRequest('r1', { questions: [{ question: 'Mail?', constraints }] });
    expect(asked({ input: 'email', secret: true })).toMatchObject({
      value: { questions: [{ constraints: { input: 'email', secret: true } }] },
    });
    expect(asked({ input: 'colour' })).toMatchObject({
      ok: false,
      issues: [{ code: 'type', path: 'questions[0].constraints.input' }],
    });
  });

  it('a request as any host writes it is read as the tool would', () => {
    const questions = JSON.stringify([{ question: 'A?', suggestions: ['x'] }]);
    const plain = parseRequest({ questions }, { requestId: 'r1' });
    const read = fromRpcRequest('r1', { questions });
    expect(read.ok && read.value.questions).toEqual(plain.ok && plain.value.questions);
  });
});
