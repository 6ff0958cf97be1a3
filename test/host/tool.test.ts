import { describe, expect, it, vi } from 'vitest';
import { buildAnswers } from '../../src/core/answer/build-answers.js';
import { fromRecord } from '../../src/core/answer/record.js';
import type { AskUserResult, UnansweredResult, Reply } from '../../src/core/answer/types.js';
import type { AskUserRequest } from '../../src/core/question/types.js';
import { askUserQuestion, askUser, kimi, pilotDeck } from '../../src/dialects/index.js';
import { formatPilotDeckText } from '../../src/dialects/pilot-deck.js';
import {
  AskUserError,
  createAskUserBroker,
  createAskUserTool,
  type AskOptions,
  type AskUserBroker,
  type AskUserTransport,
} from '../../src/host/index.js';
import { createTestBackend, makeRequest } from './helpers.js';

const option = (label: string) => ({ label, description: `About ${label}` });
const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  options: [option('PostgreSQL'), option('SQLite')],
};
const FEATURES = {
  question: 'Which features?',
  header: 'Features',
  options: [option('Auth'), option('REST')],
  multiSelect: true,
};
const INPUT = { questions: [DATABASE, FEATURES] };
const CHOSEN: readonly Omit<Reply, 'questionId'>[] = [{ selected: [1] }, { selected: [0, 1], custom: 'GraphQL' }];
const CALL = { conversationId: 'c1', toolCallId: 't1' };

/** Creates an asker that answers in this way, and records the requests. */
function asker(reply: readonly Omit<Reply, 'questionId'>[] | UnansweredResult) {
  const asked: { request: AskUserRequest; options: AskOptions }[] = [];
  const broker: AskUserTransport = {
    ask: (request, options) => {
      asked.push({ request, options });
      return Promise.resolve(Array.isArray(reply) ? answer(request, reply) : (reply as UnansweredResult));
    },
  };
  return { asked, broker };
}

function answer(request: AskUserRequest, replies: readonly Omit<Reply, 'questionId'>[]): AskUserResult {
  const named = replies.map((one, i) => ({ ...one, questionId: request.questions[i]?.id ?? '' }));
  const built = buildAnswers(request, named);
  if (!built.ok) throw new Error('not an answer');
  return { status: 'answered', answers: built.value };
}

const now = () => 1_707_091_200_000;
const TOOLS = [askUser.tool, askUserQuestion.tool, pilotDeck.tool] as const;
const endings: readonly UnansweredResult[] = [
  { status: 'declined' },
  { status: 'cancelled', reason: 'not now' },
  { status: 'aborted' },
  { status: 'superseded', reason: 'a message came' },
  { status: 'connectionLost' },
  { status: 'timedOut' },
  { status: 'unavailable', reason: 'no client' },
];

describe('a tool whose agent can reply to the user [R-ASKBACK]', () => {
  it('passes the question of the user and the request of the call', async () => {
    const broker = createAskUserBroker();
    const seen: unknown[] = [];
    const tool = createAskUserTool({
      transport: broker,
      onAskBack(exchange, { request, signal }) {
        seen.push([exchange.text, request.requestId, request.questions.length, signal.aborted]);
        return 'It is slow.';
      },
    });
    const ended = tool.execute(INPUT, CALL);
    await expect.poll(async () => (await broker.get('t1'))?.askBack?.offered).toBe(true);
    const [pending] = await broker.pending();
    const call = { questionId: pending!.request.questions[0]!.id, text: 'Why not SQLite?', key: 'k1' };
    expect(await broker.askBack('t1', call)).toMatchObject({ ok: true });
    await expect.poll(() => broker.exchanges('t1')).toMatchObject([{ status: 'replied', reply: 'It is slow.' }]);
    expect(seen).toEqual([['Why not SQLite?', 't1', 2, false]]);
    await broker.cancel('t1');
    expect(await ended).toMatchObject({
      data: { cancelled: true },
      details: { exchanges: [{ text: 'Why not SQLite?', status: 'replied', reply: 'It is slow.' }] },
    });
  });
});

