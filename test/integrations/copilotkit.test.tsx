import { renderToString } from 'react-dom/server';
import { describe, expect, it, vi } from 'vitest';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import { agUi } from '../../src/dialects/index.js';
import type { AskUserRequest, AskUserResult } from '../../src/core/index.js';
import { interruptOutcome, parseResume } from '../../src/integrations/ag-ui/index.js';
import {
  copilotKitInterruptProps,
  useCopilotKitAskUser,
  type CopilotKitAsk,
} from '../../src/integrations/copilotkit/index.js';

const ARGS = { questions: [{ id: 'q', question: 'Which?', options: ['A', 'B'] }] };
const CALL = {
  id: 'm1',
  role: 'assistant',
  toolCalls: [{ id: 'c1', function: { name: 'ask_user', arguments: JSON.stringify(ARGS) } }],
};

function Host({ onRender }: { onRender: (ask: CopilotKitAsk) => void }) {
  onRender(useCopilotKitAskUser());
  return null;
}

function createAsk(): CopilotKitAsk {
  const rendered: CopilotKitAsk[] = [];
  renderToString(<Host onRender={(ask) => rendered.push(ask)} />);
  return rendered[0]!;
}

it.each([
  ['rejects', () => Promise.reject(new Error('offline'))],
  [
    'throws',
    () => {
      throw new Error('offline');
    },
  ],
])('keeps a question open if `respond` %s when a message supersedes it [R-NOPHANTOM]', async (_, fail) => {
  const ask = createAsk();
  const sent: unknown[] = [];
  let respond = fail as (output: unknown) => Promise<void>;
  const props = () =>
    ask.getDialogProps({
      toolCallId: 'c1',
      status: 'executing',
      args: ARGS,
      result: undefined,
      respond: (output: unknown) => respond(output),
    } as never);
  expect(props().result).toBeUndefined();
  expect(ask.supersede()).toBe(true);
  await expect.poll(() => props().result).toBeUndefined();

  respond = (output) => Promise.resolve(void sent.push(output));
  expect(ask.supersede()).toBe(true);
  await expect.poll(() => props().result).toEqual({ status: 'superseded' });
  expect(sent).toHaveLength(1);
});

it.each([
  ['open in the thread of the agent', [CALL], true],
  ['settled there', [CALL, { id: 'm2', role: 'tool', toolCallId: 'c1', content: '{}' }], false],
  ['part of a thread that was left', [], false],
])('reports whether a call is superseded that is %s', (_, messages, isSuperseded) => {
  const ask = createAsk();
  const respond = vi.fn(() => Promise.resolve());
  ask.getDialogProps({ toolCallId: 'c1', status: 'executing', args: ARGS, respond });
  const message = { id: 'u', role: 'user', content: 'Never mind' };
  expect(ask.supersede({ messages: [...messages, message] })).toBe(isSuperseded);
  expect(respond).toHaveBeenCalledTimes(isSuperseded ? 1 : 0);
});

it('does not read the value of `respond` as the result of a delivery', async () => {
  const { onSubmit } = createAsk().getDialogProps({
    toolCallId: 'c1',
    status: 'executing',
    args: ARGS,
    respond: () => Promise.resolve({ ok: false, code: 'unknown' } as never),
  });
  const request = { requestId: 'c1', questions: [] };
  const result = { status: 'answered', answers: [] } as const;
  expect(await onSubmit({}, { request, result, replies: [], byId: {}, exchanges: [] })).toBeUndefined();
});

/** Sends a result for interrupts as the dialog does, and returns the `resume` that CopilotKit would send. */
async function resumeOf(interrupts: readonly { readonly id: string }[], result: AskUserResult) {
  const resume: { interruptId: string | undefined; status: string; payload?: unknown }[] = [];
  const { onSubmit, onCancel, onError, input, requestId } = copilotKitInterruptProps({
    interrupts,
    resolve: async (payload, interruptId) => resume.push({ interruptId, status: 'resolved', payload }),
    cancel: async (interruptId) => resume.push({ interruptId, status: 'cancelled' }),
  });
  const parsed = agUi.parse(input, { requestId });
  const request: AskUserRequest = parsed.ok ? parsed.value : { requestId, questions: [], raw: input };
  const output = agUi.formatResult(result, request);
  const details = { request, result, replies: [], byId: {}, exchanges: [] };
  if (result.status === 'answered') await onSubmit(output, { ...details, result });
  else if (result.status === 'invalid') onError(output, { ...details, result, issues: result.issues } as never);
  else await (result.status === 'unavailable' ? onError : onCancel)(output, { ...details, result } as never);
  await expect.poll(() => resume.length).toBe(interrupts.length);
  return resume;
}

