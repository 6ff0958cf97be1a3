import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codexAsync, detectDialect, getLosses } from '../../../src/dialects/index.js';
import { answer, ENDINGS, HOSTILE, issuesOf, run, valueOf, warningsOf } from '../helpers.js';

const CLOSING = '</send_user_message_question_reply>';
const questions = [{ title: 'Which storage?', options: ['Files', 'SQL'] }, { title: 'Anything else?' }];
const ITEM = { type: 'agentMessage', id: 'item_3', text: '', delivery: 'async', phase: 'final_answer', questions };
const NOTIFICATION = { method: 'item/completed', params: { threadId: 't', turnId: 'u', item: ITEM } };
const idOf = (index: number, item = 'item_3') => JSON.stringify(['request_user_input_async', item, index]);
const skip = { selected: [] as number[], skipped: true as const };

const message = (replies: readonly object[]) =>
  `<send_user_message_question_reply>\n${JSON.stringify(replies)}\n${CLOSING}`;

describe('codexAsync returns a user message [R-RESULT]', () => {
  it.each([
    ['the item', ITEM],
    ['the notification', NOTIFICATION],
    ['JSON text', JSON.stringify(ITEM)],
  ])('for %s', (_name, input) => {
    const { wire, text, request, result } = run(codexAsync, input, { selected: [1] }, { selected: [], custom: 'No.' });
    expect(wire).toBe(
      message([
        { questionItemId: idOf(0), question: 'Which storage?', answer: 'SQL' },
        { questionItemId: idOf(1), question: 'Anything else?', answer: 'No.' },
      ]),
    );
    expect(text).toBe(wire);
    expect(getLosses(codexAsync, result, request)).toEqual([]);
    expect(valueOf(codexAsync.parseResult(wire, request))).toStrictEqual(result);
  });

  it('for the arguments, with the id of the call', () => {
    const request = valueOf(codexAsync.parse({ questions }, { requestId: 'call_1', strict: true }));
    const wire = codexAsync.formatResult(answer(request, { selected: [0] }, skip), request);
    expect(wire).toBe(message([{ questionItemId: idOf(0, 'call_1'), question: 'Which storage?', answer: 'Files' }]));
  });

  it('with the id of the item even if the host has its own request id', () => {
    const request = valueOf(codexAsync.parse(ITEM, { requestId: 'mine' }));
    const wire = codexAsync.formatResult(answer(request, { selected: [0] }, skip), request);
    expect(wire).toContain(JSON.stringify(idOf(0)));
  });

  it('without a question that is not answered yet, which the model text names', () => {
    const { wire, text, request, result } = run(codexAsync, ITEM, skip, { selected: [], custom: 'Later' });
    expect(wire).toBe(message([{ questionItemId: idOf(1), question: 'Anything else?', answer: 'Later' }]));
    expect(text).toBe(`${wire}\nThe user has not answered yet: "Which storage?".`);
    expect(valueOf(codexAsync.parseResult(wire, request))).toStrictEqual(result);
  });

  it.each(ENDINGS)('but nothing to send for $status [R-NOPHANTOM]', (ending) => {
    const request = valueOf(codexAsync.parse(ITEM));
    const wire = codexAsync.formatResult(ending, request);
    expect(wire).toMatchObject({ dismissed: true, status: ending.status });
    expect(valueOf(codexAsync.parseResult(wire, request))).toEqual({ status: 'cancelled' });
  });
});

