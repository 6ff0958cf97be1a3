import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { rpiv } from '../../src/dialects/index.js';
import { answeredOnWire, ending, writable } from '../dialects/arbitraries.js';
import { issuesOf, valueOf } from '../dialects/helpers.js';
import {
  buildQuestionnaireResponse,
  DECLINE_MESSAGE,
} from './node_modules/@juicesharp/rpiv-ask-user-question/tool/response-envelope.js';
import {
  isQuestionnaireResult,
  QuestionParamsSchema,
  type QuestionnaireResult,
  type QuestionParams,
} from './node_modules/@juicesharp/rpiv-ask-user-question/tool/types.js';
import { validateQuestionnaire } from './node_modules/@juicesharp/rpiv-ask-user-question/tool/validate-questionnaire.js';
import { accepts, shapeOf } from './schemas.js';

fc.configureGlobal({ seed: 1, numRuns: 150 });

const said = (wire: ReturnType<typeof rpiv.formatResult>, input: unknown) =>
  buildQuestionnaireResponse(wire, input as QuestionParams);

const options = [
  { label: 'a', description: 'd' },
  { label: 'b', description: 'd' },
];
const ask = (...more: readonly object[]) => ({
  questions: more.map((one, i) => ({ question: `q${i}`, header: 'h', options, ...one })),
});

/** Inputs that RPIV's validation refuses, with its codes. */
const BROKEN = [
  ['no questions', ask(), 'no_questions'],
  ['five questions', ask({}, {}, {}, {}, {}), 'too_many_questions'],
  ['equal questions', ask({ question: 'q' }, { question: 'q' }), 'duplicate_question'],
  ['one option', ask({ options: options.slice(1) }), 'empty_options'],
  ['equal labels', ask({ options: [...options, ...options] }), 'duplicate_option_label'],
  ['"Other"', ask({ options: [...options, { label: 'Other', description: 'd' }] }), 'reserved_label'],
  [
    '"Type something."',
    ask({ options: [...options, { label: 'Type something.', description: '' }] }),
    'reserved_label',
  ],
  ['"Next"', ask({ options: [...options, { label: 'Next', description: '' }] }), 'reserved_label'],
] as const;

describe("the source of RPIV's tool", () => {
  it("has this package's schema except for descriptions [R-TOOL]", () => {
    expect(shapeOf(rpiv.tool.inputSchema)).toEqual(shapeOf(QuestionParamsSchema));
  });

  it("has this package's types [R-RESULT]", () => {
    expectTypeOf<ReturnType<typeof rpiv.formatResult>>().toExtend<QuestionnaireResult>();
  });

  it('accepts every output of `formatRequest` [R-TOOL]', () => {
    fc.assert(
      fc.property(writable(rpiv), (request) => {
        const written = valueOf(rpiv.formatRequest(request));
        expect(validateQuestionnaire(written as QuestionParams)).toEqual({ ok: true });
        expect(accepts(rpiv.tool, written)).toBe(true);
      }),
    );
  });

  it.each(BROKEN)('refuses %s with the same code as a strict parse [R-PARSE]', (_name, input, error) => {
    expect(validateQuestionnaire(input as unknown as QuestionParams)).toMatchObject({ ok: false, error });
    const parsed = rpiv.parse(input, { strict: true });
    expect(issuesOf(parsed)).not.toEqual([]);
    if (parsed.ok) return;
    const request = { requestId: 'r', questions: [], raw: input };
    expect(rpiv.formatResult({ status: 'invalid', issues: parsed.issues }, request)).toMatchObject({ error });
  });

  it('writes the text of `toModelText` and passes on the details unchanged [R-RESULT] [R-VERBATIM]', () => {
    let compared = 0;
    fc.assert(
      fc.property(answeredOnWire(rpiv), ({ request, result }) => {
        const wire = rpiv.formatResult(result, request);
        expect(isQuestionnaireResult(wire)).toBe(true);
        const { content, details } = said(wire, request.raw);
        expect(details).toEqual(wire);
        // Only this package lists skipped questions, and writes texts with quotation marks as JSON.
        const quotes = result.answers.some(({ question, text, notes = '' }) =>
          `${question}${text}${notes}`.includes('"'),
        );
        if (quotes || result.answers.some(({ skipped }) => skipped)) return;
        expect(content).toEqual([{ type: 'text', text: rpiv.toModelText(result, request) }]);
        compared++;
      }),
    );
    expect(compared).toBeGreaterThan(40);
  });

  it('reads every unanswered status as unanswered [R-NOPHANTOM]', () => {
    fc.assert(
      fc.property(answeredOnWire(rpiv), ending, ({ request }, result) => {
        const wire = rpiv.formatResult(result, request);
        expect(isQuestionnaireResult(wire)).toBe(true);
        expect(said(wire, request.raw).content).toEqual([{ type: 'text', text: DECLINE_MESSAGE }]);
        const person = result.status === 'declined' || result.status === 'cancelled';
        if (person) expect(rpiv.toModelText(result, request)).toMatch(new RegExp(`^${DECLINE_MESSAGE}\\. `));
      }),
    );
  });
});
