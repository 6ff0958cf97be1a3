import { spawn, type ChildProcess } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import {
  client,
  methods,
  ndJsonStream,
  PROTOCOL_VERSION,
  RequestError,
  type ClientContext,
  type CreateElicitationRequest,
  type CreateElicitationResponse,
  type Stream,
} from '@agentclientprotocol/sdk';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  createAcpTransport,
  acpElicitation,
  type AcpTransportOptions,
  type AcpElicitationOptions,
} from 'react-ask-user/acp';
import { createAskUserBroker, createAskUserTool, type AskUserTransport } from 'react-ask-user/server';
import type { AskUserResult } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { ENDINGS } from '../dialects/helpers.js';
import { agentWith, askingTurn, type Turn } from './helpers/acp-agent.js';
import { CALL, ONE } from './helpers/questions.js';
import { answerIt, asked, repliesTo } from './helpers/person.js';
import { buildProgram } from './helpers/program.js';

const NOBODY = 'Nobody answered and no option was chosen.';

/** Connects two byte streams, like standard input and output, and reports the end of the agent's input. */
function streams(): [near: Stream, far: Stream, hangUp: () => void] {
  let hangUp = () => {};
  const up = new TransformStream<Uint8Array, Uint8Array>({
    start: (stream) => void (hangUp = () => stream.terminate()),
  });
  const down = new TransformStream<Uint8Array, Uint8Array>();
  return [ndJsonStream(up.writable, down.readable), ndJsonStream(down.writable, up.readable), hangUp];
}

/** A client of a host whose user answers through a broker. */
async function hostOn(stream: Stream, options: Partial<AcpElicitationOptions> & { capable?: boolean } = {}) {
  const broker = createAskUserBroker();
  const { capable = true, ...via } = options;
  const questions = acpElicitation({
    broker,
    conversationId: (sessionId) => sessionId,
    asker: 'Coder',
    agent: { id: 'a' },
    ...via,
  });
  const said: string[] = [];
  const app = client({ name: 'host' }).onNotification(methods.client.session.update, ({ params: { update } }) => {
    if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
      said.push(update.content.text);
  });
  if (capable) app.onRequest('elicitation/create', questions.onRequest);
  const connection = app.connect(stream);
  const clientCapabilities = capable ? { ...questions.capabilities } : {};
  await connection.agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const { sessionId } = await connection.agent.request('session/new', { cwd: '/', mcpServers: [] });
  const prompt = async (...inputs: readonly unknown[]) => {
    const { stopReason } = await say(connection.agent, sessionId, JSON.stringify(inputs));
    return { stopReason, read: JSON.parse(said.at(-1) ?? '[]') as string[] };
  };
  return { broker, questions, connection, sessionId, prompt };
}

const say = (agent: ClientContext, sessionId: string, text: string) =>
  agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });

/** Runs a prompt of a client without this package, which answers elicitations in its own way. */
async function promptOf(
  answers: () => CreateElicitationResponse | Promise<CreateElicitationResponse>,
  turn: Turn = askingTurn(),
) {
  const [near, far] = streams();
  agentWith(turn).connect(far);
  const said: string[] = [];
  const { agent } = client({ name: 'other' })
    .onNotification(methods.client.session.update, ({ params: { update } }) => {
      if (update.sessionUpdate === 'agent_message_chunk' && update.content.type === 'text')
        said.push(update.content.text);
    })
    .onRequest('elicitation/create', answers)
    .connect(near);
  const clientCapabilities = { elicitation: { form: {} } };
  await agent.request('initialize', { protocolVersion: PROTOCOL_VERSION, clientCapabilities });
  const { sessionId } = await agent.request('session/new', { cwd: '/', mcpServers: [] });
  const done = say(agent, sessionId, JSON.stringify([ONE])).then(() => JSON.parse(said.at(-1) ?? '[]') as string[]);
  return { agent, sessionId, done };
}

/** Starts the host and an agent in this process. */
async function start({ turn = askingTurn(), ...options }: Parameters<typeof hostOn>[1] & { turn?: Turn } = {}) {
  const [near, far] = streams();
  agentWith(turn).connect(far);
  return hostOn(near, options);
}

