import { HttpAgent, type Interrupt, type ResumeEntry } from '@ag-ui/client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agUiAskTool, interruptOutcome, parseResume } from 'react-ask-user/ag-ui';
import { buildAnswers, parseRequest, type AskUserRequest, type AskUserResult } from 'react-ask-user/core';
import { agUi, askUser } from 'react-ask-user/dialects';
import { AgUiAgent, serveAgUi } from './helpers/ag-ui-agent.js';
import { CALL, ONE } from './helpers/questions.js';

function requestOf(requestId: string, input: unknown): AskUserRequest {
  const parsed = parseRequest(input, { requestId });
  if (!parsed.ok) throw new Error('not a request');
  return parsed.value;
}

const request = requestOf('r1', CALL);
const entry = (rest: object): object => ({ interruptId: 'r1', status: 'resolved', ...rest });
const answers = [
  { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
  { question: 'Which parts?', answer: ['Jobs', 'Billing'], wasCustom: true },
  { question: 'Which name?', answer: 'orders', wasCustom: true },
];
const resumed = (...resume: unknown[]) => parseResume({ resume }, request, { minHumanMs: 0 });

describe('stack: ag-ui', () => {
  let model: AgUiAgent;
  let server: Awaited<ReturnType<typeof serveAgUi>>;
  beforeEach(async () => {
    model = new AgUiAgent();
    server = await serveAgUi(model);
  });
  afterEach(() => server.close());

  it('returns in `resume` the answers to the interrupts of RUN_FINISHED, option by option [answered]', async () => {
    const agent = new HttpAgent({
      url: server.url,
      initialMessages: [{ id: 'u', role: 'user', content: 'interrupt' }],
    });
    await agent.runAgent();
    const asked = agUi.parse(agent.pendingInterrupts);
    if (!asked.ok) throw new Error('not read');
    const built = buildAnswers(
      asked.value,
      asked.value.questions.map(({ id }, i) => {
        if (i === 0) return { questionId: id, selected: [1], notes: 'For now' };
        return i === 1
          ? { questionId: id, selected: [0, 2], custom: 'Billing, too' }
          : { questionId: id, selected: [], custom: 'orders' };
      }),
    );
    if (!built.ok) throw new Error('not built');
    const result: AskUserResult = { status: 'answered', answers: built.value };
    // The client accepts what a dialog sends.
    const resume: ResumeEntry[] = agUi.formatResult(result, asked.value);
    await agent.runAgent({ resume });
    expect(agent.messages.at(-1)).toMatchObject({ content: 'Heard: SQLite | Auth, mail, Jobs, Billing, too | orders' });
    const read = parseResume(model.runs[1]!, requestOf('int-1', CALL));
    expect(read).toMatchObject({
      ok: true,
      value: {
        answers: [
          { selected: [{ index: 1 }], notes: 'For now' },
          { selected: [{ index: 0 }, { index: 2 }], custom: 'Billing, too' },
          {},
        ],
      },
    });
  });

  it('sends two requests as two interrupts with separate results [two]', () => {
    const two = [request, requestOf('r2', ONE)];
    const outcome = interruptOutcome(two);
    // The client's type.
    const interrupts: Interrupt[] = outcome.interrupts;
    expect(interrupts.map(({ id, message }) => [id, message])).toEqual([
      ['r1', 'Which database?\nWhich parts?\nWhich name?'],
      ['r2', 'Deploy now?'],
    ]);
    const input = { resume: [entry({ payload: { answers } }), { interruptId: 'r2', status: 'cancelled' }] };
    expect(two.map((one) => parseResume(input, one, { minHumanMs: 0 }))).toMatchObject([
      { ok: true, value: { status: 'answered' } },
      { ok: true, value: { status: 'cancelled' } },
    ]);
  });

  it.each<[string, unknown[]]>([
    ['[declined]', [entry({ payload: { outcome: 'declined', reason: 'Ask later' } })]],
    ['[cancelled]', [entry({ status: 'cancelled' })]],
    ['[aborted]', [entry({ status: 'cancelled', metadata: { outcome: 'aborted' } })]],
  ])('reads the status %s from `resume`', (title, resume) => {
    expect(resumed(...resume)).toMatchObject({ ok: true, value: { status: title.slice(1, -1) } });
  });

  describe('with a client without a user', () => {
    it.each([
      ['declined', entry({ payload: { outcome: 'declined' } })],
      ['cancelled', entry({ status: 'cancelled' })],
    ])('settles as unavailable if the client ends an interrupt automatically: %s [R-HUMAN]', (status, said) => {
      const once = requestOf('r1', CALL);
      interruptOutcome(once, { now: () => 1_000 });
      const at = (now: number, options = {}) => parseResume({ resume: [said] }, once, { now: () => now, ...options });
      const reason = `The client ${status} 299 ms after it was asked, before a user can have seen the question.`;
      expect(at(1_299)).toMatchObject({ ok: true, value: { status: 'unavailable', reason } });
      expect(at(1_300)).toMatchObject({ ok: true, value: { status } });
      expect(at(1_000, { minHumanMs: 0 })).toMatchObject({ ok: true, value: { status } });
      // A later resend is the same question for a user who has read the first one.
      interruptOutcome(once, { now: () => 9_000 });
      expect(at(9_010)).toMatchObject({ ok: true, value: { status } });
    });

    it('uses the time that the host stored, and counts every decline without it [R-HUMAN]', () => {
      interruptOutcome(request);
      const stored = JSON.parse(JSON.stringify(request)) as AskUserRequest;
      const input = { resume: [entry({ status: 'cancelled' })] };
      const now = () => 5_000;
      expect(parseResume(input, stored, { now })).toMatchObject({ value: { status: 'cancelled' } });
      const read = (askedAt: number) => parseResume(input, stored, { now, askedAt: new Date(askedAt) });
      expect(read(4_990)).toMatchObject({ value: { status: 'unavailable' } });
      expect(read(4_000)).toMatchObject({ value: { status: 'cancelled' } });
      expect(read(5_001)).toMatchObject({ value: { status: 'cancelled' } });
    });

    it('does not change an early answer or other status [R-HUMAN]', () => {
      const askedAt = new Date();
      const read = (said: object) =>
        parseResume({ resume: [said] }, request, { askedAt, now: () => askedAt.getTime() });
      expect(read(entry({ payload: { answers } }))).toMatchObject({ value: { status: 'answered' } });
      for (const outcome of ['aborted', 'superseded', 'timedOut']) {
        expect(read(entry({ status: 'cancelled', metadata: { outcome } }))).toMatchObject({
          value: { status: outcome },
        });
      }
    });

    it('throws for an invalid time [R-HUMAN]', () => {
      expect(() => parseResume({}, request, { minHumanMs: -1 })).toThrow(/`minHumanMs` is -1/);
    });
  });

  it('reads no malformed entry as an answer [trap]', () => {
    expect(resumed(entry({ payload: { answers } }))).toMatchObject({ ok: true, value: { status: 'answered' } });
    const malformed: [string, unknown[]][] = [
      ['nothing said', []],
      ['another’s', [{ interruptId: 'r2', status: 'resolved', payload: { answers } }]],
      ['no list', ['resolved']],
      ['no status', [{ interruptId: 'r1', payload: { answers } }]],
      ['another status', [entry({ status: 'accepted', payload: { answers } })]],
      ['two entries', [entry({ payload: { answers } }), entry({ status: 'cancelled' })]],
      ['no payload', [entry({})]],
      ['a text', [entry({ payload: 'SQLite' })]],
      ['a truth', [entry({ payload: { approved: true } })]],
      ['answers that are none', [entry({ payload: { answers: 'SQLite' } })]],
      ['a request', [entry({ payload: { questions: CALL.questions } })]],
    ];
    for (const [what, resume] of malformed) expect(resumed(...resume), what).toMatchObject({ ok: false });
    for (const resume of [undefined, null, 'x', {}, [null]])
      expect(parseResume({ resume }, request)).toMatchObject({ ok: false });
  });

  it('reads a late answer as timed out even if the client accepts it [trap]', () => {
    const expiresAt = new Date(Date.now() - 1);
    expect(interruptOutcome(request, { expiresAt }).interrupts).toMatchObject([{ expiresAt: expiresAt.toISOString() }]);
    const input = { resume: [entry({ payload: { answers } })] };
    expect(parseResume(input, request, { expiresAt })).toEqual({
      ok: true,
      value: { status: 'timedOut' },
      warnings: [],
    });
    expect(parseResume(input, request, { expiresAt: new Date(Date.now() + 60_000) })).toMatchObject({
      value: { status: 'answered' },
    });
  });

  it('throws for a request that no page can show', () => {
    expect(() => interruptOutcome([request, request])).toThrow(
      'An earlier interrupt has the id "r1". Send unique ids.',
    );
    expect(() => interruptOutcome([])).toThrow('No interrupts');
    expect(() => interruptOutcome({ requestId: 'r1', questions: [] })).toThrow('metadata.questions');
  });

  it('creates the tool in the format of the client', async () => {
    const agent = new HttpAgent({ url: server.url });
    await agent.runAgent({ tools: [agUiAskTool()] });
    await expect.poll(() => model.runs).toHaveLength(1);
    expect(model.runs[0]?.tools).toEqual([
      { name: 'ask_user', description: askUser.tool.description, parameters: askUser.tool.inputSchema },
    ]);
  });
});