describe('a tool that asks again after a restart [R-ASKBACK] [R-RECEIPT]', () => {
  const exchanges = [{ text: 'Why not SQLite?', status: 'replied', reply: 'It is slow.' }];

  it('has what the user asked its first process in the details', async () => {
    const backend = createTestBackend();
    const onAskBack = () => 'It is slow.';
    const first = createAskUserBroker({ store: backend.connect() });
    const lost = createAskUserTool({ transport: first, onAskBack }).execute(INPUT, CALL);
    await expect.poll(async () => (await first.get('t1'))?.askBack?.offered).toBe(true);
    const [pending] = await first.pending();
    const call = { questionId: pending!.request.questions[0]!.id, text: 'Why not SQLite?', key: 'k1' };
    await first.askBack('t1', call);
    await expect.poll(() => first.exchanges('t1')).toMatchObject(exchanges);
    await first.close();
    await expect(lost).rejects.toMatchObject({ code: 'closed' });
    const second = createAskUserBroker({ store: backend.connect() });
    const ended = createAskUserTool({ transport: second, onAskBack }).execute(INPUT, CALL);
    await expect.poll(async () => (await second.get('t1'))?.askBack?.offered).toBe(true);
    await second.cancel('t1');
    expect(await ended).toMatchObject({ details: { exchanges } });
    await second.close();
  });

  it('keeps the answer and what it has seen itself if the transport cannot read the exchanges', async () => {
    const broker = createAskUserBroker();
    const transport: AskUserTransport = {
      ask: (request, options) => broker.ask(request, { ...options, conversationId: 'c1' }),
      exchanges: () => Promise.reject(new Error('offline')),
    };
    const ended = createAskUserTool({ transport, onAskBack: () => 'It is slow.' }).execute(INPUT, CALL);
    await expect.poll(async () => (await broker.get('t1'))?.askBack?.offered).toBe(true);
    const [pending] = await broker.pending();
    const call = { questionId: pending!.request.questions[0]!.id, text: 'Why not SQLite?', key: 'k1' };
    await broker.askBack('t1', call);
    await expect.poll(() => broker.exchanges('t1')).toMatchObject(exchanges);
    await broker.cancel('t1');
    expect(await ended).toMatchObject({ data: { cancelled: true }, details: { exchanges } });
  });
});

describe('the calls of a model’s message', () => {
  it('are refused in the shape of an SDK, instead of being taken for calls of another tool', async () => {
    const { broker } = asker(CHOSEN);
    const calls = [{ id: 'c1', type: 'function', function: { name: 'ask_user', arguments: '{}' } }] as never;
    const asking = createAskUserTool({ transport: broker }).run(calls, { conversationId: 'c1' });
    await expect(asking).rejects.toThrow('A call has no `name`.');
  });
});

describe('createAskUserTool [R-TOOL]', () => {
  it.each(TOOLS)('copies the texts and the schema of $name', (tool) => {
    const made = createAskUserTool({ spec: tool });
    const { name, description, inputSchema, aliases = [] } = tool;
    expect(made).toMatchObject({ name, description, inputSchema, aliases });
    expect([made.isReadOnly(), made.isConcurrencySafe(), made.requiresUserInteraction()]).toEqual([true, true, true]);
  });

  it('returns a copy of the schema, so that an SDK which modifies it does not change another tool [R-TOOL]', () => {
    const made = createAskUserTool();
    made.inputSchema.required?.push('written by an SDK');
    expect(askUser.tool.inputSchema.required).toEqual(['questions']);
    expect(createAskUserTool().inputSchema.required).toEqual(['questions']);
  });

  it('declares what the rules E5, E6 and E8 require [R-TOOL]', () => {
    const made = createAskUserTool({ spec: pilotDeck.tool });
    expect(made).toMatchObject({ kind: 'session', shouldDefer: true, maxResultBytes: 100_000 });
    expect(made.aliases).toEqual(['AskUserQuestion']);
  });
});

