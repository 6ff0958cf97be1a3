import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../src/core/question/limits.js';
import { askUser } from '../../../src/dialects/index.js';
import { askUserPendingTool } from '../../../src/pending/index.js';
import { ENDINGS, fixtures, HOSTILE, issuesOf, outcome, run, toolFixture, valueOf, warningsOf } from '../helpers.js';

describe('askUser returns the results of the specification [R-RESULT]', () => {
  it.each(fixtures('ask-user'))('for the example $name', (fixture) => {
    for (const input of [fixture.input, JSON.stringify(fixture.input)]) {
      const request = valueOf(askUser.parse(input, { strict: true }));
      const result = outcome(request, fixture);
      expect(askUser.formatResult(result, request)).toStrictEqual(fixture.result);
      expect(askUser.toModelText(result, request).split('\n')[0]).toBe(
        JSON.stringify(askUser.formatResult(result, request)),
      );
    }
  });

  it.each(ENDINGS)('with only the fields of the status $status', (ending) => {
    const request = valueOf(askUser.parse({ question: 'Go on?' }));
    const wire = askUser.formatResult(ending, request);
    expect(wire).toMatchObject({ answered: false, answers: [] });
    const named = { cancelled: { cancelled: true }, connectionLost: { connectionLost: true } };
    const rest = ending.status in named ? named[ending.status as keyof typeof named] : { status: ending.status };
    expect(wire).toMatchObject(rest);
  });

  it('with the answer as the whole model text', () => {
    const { wire, text } = run(askUser, { question: 'Go on?', options: ['Yes', 'No'] }, { selected: [1] });
    expect(text).toBe(JSON.stringify(wire));
  });

  it('with a sentence in the model text, but no field, for options accepted as recommended [R-TAKE]', () => {
    const input = { question: 'Which?', options: ['A (Recommended)', 'B'] };
    const chosen = run(askUser, input, { selected: [0] });
    const taken = run(askUser, input, { selected: [0], recommended: true });
    expect(taken.wire).toStrictEqual(chosen.wire);
    expect(taken.text).toBe(`${chosen.text}\nThe user accepted as recommended: "Which?".`);
  });

  it('with commas, equal labels and custom text kept apart [R-VERBATIM]', () => {
    const input = { question: 'q', options: ['a, b', 'x', 'x'], multiSelect: true };
    const { wire } = run(askUser, input, { selected: [2, 0, 1], custom: ' a, b\n' });
    expect(wire.answers[0]?.answer).toEqual(['a, b', 'x', 'x', ' a, b\n']);
  });
});

describe('askUser.parse [R-PARSE]', () => {
  it.each(HOSTILE)('refuses %s with issues', (_name, input) => {
    expect(issuesOf(askUser.parse(input)).length).toBeGreaterThan(0);
  });

  it('accepts any number of questions and options, and ignores unknown fields', () => {
    const options = Array.from({ length: 30 }, (_, i) => `option ${i}`);
    const questions = Array.from({ length: 7 }, (_, i) => ({ question: `q${i}`, options, colour: 'red' }));
    expect(askUser.parse({ questions, colour: 'red' }, { strict: true })).toMatchObject({ ok: true, warnings: [] });
  });

  it('declares its limits, which a host may replace [R-LIMITS]', () => {
    expect(askUser.limits).toBe(LIMITS.askUser);
    const input = { questions: ['a', 'b', 'c', 'd', 'e'] };
    expect(warningsOf(askUser.parse(input, { limits: LIMITS.askUserQuestion }))).toContain('questions: too_many');
    expect(warningsOf(askUser.parse(input, { limits: undefined }))).toEqual([]);
  });

  it('copies the fields that the host passes', () => {
    const request = valueOf(askUser.parse({ question: 'q' }, { requestId: 'r1', asker: 'Planner' }));
    expect(request).toMatchObject({ requestId: 'r1', asker: 'Planner' });
  });
});

const PROMISE = 'In non-interactive mode, creates a pending questions file for async response.\n';

it('askUser.tool equals the tool in the specification, without the pending file that most hosts do not write [R-RESULT]', () => {
  const description = askUserPendingTool.description.replace(PROMISE, '');
  const { dialect: _dialect, ...offered } = askUser.tool;
  expect(offered).toStrictEqual({ ...toolFixture('ask-user'), description });
  expect(description).not.toContain('pending questions file');
});

it('askUserPendingTool equals the tool in the specification, word for word [R-PENDING]', () => {
  const { dialect, ...tool } = askUserPendingTool;
  expect(tool).toStrictEqual(toolFixture('ask-user'));
  expect(tool.description).toContain(PROMISE);
  expect(dialect.name).toBe('askUser');
});