const INVALID: AskUserResult = {
  status: 'invalid',
  issues: [{ code: 'type', path: 'metadata.questions', message: 'Must be a list.' }],
};
const REQUEST: AskUserRequest = (() => {
  const parsed = agUi.parse({ id: 'i1', metadata: ARGS });
  return parsed.ok ? parsed.value : expect.unreachable();
})();
const [ASKED] = interruptOutcome(REQUEST).interrupts;

it.each([
  ['one', [{ id: 'i1', metadata: { questions: 3 } }]],
  ['two', [{ id: 'i1', metadata: { questions: 3 } }, { id: 'i2' }]],
])('tells the agent that an interrupt could not be read, instead of silence or a cancellation: %s', async (_, list) => {
  const resume = await resumeOf(list, INVALID);
  expect(resume).toEqual(
    list.map(({ id }) => ({
      interruptId: id,
      status: 'resolved',
      payload: { outcome: 'invalid', reason: expect.stringContaining('Must be a list.') },
    })),
  );
});

it.each([
  [INVALID, 'invalid'],
  [{ status: 'unavailable', reason: 'The card failed.' } as const, 'unavailable'],
  [{ status: 'cancelled' } as const, 'cancelled'],
  [{ status: 'declined' } as const, 'declined'],
])('sends %j so that `parseResume` reads the status %s', async (result, status) => {
  const resume = await resumeOf([ASKED!], result);
  expect(parseResume({ resume }, REQUEST, { minHumanMs: 0 })).toMatchObject({ ok: true, value: { status } });
});

it('does not send an answer that its schema rejects as a cancellation by the user', async () => {
  const requestedSchema = {
    type: 'object',
    properties: { name: { type: 'string', pattern: '^a' } },
    required: ['name'],
  };
  const interrupt = { id: 'i1', reason: 'input_required', message: 'Name?', responseSchema: requestedSchema };
  const parsed = agUi.parse([interrupt]);
  const { questions } = parsed.ok ? parsed.value : expect.unreachable();
  const answer = {
    questionId: questions[0]!.id,
    question: 'Name?',
    answer: 'b',
    text: 'b',
    wasCustom: true,
    selected: [],
  };
  const [entry] = await resumeOf([interrupt], { status: 'answered', answers: [answer] });
  expect(entry).toMatchObject({ status: 'resolved', payload: { outcome: 'invalid' } });
});

describe('a form with a property `outcome`', () => {
  const FORM = {
    id: 'i1',
    message: 'How did it go?',
    responseSchema: {
      type: 'object',
      properties: { outcome: { type: 'string', enum: ['passed', 'invalid', 'unavailable'] } },
      required: ['outcome'],
    },
  };
  const parsed = agUi.parse([FORM]);
  const request = parsed.ok ? parsed.value : expect.unreachable();
  const chosen = (index: number): AskUserResult => {
    const built = buildAnswers(request, [{ questionId: request.questions[0]!.id, selected: [index] }]);
    return { status: 'answered', answers: built.ok ? built.value : expect.unreachable() };
  };

  it.each([0, 1, 2])('keeps the option %d of the user, also one that is named like a status', async (index) => {
    const resume = await resumeOf([FORM], chosen(index));
    expect(agUi.parseResult(resume, request)).toMatchObject({
      ok: true,
      value: { status: 'answered', answers: [{ selected: [{ index }] }] },
    });
  });

  it('stays open if it could not be shown, because the agent would read the outcome as an answer', async () => {
    const [resolve, cancel] = [vi.fn(), vi.fn()];
    const props = copilotKitInterruptProps({ interrupts: [FORM], resolve, cancel });
    const result = { status: 'unavailable', reason: 'The card failed.' } as const;
    const details = { request, result, replies: [], byId: {}, exchanges: [] };
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    props.onError(agUi.formatResult(result, request), details as never);
    await expect.poll(() => logged.mock.calls.flat().map(String).join()).toContain('did not receive the result of i1');
    logged.mockClear();
    expect([resolve, cancel].map(({ mock }) => mock.calls)).toEqual([[], []]);
  });
});

it.each(['unavailable', 'timedOut', 'invalid'] as const)(
  'an outcome `%s` of a message is not a skipped answer',
  (outcome) => {
    const parsed = agUi.parse([{ id: 'i1', message: 'Which port?' }]);
    const request = parsed.ok ? parsed.value : expect.unreachable();
    const resume = [{ interruptId: 'i1', status: 'resolved', payload: { outcome, reason: 'It broke.' } }];
    expect(agUi.parseResult(resume, request)).toMatchObject({ ok: true, value: { status: outcome } });
  },
);