describe('an answered call [R-TOOL]', () => {
  it('returns the answers by question text (REQ-AUQ-003)', async () => {
    const { broker, asked } = asker(CHOSEN);
    const { data, content } = await createAskUserTool({ spec: askUserQuestion.tool, transport: broker }).execute(
      INPUT,
      CALL,
    );
    expect(data).toEqual({ answers: { 'Which database?': 'SQLite', 'Which features?': 'Auth, REST, GraphQL' } });
    expect(JSON.parse(content[0].text)).toEqual(data);
    expect(asked[0]?.options).toEqual({ conversationId: 'c1', agent: undefined, signal: undefined });
    expect(asked[0]?.request.requestId).toBe('t1');
  });

  it('returns one answer per question, and the details to store', async () => {
    const { broker } = asker(CHOSEN);
    const made = createAskUserTool({ transport: broker, now });
    const { data, details } = await made.execute({ ...INPUT, metadata: { source: 'setup' } }, CALL);
    expect(data).toEqual({
      answered: true,
      answers: [
        { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: 'Which features?', answer: ['Auth', 'REST', 'GraphQL'], wasCustom: true },
      ],
    });
    expect(details).toMatchObject({ answeredAt: now(), mode: 'interactive', metadata: { source: 'setup' } });
  });

  it('returns the text byte for byte (rule E9)', async () => {
    const { broker } = asker(CHOSEN);
    const { content, data } = await createAskUserTool({ spec: pilotDeck.tool, transport: broker }).execute(INPUT, CALL);
    const answers = { 'Which database?': 'SQLite', 'Which features?': ['Auth', 'REST', 'GraphQL'] };
    expect(data).toEqual({ questions: INPUT.questions, answers });
    expect(content[0].text).toBe(formatPilotDeckText(answers));
  });

  it('shows the `asker` of the call, or else of the tool, and passes the signal to the broker', async () => {
    const { broker, asked } = asker(CHOSEN);
    const { signal } = new AbortController();
    const agent = { id: 'a1' };
    const tool = createAskUserTool({ transport: broker, asker: 'Builder' });
    await tool.execute({ ...INPUT, asker: 'Bank' }, { ...CALL, agent, signal });
    await tool.execute(INPUT, { ...CALL, asker: 'Reviewer' });
    expect(asked.map(({ request }) => request.asker)).toEqual(['Builder', 'Reviewer']);
    expect(asked[0]?.options).toEqual({ conversationId: 'c1', agent, signal });
  });
});

describe('the notes of a call [R-TOOL]', () => {
  const noted = [{ selected: [1], notes: 'for now' }, { selected: [0] }];
  const allowed = (request?: AskUserRequest) => request?.questions.map(({ constraints }) => constraints?.allowNotes);

  it('are asked for only if the format of the tool has a field for them', async () => {
    for (const [tool, expected] of [
      [askUserQuestion.tool, [undefined, undefined]],
      [kimi.tool, [false, false]],
    ] as const) {
      const { broker, asked } = asker(CHOSEN);
      await createAskUserTool({ spec: tool, transport: broker }).execute(INPUT, CALL);
      expect(allowed(asked[0]?.request)).toEqual(expected);
    }
  });

  it('that the format would drop are refused: those of a client and a transport', async () => {
    const broker = createAskUserBroker();
    const tool = createAskUserTool({ spec: kimi.tool, transport: broker });
    const called = tool.execute(INPUT, CALL);
    await vi.waitFor(async () => expect(await broker.pending('c1')).toHaveLength(1));
    const named = (replies: typeof noted) => replies.map((one, i) => ({ ...one, questionId: `q${i + 1}` }));
    expect(await broker.answer('t1', named(noted))).toMatchObject({ issues: [{ code: 'allowNotes' }] });
    expect(await broker.answer('t1', named([{ selected: [1], notes: ' ' }, { selected: [0] }]))).toEqual({ ok: true });
    expect((await called).data).toMatchObject({ answers: { 'Which database?': 'SQLite' } });
    await broker.close();

    const careless: AskUserTransport = {
      ask: ({ questions, ...request }) => {
        const free = questions.map(({ constraints: _constraints, ...question }) => question);
        return Promise.resolve(answer({ ...request, questions: free }, noted));
      },
    };
    const dropped = createAskUserTool({ spec: kimi.tool, transport: careless }).execute(INPUT, CALL);
    await expect(dropped).rejects.toMatchObject({ code: 'invalid_result', issues: [{ code: 'allowNotes' }] });
  });
});

