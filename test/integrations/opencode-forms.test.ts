import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Reply } from '../../src/core/answer/types.js';
import type { Allow } from '../../src/core/flow/allow.js';
import type { Opencode2Client, OpencodeClient, OpencodeForm } from '../../src/integrations/opencode/types.js';
import { bridgeOpencode, type OpencodeBridge } from 'react-ask-user/opencode';
import { createAskUserBroker } from 'react-ask-user/server';

/** The form of the tool `question`, as the server of opencode 2 creates it. */
const QUESTIONS = {
  id: 'frm_1',
  sessionID: 'ses_1',
  title: 'Questions',
  metadata: { kind: 'question', tool: { messageID: 'm', id: 'c' } },
  mode: 'form',
  fields: [
    {
      key: 'q0',
      title: 'Storage',
      description: 'Which storage?',
      type: 'string',
      options: [{ value: 'SQL', label: 'SQL', description: 'Fast' }],
      custom: true,
    },
    {
      key: 'q1',
      title: 'Parts',
      description: 'Which parts?',
      type: 'multiselect',
      options: [{ value: 'a', label: 'A' }],
      custom: true,
    },
  ],
};
/** The form of an MCP server or a plugin. */
const FORM = {
  id: 'frm_2',
  sessionID: 'ses_1',
  title: 'Deploy the service',
  fields: [
    { key: 'mail', title: 'Your address', type: 'string', format: 'email', required: true },
    { key: 'count', title: 'How many?', type: 'integer', minimum: 1, required: true },
    { key: 'ratio', title: 'Which ratio?', type: 'number' },
    { key: 'force', title: 'Force it?', type: 'boolean', required: true },
    {
      key: 'region',
      title: 'Which region?',
      type: 'string',
      required: true,
      options: [
        { value: 'eu', label: 'Europe' },
        { value: 'us', label: 'America' },
      ],
      custom: true,
    },
    {
      key: 'tags',
      title: 'Which tags?',
      type: 'multiselect',
      minItems: 2,
      options: [
        { value: 'x', label: 'X' },
        { value: 'y', label: 'Y' },
      ],
      custom: true,
    },
    { key: 'words', title: 'Which words?', type: 'multiselect', options: [], custom: true },
  ],
};

const settledError = (id: string) => ({ _tag: 'FormAlreadySettledError', id, message: `Form already settled: ${id}` });

interface Field {
  readonly key: string;
  readonly type: string;
  readonly required?: boolean;
  readonly options?: readonly { readonly value: string }[];
  readonly custom?: boolean;
  readonly minItems?: number;
  readonly pattern?: string;
}

/** Returns why opencode refuses an answer. */
function problemOf({ fields }: OpencodeForm, answer: Readonly<Record<string, unknown>>): string | undefined {
  const all = fields as readonly Field[];
  const unknown = Object.keys(answer).find((key) => !all.some((field) => field.key === key));
  if (unknown !== undefined) return `Unknown form field: ${unknown}`;
  for (const { key, type, required, options, custom, minItems = 0, pattern = '' } of all) {
    const value = answer[key];
    if (value === undefined && !required) continue;
    const values = type === 'multiselect' ? (value as unknown[]) : [value];
    if (!Array.isArray(values) || values.length < minItems) return `Too few selections for form field: ${key}`;
    const wanted = { string: 'string', multiselect: 'string', boolean: 'boolean' }[type] ?? 'number';
    if (values.some((one) => typeof one !== wanted)) return `Expected ${type} for form field: ${key}`;
    const isClosed = options !== undefined && !custom;
    if (isClosed && values.some((one) => options.every((option) => option.value !== one)))
      return `Invalid option: ${key}`;
    if (values.some((one) => !new RegExp(pattern).test(String(one))))
      return `Form field does not match pattern: ${key}`;
  }
  return undefined;
}

