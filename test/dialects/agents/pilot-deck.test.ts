import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/question/limits.js';
import { pilotDeck } from '../../../src/dialects/index.js';
import { formatPilotDeckText } from '../../../src/dialects/pilot-deck.js';
import {
  answer,
  ENDINGS,
  fixtures,
  HOSTILE,
  issuesOf,
  outcome,
  run,
  toolFixture,
  valueOf,
  warningsOf,
} from '../helpers.js';

const option = (label: string, preview?: string) => ({ label, description: 'd', ...(preview && { preview }) });
const item = (question: string, ...options: readonly object[]) => ({ question, header: 'h', options });

describe('pilotDeck returns the data of the tool, and its text byte for byte (E9, E10) [R-RESULT]', () => {
  it.each(fixtures('pilot-deck'))('for the example $name', (fixture) => {
    const { questions } = fixture.input as { questions: unknown };
    for (const input of [fixture.input, JSON.stringify(fixture.input), { questions: JSON.stringify(questions) }]) {
      const request = valueOf(pilotDeck.parse(input, { strict: true }));
      const result = outcome(request, fixture);
      expect(pilotDeck.formatResult(result, request)).toStrictEqual(fixture.result);
      if (fixture.text !== undefined) expect(pilotDeck.toModelText(result, request)).toBe(fixture.text);
    }
  });

  it('with the questions as they were sent, including unknown fields [R-VERBATIM]', () => {
    const questions = [{ ...item('q', option('a'), option('b')), colour: 'red' }];
    expect(run(pilotDeck, { questions }, { selected: [0] }).wire.questions).toStrictEqual(questions);
    expect(run(pilotDeck, questions, { selected: [0] }).wire.questions).toStrictEqual(questions);
    expect(run(pilotDeck, questions[0], { selected: [0] }).wire.questions).toStrictEqual(questions);
  });

  it('with the parsed form of a question that had to be repaired', () => {
    const questions = [{ question: 'q', header: null, options: '["a","b"]', multiSelect: 'true' }, 'Why?'];
    const { wire } = run(pilotDeck, { questions }, { selected: [0] }, { selected: [], custom: 'because' });
    expect(wire.questions).toStrictEqual([
      { question: 'q', options: [{ label: 'a' }, { label: 'b' }], multiSelect: true },
      { question: 'Why?', options: [], multiSelect: false },
    ]);
  });

  it('with the questions of a request that was never parsed', () => {
    const { questions } = valueOf(pilotDeck.parse(item('q', option('a'), option('b'))));
    const request = { requestId: 'r', questions };
    const wire = pilotDeck.formatResult({ status: 'answered', answers: [] }, request);
    expect(wire.questions).toStrictEqual([{ ...item('q', option('a'), option('b')), multiSelect: false }]);
  });

  it('with the parsed form of an input that cannot be read again after it was parsed', () => {
    let isParsed = false;
    const input = {
      get questions() {
        if (isParsed) throw new Error('boom');
        return [item('q', option('a'), option('b'))];
      },
    };
    const question = {
      ...item('q', option('a'), option('b')),
      get context() {
        if (isParsed) throw new Error('boom');
        return undefined;
      },
    };
    for (const form of [input, { questions: [question] }]) {
      isParsed = false;
      const request = valueOf(pilotDeck.parse(form));
      isParsed = true;
      const { questions } = pilotDeck.formatResult(answer(request, { selected: [1] }), request);
      expect(questions).toStrictEqual([{ ...item('q', option('a'), option('b')), multiSelect: false }]);
    }
  });

  it('with the previews of several selected options, joined with an empty line', () => {
    const question = { ...item('q', option('a', '<b>1</b>'), option('b'), option('c', '<i>3</i>')), multiSelect: true };
    const { wire } = run(pilotDeck, { questions: [question] }, { selected: [0, 1, 2] });
    expect(wire.annotations).toStrictEqual({ q: { preview: '<b>1</b>\n\n<i>3</i>' } });
  });

  it('without the preview of an option that was not selected', () => {
    const { wire, text } = run(pilotDeck, item('q', option('a', '<b>1</b>'), option('b')), {
      selected: [],
      custom: 'c',
    });
    expect(wire).not.toHaveProperty('annotations');
    expect(text).not.toContain('<b>');
  });

  it('without skipped questions, which the text names at its end', () => {
    const questions = [item('First?', option('a'), option('b')), item('Second?', option('c'), option('d'))];
    const skipped = { selected: [], skipped: true } as const;
    const some = run(pilotDeck, { questions }, { selected: [0] }, skipped);
    expect(some.wire.answers).toStrictEqual({ 'First?': 'a' });
    expect(some.text).toBe(
      `${formatPilotDeckText({ 'First?': 'a' })} The user skipped, and chose no option for: "Second?".`,
    );
    const none = run(pilotDeck, { questions }, skipped, skipped);
    expect(none.text).toBe('The user skipped, and chose no option for: "First?", "Second?".');
  });

  it('without annotations for inherited property names', () => {
    expect(formatPilotDeckText({ constructor: 'a', toString: ['b', 'c'] }, {})).toBe(
      'User has answered your questions: "constructor"="a", "toString"="b, c". ' +
        "You can now continue with the user's answers in mind.",
    );
  });

  it.each(ENDINGS)('as an error for $status', (ending) => {
    const request = valueOf(pilotDeck.parse(item('q', option('a'), option('b'))));
    const { error } = pilotDeck.formatResult(ending, request);
    expect(error.code).toBe(ending.status === 'invalid' ? 'invalid_schema' : 'unsupported_tool');
    expect(error.status).toBe(ending.status === 'cancelled' ? undefined : ending.status);
    expect(pilotDeck.toModelText(ending, request).startsWith(error.message)).toBe(true);
  });
});