describe('an unanswered call [R-TOOL] [R-NOPHANTOM]', () => {
  it.each(endings)('returns a normal result for $status if the agent continues', async (ended) => {
    for (const tool of [askUser.tool, askUserQuestion.tool]) {
      const { broker } = asker(ended);
      const { content, data, details, isError } = await createAskUserTool({ spec: tool, transport: broker }).execute(
        INPUT,
        CALL,
      );
      expect(data).toMatchObject({ answers: tool === askUser.tool ? [] : {} });
      expect(content[0].text).toBe(tool.dialect.toModelText(ended, fromRecord(details!)));
      expect(content[0].text).toContain('no option was chosen');
      expect(details?.result).toEqual(ended);
      expect(isError).toBe(false);
    }
  });

  it.each(endings)('rejects with the error unsupported_tool for $status (rule E10)', async (ended) => {
    const { broker } = asker(ended);
    const call = createAskUserTool({ spec: pilotDeck.tool, transport: broker }).execute(INPUT, CALL);
    await expect(call).rejects.toMatchObject({ name: 'AskUserError', code: 'unsupported_tool' });
    if (ended.status === 'cancelled') await expect(call).rejects.toThrow('User declined to answer questions (not now)');
    else await expect(call).rejects.toThrow('no option was chosen');
  });

  it('settles as unavailable without a broker', async () => {
    const { data } = await createAskUserTool().execute(INPUT, CALL);
    expect(data).toMatchObject({ answered: false, status: 'unavailable' });
    await expect(createAskUserTool({ spec: pilotDeck.tool }).execute(INPUT, CALL)).rejects.toEqual(
      new AskUserError('unsupported_tool', 'ask_user_question requires a host elicitation channel (none registered).'),
    );
  });

  it('rejects if the broker rejects', async () => {
    const broker: AskUserTransport = { ask: () => Promise.reject(new AskUserError('sub_agent', 'from below')) };
    await expect(createAskUserTool({ transport: broker }).execute(INPUT, CALL)).rejects.toThrow('from below');
  });
});

describe('a call of an aborted run or with a faulty broker [R-TOOL] [R-NOPHANTOM]', () => {
  it('does not ask after the run was aborted', async () => {
    const { broker, asked } = asker(CHOSEN);
    const call = { ...CALL, signal: AbortSignal.abort() };
    const { data } = await createAskUserTool({ transport: broker }).execute(INPUT, call);
    expect(data).toMatchObject({ answered: false, status: 'aborted' });
    expect(asked).toEqual([]);
  });

  it.each([
    { status: 'answered' },
    { status: 'answered', answers: [] },
    { status: 'answered', answers: [{ questionId: 'q1', question: 'evil', answer: 'evil', text: 'evil' }] },
    { status: 'maybe' },
    undefined,
    null,
    'yes',
  ])('rejects if the broker returns a value that is not a result of the request: %j', async (wrong) => {
    const broker = { ask: () => Promise.resolve(wrong) } as unknown as AskUserTransport;
    for (const tool of TOOLS) {
      const call = createAskUserTool({ spec: tool, transport: broker }).execute(INPUT, CALL);
      await expect(call).rejects.toMatchObject({ name: 'AskUserError', code: 'invalid_result' });
    }
  });
});

describe('a sub-agent (REQ-AUQ-005) [R-SUBAGENT]', () => {
  it.each(TOOLS)('cannot ask with $name, and the error states who can', async (tool) => {
    const { broker, asked } = asker(CHOSEN);
    const agent = { id: 'a2', parentId: 'a1' };
    const call = createAskUserTool({ spec: tool, transport: broker }).execute(INPUT, { ...CALL, agent });
    await expect(call).rejects.toMatchObject({ code: 'sub_agent' });
    await expect(call).rejects.toThrow('Only a parent conversation can ask the user.');
    expect(asked).toEqual([]);
  });
});

