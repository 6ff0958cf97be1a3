import { describe, expect, it } from 'vitest';
import { claudeCode, claudeCodeHookOutput, createClaudeCodeDialect, getLosses } from '../../../src/dialects/index.js';
import { DATABASE, FEATURES, INPUT, SKIPPED } from './claude-code-calls.js';
import { answer, ENDINGS, run, valueOf, warningsOf } from '../helpers.js';

const READ =
  'Read the answers carefully — they may request clarification, changes, or that you not proceed — and follow what they actually say.';
const CONTINUE = 'You can now continue with these answers in mind.';

describe('claudeCode returns the value for canUseTool, and the text that Claude Code makes of it [R-RESULT]', () => {
  it.each([
    [
      'labels',
      [{ selected: [1] }, { selected: [2, 0] }],
      { answers: { 'Which database?': 'SQLite', 'Which features?': 'Auth, Search' } },
      `Your questions have been answered: "Which database?"="SQLite", "Which features?"="Auth, Search". ${CONTINUE}`,
    ],
    [
      'a label with a comma, as JSON text',
      [{ selected: [1] }, { selected: [1, 2] }],
      { answers: { 'Which database?': 'SQLite', 'Which features?': '"Mail, SMS", Search' } },
      `Your questions have been answered: "Which database?"="SQLite", "Which features?"=""Mail, SMS", Search". ${CONTINUE}`,
    ],
    [
      'a preview',
      [{ selected: [0] }, { selected: [0] }],
      {
        answers: { 'Which database?': 'Postgres', 'Which features?': 'Auth' },
        annotations: { 'Which database?': { preview: '<pre>pg</pre>' } },
      },
      `Your questions have been answered: "Which database?"="Postgres" selected preview:\n<pre>pg</pre>, "Which features?"="Auth". ${CONTINUE}`,
    ],
    [
      'custom text, alone and with selected options',
      [
        { selected: [], custom: 'DuckDB, of course' },
        { selected: [0], custom: 'a "fast" one' },
      ],
      { answers: { 'Which database?': 'DuckDB, of course', 'Which features?': String.raw`Auth, "a \"fast\" one"` } },
      String.raw`The user answered: "Which database?"="DuckDB, of course", "Which features?"="Auth, "a \"fast\" one"". ${READ}`,
    ],
    [
      'notes',
      [{ selected: [1], notes: 'for now' }, { selected: [0] }],
      {
        answers: { 'Which database?': 'SQLite', 'Which features?': 'Auth' },
        annotations: { 'Which database?': { notes: 'for now' } },
      },
      `The user answered: "Which database?"="SQLite" notes: for now, "Which features?"="Auth". ${READ}`,
    ],
    [
      'a skipped question',
      [{ selected: [1] }, SKIPPED],
      { answers: { 'Which database?': 'SQLite' } },
      `Your questions have been answered: "Which database?"="SQLite". ${CONTINUE} The user skipped, and chose no option for: "Which features?".`,
    ],
    [
      'a skipped question with notes',
      [{ selected: [1] }, { ...SKIPPED, notes: 'later' }],
      { answers: { 'Which database?': 'SQLite' }, annotations: { 'Which features?': { notes: 'later' } } },
      `The user answered: "Which database?"="SQLite", "Which features?"=(no option selected) notes: later. ${READ}`,
    ],
    [
      'only skipped questions',
      [SKIPPED, SKIPPED],
      { answers: {} },
      'The user did not answer the questions. The user skipped, and chose no option for: "Which database?", "Which features?".',
    ],
  ] as const)('for %s', (_name, replies, said, text) => {
    const { wire, text: read, result, request } = run(claudeCode, INPUT, ...replies);
    expect(wire).toStrictEqual({ behavior: 'allow', updatedInput: { ...INPUT, ...said } });
    expect(read).toBe(text);
    expect(getLosses(claudeCode, result, request)).toEqual([]);
    expect(valueOf(claudeCode.parseResult(wire, request))).toEqual(result);
  });

  it('with the input as it was sent, without fields that only a user may set [R-VERBATIM]', () => {
    const sent = { ...INPUT, title: 'Before we start', questions: [{ ...DATABASE, colour: 'red' }] };
    const supplied = { answers: { 'Which database?': 'Postgres' }, annotations: {}, response: 'x', afkTimeoutMs: 1 };
    const { wire } = run(claudeCode, { ...sent, ...supplied }, { selected: [1] });
    expect(wire).toStrictEqual({
      behavior: 'allow',
      updatedInput: { ...sent, answers: { 'Which database?': 'SQLite' } },
    });
  });

  it('with a normalized input if the input had another shape', () => {
    const expected = { questions: [DATABASE], answers: { 'Which database?': 'SQLite' } };
    for (const input of [[DATABASE], DATABASE, { questions: JSON.stringify([DATABASE]) }]) {
      expect(run(claudeCode, input, { selected: [1] }).wire.updatedInput).toStrictEqual(expected);
    }
  });

  it('with equal texts, equal labels and `__proto__` kept apart as far as the wire format allows [R-ID]', () => {
    const question = (text: string) => ({ ...DATABASE, question: text });
    const { wire, request } = run(
      claudeCode,
      { questions: [question('__proto__'), question('q'), question('q')] },
      { selected: [0], notes: 'n' },
      { selected: [0] },
      { selected: [1] },
    );
    const { answers = {}, annotations = {} } = wire.updatedInput;
    expect(Object.entries(answers)).toEqual([
      ['__proto__', 'Postgres'],
      ['q', 'Postgres'],
      ['q (2)', 'SQLite'],
    ]);
    expect(Object.keys(annotations)).toEqual(['__proto__', 'q']);
    expect(warningsOf(claudeCode.parse(request.raw))).toEqual([
      'questions[2].question: duplicate',
      'questions[2].question: duplicate_key',
    ]);
    const twins = valueOf(claudeCode.parse({ ...DATABASE, options: [DATABASE.options[1], DATABASE.options[1]] }));
    expect(getLosses(claudeCode, answer(twins, { selected: [1] }), twins).map(({ code }) => code)).toEqual(['lost']);
  });

  it('without a preview if several options were selected', () => {
    const options = [
      { label: 'a', description: 'd', preview: '1' },
      { label: 'b', description: 'd', preview: '2' },
    ];
    const { wire } = run(claudeCode, { ...FEATURES, options }, { selected: [0, 1] });
    expect(wire.updatedInput).not.toHaveProperty('annotations');
  });
});