/** A server of opencode 2 with forms, as `packages/core/src/form.ts` settles them. */
function startServer(forms: readonly OpencodeForm[] = []) {
  const waiting = new Map(forms.map((form) => [form.id, form]));
  const streams = new Set<(event: unknown) => void>();
  const calls: [string, unknown][] = [];
  let onConnected = () => {};
  const emit = (type: string, data: unknown) => {
    for (const push of streams) push({ id: 'evt_1', type, data });
  };
  const end = (
    type: string,
    { sessionID, formID, answer }: { sessionID: string; formID: string; answer?: unknown },
  ) => {
    if (!waiting.delete(formID)) throw settledError(formID);
    emit(type, { id: formID, sessionID, ...(answer !== undefined && { answer }) });
  };
  async function* events(signal: AbortSignal) {
    const queue: unknown[] = [{ id: 'evt_0', type: 'server.connected', data: {} }];
    let wake = () => {};
    const push = (event: unknown) => {
      queue.push(event);
      wake();
    };
    streams.add(push);
    onConnected();
    signal.addEventListener('abort', () => wake(), { once: true });
    while (!signal.aborted) {
      yield* queue.splice(0);
      if (!signal.aborted && queue.length === 0) await new Promise<void>((resolve) => (wake = resolve));
    }
    streams.delete(push);
  }
  const server = {
    /** Whether the forms are of the directory of the client. */
    isHere: true,
    /** Resolves when the bridge has subscribed to the events. */
    connected: new Promise<void>((resolve) => (onConnected = resolve)),
    calls,
    emit,
    end,
    create(form: OpencodeForm) {
      waiting.set(form.id, form);
      emit('form.created', { form });
    },
    list: () => (server.isHere ? [...waiting.values()] : []),
    listOf: (sessionID: string) => [...waiting.values()].filter((form) => form.sessionID === sessionID),
    events,
    reply(parameters: { sessionID: string; formID: string; answer: Readonly<Record<string, unknown>> }) {
      calls.push(['reply', parameters.answer]);
      const form = waiting.get(parameters.formID);
      if (!form) throw settledError(parameters.formID);
      const message = problemOf(form, parameters.answer);
      if (message) throw { _tag: 'FormInvalidAnswerError', id: parameters.formID, message };
      end('form.replied', parameters);
    },
    cancel(parameters: { sessionID: string; formID: string }) {
      calls.push(['cancel', parameters.formID]);
      end('form.cancelled', parameters);
    },
  };
  return server;
}

type Server = ReturnType<typeof startServer>;

/** The client of `@opencode/client`: it returns values and throws the errors of the server. */
const newer = (server: Server): Opencode2Client => ({
  event: {
    async *subscribe({ signal }) {
      yield* server.events(signal);
      // An aborted request fails.
      throw new Error('Transport');
    },
  },
  form: { list: async () => ({ location: { directory: '/project' }, data: server.list() }) },
  session: {
    form: {
      list: async ({ sessionID }) => server.listOf(sessionID),
      reply: async (parameters) => server.reply(parameters),
      cancel: async (parameters) => server.cancel(parameters),
    },
  },
});

/** The client with both APIs: it returns `{ data }` or `{ error, response }`. */
function older(server: Server): OpencodeClient {
  const answer = async (run: () => unknown) => {
    try {
      return { data: await run(), response: { status: 200 } };
    } catch (error) {
      return { error, response: { status: (error as { _tag: string })._tag === 'FormInvalidAnswerError' ? 400 : 409 } };
    }
  };
  const nothing = async () => ({ data: undefined });
  return {
    event: { subscribe: async (_, { signal }) => ({ stream: server.events(signal) }) },
    question: { list: async () => ({ data: [] }), reply: nothing, reject: nothing },
    session: { status: async () => ({ data: {} }), message: nothing },
    v2: {
      form: { request: { list: () => answer(() => ({ location: {}, data: server.list() })) } },
      session: {
        form: {
          list: ({ sessionID }: { sessionID: string }) => answer(() => ({ data: server.listOf(sessionID) })),
          reply: (parameters: Parameters<Server['reply']>[0]) => answer(() => server.reply(parameters)),
          cancel: (parameters: Parameters<Server['cancel']>[0]) => answer(() => server.cancel(parameters)),
        },
      },
    },
  };
}

let bridge: OpencodeBridge | undefined;
afterEach(() => bridge?.close());

const POLL = { timeout: 10_000 };