describe('the answers that the host passes [R-TOOL]', () => {
  const answers = { 'Which database?': 'SQLite', 'Which features?': ['Auth', 'GraphQL'] };
  const annotations = { 'Which database?': { notes: 'for now' } };

  it('are returned without asking', async () => {
    const { broker, asked } = asker(CHOSEN);
    const made = createAskUserTool({ spec: pilotDeck.tool, transport: broker });
    const { data, content } = await made.execute(INPUT, { ...CALL, answers, annotations });
    expect(data).toEqual({ questions: INPUT.questions, answers, annotations });
    expect(content[0].text).toBe(formatPilotDeckText(answers, annotations));
    expect(asked).toEqual([]);
  });

  it('are returned without the notes that the format would drop', async () => {
    const both = { ...annotations, 'Which features?': { notes: 'none of these' } };
    const given = { ...CALL, answers: { ...answers, 'Which features?': [] }, annotations: both };
    for (const [tool, note] of [
      [kimi.tool, undefined],
      [pilotDeck.tool, 'for now'],
    ] as const) {
      const { details } = await createAskUserTool({ spec: tool, transport: asker(CHOSEN).broker }).execute(
        INPUT,
        given,
      );
      expect(details?.answers.map(({ text, notes }) => [text, notes])).toEqual([
        ['SQLite', note],
        ['', undefined],
      ]);
    }
  });

  it('are never read from the model’s input', async () => {
    const { broker, asked } = asker(CHOSEN);
    const made = createAskUserTool({ spec: pilotDeck.tool, transport: broker });
    const { data } = await made.execute({ ...INPUT, answers, annotations }, CALL);
    expect(data.valueOf()).toMatchObject({ answers: { 'Which database?': 'SQLite' } });
    expect(asked).toHaveLength(1);
    expect(JSON.stringify(data)).not.toContain('for now');
  });

  it('are ignored if they belong to other questions', async () => {
    const { broker, asked } = asker(CHOSEN);
    await createAskUserTool({ transport: broker }).execute(INPUT, { ...CALL, answers: { 'Why?': 'So' } });
    expect(asked).toHaveLength(1);
  });

  it('are ignored if they leave a question unanswered', async () => {
    const { broker, asked } = asker(CHOSEN);
    const some = { 'Which database?': 'SQLite' };
    const { data } = await createAskUserTool({ spec: pilotDeck.tool, transport: broker }).execute(INPUT, {
      ...CALL,
      answers: some,
    });
    expect(asked).toHaveLength(1);
    expect(data).toMatchObject({ answers: { 'Which features?': ['Auth', 'REST', 'GraphQL'] } });
  });

  it('are refused if they are invalid', async () => {
    const call = createAskUserTool({ transport: asker(CHOSEN).broker }).execute(INPUT, {
      ...CALL,
      answers: { 'Which database?': ['PostgreSQL', 'SQLite'], 'Which features?': 'Auth' },
    });
    await expect(call).rejects.toMatchObject({ code: 'invalid_schema', issues: [{ code: 'too_many_options' }] });
  });

  it.each([[5], [null], [true], [{}], [['Auth', 5]], [[['Auth']]]])(
    'are refused if one is neither a string nor a list of strings: %j [R-NOPHANTOM]',
    async (given) => {
      const { broker, asked } = asker(CHOSEN);
      const call = createAskUserTool({ transport: broker }).execute(INPUT, {
        ...CALL,
        answers: { ...answers, 'Which features?': given as string },
      });
      const issues = [
        { code: 'type', path: 'answers["Which features?"]', message: 'Must be a string or a list of strings.' },
      ];
      await expect(call).rejects.toMatchObject({ code: 'invalid_schema', issues });
      await expect(call).rejects.toThrow('- answers["Which features?"]: Must be a string or a list of strings.');
      expect(asked).toEqual([]);
    },
  );

  it.each([[''], [' '], [[]], [['']]])('skip a question if they are blank: %j', async (blank) => {
    const { broker } = asker(CHOSEN);
    const { details } = await createAskUserTool({ transport: broker }).execute(INPUT, {
      ...CALL,
      answers: { ...answers, 'Which features?': blank },
    });
    expect(details?.answers).toMatchObject([{ answer: 'SQLite' }, { skipped: true }]);
  });

  it('are missing if they are undefined, so that the user is asked', async () => {
    const { broker, asked } = asker(CHOSEN);
    const some: Record<string, string> = Object.assign({}, answers, { 'Which features?': undefined });
    await createAskUserTool({ transport: broker }).execute(INPUT, { ...CALL, answers: some });
    expect(asked).toHaveLength(1);
  });
});

