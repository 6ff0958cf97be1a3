import type { Interrupt, ResumeEntry, RunAgentInput, RunFinishedEvent } from '@ag-ui/core';
import {
  ResumeEntrySchema,
  RunAgentInputSchema,
  RunFinishedEventSchema,
  RunFinishedInterruptOutcomeSchema,
} from '@ag-ui/core/schemas';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, it } from 'vitest';
import { agUi } from '../../src/dialects/index.js';
import { answeredOnWire, ending, writable } from '../dialects/arbitraries.js';
import { answer, ENDINGS, valueOf } from '../dialects/helpers.js';
import { BIG_CONTENT, BIG_FORM, BIG_REPLIES } from './forms.js';

fc.configureGlobal({ seed: 1, numRuns: 150 });

const finished = (...interrupts: readonly Interrupt[]): RunFinishedEvent =>
  RunFinishedEventSchema.parse({
    type: 'RUN_FINISHED',
    threadId: 't',
    runId: 'r1',
    outcome: { type: 'interrupt', interrupts },
  }) as RunFinishedEvent;

/** Parses the input of the next run with the package's schema. */
const resumed = (resume: ReturnType<typeof agUi.formatResult>): RunAgentInput =>
  RunAgentInputSchema.parse({ threadId: 't', runId: 'r2', messages: [], resume }) as RunAgentInput;

const PLAIN = {
  id: 'int1',
  reason: 'input_required',
  message: 'Which database?',
  metadata: { questions: [{ question: 'Which database?', options: ['SQLite', 'a, b'], multiSelect: true }] },
} as const satisfies Interrupt;

describe('an AG-UI run that ends with an interrupt', () => {
  it('is resumed with the answers to all of its interrupts [R-RESULT]', () => {
    const event = finished(
      PLAIN,
      { id: 'int2', reason: 'input_required', message: 'The setup', responseSchema: BIG_FORM },
      {
        id: 'int3',
        reason: 'confirmation',
        message: 'What name?',
        toolCallId: 'c1',
        expiresAt: '2026-01-01T00:00:00Z',
      },
    );
    const request = valueOf(agUi.parse(event));
    const result = answer(request, { selected: [1], custom: 'c' }, ...BIG_REPLIES, { selected: [], custom: 'Zoë' });
    expect(resumed(agUi.formatResult(result, request)).resume).toMatchObject([
      {
        interruptId: 'int1',
        status: 'resolved',
        payload: { outcome: 'answered', answers: [{ answer: ['a, b', 'c'] }] },
      },
      { interruptId: 'int2', status: 'resolved', payload: BIG_CONTENT },
      { interruptId: 'int3', status: 'resolved', payload: 'Zoë' },
    ]);
  });

  it.each(ENDINGS)('is resumed without an answer for $status [R-NOPHANTOM]', (result) => {
    const { resume } = resumed(agUi.formatResult(result, valueOf(agUi.parse(finished(PLAIN)))));
    expect(resume).toMatchObject([
      { interruptId: 'int1', status: result.status === 'declined' ? 'resolved' : 'cancelled' },
    ]);
    expect(resume).not.toHaveProperty('[0].payload.answers');
  });

  it("has resume entries of the SDK's type [R-RESULT]", () => {
    expectTypeOf<ReturnType<typeof agUi.formatResult>[number]>().toExtend<ResumeEntry>();
  });

  it("has interrupts that the package's schemas accept and that parse back unchanged [R-RESULT]", () => {
    fc.assert(
      fc.property(writable(agUi), (request) => {
        const outcome = RunFinishedInterruptOutcomeSchema.parse(valueOf(agUi.formatRequest(request)));
        const read = valueOf(agUi.parse({ type: 'RUN_FINISHED', threadId: 't', runId: 'r', outcome }));
        expect(read.questions.map(({ question }) => question)).toEqual(
          request.questions.map(({ question }) => question),
        );
      }),
    );
    fc.assert(
      fc.property(answeredOnWire(agUi), ending, ({ request, result }, ended) => {
        for (const one of [result, ended]) {
          const wire = agUi.formatResult(one, request);
          expect(resumed(wire).resume).toEqual(wire);
          for (const entry of wire) expect(ResumeEntrySchema.parse(entry)).toEqual(entry);
        }
      }),
    );
  });
});
