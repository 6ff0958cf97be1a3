import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { rpiv, rpivTool, type RpivEnding, type RpivOutput } from '../../src/dialects/index.js';
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

const said = (wire: RpivOutput | RpivEnding, input: unknown) =>
  buildQuestionnaireResponse(wire, input as QuestionParams);

const options = [
  { label: 'a', description: 'd' },
  { label: 'b', description: 'd' },
];
const ask = (...more: readonly object[]) => ({
  questions: more.map((one, i) => ({ question: `q${i}`, header: 'h', options, ...one })),
});

/** What RPIV's own checks stand against, in its own codes. */
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

describe("RPIV: its own tool's source", () => {
  it('[R-TOOL] has the schema of ours, but for the words', () => {
    expect(shapeOf(rpivTool.inputSchema)).toEqual(shapeOf(QuestionParamsSchema));
  });

  it('[R-RESULT] has the types of ours', () => {
    expectTypeOf<RpivOutput>().toExtend<QuestionnaireResult>();
    expectTypeOf<RpivEnding>().toExtend<QuestionnaireResult>();
  });

  it('[R-TOOL] takes whatever `formatRequest` writes', () => {
    fc.assert(
      fc.property(writable(rpiv), (request) => {
        const written = valueOf(rpiv.formatRequest(request));
        expect(validateQuestionnaire(written as QuestionParams)).toEqual({ ok: true });
        expect(accepts(rpivTool, written)).toBe(true);
      }),
    );
  });

  it.each(BROKEN)('[R-PARSE] refuses %s, and a strict parse does, by the same code', (_name, input, error) => {
    expect(validateQuestionnaire(input as unknown as QuestionParams)).toMatchObject({ ok: false, error });
    const parsed = rpiv.parse(input, { strict: true });
    expect(issuesOf(parsed)).not.toEqual([]);
    if (parsed.ok) return;
    const request = { requestId: 'r', questions: [], raw: input };
    expect(rpiv.formatResult({ status: 'invalid', issues: parsed.issues }, request)).toMatchObject({ error });
  });

  it('[R-RESULT] [R-VERBATIM] writes the text that we write, and hands on the details that we hand over', () => {
    let compared = 0;
    fc.assert(
      fc.property(answeredOnWire(rpiv), ({ request, result }) => {
        const wire = rpiv.formatResult(result, request);
        expect(isQuestionnaireResult(wire)).toBe(true);
        // What was skipped is named by us alone.
        if (result.answers.some(({ skipped }) => skipped)) return;
        const { content, details } = said(wire, request.raw);
        expect(content).toEqual([{ type: 'text', text: rpiv.toModelText(result, request) }]);
        expect(details).toEqual(wire);
        compared++;
      }),
    );
    expect(compared).toBeGreaterThan(40);
  });

  it('[R-NOPHANTOM] reads every ending as no answer', () => {
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
