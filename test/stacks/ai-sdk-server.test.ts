import { describe, expect, it, vi } from 'vitest';
import {
  aiSdkAskTool,
  createAnswerGate,
  describeInvalidCall,
  type AiSdkMessage,
  type AnswerClaim,
} from 'react-ask-user/ai-sdk';
import { askUserQuestion, askUser } from 'react-ask-user/dialects';
import { createAskUserBroker } from 'react-ask-user/server';
import { createMemoryStore } from 'react-ask-user/store';
import { outputsIn, VERSIONS, type Script } from './helpers/ai-sdk.js';
import { answerIt, asked, askedFor, repliesTo } from './helpers/person.js';

const DATABASE = { questions: [{ question: 'Which database?', options: ['Postgres', 'SQLite'] }] };
const FEATURES = { questions: [{ question: 'Which features?', multiSelect: true, options: ['Auth', 'Mail', 'Jobs'] }] };

/** A model that first asks this question and then repeats the results. */
const script =
  (...inputs: readonly unknown[]): Script =>
  (prompt) =>
    outputsIn(prompt).length === 0
      ? { calls: inputs.map((input, i) => ({ id: `c${i + 1}`, input })) }
      : {
          text: outputsIn(prompt)
            .map(({ value }) => String(value))
            .join('\n'),
        };