describe.each([
  ['@opencode/client', newer],
  ['a client with both APIs', older],
] as const)('a form of opencode 2, with %s', (_, clientOf) => {
  function start(server: Server, { allow, session = 'ses_1' }: { allow?: Allow; session?: string } = {}) {
    const broker = createAskUserBroker();
    const onError = vi.fn<(error: unknown) => void>();
    const conversationId = (sessionID: string) => (sessionID === session ? 'c1' : undefined);
    bridge = bridgeOpencode(clientOf(server), { broker, conversationId, onError, ...(allow && { allow }) });
    return {
      broker,
      messages: () => onError.mock.calls.map(([error]) => String(error)),
      ids: async () => (await broker.pending()).map(({ request }) => request.requestId),
      async asked(id = 'frm_1') {
        await expect
          .poll(async () => (await broker.pending()).map(({ request }) => request.requestId), POLL)
          .toContain(id);
        return (await broker.pending()).find(({ request }) => request.requestId === id)!.request;
      },
      async answer(id: string, replies: readonly Omit<Reply, 'questionId'>[]) {
        const request = (await broker.pending()).find((one) => one.request.requestId === id)!.request;
        const answers = replies.map((reply, i) => ({ questionId: request.questions[i]!.id, ...reply }));
        expect(await broker.answer(id, answers)).toMatchObject({ ok: true });
      },
    };
  }

  it('of the tool `question` is asked and answered', async () => {
    const server = startServer();
    const { asked, answer, messages } = start(server);
    await server.connected;
    server.create(QUESTIONS);
    const { questions } = await asked();
    expect(questions).toMatchObject([
      {
        question: 'Which storage?',
        header: 'Storage',
        options: [{ label: 'SQL', description: 'Fast' }],
        multiSelect: false,
      },
      { question: 'Which parts?', header: 'Parts', options: [{ label: 'A' }], multiSelect: true },
    ]);
    await answer('frm_1', [{ selected: [0] }, { selected: [0], custom: 'own words' }]);
    await expect.poll(() => server.calls, POLL).toEqual([['reply', { q0: 'SQL', q1: ['a', 'own words'] }]]);
    expect(messages()).toEqual([]);
  });

  it('has answers of the type of each field', async () => {
    const server = startServer([FORM]);
    const { asked, answer, messages } = start(server);
    const { questions } = await asked('frm_2');
    expect(questions.map(({ question }) => question)).toEqual(FORM.fields.map(({ title }) => title));
    expect(questions.map(({ constraints }) => constraints?.required)).toEqual([
      true,
      true,
      false,
      true,
      true,
      false,
      false,
    ]);
    await answer('frm_2', [
      { selected: [], custom: 'ana@example.com' },
      { selected: [], custom: '3' },
      { selected: [], custom: '0.5' },
      { selected: [1] },
      { selected: [], custom: 'Mars' },
      { selected: [1], custom: 'z' },
      { selected: [], custom: 'hello' },
    ]);
    const expected = {
      mail: 'ana@example.com',
      count: 3,
      ratio: 0.5,
      force: false,
      region: 'Mars',
      tags: ['y', 'z'],
      words: ['hello'],
    };
    await expect.poll(() => server.calls, POLL).toEqual([['reply', expected]]);
    expect(messages()).toEqual([]);
  });

  it('has no entry for a field that was left blank', async () => {
    const server = startServer([FORM]);
    const { asked, answer } = start(server);
    await asked('frm_2');
    const blank = { selected: [], skipped: true } as const;
    await answer('frm_2', [
      { selected: [], custom: 'ana@example.com' },
      { selected: [], custom: '3' },
      blank,
      { selected: [0] },
      { selected: [1] },
      blank,
      blank,
    ]);
    const expected = { mail: 'ana@example.com', count: 3, force: true, region: 'us' };
    await expect.poll(() => server.calls, POLL).toEqual([['reply', expected]]);
  });

  it.each([
    ['cancelled', QUESTIONS, 'cancel', ['cancel', 'frm_1']],
    ['declined', QUESTIONS, 'decline', ['reply', {}]],
    ['declined with required fields', FORM, 'decline', ['cancel', 'frm_2']],
  ] as const)('ends without an answer if the user has %s', async (_title, form, method, call) => {
    const server = startServer([form]);
    const { asked, broker } = start(server, { allow: { decline: true } });
    await asked(form.id);
    await broker[method](form.id);
    await expect.poll(() => server.calls, POLL).toEqual([call]);
  });

  it.each(['form.replied', 'form.cancelled'])('is withdrawn after %s', async (type) => {
    const server = startServer([QUESTIONS]);
    const { asked, ids, messages } = start(server);
    await asked();
    server.end(type, { sessionID: 'ses_1', formID: 'frm_1', ...(type === 'form.replied' && { answer: {} }) });
    await expect.poll(ids, POLL).toEqual([]);
    expect([server.calls, messages()]).toEqual([[], []]);
  });

  it('is asked once if it is in the list and in an event', async () => {
    const server = startServer([QUESTIONS]);
    const { asked, ids } = start(server);
    await asked();
    server.emit('form.created', { form: QUESTIONS });
    server.emit('server.connected', {});
    server.create({ ...QUESTIONS, id: 'frm_3' });
    await asked('frm_3');
    expect(await ids()).toEqual(['frm_1', 'frm_3']);
  });

  it('of another directory stays open when the bridge connects again', async () => {
    const server = startServer();
    server.isHere = false;
    const { asked, ids, answer } = start(server);
    await server.connected;
    server.create(QUESTIONS);
    await asked();
    server.emit('server.connected', {});
    server.create({ ...QUESTIONS, id: 'frm_3' });
    await asked('frm_3');
    expect(await ids()).toEqual(['frm_1', 'frm_3']);
    await answer('frm_1', [{ selected: [0] }, { selected: [0] }]);
    await expect.poll(() => server.calls, POLL).toEqual([['reply', { q0: 'SQL', q1: ['a'] }]]);
  });

  it('is asked again if the server refuses the answer, which is reported', async () => {
    const server = startServer([
      { ...FORM, fields: [{ key: 'name', title: 'Name?', type: 'string', pattern: '^[a-z]+$' }] },
    ]);
    const { asked, answer, messages } = start(server);
    await asked('frm_2');
    await answer('frm_2', [{ selected: [], custom: 'NO' }]);
    await asked('frm_2.2');
    expect(messages()).toEqual([expect.stringContaining('opencode refused the answer to frm_2')]);
    await answer('frm_2.2', [{ selected: [], custom: 'ok' }]);
    await expect
      .poll(() => server.calls, POLL)
      .toEqual([
        ['reply', { name: 'NO' }],
        ['reply', { name: 'ok' }],
      ]);
  });

  it('reports an answer that comes after another client has answered', async () => {
    const server = startServer([QUESTIONS]);
    const { asked, answer, messages } = start(server);
    await asked();
    // The event is late.
    server.listOf = () => [];
    await answer('frm_1', [{ selected: [0] }, { selected: [0] }]);
    await expect.poll(messages, POLL).toEqual([expect.stringContaining('reached no agent')]);
  });

  it('of the session `global` is asked in the conversation that the host returns for it', async () => {
    const server = startServer([{ ...FORM, sessionID: 'global' }]);
    const { asked, broker } = start(server, { session: 'global' });
    await asked('frm_2');
    await broker.cancel('frm_2');
    await expect.poll(() => server.calls, POLL).toEqual([['cancel', 'frm_2']]);
  });

  const [field] = FORM.fields;
  it.each<[string, object, string]>([
    [
      'a link',
      { fields: [field, { key: 'terms', type: 'external', url: 'https://example.com' }] },
      '"terms" is a link',
    ],
    ['an unknown type', { fields: [field, { key: 'photo', type: 'image' }] }, '"photo" has the unknown type "image"'],
    [
      'a condition',
      { fields: [field, { ...field, key: 'why', when: [{ key: 'mail', op: 'eq', value: 'x' }] }] },
      '"why" depends',
    ],
    ['a web page', { mode: 'url', url: 'https://example.com', fields: undefined }, 'a web page'],
    ['no fields', { fields: [] }, 'no fields'],
    ['a field without a key', { fields: [field, { type: 'string' }] }, 'no key'],
    ['options that cannot be read', { fields: [{ key: 'x', type: 'string', options: ['a'] }] }, 'cannot be read'],
    ['a type that is a member of every object', { fields: [{ key: 'x', type: 'constructor' }] }, '"constructor"'],
    [
      'a list of several texts',
      { fields: [{ key: 'x', type: 'multiselect', options: [], custom: true, minItems: 2, required: true }] },
      '"x" needs 2 texts',
    ],
    ['a closed list without options', { fields: [{ key: 'x', type: 'multiselect', options: [] }] }, 'no options'],
    ['no session', { sessionID: 'global' }, 'belongs to no session'],
  ])('with %s is reported with the reason and stays open', async (_title, change, reason) => {
    const server = startServer();
    const { asked, ids, messages } = start(server);
    await server.connected;
    server.create({ ...FORM, ...change });
    await expect.poll(messages, POLL).toEqual([expect.stringContaining(reason)]);
    expect(messages()[0]).toContain('frm_2 cannot be asked');
    server.create(QUESTIONS);
    await asked();
    expect(await ids()).toEqual(['frm_1']);
    expect(server.calls).toEqual([]);
  });

  it.each([
    ['title', 'Which storage?'],
    ['description', 'Storage'],
  ])('whose field has `null` as its %s is asked', async (name, question) => {
    const texts = { title: 'Storage', description: 'Which storage?', [name]: null };
    const option = { value: 'SQL', label: 'SQL', description: null };
    const fields = [{ key: 'q0', type: 'string', options: [option], custom: true, ...texts }];
    const form = { ...FORM, title: null, fields };
    const server = startServer([form, { ...QUESTIONS, fields }]);
    const { asked, answer, messages } = start(server);
    for (const id of ['frm_2', 'frm_1']) {
      const { questions } = await asked(id);
      expect(questions).toMatchObject([{ question, options: [{ label: 'SQL' }] }]);
      await answer(id, [{ selected: [0] }]);
    }
    const reply = ['reply', { q0: 'SQL' }];
    await expect.poll(() => server.calls, POLL).toEqual([reply, reply]);
    expect(messages()).toEqual([]);
  });

  it('that cannot be read is reported once, and the other forms are asked', async () => {
    const unreadable = {
      ...FORM,
      get fields(): unknown {
        throw new Error('Broken');
      },
    };
    const server = startServer([unreadable, QUESTIONS]);
    const { asked, ids, messages } = start(server);
    await asked();
    server.emit('form.created', { form: unreadable });
    server.create({ ...QUESTIONS, id: 'frm_3' });
    await asked('frm_3');
    expect(await ids()).toEqual(['frm_1', 'frm_3']);
    expect(messages()).toEqual([expect.stringMatching(/frm_2 cannot be asked: .*Broken/)]);
    expect(server.calls).toEqual([]);
  });

  it('of a session of another host is ignored', async () => {
    const server = startServer([{ ...FORM, sessionID: 'ses_9' }, QUESTIONS]);
    const { asked, ids, messages } = start(server);
    await asked();
    expect([await ids(), messages(), server.calls]).toEqual([['frm_1'], [], []]);
  });
});