const endsAs = (result: AskUserResult): AskUserTransport => ({ ask: async () => result });

describe('stack: acp', () => {
  it('gives the agent single and multi-select options, Other and custom text [answered] [R-RESULT]', async () => {
    const { broker, prompt } = await start();
    const done = prompt(CALL);
    const shown = await answerIt(
      broker,
      { selected: [], custom: 'MySQL' },
      { selected: [0, 2] },
      { selected: [], custom: 'Zoë\n“x”' },
    );
    expect(shown).toMatchObject({
      asker: 'Coder',
      questions: [{ question: 'Which database?' }, { multiSelect: true }, { options: [] }],
    });
    const { read, stopReason } = await done;
    expect(stopReason).toBe('end_turn');
    expect(JSON.parse(read[0] ?? '')).toEqual({
      answered: true,
      answers: [
        { question: 'Which database?', answer: 'MySQL', wasCustom: true },
        { question: 'Which parts?', answer: ['Auth, mail', 'Jobs'], wasCustom: false },
        { question: 'Which name?', answer: 'Zoë\n“x”', wasCustom: true },
      ],
    });
  });

  it('gives the agent an option, custom text next to several options, and notes [answered]', async () => {
    const { broker, prompt } = await start();
    const done = prompt(CALL);
    await answerIt(
      broker,
      { selected: [1], notes: 'for now' },
      { selected: [1], custom: 'Billing' },
      { selected: [], custom: 'x' },
    );
    expect(JSON.parse((await done).read[0] ?? '')).toMatchObject({
      answers: [
        { answer: 'SQLite', notes: 'for now' },
        { answer: ['Search', 'Billing'], wasCustom: true },
        { answer: 'x' },
      ],
    });
  });

  it('transports descriptions and previews [R-VERBATIM]', async () => {
    const turn: Turn = async (_, { client: host, capabilities, sessionId, signal }) => {
      const options = [{ label: 'a, b', description: 'first', preview: '# A' }, { label: 'c' }];
      const question = { id: 'q', question: 'Which?', options, multiSelect: false };
      const asker = createAcpTransport(host, { clientCapabilities: capabilities });
      const request = { requestId: 'r', questions: [question], raw: undefined };
      return JSON.stringify([JSON.stringify(await asker.ask(request, { conversationId: sessionId, signal }))]);
    };
    const { broker, prompt, sessionId } = await start({ turn });
    const done = prompt();
    await asked(broker);
    expect(await broker.pending(sessionId)).toHaveLength(1);
    const shown = await answerIt(broker, { selected: [0] });
    expect(shown.questions[0]?.options).toMatchObject([
      { label: 'a, b', description: 'first', preview: '# A' },
      { label: 'c' },
    ]);
    expect((await done).read[0]).toContain('"label":"a, b","preview":"# A"');
  });

  it('distinguishes a decline and a cancellation and sends their reasons [declined] [cancelled]', async () => {
    for (const [end, text] of [
      ['decline', 'The user declined to answer'],
      ['cancel', 'The user cancelled'],
    ] as const) {
      const { broker, prompt } = await start();
      const done = prompt(ONE);
      const [request] = await asked(broker);
      expect((await broker.pending())[0]?.allow?.decline).toBe(true);
      await broker[end](request?.requestId ?? '', { reason: 'busy' });
      expect((await done).read[0]).toContain(`${text}. ${NOBODY} Reason: "busy".`);
    }
  });

  it('requires every answer and supports no discussion [declined] [R-PARTIAL] [R-DISCUSS]', async () => {
    const results: AskUserResult[] = [];
    const turn: Turn = async (_, { client: host, capabilities, sessionId, signal }) => {
      const options = [{ label: 'a' }, { label: 'b' }];
      const questions = ['q', 'r'].map((id) => ({ id, question: `Which ${id}?`, options, multiSelect: false }));
      const asker = createAcpTransport(host, { clientCapabilities: capabilities, sessionId, minHumanMs: 0 });
      const offers = { allow: { partial: true, discuss: true } };
      results.push(await asker.ask({ requestId: 'r', questions }, { conversationId: '', signal, ...offers }));
      return '[]';
    };
    const { broker, prompt } = await start({ turn, allow: { partial: true, discuss: true } });
    const done = prompt();
    const [request] = await asked(broker);
    expect(request?.questions.map(({ constraints }) => constraints?.required)).toEqual([true, true]);
    expect((await broker.pending())[0]?.allow?.discuss).not.toBe(true);
    const id = request!.requestId;
    const some = repliesTo(request!, { selected: [1] }, { selected: [], skipped: true });
    expect(await broker.answer(id, some)).toMatchObject({ ok: false, code: 'invalid' });
    const wish = { discuss: true, reason: 'How many users?', replies: some.slice(0, 1) };
    expect(await broker.decline(id, wish)).toEqual({ ok: true });
    await done;
    expect(results).toEqual([{ status: 'declined', reason: 'How many users?' }]);
  });

  it.each(ENDINGS)('reports $status of the client as $status at the agent [R-NOPHANTOM]', async (ending) => {
    let result: AskUserResult | undefined;
    const turn: Turn = async (_, { client: host, capabilities, sessionId, signal }) => {
      const questions = [{ id: 'q', question: 'Which?', options: [{ label: 'a' }], multiSelect: false }];
      const asker = createAcpTransport(host, { clientCapabilities: capabilities, sessionId, minHumanMs: 0 });
      result = await asker.ask({ requestId: 'r', questions, raw: undefined }, { conversationId: '', signal });
      return '[]';
    };
    const { prompt } = await start({ turn, broker: endsAs(ending) });
    await prompt();
    expect(result?.status).toBe(ending.status);
    if ('reason' in ending && ending.reason) expect(result).toMatchObject({ reason: ending.reason });
  });

  it.each(ENDINGS)('sends $status as a result only if the user caused it [R-NOPHANTOM]', async (ending) => {
    let wire: unknown;
    const requestedSchema = { type: 'object', properties: { q: { type: 'string' } } } as const;
    const turn: Turn = async (_, { client: host, sessionId }) => {
      const params = { sessionId, mode: 'form', message: 'Which?', requestedSchema } as const;
      wire = await host.request('elicitation/create', params).catch((error: unknown) => error);
      return '[]';
    };
    await (await start({ turn, broker: endsAs(ending) })).prompt();
    const actions: Record<string, string> = { declined: 'decline', cancelled: 'cancel', superseded: 'cancel' };
    const action = actions[ending.status];
    expect(wire).toMatchObject(
      action
        ? { action }
        : {
            code: -32603,
            data: { details: expect.stringContaining(NOBODY) as string, _meta: expect.any(Object) as object },
          },
    );
  });

  it('does not report the client’s time limit as a cancellation [R-NOPHANTOM]', async () => {
    const { broker, prompt } = await start({ timeoutMs: 1 });
    expect((await prompt(ONE)).read[0]).toContain(`The user did not answer in time. ${NOBODY}`);
    expect(await broker.pending()).toEqual([]);
  });

  it('withdraws the question on `session/cancel`, no matter which side acts first [aborted]', async () => {
    for (const isHostFirst of [true, false]) {
      const { broker, prompt, questions, connection, sessionId } = await start();
      const done = prompt(ONE);
      const [request] = await asked(broker);
      if (isHostFirst) questions.cancel(sessionId);
      else {
        questions.cancel('another');
        await new Promise(setImmediate);
        await asked(broker);
      }
      await connection.agent.notify('session/cancel', { sessionId });
      const { read, stopReason } = await done;
      if (!isHostFirst) expect(stopReason).toBe('cancelled');
      expect(read[0]).toContain(`The question was withdrawn. ${NOBODY}`);
      await asked(broker, 0);
      expect((await broker.get(request?.requestId ?? ''))?.settlement?.result.status).toBe('aborted');
    }
  });

  it('does not wait for a client that ignores a cancellation, unlike the SDK alone [trap] [aborted]', async () => {
    let alone: 'waits' | 'over' = 'waits';
    const params = { mode: 'form', message: 'Which?', requestedSchema: { type: 'object', properties: {} } } as const;
    const turn: Turn = async (text, turnOf) => {
      const { client: host, sessionId, signal } = turnOf;
      const raw = host.request('elicitation/create', { sessionId, ...params }, { cancellationSignal: signal });
      raw.then(
        () => (alone = 'over'),
        () => (alone = 'over'),
      );
      return askingTurn()(text, turnOf);
    };
    let seen = 0;
    const { agent, sessionId, done } = await promptOf(() => (seen++, new Promise<never>(() => {})), turn);
    await expect.poll(() => seen).toBe(2);
    await agent.notify('session/cancel', { sessionId });
    expect((await done)[0]).toContain(`The question was withdrawn. ${NOBODY}`);
    expect(alone).toBe('waits');
  });

  it('withdraws the question if the host closes the connection [aborted]', async () => {
    const { broker, prompt, connection } = await start();
    const done = prompt(ONE).catch((error: Error) => error.message);
    const [request] = await asked(broker);
    connection.close();
    expect(await done).toBe('ACP connection closed');
    await asked(broker, 0);
    expect((await broker.get(request?.requestId ?? ''))?.settlement?.result).toEqual({
      status: 'aborted',
      reason: 'ACP connection closed',
    });
  });

  it('keeps the question of an ended turn open until the host calls `cancel` [trap]', async () => {
    const turn: Turn = async (text, turnOf) => (void askingTurn()(text, turnOf), '[]');
    const { broker, prompt, questions, sessionId } = await start({ turn });
    await prompt(ONE);
    await asked(broker, 1);
    questions.cancel(sessionId);
    await asked(broker, 0);
  });

  it('distinguishes a lost connection from a cancellation before and during the question [trap]', async () => {
    let ended: readonly AskUserResult[] = [];
    const request: AskUserRequest = {
      requestId: 'r',
      questions: [{ id: 'q', question: 'Which?', options: [], multiSelect: false }],
      raw: undefined,
    };
    const turn: Turn = async (_, { client: host, capabilities, sessionId }) => {
      const asker = createAcpTransport(host, { clientCapabilities: capabilities, sessionId });
      const during = await asker.ask(request, { conversationId: '' });
      ended = [during, await asker.ask(request, { conversationId: '' })];
      return '';
    };
    const [near, far, hangUp] = streams();
    agentWith(turn).connect(far);
    const { broker, prompt, connection } = await hostOn(near);
    const done = prompt().catch(() => undefined);
    await asked(broker);
    hangUp();
    await expect
      .poll(() => ended)
      .toEqual([
        { status: 'connectionLost', reason: 'ACP connection closed' },
        { status: 'connectionLost', reason: 'ACP connection closed' },
      ]);
    connection.close();
    await done;
  });

  it('rejects for a request without questions, which is not a lost connection', async () => {
    const transport = createAcpTransport(
      { request: () => Promise.reject(new Error('Not reached')) },
      { clientCapabilities: { elicitation: { form: {} } } },
    );
    await expect(transport.ask({ requestId: 'r' } as never, { conversationId: '' })).rejects.toThrow(TypeError);
  });

  it('does not ask a client without the capability [trap]', async () => {
    const { prompt } = await start({ capable: false });
    expect((await prompt(ONE)).read[0]).toContain(
      `The question could not be shown to the user. ${NOBODY} Reason: "This client does not support forms.".`,
    );
  });

  it('reports a client that declares forms without a handler as unavailable [trap]', async () => {
    const clientCapabilities = { elicitation: { form: {} } };
    const { prompt } = await start({ capable: false, turn: askingTurn({ clientCapabilities }) });
    expect((await prompt(ONE)).read[0]).toContain('The question could not be shown to the user');
  });

  it('refuses an answer that does not fit the form, unlike the SDK alone [trap]', async () => {
    const wire = { action: 'accept', content: { q1: 'Maybe' } };
    let alone: unknown;
    const turn: Turn = async (text, turnOf) => {
      const requestedSchema = { type: 'object', properties: { q1: { type: 'string', enum: ['Yes', 'No'] } } } as const;
      const params = { mode: 'form', message: 'Which?', requestedSchema, sessionId: turnOf.sessionId } as const;
      alone = await turnOf.client.request('elicitation/create', params);
      return askingTurn()(text, turnOf);
    };
    const { done } = await promptOf(() => wire, turn);
    const [read] = await done;
    expect(alone).toEqual(wire);
    expect(read).toContain(NOBODY);
    expect(read).toContain('does not fit this form');
  });

  describe('with a client without a user', () => {
    /** Returns the model text for a client that ends every form automatically, `ms` after it was asked. */
    async function headless(action: 'decline' | 'cancel', ms: number, options: Partial<AcpTransportOptions> = {}) {
      let clock = 0;
      const turn = askingTurn({ minHumanMs: undefined, now: () => clock, ...options });
      const { done } = await promptOf(() => ((clock += ms), { action }), turn);
      return (await done)[0];
    }

    it.each([
      ['decline', 'declined', 'The user declined to answer'],
      ['cancel', 'cancelled', 'The user cancelled'],
    ] as const)(
      'settles as unavailable if the client ends a form automatically: %s [R-HUMAN]',
      async (action, status, text) => {
        const reason = `The client ${status} 299 ms after it was asked, before a user can have seen the question.`;
        expect(await headless(action, 299)).toContain(
          `The question could not be shown to the user. ${NOBODY} Reason: "${reason}".`,
        );
        expect(await headless(action, 300)).toContain(`${text}. ${NOBODY}`);
        expect(await headless(action, 0, { minHumanMs: 0 })).toContain(`${text}. ${NOBODY}`);
      },
    );

    it('asks the fallback with the remaining time [R-HUMAN]', async () => {
      let clock = 0;
      const left: (number | undefined)[] = [];
      const broker = createAskUserBroker();
      const fallback: AskUserTransport = {
        ask: (request, options) => (
          left.push(options.timeoutMs),
          broker.ask(request, { ...options, conversationId: 'c' })
        ),
      };
      const turn: Turn = async (text, { client: host, capabilities }) => {
        const asker = createAcpTransport(host, { clientCapabilities: capabilities, now: () => clock, fallback });
        const tool = createAskUserTool({ transport: asker });
        const [input] = JSON.parse(text) as unknown[];
        const { content } = await tool.execute(input, { timeoutMs: 60_000, conversationId: 'c' });
        return JSON.stringify([content[0].text]);
      };
      const { done } = await promptOf(() => ((clock += 40), { action: 'cancel' }), turn);
      await answerIt(broker, { selected: [1] });
      expect((await done)[0]).toContain('"answer":"No"');
      expect(left).toEqual([59_960]);
    });

    it('throws for an invalid time [R-HUMAN]', () => {
      const host = { request: () => Promise.resolve({}) };
      expect(() => createAcpTransport(host, { clientCapabilities: {}, minHumanMs: Number.NaN })).toThrow(
        /`minHumanMs` is NaN/,
      );
    });
  });

  it('does not show the question of another connection’s session [trap]', async () => {
    const { broker, prompt } = await start({
      turn: askingTurn({ sessionId: 'somebody-else’s' }),
      conversationId: (sessionId) => (sessionId === 'session-1' ? 'chat' : undefined),
    });
    const { read } = await prompt(ONE);
    expect(read[0]).toContain('The question could not be shown to the user');
    expect(read[0]).toContain('The client does not know this session.');
    expect(await broker.pending()).toEqual([]);
  });

  const own = new Error('postgres://app:secret@db');
  it.each<[string, Partial<AcpElicitationOptions>]>([
    ['the broker', { broker: { ask: () => Promise.reject(own) } }],
    [
      '`conversationId`',
      {
        conversationId: () => {
          throw own;
        },
      },
    ],
  ])('reports an error of %s to the host and not to the agent [trap]', async (_, options) => {
    const onError = vi.fn();
    const { prompt } = await start({ ...options, onError });
    const { read } = await prompt(ONE);
    expect(onError.mock.calls).toEqual([[own]]);
    expect(read[0]).toContain('The host could not ask its user.');
    expect(read[0]).not.toContain('secret');
  });

  it('sends an error for a request that no form can represent and does not show it [trap]', async () => {
    let error: unknown;
    const turn: Turn = async (_, { client: host, sessionId }) => {
      const params = {
        sessionId,
        mode: 'url',
        message: 'Sign in',
        elicitationId: 'e',
        url: 'https://example.com',
      } as const;
      error = await host.request('elicitation/create', params).catch((e: unknown) => e);
      return '[]';
    };
    const { broker, prompt } = await start({ turn });
    await prompt();
    expect(error).toMatchObject({ code: -32603, data: { details: expect.stringContaining('visit a URL') as string } });
    expect(await broker.pending()).toEqual([]);
  });

  it.each([
    [
      'an approval',
      { mode: 'form', requestedSchema: { type: 'object' }, _meta: { codex_approval_kind: 'mcp_tool_call' } },
    ],
    ['a URL', { mode: 'url', elicitationId: 'e', url: 'https://example.com' }],
    [
      'a form that the dialog cannot show',
      {
        mode: 'form',
        requestedSchema: { type: 'object', required: ['file'], properties: { file: { type: 'object' } } },
      },
    ],
  ])('gives the host %s as what it is, and the agent the response of the host', async (_, more) => {
    const answers: unknown[] = [];
    const turn: Turn = async (_text, { client: host, sessionId }) => {
      const params = { sessionId, message: 'Allow x to run?', ...more } as CreateElicitationRequest;
      answers.push(await host.request('elicitation/create', params));
      return '[]';
    };
    const response = { action: 'accept', _meta: { persist: 'session' } } as const;
    const onOther = vi.fn<NonNullable<AcpElicitationOptions['onOther']>>(() => Promise.resolve(response));
    const { broker, prompt } = await start({ turn, onOther });
    await prompt();
    expect(answers).toEqual([response]);
    expect(onOther.mock.calls).toMatchObject([[{ params: { message: 'Allow x to run?', ...more } }]]);
    expect(await broker.pending()).toEqual([]);
  });

  it('tells the host that the agent no longer waits for an approval', async () => {
    let signal: AbortSignal | undefined;
    const turn: Turn = async (_, { client: host, sessionId }) => {
      const more = { requestedSchema: { type: 'object' }, _meta: { codex_approval_kind: 'mcp_tool_call' } } as const;
      const params = { sessionId, mode: 'form', message: 'Allow?', ...more } as const;
      await host.request('elicitation/create', params).catch(() => {});
      return '[]';
    };
    const onOther: AcpElicitationOptions['onOther'] = (request) =>
      new Promise((resolve) => {
        signal = request.signal;
        signal.addEventListener('abort', () => resolve({ action: 'cancel' }));
      });
    const { questions, sessionId, prompt } = await start({ turn, onOther });
    const done = prompt();
    await vi.waitFor(() => expect(signal).toBeDefined());
    questions.cancel(sessionId);
    await done;
    expect(signal?.aborted).toBe(true);
  });

  it('asks questions itself, also with a handler for other requests', async () => {
    const onOther = vi.fn<NonNullable<AcpElicitationOptions['onOther']>>();
    const { broker, prompt } = await start({ onOther });
    const done = prompt(ONE);
    await answerIt(broker, { selected: [0] });
    await done;
    expect(onOther).not.toHaveBeenCalled();
  });

  it('sends an error instead of an answer that the form refuses [trap]', async () => {
    let error: unknown;
    const turn: Turn = async (_, { client: host, sessionId }) => {
      const properties = { site: { type: 'string', format: 'uri' } } as const;
      const requestedSchema = { type: 'object', properties, required: ['site'] } as const;
      const params = { sessionId, mode: 'form', message: 'Which site?', requestedSchema } as const;
      error = await host.request('elicitation/create', params).catch((e: unknown) => e);
      return '[]';
    };
    const { broker, prompt } = await start({ turn });
    const done = prompt();
    await answerIt(broker, { selected: [], custom: 'a:#' });
    await done;
    expect(error).toMatchObject({
      code: -32603,
      data: { details: expect.stringContaining('does not fit the form and was not sent') as string },
    });
  });

  it('reports a request that the client cancels itself as aborted [aborted]', async () => {
    const { done } = await promptOf(() => Promise.reject(RequestError.requestCancelled()));
    expect((await done)[0]).toContain(`The question was withdrawn. ${NOBODY}`);
  });

  it('supersedes the question with a chat message [trap]', async () => {
    const { broker, prompt, sessionId } = await start();
    const done = prompt(ONE);
    await asked(broker);
    await broker.supersede(sessionId, 'Just do it');
    expect((await done).read[0]).toContain(`Something newer replaced the question. ${NOBODY} Reason: "Just do it".`);
  });

  it('answers two simultaneous questions separately and does not use the agent’s ids as request ids [two]', async () => {
    const { broker, prompt } = await start();
    const done = prompt(ONE, ONE);
    const [one, other] = await asked(broker, 2);
    expect(new Set([one?.requestId, other?.requestId, 'call_1', 'ask-user', '']).size).toBe(5);
    await broker.answer(other!.requestId, repliesTo(other!, { selected: [1] }));
    await broker.answer(one!.requestId, repliesTo(one!, { selected: [0] }));
    const { read } = await done;
    expect(read[0]).toContain('"answer":"Yes"');
    expect(read[1]).toContain('"answer":"No"');
  });

  it('times out with the agent’s limit and withdraws the question', async () => {
    let result: AskUserResult | undefined;
    let elicited: unknown;
    const turn: Turn = async (_, { client: host, capabilities, sessionId }) => {
      const spied = {
        request: (method: string, params: unknown, options: never) => (
          (elicited = params),
          host.request(method, params, options)
        ),
      };
      const asker = createAcpTransport(spied, { clientCapabilities: capabilities, sessionId, toolCalls: true });
      const questions = [{ id: 'q', question: 'Which?', options: [], multiSelect: false }];
      result = await asker.ask(
        { requestId: 'call_1', questions, raw: undefined },
        { conversationId: '', timeoutMs: 1, allow: { skip: true } },
      );
      return '[]';
    };
    const { broker, prompt } = await start({ turn });
    await prompt();
    expect(result).toEqual({ status: 'timedOut' });
    expect(elicited).toMatchObject({ sessionId: 'session-1', toolCallId: 'call_1' });
    expect(elicited).not.toHaveProperty('requestedSchema.required', ['q']);
    await asked(broker, 0);
  });

  describe('with an agent that is a program', () => {
    let program: Awaited<ReturnType<typeof buildProgram>>;
    const children: ChildProcess[] = [];
    beforeAll(async () => (program = await buildProgram(new URL('helpers/acp-child.ts', import.meta.url))));
    afterAll(() => {
      for (const child of children) child.kill('SIGKILL');
      program?.remove();
    });

    async function spawned() {
      const child = spawn(process.execPath, [program.path], { stdio: ['pipe', 'pipe', 'inherit'] });
      children.push(child);
      const stdout = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
      return { child, ...(await hostOn(ndJsonStream(Writable.toWeb(child.stdin), stdout))) };
    }

    it('asks over the standard streams and reads the answer [answered]', async () => {
      const { broker, prompt, child } = await spawned();
      const done = prompt(CALL, ONE);
      const [all, one] = await asked(broker, 2);
      await broker.answer(one!.requestId, repliesTo(one!, { selected: [1] }));
      await broker.answer(
        all!.requestId,
        repliesTo(all!, { selected: [0] }, { selected: [2] }, { selected: [], custom: '\u2028😀' }),
      );
      const { read } = await done;
      expect(JSON.parse(read[0] ?? '')).toMatchObject({
        answers: [{ answer: 'Postgres' }, { answer: ['Jobs'] }, { answer: '\u2028😀' }],
      });
      expect(read[1]).toContain('"answer":"No"');
      child.stdin.end();
    });

    it('withdraws the question of a killed agent and refuses a late answer [trap] [aborted]', async () => {
      const { broker, prompt, child } = await spawned();
      const done = prompt(ONE).catch((error: Error) => error.message);
      const [request] = await asked(broker);
      child.kill('SIGKILL');
      expect(await done).toBe('ACP connection closed');
      await asked(broker, 0);
      expect((await broker.get(request!.requestId))?.settlement?.result.status).toBe('aborted');
      expect(await broker.answer(request!.requestId, repliesTo(request!, { selected: [0] }))).toEqual({
        ok: false,
        code: 'already_resolved',
      });
    });
  });
});