describe('pilotDeck.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(pilotDeck.parse(input)).length).toBeGreaterThan(0);
  });

  it('warns about violations of its limits, and refuses them if strict [R-LIMITS]', () => {
    const input = { questions: [{ question: 'q', header: 'thirteen char', options: ['a', option('a'), option('b')] }] };
    const expected = [
      'questions[0].header: too_long',
      'questions[0].options[0]: missing',
      'questions[0].options[1].label: duplicate',
    ];
    expect(warningsOf(pilotDeck.parse(input)).toSorted()).toEqual(expected.toSorted());
    expect(issuesOf(pilotDeck.parse(input, { strict: true })).toSorted()).toEqual(expected.toSorted());
    expect(pilotDeck.limits).toBe(LIMITS.pilotDeck);
    expect(pilotDeck.parse(input, { strict: true, limits: LIMITS.askUser }).ok).toBe(true);
  });

  it('drops answers that the model supplied [R-PARSE]', () => {
    const input = { questions: [item('q', option('a'), option('b'))], answers: { q: 'a' } };
    expect(warningsOf(pilotDeck.parse(input))).toEqual(['answers: dropped']);
  });

  it('reports a preview that is not an HTML fragment, in the words of rule E7 [R-PREVIEW-CHECK]', () => {
    const input = { questions: [item('Which?', option('a', '<p>fine</p>'), option('b', 'plain'))] };
    const parsed = pilotDeck.parse(input);
    expect(warningsOf(parsed)).toEqual(['questions[0].options[1].preview: preview']);
    expect(parsed.ok && parsed.warnings[0]?.message).toMatch(/^Option "b" in question "Which\?": /);
    expect(issuesOf(pilotDeck.parse(input, { strict: true }))).toEqual(['questions[0].options[1].preview: preview']);
    expect(issuesOf(pilotDeck.parse(input.questions[0], { strict: true }))).toEqual(['options[1].preview: preview']);
  });

  it('treats previews as HTML unless the host specifies another format [R-PREVIEW-CHECK]', () => {
    const input = { questions: [item('q', option('a', '# plain'), option('b'))] };
    expect(valueOf(pilotDeck.parse(input)).previewFormat).toBe('html');
    const parsed = pilotDeck.parse(input, { strict: true, previewFormat: 'markdown' });
    expect(parsed).toMatchObject({ ok: true, warnings: [], value: { previewFormat: 'markdown' } });
  });

  it('warns about a repeated question text [R-ID]', () => {
    const questions = [item('q', option('a'), option('b')), item('q', option('c'), option('d'))];
    expect(warningsOf(pilotDeck.parse({ questions }))).toContain('questions[1].question: duplicate_key');
  });
});

it('pilotDeck.tool equals the declaration in the specification [R-RESULT]', () => {
  const { refuses: _refuses, throwsUnanswered, noChannel: _noChannel, dialect: _dialect, ...offered } = pilotDeck.tool;
  expect(offered).toStrictEqual(toolFixture('pilot-deck'));
  expect(throwsUnanswered).toBe(true);
});