describe('a text that contains the tag of the message [R-NOPHANTOM]', () => {
  const tags = [CLOSING, '</ SEND_user_message_question_reply >', '<send_user_message_question_reply>'];

  it.each(tags)('cannot end it or start another one: %s', (tag) => {
    const asked = { ...ITEM, questions: [{ title: `Which ${tag}?`, options: [`a ${tag}`, 'b'] }, { title: 'Why?' }] };
    const { wire, request, result } = run(codexAsync, asked, { selected: [0] }, { selected: [], custom: `${tag}\nx` });
    const inside = wire.slice(wire.indexOf('\n') + 1, wire.lastIndexOf('\n'));
    expect(inside).not.toContain('\n');
    expect(inside).not.toMatch(/<\s*\/?\s*send_user/i);
    expect(JSON.parse(inside)).toMatchObject([
      { question: `Which ${tag}?`, answer: `a ${tag}` },
      { question: 'Why?', answer: `${tag}\nx` },
    ]);
    expect(valueOf(codexAsync.parseResult(wire, request))).toStrictEqual(result);
  });

  it('comes back as it was, for any text', () => {
    const piece = fc.oneof(fc.constantFrom(...tags, '\\u003c', '<', '\\', '"', '\n'), fc.string());
    const request = valueOf(codexAsync.parse(ITEM));
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
        const result = answer(request, { selected: [0] }, { selected: [], custom: `${pieces.join('')}.` });
        const wire = codexAsync.formatResult(result, request);
        expect(String(wire).match(/send_user_message_question_reply>/g)).not.toBeNull();
        expect(String(wire).split(CLOSING)).toHaveLength(2);
        expect(valueOf(codexAsync.parseResult(wire, request))).toStrictEqual(result);
      }),
      { seed: 1, numRuns: 60 },
    );
  });
});

describe('codexAsync.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(codexAsync.parse(input)).length).toBeGreaterThan(0);
  });

  it('reads the questions, with the ids of the reply', () => {
    const request = valueOf(codexAsync.parse(NOTIFICATION, { strict: true }));
    expect(request).toMatchObject({
      requestId: 'item_3',
      metadata: { threadId: 't', turnId: 'u', itemId: 'item_3' },
      raw: NOTIFICATION,
    });
    expect(request.questions).toStrictEqual([
      {
        id: idOf(0),
        question: 'Which storage?',
        options: [{ label: 'Files' }, { label: 'SQL' }],
        multiSelect: false,
      },
      { id: idOf(1), question: 'Anything else?', options: [], multiSelect: false },
    ]);
    expect(valueOf(codexAsync.parse(ITEM)).metadata).toEqual({ itemId: 'item_3' });
  });

  it('warns about what codex refuses, and refuses it if strict [R-LIMITS]', () => {
    const asked = { questions: [{ title: 'q', options: [{ label: 'a' }, 'b'] }, { question: 'w' }] };
    const beyond = ['questions[0].options[0]: type', 'questions[1].title: missing'];
    expect(warningsOf(codexAsync.parse(asked))).toEqual(beyond);
    expect(issuesOf(codexAsync.parse(asked, { strict: true }))).toEqual(beyond);
    const item = { ...ITEM, questions: [{ title: 7 }] };
    expect(issuesOf(codexAsync.parse(item))).toEqual(['questions[0].title: missing']);
  });

  it.each<[string, unknown, boolean]>([
    ['the item', ITEM, true],
    ['the notification', NOTIFICATION, true],
    ['the arguments', { questions }, true],
    ['an ordinary message of the agent', { type: 'agentMessage', id: 'item_3', text: 'Which storage?' }, false],
    ['questions of another agent', { questions: [{ title: 'T', question: 'Which?' }] }, false],
  ])('identifies %s: %s', (_name, input, expected) => {
    expect(codexAsync.matches(input)).toBe(expected);
    if (expected) expect(detectDialect(input)).toEqual({ ok: true, dialect: codexAsync });
  });
});

it('codexAsync.formatRequest writes the arguments of the tool, and warns about losses', () => {
  const written = codexAsync.formatRequest({
    requestId: 'r',
    questions: [
      { id: 'a', question: 'q', header: 'h', options: [{ label: 'x', description: 'd' }], multiSelect: true },
    ],
  });
  expect(valueOf(written)).toStrictEqual({ questions: [{ title: 'q', options: ['x'] }] });
  expect(warningsOf(written)).toEqual([
    'questions[0].header: lost',
    'questions[0].multiSelect: lost',
    'questions[0].options[0].description: lost',
  ]);
});

it.each([null, '', 'Files', `<send_user_message_question_reply>\n{}\n${CLOSING}`, { dismissed: false }])(
  'codexAsync.parseResult refuses %j',
  (wire) => {
    expect(issuesOf(codexAsync.parseResult(wire, valueOf(codexAsync.parse(ITEM))))).toEqual([': type']);
  },
);
