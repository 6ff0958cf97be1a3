import {
  QuestionRequestSchema,
  QuestionResponseSchema,
  type QuestionRequest,
  type QuestionResponse,
} from '@moonshot-ai/kimi-agent-sdk/schema';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { kimi } from '../../src/dialects/index.js';
import { answeredOnWire, ending, writable } from '../dialects/arbitraries.js';
import { answer, valueOf } from '../dialects/helpers.js';

fc.configureGlobal({ seed: 1, numRuns: 150 });

const allChoices = ({ questions }: AskUserRequest) => questions.every(({ options }) => options.length > 0);

const ASKED: QuestionRequest = QuestionRequestSchema.parse({
  id: 'q-1',
  tool_call_id: 'call-1',
  questions: [
    {
      question: 'Which database?',
      header: 'DB',
      options: [{ label: 'SQLite', description: 'a file' }, { label: 'a, b' }],
    },
    { question: 'Which parts?', options: [{ label: 'Auth' }, { label: 'Mail' }], multi_select: true },
  ],
});

describe("a `QuestionRequest` of Kimi's SDK", () => {
  it.each([
    ['alone', ASKED],
    ['in its message', { type: 'QuestionRequest', payload: ASKED }],
    [
      'in its JSON-RPC request',
      { jsonrpc: '2.0', id: '7', method: 'request', params: { type: 'QuestionRequest', payload: ASKED } },
    ],
  ])('is parsed and answered %s [R-RESULT]', (_name, input) => {
    const request = valueOf(kimi.parse(input, { strict: true }));
    const result = answer(request, { selected: [1] }, { selected: [0, 1], custom: 'Chat' });
    expect(QuestionResponseSchema.parse(kimi.formatResult(result, request))).toEqual({
      request_id: 'q-1',
      answers: { 'Which database?': 'a, b', 'Which parts?': 'Auth, Mail, Chat' },
    });
  });

  it("has a response of the SDK's type for every result [R-RESULT]", () => {
    expectTypeOf<ReturnType<typeof kimi.formatResult>>().toExtend<QuestionResponse>();
    fc.assert(
      fc.property(answeredOnWire(kimi), ending, ({ request, result }, ended) => {
        expect(QuestionResponseSchema.parse(kimi.formatResult(ended, request)).answers).toEqual({});
        // The package's parser drops this key.
        if (request.questions.some(({ question }) => question === '__proto__')) return;
        const wire = kimi.formatResult(result, request);
        expect(QuestionResponseSchema.parse(wire)).toEqual(wire);
      }),
    );
  });

  it('has the options that `formatRequest` returns [R-RESULT]', () => {
    fc.assert(
      fc.property(writable(kimi).filter(allChoices), (request) => {
        const written = valueOf(kimi.formatRequest(request)) as object;
        const payload = { id: 'q-1', tool_call_id: 'call-1', ...written };
        expect(QuestionRequestSchema.parse(payload)).toEqual(payload);
      }),
    );
  });
});