describe('an invalid input [R-TOOL] [R-EMPTY]', () => {
  it.each([[], {}, { questions: [] }, 'nonsense', null, { questions: [{ question: '' }] }])(
    'causes an error without asking: %j',
    async (input) => {
      for (const tool of TOOLS) {
        const { broker, asked } = asker(CHOSEN);
        const made = createAskUserTool({ spec: tool, transport: broker });
        expect(await made.validateInput(input)).toMatchObject({ ok: false });
        if (tool === pilotDeck.tool) {
          await expect(made.execute(input, CALL)).rejects.toMatchObject({ code: 'invalid_schema' });
        } else {
          const { isError, content, details } = await made.execute(input, CALL);
          expect(isError).toBe(true);
          expect(details).toBeUndefined();
          expect(content[0].text).toContain('What to correct:');
        }
        expect(asked).toEqual([]);
      }
    },
  );

  const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...DATABASE, question: `q${i}` }));
  const bad = (change: object) => ({ questions: [{ ...DATABASE, ...change }] });
  it.each([
    [{ questions: [] }, 'questions', 'Provide 1-4 questions'],
    [{ questions: many(5) }, 'questions', 'At most 4 questions allowed'],
    [bad({ options: [option('a')] }), 'questions[].options', 'Question "Which database?" must have 2-4 options'],
    [{ questions: [DATABASE, DATABASE] }, 'questions', 'Question texts must be unique: "Which database?"'],
    [bad({ header: '13 characters' }), 'questions[].header', 'header for "Which database?" exceeds 12 chars'],
    [
      bad({ options: [option('a'), option('a')] }),
      'questions[].options',
      'Option labels must be unique within question "Which database?"',
    ],
    [
      bad({ options: [option('a'), { ...option('b'), preview: '<html>x' }] }),
      'questions[].options[].preview',
      expect.stringMatching(/^Option "b" in question "Which database\?": /),
    ],
  ])('has the words of PilotDeck for rules E1 to E4 and E7: %j', async (input, path, message) => {
    const made = createAskUserTool({ spec: pilotDeck.tool, transport: asker(CHOSEN).broker });
    expect(await made.validateInput(input)).toEqual({ ok: false, issues: [{ code: 'invalid_schema', path, message }] });
  });

  it('is distinguished from a valid one, which is returned unchanged', async () => {
    const made = createAskUserTool({ spec: pilotDeck.tool });
    expect(await made.validateInput(INPUT)).toEqual({ ok: true, input: INPUT });
  });

  it('never makes validation throw', async () => {
    const trap = vi.fn(() => {
      throw new Error('boom');
    });
    const input = Object.defineProperty({}, 'questions', { get: trap, enumerable: true });
    for (const tool of TOOLS)
      expect(await createAskUserTool({ spec: tool }).validateInput(input)).toMatchObject({ ok: false });
  });
});