describe('claudeCode for an unanswered request [R-RESULT] [R-NOPHANTOM]', () => {
  const request = valueOf(claudeCode.parse(INPUT));
  const capable = createClaudeCodeDialect({
    capabilities: ['interrupt_receipt_v1', 'ask_user_question_unanswered_v1'],
  });
  const every = (unanswered: string) => ({
    'Which database?': { unanswered },
    'Which features?': { unanswered },
  });
  const NOT_ANSWERED = 'The user did not answer the questions. Nobody answered and no option was chosen.';

  it.each(ENDINGS)('formats $status', (ending) => {
    const wire = claudeCode.formatResult(ending, request);
    const text = claudeCode.toModelText(ending, request);
    if (ending.status === 'declined') {
      expect(wire).toStrictEqual({ behavior: 'allow', updatedInput: INPUT });
      expect(text).toBe(NOT_ANSWERED);
    } else {
      const stop = ending.status === 'cancelled' ? { interrupt: true } : {};
      expect(wire).toStrictEqual({ behavior: 'deny', message: text, ...stop });
      expect(text).toContain('no option was chosen');
    }
    expect(valueOf(claudeCode.parseResult(wire, request)).status).toBe(ending.status);
  });

  it.each([
    ['declined', 'dismissed'],
    ['superseded', 'replied_in_chat'],
  ] as const)('formats %s in a session that supports it', (status, unanswered) => {
    const wire = capable.formatResult({ status }, request);
    expect(wire).toStrictEqual({ behavior: 'allow', updatedInput: { ...INPUT, annotations: every(unanswered) } });
    expect(capable.toModelText({ status }, request)).toBe(NOT_ANSWERED);
    expect(valueOf(capable.parseResult(wire, request))).toEqual({ status });
  });

  it('marks a skipped question in a session that supports it', () => {
    const wire = capable.formatResult(answer(request, { selected: [1] }, { ...SKIPPED, notes: 'n' }), request);
    expect(wire.updatedInput).toStrictEqual({
      ...INPUT,
      answers: { 'Which database?': 'SQLite' },
      annotations: { 'Which features?': { notes: 'n', unanswered: 'skipped' } },
    });
  });

  it('denies the other statuses in such a session, too', () => {
    const wire = capable.formatResult({ status: 'timedOut' }, request);
    expect(wire).toEqual(claudeCode.formatResult({ status: 'timedOut' }, request));
  });

  it('returns the output of a PreToolUse hook for a deferred call', () => {
    const allow = claudeCode.formatResult(answer(request, { selected: [1] }, SKIPPED), request);
    expect(claudeCodeHookOutput(allow)).toStrictEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: { ...INPUT, answers: { 'Which database?': 'SQLite' } },
      },
    });
    const message = 'The user did not answer in time. Nobody answered and no option was chosen.';
    const denied = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: message };
    const deny = claudeCode.formatResult({ status: 'timedOut' }, request);
    expect(claudeCodeHookOutput(deny)).toStrictEqual({ hookSpecificOutput: denied });
    const stop = claudeCode.formatResult({ status: 'cancelled' }, request);
    expect(claudeCodeHookOutput(stop)).toMatchObject({ continue: false });
  });
});