describe('the connection to opencode 2', () => {
  it('is replaced without an error if it is silent, because heartbeats are comments', async () => {
    vi.useFakeTimers();
    try {
      const server = startServer([QUESTIONS]);
      const subscribe = vi.fn(newer(server).event.subscribe);
      const broker = createAskUserBroker();
      const onError = vi.fn();
      const client = { ...newer(server), event: { subscribe } };
      bridge = bridgeOpencode(client, { broker, conversationId: () => 'c1', onError });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(subscribe.mock.calls.length).toBe(3);
      expect((await broker.pending()).map(({ request }) => request.requestId)).toEqual(['frm_1']);
      expect(onError.mock.calls).toEqual([]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('is reported once if the server never responds', async () => {
    vi.useFakeTimers();
    try {
      const subscribe = ({ signal }: { signal: AbortSignal }): AsyncIterable<unknown> => ({
        [Symbol.asyncIterator]: () => ({
          next: () =>
            new Promise((resolve) => {
              signal.addEventListener('abort', () => resolve({ done: true, value: undefined }), { once: true });
            }),
        }),
      });
      const client = { ...newer(startServer()), event: { subscribe } };
      const onError = vi.fn<(error: unknown) => void>();
      bridge = bridgeOpencode(client, { broker: createAskUserBroker(), conversationId: () => 'c1', onError });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(onError.mock.calls.map(([error]) => String(error))).toEqual([
        expect.stringContaining('no events for 25 s'),
      ]);
    } finally {
      vi.useRealTimers();
    }
  });
});