describe('a call without a conversation', () => {
  const { toolCallId } = CALL;

  it.each(TOOLS)(
    'of $name is rejected before the broker asks, because no client would show it [R-TOOL]',
    async (tool) => {
      const broker = createAskUserBroker();
      const call = createAskUserTool({ spec: tool, transport: broker }).execute(INPUT, { toolCallId });
      await expect(call).rejects.toMatchObject({ name: 'AskUserError', code: 'missing_conversation' });
      await expect(call).rejects.toThrow('Pass `conversationId` to `execute` or `ask`.');
      expect(await broker.pending()).toEqual([]);
      await broker.close();
    },
  );

  it('is rejected without any context, too [R-TOOL]', async () => {
    const broker = createAskUserBroker();
    const call = createAskUserTool({ transport: broker }).execute(INPUT);
    await expect(call).rejects.toMatchObject({ code: 'missing_conversation' });
    await broker.close();
  });

  it('is rejected if the host’s transport forwards it to a broker [R-TOOL]', async () => {
    const broker = createAskUserBroker();
    const wrapper: AskUserTransport = { ask: (request, options) => (broker as AskUserTransport).ask(request, options) };
    const call = createAskUserTool({ transport: wrapper }).execute(INPUT, { toolCallId });
    await expect(call).rejects.toMatchObject({ code: 'missing_conversation' });
    expect(await broker.pending()).toEqual([]);
    await broker.close();
  });

  it('differs from one with an empty conversation id, which is asked [R-TOOL]', async () => {
    const broker = createAskUserBroker();
    const stop = new AbortController();
    const context = { toolCallId, conversationId: '', signal: stop.signal };
    const call = createAskUserTool({ transport: broker }).execute(INPUT, context);
    await vi.waitFor(async () => expect(await broker.pending('')).toHaveLength(1), { timeout: 10_000 });
    stop.abort();
    expect((await call).data).toMatchObject({ status: 'aborted' });
    await broker.close();
  });

  it('is accepted if nothing is asked: validation, invalid input, answers of the host, an aborted run [R-TOOL]', async () => {
    const broker = createAskUserBroker();
    const tool = createAskUserTool({ transport: broker });
    const answers = { 'Which database?': 'SQLite', 'Which features?': ['Auth'] };
    expect(await tool.validateInput(INPUT)).toMatchObject({ ok: true });
    expect(await tool.execute({}, { toolCallId })).toMatchObject({ isError: true });
    expect((await tool.execute(INPUT, { answers })).data).toMatchObject({ answered: true });
    expect((await tool.execute(INPUT, { signal: AbortSignal.abort() })).data).toMatchObject({ status: 'aborted' });
    await broker.close();
  });

  it('is asked through a transport that needs no conversation [R-TOOL]', async () => {
    const { broker, asked } = asker(CHOSEN);
    const { data } = await createAskUserTool({ transport: broker }).execute(INPUT, { toolCallId });
    expect(data).toMatchObject({ answered: true });
    expect(asked[0]?.options.conversationId).toBeUndefined();
  });
});