for (const version of VERSIONS)
  describe(`stack: ${version.id}`, () => {
    const start = (input: unknown, ...others: readonly unknown[]) => {
      const broker = createAskUserBroker();
      const stop = new AbortController();
      const tool = aiSdkAskTool({ broker, conversationId: 'k', allow: { decline: true } });
      return { broker, stop, text: version.run(script(input, ...others), tool, stop.signal) };
    };

    describe('on a server, with a tool that waits for a broker', () => {
      it('accepts an option, several options, and custom text [answered]', async () => {
        const one = start(DATABASE);
        await answerIt(one.broker, { selected: [1] });
        expect(await one.text).toContain('"answer":"SQLite"');
        const several = start(FEATURES);
        await answerIt(several.broker, { selected: [0, 2], custom: 'Billing' });
        expect(await several.text).toContain('"answer":["Auth","Jobs","Billing"],"wasCustom":true');
        const own = start(DATABASE);
        await answerIt(own.broker, { selected: [], custom: 'Cockroach, in 3 regions' });
        expect(await own.text).toContain('"answer":"Cockroach, in 3 regions","wasCustom":true');
      });

      it.each(['decline', 'cancel'] as const)('continues without an answer: %s [declined] [cancelled]', async (how) => {
        const { broker, text } = start(DATABASE);
        const [request] = await asked(broker);
        expect(await broker[how](request!.requestId)).toEqual({ ok: true });
        expect(await text).toMatch(/^\{"answered":false,"answers":\[\],/);
        expect(await text).toMatch(how === 'decline' ? /declined/ : /cancelled/);
      });

      it('withdraws the question with the run and sends no result to the agent [aborted]', async () => {
        const { broker, stop, text } = start(DATABASE);
        const [request] = await asked(broker);
        stop.abort();
        await expect(text).rejects.toThrow(/abort/i);
        await expect.poll(() => broker.pending()).toEqual([]);
        expect((await broker.get(request!.requestId))?.settlement?.result).toMatchObject({ status: 'aborted' });
        expect(await broker.answer(request!.requestId, repliesTo(request!, { selected: [0] }))).toMatchObject({
          ok: false,
          code: 'already_resolved',
        });
      });

      it('answers two simultaneous calls separately [two]', async () => {
        const { broker, text } = start(DATABASE, FEATURES);
        const requests = await asked(broker, 2);
        const features = askedFor(requests, 'Which features?');
        await broker.answer(features.requestId, repliesTo(features, { selected: [1] }));
        const database = askedFor(requests, 'Which database?');
        await broker.answer(database.requestId, repliesTo(database, { selected: [0] }));
        const [one, two] = (await text).split('\n');
        expect(one).toContain('"question":"Which database?","answer":"Postgres"');
        expect(two).toContain('"question":"Which features?","answer":["Mail"]');
      });

      it('answers a call that is repeated after a restart [reload]', async () => {
        const { broker, text } = start(DATABASE);
        await answerIt(broker, { selected: [1] });
        await text;
        const tool = aiSdkAskTool({ broker, conversationId: 'k', allow: { decline: true } });
        expect(await version.run(script(DATABASE), tool)).toBe(await text);
      });
    });

    describe('with a malformed call and the guide’s route', () => {
      it.each([
        ['a call that breaks the tool’s limits', { questions: [] }, 'Must have at least one question.'],
        ['a call that was cut off', '{"questions":', 'Unexpected end of JSON input'],
      ])('gives the model the reason with its next request: %s [R-FLOOR]', async (_, input, reason) => {
        expect(await version.readsOf(input, (error) => describeInvalidCall(error) ?? 'An error occurred.')).toContain(
          reason,
        );
      });

      it('gives the model no reason in version 6 without `describeInvalidCall` [trap]', async () => {
        const read = await version.readsOf({ questions: [] });
        if (version.id === 'ai-sdk-6') expect(read).toBe('An error occurred.');
        else expect(read).toContain('Must have at least one question.');
      });

      it('leaves every other error to the host', () => {
        for (const error of [
          new Error('postgres://app:secret@db'),
          'Invalid',
          undefined,
          { name: 'AI_InvalidToolInputError' },
        ]) {
          expect(describeInvalidCall(error)).toBeUndefined();
        }
      });
    });

    describe('with a model that only numbers its calls', () => {
      const counting: Script = (prompt) =>
        prompt.at(-1)?.role === 'tool' && outputsIn(prompt).length === 2
          ? {
              text: outputsIn(prompt)
                .map(({ value }) => String(value))
                .join('\n'),
            }
          : { calls: [{ id: 'call_1', input: DATABASE }] };

      it('asks again in the next step without the earlier answer [trap]', async () => {
        const broker = createAskUserBroker();
        const text = version.run(counting, aiSdkAskTool({ broker, conversationId: 'k' }));
        await answerIt(broker, { selected: [0] });
        await answerIt(broker, { selected: [1] });
        expect((await text).split('\n')).toEqual([
          expect.stringContaining('"answer":"Postgres"'),
          expect.stringContaining('"answer":"SQLite"'),
        ]);
      });

      it('returns the earlier answer without asking if the request id is the call’s id [trap]', async () => {
        const broker = createAskUserBroker();
        const tool = aiSdkAskTool({ broker, conversationId: 'k', requestId: (id) => id });
        const text = version.run(counting, tool);
        expect(await answerIt(broker, { selected: [0] })).toMatchObject({ requestId: 'call_1' });
        expect((await text).match(/"answer":"Postgres"/g)).toHaveLength(2);
      });

      it('asks in two chats at once [trap]', async () => {
        const broker = createAskUserBroker();
        const texts = ['k', 'l'].map((conversationId) =>
          version.run(
            (prompt) => (outputsIn(prompt).length === 0 ? counting(prompt) : { text: 'Heard.' }),
            aiSdkAskTool({ broker, conversationId }),
          ),
        );
        for (const request of await asked(broker, 2))
          await broker.answer(request.requestId, repliesTo(request, { selected: [0] }));
        expect(await Promise.all(texts)).toEqual(['Heard.', 'Heard.']);
      });
    });

    it('gives the model the tool’s schema without changing the tool [trap]', async () => {
      const before = structuredClone(askUser.tool.inputSchema);
      const sent = await version.schemaOf(aiSdkAskTool());
      expect(sent).toMatchObject({ required: ['questions'], additionalProperties: false });
      // The SDK closes an object that is open with `true`.
      expect(sent).toHaveProperty('properties.metadata.additionalProperties', {});
      expect(askUser.tool.inputSchema).toEqual(before);
      // The SDK adds fields to the schema that it receives.
      const own = {
        '~standard': {
          version: 1,
          vendor: 'own',
          validate: (value: unknown) => ({ value }),
          jsonSchema: { input: () => before },
        },
      };
      await version.schemaOf({ inputSchema: own } as never);
      expect(before).not.toEqual(askUser.tool.inputSchema);
    });

    it('returns input beyond the tool’s limits to the model without asking [trap] [R-LIMITS]', async () => {
      const broker = createAskUserBroker();
      const tool = aiSdkAskTool({ tool: askUserQuestion.tool, broker, conversationId: 'k' });
      const text = await version.run(
        script({ questions: Array.from({ length: 5 }, () => ({ question: 'Why?', header: 'W', options: [] })) }),
        tool,
      );
      expect(text).toMatch(/Invalid input for tool ask_user/);
      expect(text).toMatch(/Must have 1-4 items, has 5/);
      expect(await broker.pending()).toEqual([]);
    });
  });

describe('the model text', () => {
  const read = (output: unknown) => aiSdkAskTool().toModelOutput({ toolCallId: 'c', input: DATABASE, output }).value;

  it('is the dialect’s text, including unanswered statuses', () => {
    expect(
      read({
        answered: true,
        answers: [{ question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false }],
      }),
    ).toBe(
      '{"answered":true,"answers":[{"question":"Which database?","answer":"SQLite","selectedOption":"SQLite","wasCustom":false}]}',
    );
    expect(read({ answered: false, answers: [], cancelled: true })).toMatch(/^\{.*\}\n.*cancelled/);
  });

  it('is the page’s output if that is not a result of the call', () => {
    expect(read({ answers: 'hello' })).toBe('{"answers":"hello"}');
    expect(read(undefined)).toBe('');
    expect(aiSdkAskTool().toModelOutput({ toolCallId: 'c', input: {}, output: 7 }).value).toBe('7');
  });
});

describe('the gate', () => {
  const claimOf = (output: unknown, toolCallId = 'c1', conversationId = 'k'): AnswerClaim => ({
    conversationId,
    toolCallId,
    input: DATABASE,
    delivery: 'page',
    output,
  });
  const answered = (...outputs: readonly unknown[]): AiSdkMessage[] => [
    { role: 'user', parts: [{ type: 'text' }] },
    {
      role: 'assistant',
      parts: outputs.map((output, i) => ({ ...PART, toolCallId: `c${i + 1}`, state: 'output-available', output })),
    },
  ];
  const PART = { type: 'tool-ask_user', toolCallId: 'c1', input: DATABASE };
  const conversationId = 'k';

  it('accepts one of 20 racing answers on any node [R-FIRST]', async () => {
    const store = createMemoryStore();
    const nodes = [
      createAnswerGate({ store, toolName: 'ask_user' }),
      createAnswerGate({ store, toolName: 'ask_user' }),
    ];
    const claimed = await Promise.all(
      Array.from({ length: 20 }, async (_, i) => nodes[i % 2]!.claim(claimOf({ answer: i }))),
    );
    expect(claimed.filter(({ ok }) => ok)).toHaveLength(1);
    const output = { answer: claimed.findIndex(({ ok }) => ok) };
    expect(claimed.filter(({ ok }) => !ok)).toEqual(
      Array(19).fill({ ok: false, code: 'already_resolved', output, sent: false }),
    );
  });

  it('accepts the same answer again with any order of fields and no other answer', async () => {
    const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
    expect(await gate.claim(claimOf({ a: 1, b: [{ c: 2, d: null }] }))).toEqual({ ok: true });
    expect(await gate.claim(claimOf({ b: [{ d: null, c: 2 }], a: 1 }))).toEqual({ ok: true });
    expect(await gate.claim(claimOf({ a: 1, b: [] }))).toMatchObject({
      ok: false,
      output: { a: 1, b: [{ c: 2, d: null }] },
    });
  });

  it('separates calls and conversations', async () => {
    const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
    for (const claim of [
      claimOf(1),
      claimOf(2, 'c2'),
      claimOf(3, 'c1', 'other'),
      claimOf(4, 'b","c', 'a'),
      claimOf(5, 'c', 'a","b'),
    ]) {
      expect(await gate.claim(claim)).toEqual({ ok: true });
    }
  });

  it('treats another question under the same id as another call [trap]', async () => {
    const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
    expect(await gate.claim(claimOf('Postgres'))).toEqual({ ok: true });
    expect(await gate.claim({ ...claimOf('Auth'), input: FEATURES })).toEqual({ ok: true });
  });

  it('accepts an equal answer of two pages once and reports whether it was sent [R-FIRST]', async () => {
    const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
    expect(await gate.claim(claimOf('first'))).toEqual({ ok: true });
    const late = { ...claimOf('first'), delivery: 'another page' };
    const lost = { ok: false, code: 'already_resolved', output: 'first' };
    expect(await gate.claim(late)).toEqual({ ...lost, sent: false });
    expect(await gate.admit(answered('first'), { conversationId })).toEqual({ ok: true });
    expect(await gate.claim(late)).toEqual({ ...lost, sent: true });
  });

  it('refuses an error after an answer was accepted [trap]', async () => {
    const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
    await gate.claim(claimOf('first'));
    for (const state of ['output-error', 'output-denied']) {
      const part = { ...PART, state, errorText: 'Nobody was there.' };
      expect(await gate.admit([{ role: 'assistant', parts: [part] }], { conversationId })).toEqual({
        ok: false,
        code: 'already_resolved',
        outputs: { c1: { output: 'first' } },
      });
    }
    const failed = { conversationId, toolCallId: 'c2', input: DATABASE, delivery: 'page', errorText: 'No question.' };
    expect(await gate.claim(failed)).toEqual({ ok: true });
    expect(await gate.claim(claimOf('second', 'c2'))).toEqual({
      ok: false,
      code: 'already_resolved',
      errorText: 'No question.',
      sent: false,
    });
  });

  it('reports an invalid claim or history as invalid', async () => {
    const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
    const invalid = { ok: false, code: 'invalid' };
    const ask = { type: 'tool-ask_user' };
    const histories = [null, {}, [null], [{ role: 'user' }], [{ role: 'user', parts: [null] }]];
    for (const bad of [...histories, [{ role: 'assistant', parts: [ask] }]])
      expect(await gate.admit(bad as never, { conversationId })).toEqual(invalid);
    const claim = claimOf('first');
    for (const bad of [
      null,
      {},
      { ...claim, output: undefined },
      { ...claim, delivery: 1 },
      { ...claim, errorText: 'x' },
    ])
      expect(await gate.claim(bad as never)).toEqual(invalid);
  });

  it('rejects if the store rejects and accepts the same answer afterwards', async () => {
    const store = createMemoryStore();
    const insert = vi.spyOn(store, 'insert').mockRejectedValueOnce(new Error('No connection.'));
    const gate = createAnswerGate({ store, toolName: 'ask_user' });
    await expect(gate.claim(claimOf('first'))).rejects.toThrow('No connection.');
    expect(await gate.claim(claimOf('first'))).toEqual({ ok: true });
    expect(insert).toHaveBeenCalledTimes(2);
  });

  it('admits a history with the accepted answers and returns the ones that differ', async () => {
    const gate = createAnswerGate({ store: createMemoryStore(), toolName: 'ask_user' });
    await gate.claim(claimOf('first'));
    expect(await gate.admit(answered('first', 'new'), { conversationId })).toEqual({ ok: true });
    expect(await gate.admit(answered('first', 'new'), { conversationId })).toEqual({ ok: true });
    expect(await gate.admit(answered('second', 'newer', 'more'), { conversationId })).toEqual({
      ok: false,
      code: 'already_resolved',
      outputs: { c1: { output: 'first' }, c2: { output: 'new' } },
    });
    // A refused history claims nothing.
    expect(await gate.claim(claimOf('another', 'c3'))).toEqual({ ok: true });
    const open: AiSdkMessage = {
      role: 'assistant',
      parts: [{ ...PART, state: 'input-available' } as never, { type: 'tool-other' }],
    };
    expect(await gate.admit([open], { conversationId })).toEqual({ ok: true });
  });

  it('reads only the last reply and stores new answers', async () => {
    const store = createMemoryStore();
    const gate = createAnswerGate({ store, toolName: 'ask_user' });
    const history = [...answered('old', 'older'), ...answered('first')];
    const [insert, set] = [vi.spyOn(store, 'insert'), vi.spyOn(store, 'compareAndSet')];
    const get = vi.spyOn(store, 'get');
    for (let times = 0; times < 2; times++) {
      expect(await gate.admit(history, { conversationId })).toEqual({ ok: true });
      expect([insert, set].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
    }
    expect(get).toHaveBeenCalledTimes(4);
  });
});
