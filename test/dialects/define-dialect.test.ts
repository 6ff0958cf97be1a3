import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AnsweredResult, UnansweredResult } from '../../src/core/answer/types.js';
import { parseRequest } from '../../src/core/question/parse-request.js';
import { UNANSWERED_STATUSES } from '../../src/core/answer/statuses.js';
import { defineDialect } from '../../src/dialects/define-dialect.js';
import { anything, ending } from './arbitraries.js';
import { answer, ENDINGS, issuesOf, valueOf } from './helpers.js';

const poll = defineDialect({
  name: 'poll',
  parse(call, options) {
    const { title, choices } = call as Record<string, unknown>;
    return parseRequest({ question: title, options: choices }, options);
  },
  format: ({ answers }) => ({ vote: answers[0]?.text }),
});
const CALL = { title: 'Which database?', choices: ['PostgreSQL', 'SQLite'] };
const request = valueOf(poll.parse(CALL));

describe('a dialect with a name, parse, and format alone', () => {
  it('formats an answer, and the model reads the output as JSON', () => {
    const result = answer(request, { selected: [1] });
    expect(poll.formatResult(result, request)).toEqual({ vote: 'SQLite' });
    expect(poll.toModelText(result, request)).toBe('{"vote":"SQLite"}');
  });

  it.each(ENDINGS)('has an output and a text for %j', (result) => {
    const output = poll.formatResult(result, request);
    const text = poll.toModelText(result, request);
    const reason = result.status === 'invalid' ? 'questions: Missing' : 'reason' in result ? result.reason : undefined;
    expect(output).toMatchObject({ status: result.status, message: text });
    expect(text).toContain('no option was chosen');
    if (reason !== undefined) expect(output).toMatchObject({ reason: expect.stringContaining(reason) });
    else expect(output).not.toHaveProperty('reason');
  });

  it('has a different text for each status', () => {
    const texts = ENDINGS.map((result) => poll.toModelText(result, request));
    expect(new Set(texts).size).toBe(ENDINGS.length);
    expect(new Set(ENDINGS.map(({ status }) => status))).toEqual(new Set(UNANSWERED_STATUSES));
  });

  it('names no option in an unanswered result, and its output is plain JSON [R-NOPHANTOM]', () => {
    fc.assert(
      fc.property(ending, (result) => {
        const output = poll.formatResult(result, request);
        expect(JSON.parse(JSON.stringify(output))).toEqual(output);
        expect(JSON.stringify(output)).not.toMatch(/PostgreSQL|SQLite/);
      }),
    );
  });

  it('parses JSON text, and keeps the input as it was sent', () => {
    const text = JSON.stringify(CALL);
    expect(valueOf(poll.parse(text))).toEqual({ ...request, raw: text });
    expect(request.raw).toBe(CALL);
  });

  it('never throws, whatever it is asked to parse [R-PARSE]', () => {
    fc.assert(fc.property(anything, (input) => void poll.parse(input)));
    expect(issuesOf(poll.parse(null))).toEqual([': unreadable']);
    expect(issuesOf(poll.parse({}))).toEqual(['questions: missing']);
  });

  it('returns an issue if its parse returns nothing', () => {
    const broken = defineDialect({ name: 'broken', parse: () => undefined as never, format: () => 1 });
    expect(issuesOf(broken.parse({}))).toEqual([': unreadable']);
  });

  it('gives the model the words of an answer for which the output has no field', () => {
    const labels = defineDialect({
      name: 'labels',
      parse: parseRequest,
      format: ({ answers }) => answers[0]?.selectedOption,
    });
    const result = answer(request, { selected: [], custom: 'a file' });
    expect(labels.formatResult(result, request)).toBeUndefined();
    expect(labels.toModelText(result, request)).toBe('a file');
  });

  it('has functions that can be called alone', () => {
    const { parse, formatResult, toModelText } = poll;
    const result = answer(request, { selected: [1] });
    expect(parse(CALL)).toEqual(poll.parse(CALL));
    expect(formatResult(result, request)).toEqual({ vote: 'SQLite' });
    expect(toModelText(result, request)).toBe('{"vote":"SQLite"}');
    expect(toModelText({ status: 'cancelled' }, request)).toContain('no option was chosen');
  });

  it('has no notes, whichever other capabilities it names', () => {
    const given = { name: 'n', parse: parseRequest, format: () => 1 };
    expect(defineDialect(given).capabilities).toEqual({ notes: false });
    expect(defineDialect({ ...given, capabilities: { skipped: false } }).capabilities).toEqual({
      skipped: false,
      notes: false,
    });
    expect(defineDialect({ ...given, capabilities: { notes: true } }).capabilities).toEqual({ notes: true });
  });

  it('has the limits of ask_user, which the options of parse replace', () => {
    const empty = { title: 'Why?' };
    expect(poll.parse(empty, { strict: true }).ok).toBe(true);
    const limits = { minQuestions: 1, minOptions: 2, optionsRequired: true };
    expect(issuesOf(poll.parse(empty, { strict: true, limits }))).toEqual(['options: too_few']);
  });
});

describe('a dialect that defines more', () => {
  const definition = {
    name: 'crew',
    limits: { minQuestions: 1, minOptions: 2, optionsRequired: true },
    capabilities: { skipped: false, discuss: false },
    parse: parseRequest,
    format: ({ answers }: AnsweredResult) => answers.map(({ text }) => text),
    formatUnanswered: ({ status }: UnansweredResult) => ({ stop: status }),
    answeredText: (texts: readonly string[]) => texts.join(' and '),
    sentences: { cancelled: 'The crew was called off' },
  };
  const crew = defineDialect(definition);
  const one = valueOf(crew.parse({ question: 'Which?', options: ['a', 'b'] }));

  it('uses its own limits, output, text and sentences', () => {
    expect(issuesOf(crew.parse({ question: 'Which?' }, { strict: true }))).toEqual(['options: too_few']);
    expect(crew.formatResult({ status: 'timedOut' }, one)).toEqual({ stop: 'timedOut' });
    expect(crew.toModelText(answer(one, { selected: [0] }), one)).toBe('a');
    expect(crew.toModelText({ status: 'cancelled' }, one)).toMatch(/^The crew was called off\. .*no option was chosen/);
    expect(crew.toModelText({ status: 'declined' }, one)).not.toContain('crew');
    expect(crew).toMatchObject({ capabilities: { skipped: false, discuss: false } });
    const { formatUnanswered: _, ...rest } = definition;
    const message = expect.stringMatching(/^The crew was called off\./) as string;
    expect(defineDialect(rest).formatResult({ status: 'cancelled' }, one)).toMatchObject({ message });
  });

  it('never gives the model an empty text', () => {
    expect(crew.toModelText(answer(one, { selected: [], skipped: true }), one)).toContain('Nobody answered');
  });
});