describe('AskUserTool.run', () => {
  const call = (id: string, input: unknown = INPUT, name = 'ask_user') => ({ id, name, input });

  it('asks all calls of the tool at once, and ignores those of other tools', async () => {
    const pending: ((result: AskUserResult) => void)[] = [];
    const ids: string[] = [];
    const transport: AskUserTransport = {
      ask({ requestId }) {
        ids.push(requestId);
        return new Promise((resolve) => pending.push(resolve));
      },
    };
    const tool = createAskUserTool({ transport });
    const calls = [call('a'), call('b', {}, 'search'), call('c', JSON.stringify(INPUT))];
    const results = tool.run(calls, { conversationId: 'chat', messageId: 3 });
    await vi.waitFor(() => expect(ids).toEqual(['chat/3/a', 'chat/3/c']));
    pending[1]?.({ status: 'declined' });
    pending[0]?.({ status: 'cancelled' });
    expect((await results).map(({ id, details }) => [id, details?.result.status])).toEqual([
      ['a', 'cancelled'],
      ['c', 'declined'],
    ]);
  });

  it('has the same ids after a restart, other ids in another message, and one for each of two equal calls', async () => {
    const { asked, broker } = asker(CHOSEN);
    const run = (messageId?: number) =>
      createAskUserTool({ transport: broker }).run([call('call_1'), call('call_1')], {
        conversationId: 'c',
        messageId,
      });
    for (const messageId of [0, 0, 1, undefined]) await run(messageId);
    const ids = asked.map(({ request }) => request.requestId);
    expect(ids.slice(2, 4)).toEqual(ids.slice(0, 2));
    expect(new Set(ids).size).toBe(6);
    expect(asked[0]?.options).toEqual({ conversationId: 'c', signal: expect.any(AbortSignal) as AbortSignal });
  });

  it('never has the id of another call, whatever the ids contain', async () => {
    const { asked, broker } = asker(CHOSEN);
    const tool = createAskUserTool({ transport: broker });
    await tool.run([call('1/x')], { conversationId: 'c' });
    await tool.run([call('x')], { conversationId: 'c', messageId: 1 });
    await tool.run([call('x')], { conversationId: 'c/1' });
    expect(new Set(asked.map(({ request }) => request.requestId)).size).toBe(3);
  });

  it('returns the issues of a call to the model beside the answers of the others', async () => {
    const { broker } = asker(CHOSEN);
    const results = await createAskUserTool({ transport: broker }).run([call('a', {}), call('b')], CALL);
    expect(results.map(({ id, isError }) => [id, isError])).toEqual([
      ['a', true],
      ['b', false],
    ]);
    expect(await createAskUserTool({ transport: broker }).run([], CALL)).toEqual([]);
  });

  it.each([
    [
      'is refused',
      'duplicate_request',
      async (broker: AskUserBroker) => {
        await broker.open(makeRequest('c1/b'), { conversationId: 'c2' });
      },
    ],
    [
      'is cancelled, which this tool throws',
      'unsupported_tool',
      async (broker: AskUserBroker) => {
        await vi.waitFor(async () => expect(await broker.pending('c1')).toHaveLength(2));
        await broker.cancel('c1/b');
      },
    ],
  ])('leaves no other question on the screen if one %s', async (_, code, end) => {
    const broker = createAskUserBroker();
    const spec = { ...askUser.tool, throwsUnanswered: code === 'unsupported_tool' };
    const abort = new AbortController();
    const ending = end(broker);
    if (code === 'duplicate_request') await ending;
    const run = createAskUserTool({ spec, transport: broker }).run([call('a'), call('b')], {
      ...CALL,
      signal: abort.signal,
    });
    await expect(run).rejects.toMatchObject({ code });
    await ending;
    await vi.waitFor(async () => expect(await broker.pending('c1')).toEqual([]));
    expect(await broker.answer('c1/a', [])).toMatchObject({ code: 'already_resolved' });
    expect((await broker.get('c1/a'))?.settlement?.result).toEqual({
      status: 'aborted',
      reason: 'Another question of this message failed.',
    });
    await broker.close();
  });

  it('stops with the signal of its host, and asks nothing if it is aborted', async () => {
    const broker = createAskUserBroker();
    const tool = createAskUserTool({ transport: broker });
    const abort = new AbortController();
    const run = tool.run([call('a'), call('b')], { ...CALL, signal: abort.signal });
    await vi.waitFor(async () => expect(await broker.pending('c1')).toHaveLength(2));
    abort.abort('Stopped.');
    const aborted = { result: { status: 'aborted', reason: 'Stopped.' } };
    expect(await run).toMatchObject([{ details: aborted }, { details: aborted }]);
    expect(await tool.run([call('c')], { ...CALL, signal: abort.signal })).toMatchObject([
      { details: { result: { status: 'aborted' } } },
    ]);
    await broker.close();
  });

  it('does not ask the user twice if a run is repeated', async () => {
    const broker = createAskUserBroker();
    const tool = createAskUserTool({ transport: broker, now });
    const [first, again] = [tool.run([call('a')], CALL), tool.run([call('a')], CALL)];
    await vi.waitFor(async () => expect(await broker.pending('c1')).toHaveLength(1));
    const [{ request } = expect.unreachable()] = await broker.pending('c1');
    await broker.cancel(request.requestId);
    expect(await first).toEqual(await again);
    expect(await tool.run([call('a')], CALL)).toEqual(await first);
    await broker.close();
  });
});
