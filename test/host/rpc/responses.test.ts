import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildAnswers, parseRequest, toOutput, type Reply } from '../../../src/core/index.js';
import { checkReplies } from '../../../src/host/broker/check-replies.js';
import {
  fromRpcRequest,
  fromRpcResponse,
  toRpcEnding,
  toRpcRequest,
  toRpcResponse,
} from '../../../src/host/rpc/convert.js';
import { answeredRequests, endings, requests } from '../../helpers/arbitraries.js';
import { DATABASE, FEATURES, NAME, requestOf } from './helpers.js';

const overWire = <T>(message: T) => JSON.parse(JSON.stringify(message)) as Record<string, unknown>;

/** Returns the reply that an answer is parsed into, or its issues. */
function read(question: object, answer: unknown, skip = false) {
  const request = requestOf('r1', question);
  const response = fromRpcResponse(request, { answers: [answer] });
  if (!response.ok) return response.issues.map(({ code, path }) => `${code} ${path}`);
  if (!('replies' in response.value)) throw new Error('an ending');
  const checked = checkReplies(request, response.value.replies, { skip });
  if (!checked.ok) return checked.issues.map(({ code }) => code);
  const { questionId: _id, ...reply } = response.value.replies[0] as Reply;
  return reply;
}

const YES_YES = { question: 'Sure?', options: ['Yes', 'Yes', 'No'] };

