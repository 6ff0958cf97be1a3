import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import type { Reply } from '../../src/core/answer/types.js';
import type { Question } from '../../src/core/question/types.js';
import { askUser, askUserJson, askUserQuestion, pilotDeck } from '../../src/dialects/index.js';
import { toJsonError } from '../../src/dialects/ask-user-json-error.js';
import { answeredBy, anything, ending, unchosen } from './arbitraries.js';
import { valueOf } from './helpers.js';

fc.configureGlobal({ seed: 1, numRuns: 100 });
afterAll(() => fc.resetConfigureGlobal());

const DIALECTS = [askUser, askUserQuestion, pilotDeck, askUserJson];
const KEYED = [askUserQuestion, pilotDeck];

const json = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const expected = (question: Question, reply: Reply): readonly string[] => [
  ...[...reply.selected].sort((a, b) => a - b).map((index) => question.options[index]?.label ?? ''),
  ...(reply.custom === undefined ? [] : [reply.custom]),
];
const value = (question: Question, reply: Reply) =>
  question.multiSelect ? expected(question, reply) : (expected(question, reply)[0] ?? '');

describe.each(DIALECTS)('$name', (dialect) => {
  it('has an output for every answered request [R-RESULT]', () => {
    fc.assert(
      fc.property(answeredBy(dialect), ({ request, result }) => {
        const wire = dialect.formatResult(result, request);
        expect(json(wire)).toEqual(wire);
        expect(structuredClone(wire)).toEqual(wire);
        expect(dialect.toModelText(result, request)).not.toBe('');
      }),
    );
  });

  it('never puts a label that was not selected into the answers [R-NOPHANTOM]', () => {
    fc.assert(
      fc.property(answeredBy(dialect), (example) => {
        const wire = dialect.formatResult(example.result, example.request);
        const part = JSON.stringify(typeof wire === 'object' && 'answers' in wire ? wire.answers : wire);
        const said = part + dialect.toModelText(example.result, example.request);
        for (const label of unchosen(example)) expect(said).not.toContain(label);
      }),
    );
  });

  it('names no label at all in an unanswered result [R-NOPHANTOM]', () => {
    fc.assert(
      fc.property(answeredBy(dialect), ending, ({ request }, result) => {
        const wire = dialect.formatResult(result, request);
        expect(json(wire)).toEqual(wire);
        const said = dialect.toModelText(result, request);
        expect(said).toContain('no option was chosen');
        expect(JSON.stringify(wire) + said).not.toContain('‹');
      }),
    );
  });

  it('parses any value without throwing, and formats every status of what it parsed [R-PARSE]', () => {
    fc.assert(
      fc.property(anything, fc.boolean(), ending, (given, strict, result) => {
        const parsed = dialect.parse(given, { strict });
        const request = parsed.ok ? parsed.value : { requestId: 'r', questions: [], raw: given };
        if (!parsed.ok) expect(toJsonError(parsed.issues, given)).toMatchObject({ status: 'error' });
        expect(dialect.toModelText(result, request)).toContain('no option was chosen');
        for (const one of [result, { status: 'answered', answers: [] } as const]) {
          expect(json(dialect.formatResult(one, request))).toBeDefined();
          expect(dialect.toModelText(one, request)).not.toBe('');
        }
      }),
    );
  });
});

describe('the output for any replies [R-VERBATIM]', () => {
  it('contains every label and text in order, one answer per question: askUser', () => {
    fc.assert(
      fc.property(answeredBy(askUser), ({ request, result, replies }) => {
        const { answers } = askUser.formatResult(result, request);
        const wanted = request.questions.map((question, i) => {
          const reply = replies[i];
          return reply && !reply.skipped ? value(question, reply) : '';
        });
        expect(answers.map((one) => one.answer)).toEqual(wanted);
        expect(answers.map((one) => one.question)).toEqual(request.questions.map(({ question }) => question));
        expect(answers.map((one) => one.notes)).toEqual(replies.map(({ notes }) => notes));
        expect(answers.map((one) => one.skipped)).toEqual(replies.map(({ skipped }) => skipped));
      }),
    );
  });

  it('contains every label and text in order, without skipped questions: pilotDeck', () => {
    fc.assert(
      fc.property(answeredBy(pilotDeck), ({ request, result, replies }) => {
        const { answers, annotations = {} } = pilotDeck.formatResult(result, request);
        const wanted = request.questions.flatMap((question, i) => {
          const reply = replies[i];
          return reply && !reply.skipped ? [value(question, reply)] : [];
        });
        // Integer-like keys come first in any object, so the order is not compared.
        const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).toSorted();
        expect(sorted(Object.values(answers))).toEqual(sorted(wanted));
        const notes = replies.flatMap((reply) => reply.notes ?? []);
        expect(sorted(Object.values(annotations).flatMap((one) => one.notes ?? []))).toEqual(sorted(notes));
      }),
    );
  });

  it('contains every label and text joined, without skipped questions: askUserQuestion', () => {
    fc.assert(
      fc.property(answeredBy(askUserQuestion), ({ request, result, replies }) => {
        const { answers } = askUserQuestion.formatResult(result, request);
        const wanted = request.questions.flatMap((question, i) => {
          const reply = replies[i];
          return reply && !reply.skipped ? [expected(question, reply).join(', ')] : [];
        });
        expect(Object.values(answers).toSorted()).toEqual(wanted.toSorted());
      }),
    );
  });

  it('is the number of the selected option or an error: askUserJson', () => {
    fc.assert(
      fc.property(answeredBy(askUserJson), ({ request, result, replies }) => {
        const wire = askUserJson.formatResult(result, request);
        if (replies[0]?.skipped) expect(wire).toMatchObject({ error: { code: 'SKIPPED' } });
        else expect(wire).toBe((replies[0]?.selected[0] ?? -1) + 1);
      }),
    );
  });

  it.each(KEYED)('has one key per question, even if texts are equal or look like keys: $name [R-ID]', (dialect) => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('q', 'q (2)', 'q (2) (2)', '__proto__', '')), (texts) => {
        fc.pre(texts.length > 0);
        const request = valueOf(dialect.parse({ questions: texts }));
        const replies = request.questions.map(({ id }) => ({ questionId: id, selected: [], custom: `for ${id}` }));
        const answers = valueOf(buildAnswers(request, replies));
        const wire = dialect.formatResult({ status: 'answered', answers }, request);
        expect(Object.values(wire.answers)).toEqual(request.questions.map(({ id }) => `for ${id}`));
        for (const own of new Set(texts)) {
          expect(Object.hasOwn(wire.answers, own)).toBe(true);
          expect(wire.answers[own]).toBe(`for ${request.questions[texts.indexOf(own)]?.id}`);
        }
      }),
    );
  });
});