describe('fromRpcResponse [R-RPC]', () => {
  it.each([
    ['a label', DATABASE, { answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }, { selected: [1] }],
    ['a label as a string', DATABASE, 'SQLite', { selected: [1] }],
    ['text that is not a label', DATABASE, { answer: 'DynamoDB' }, { selected: [], custom: 'DynamoDB' }],
    ['a label in other case', DATABASE, 'sqlite', { selected: [], custom: 'sqlite' }],
    [
      'custom text that equals a label',
      DATABASE,
      { answer: 'SQLite', wasCustom: true },
      { selected: [], custom: 'SQLite' },
    ],
    ['custom text byte for byte', NAME, { answer: ' a\u2028b \n' }, { selected: [], custom: ' a\u2028b \n' }],
    ['an array of one label', DATABASE, ['SQLite'], { selected: [1] }],
    ['an array of labels', FEATURES, { answer: ['Admin', 'Auth'], wasCustom: false }, { selected: [0, 2] }],
    ['a label with a comma', FEATURES, ['REST, GraphQL'], { selected: [1] }],
    ['joined labels', FEATURES, 'Auth, REST, GraphQL', { selected: [0, 1] }],
    ['joined labels and custom text', FEATURES, 'Auth, and SSO', { selected: [0], custom: 'and SSO' }],
    [
      'labels and custom text that equals a label',
      FEATURES,
      { answer: ['Auth', 'Admin'], wasCustom: true },
      { selected: [0], custom: 'Admin' },
    ],
    ['a label that two options share', YES_YES, 'Yes', { selected: [], custom: 'Yes' }],
    ['notes', DATABASE, { answer: 'SQLite', notes: 'for now' }, { selected: [1], notes: 'for now' }],
    [
      'null for an absent field',
      DATABASE,
      { answer: 'SQLite', selectedOption: null, wasCustom: null },
      { selected: [1] },
    ],
  ])('reads %s', (_, question, answer, reply) => {
    expect(read(question, answer)).toEqual(reply);
  });

  it.each([
    ['two labels for a single-select question', DATABASE, ['SQLite', 'PostgreSQL'], ['too_many_options']],
    ['an empty answer', DATABASE, {}, ['unanswered']],
    ['an empty string', DATABASE, '', ['unanswered']],
    ['white space', NAME, { answer: ' \n' }, ['unanswered']],
    ['an empty array', FEATURES, [], ['unanswered']],
    ['notes alone', DATABASE, { notes: 'hm' }, ['unanswered']],
    ['a number', DATABASE, { answer: 1 }, ['type answers[0].answer']],
    ['an array with a number', FEATURES, ['Auth', 1], ['type answers[0]']],
    ['null as an answer', DATABASE, null, ['type answers[0]']],
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
      'two different labels',
      DATABASE,
      { answer: 'SQLite', selectedOption: 'PostgreSQL' },
      ['mismatch answers[0].selectedOption'],
    ],
    [
      'a selected option that is also custom',
      DATABASE,
      { answer: 'SQLite', selectedOption: 'SQLite', wasCustom: true },
      ['mismatch answers[0].selectedOption'],
    ],
  ])('refuses %s [R-NOPHANTOM]', (_, question, answer, issues) => {
    expect(read(question, answer, true)).toEqual(issues);
  });

  it('accepts a skip only if it is explicit and allowed', () => {
    expect(read(DATABASE, { answer: '', skipped: true }, true)).toEqual({ selected: [], skipped: true });
    expect(read(DATABASE, { answer: '', skipped: true })).toEqual(['skip_not_allowed']);
    expect(read(DATABASE, { answer: 'SQLite', skipped: true }, true)).toEqual(['skipped_and_answered']);
  });

  it.each([
    ['too few answers', { answers: ['SQLite'] }, 'too_few', 'answers'],
    ['too many answers', { answers: ['SQLite', 'x', 'y'] }, 'too_many', 'answers'],
    ['answers that are not an array', { answers: { 0: 'SQLite' } }, 'missing', 'answers'],
    ['replies that are not an array', { replies: 'all', answers: ['SQLite', 'x'] }, 'missing', 'answers'],
    ['an empty message', {}, 'missing', 'answers'],
    ['answers together with `answered: false`', { answered: false, answers: ['SQLite', 'x'] }, 'mismatch', ''],
    ['`answered: false` without a status', { answered: false }, 'type', ''],
    ['an unknown status', { status: 'done' }, 'type', ''],
  ])('refuses %s [R-NOPHANTOM]', (_, message, code, path) => {
    expect(fromRpcResponse(requestOf('r1', DATABASE, NAME), message)).toMatchObject({
      ok: false,
      issues: [{ code, path }],
    });
  });

  it('accepts replies by question id, or in question order', () => {
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

describe('the RPC messages [R-RPC]', () => {
  it('represent requests, with their ids and constraints [R-VERBATIM]', () => {
    fc.assert(
      fc.property(requests(), fc.boolean(), (request, allow) => {
        const asked = { request, conversationId: 'c1', askedAt: 0, ...(allow && { allow: { skip: true } }) };
        const { raw: _raw, ...expected } = request;
        const back = fromRpcRequest(request.requestId, overWire(toRpcRequest(asked)));
        expect(back).toMatchObject({ ok: true });
        expect(back.ok && back.value).toEqual(expected);
      }),
    );
  });

  it('represent answers in question order [R-VERBATIM]', () => {
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

  it('keep that an answer was accepted as recommended, beside the output of the tool [R-TAKE]', () => {
    const request = requestOf('r1', { question: 'Which?', options: ['A', 'B (Recommended)'] });
    const questionId = request.questions[0]!.id;
    const built = buildAnswers(request, [{ questionId, selected: [1], recommended: true }]);
    if (!built.ok) throw new Error('refused');
    const wire = overWire(toRpcResponse('r1', built.value));
    expect(JSON.stringify(wire['answers'])).not.toContain('"recommended"');
    expect(fromRpcResponse(request, wire)).toMatchObject({ value: { replies: [{ questionId, recommended: true }] } });
  });

  it('represent unanswered results', () => {
    fc.assert(
      fc.property(endings, (ended) => {
        fc.pre(ended.status !== 'invalid');
        const back = fromRpcResponse(requestOf('r1'), overWire(toRpcEnding('r1', ended)));
        expect(back).toMatchObject({ ok: true, value: { ended } });
      }),
    );
  });

  it('are parsed from any value without throwing', () => {
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

  it('do not represent a request without its constraints if these cannot be read', () => {
    const asked = (constraints: unknown) => fromRpcRequest('r1', { questions: [{ question: 'Mail?', constraints }] });
    expect(asked({ input: 'email', secret: true })).toMatchObject({
      value: { questions: [{ constraints: { input: 'email', secret: true } }] },
    });
    expect(asked({ input: 'colour' })).toMatchObject({
      ok: false,
      issues: [{ code: 'type', path: 'questions[0].constraints.input' }],
    });
  });

  it('do not represent a request whose `secret` is not in the constraints, because its answer would be readable', () => {
    expect(fromRpcRequest('r1', { questions: [{ question: 'Token?', secret: true }] })).toMatchObject({
      ok: false,
      issues: [{ code: 'unknown', path: 'questions[0].secret', message: expect.stringContaining('constraints: {') }],
    });
  });

  it('represent a request from any host as the tool would read it', () => {
    const questions = JSON.stringify([{ question: 'A?', suggestions: ['x'] }]);
    const plain = parseRequest({ questions }, { requestId: 'r1' });
    const read = fromRpcRequest('r1', { questions });
    expect(read.ok && read.value.questions).toEqual(plain.ok && plain.value.questions);
  });
});
