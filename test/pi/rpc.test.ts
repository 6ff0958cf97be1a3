import { describe, expect, it } from 'vitest';
import { textOf } from './model.js';
import { call, DATABASE, FEATURES, SERVICE } from './questions.js';
import { createWorld, startRpc, type RpcMessage, VERSIONS } from './world.js';

interface Envelope {
  readonly type: string;
  readonly requestId: string;
  readonly questions: readonly { readonly id: string; readonly question: string }[];
  readonly metadata?: unknown;
  readonly issues?: readonly { readonly path: string }[];
}

const envelopeOf = ({ placeholder = '{}' }: RpcMessage): Envelope => JSON.parse(placeholder) as Envelope;

const ANSWERS =
  '{"answered":true,"answers":[{"question":"Which database should we use?","answer":"SQLite","selectedOption":"SQLite","wasCustom":false},{"question":"What should we name this service?","answer":"order-processor","wasCustom":true}]}';

describe.each(VERSIONS)('the extension in pi $id over RPC', (version) => {
  it('sends ask_user_request and refuses a response that does not fit [envelope] [refused] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE, SERVICE)]);
    const rpc = startRpc(world);
    rpc.prompt('set it up');
    const first = await rpc.dialog();
    expect(first).toMatchObject({
      method: 'input',
      title: expect.stringContaining('The agent asks 2 questions') as string,
    });
    expect(envelopeOf(first)).toMatchObject({
      type: 'ask_user_request',
      requestId: 'c1',
      questions: [DATABASE, SERVICE],
      metadata: { source: 'project-setup' },
    });
    const response = { type: 'ask_user_response', requestId: 'c1' };
    rpc.reply(first, JSON.stringify({ ...response, answers: ['SQLite'] }));
    const second = await rpc.dialog();
    expect(envelopeOf(second)).toMatchObject({ requestId: 'c1', issues: [{ path: 'answers' }] });
    rpc.reply(second, JSON.stringify({ ...response, requestId: 'other', answers: ['SQLite', 'x'] }));
    const third = await rpc.dialog();
    expect(envelopeOf(third)).toMatchObject({ issues: [{ path: 'requestId' }] });
    const answers = [
      { question: DATABASE.question, answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
      { question: SERVICE.question, answer: 'order-processor', wasCustom: true },
    ];
    rpc.reply(third, JSON.stringify({ ...response, answers }));
    await rpc.ends();
    expect(world.model.results()).toEqual({ c1: ANSWERS });
    const stored = world.session().find(({ message }) => message?.toolCallId === 'c1');
    expect(stored?.message?.details).toMatchObject({ mode: 'rpc', result: { status: 'answered' } });
  });

  it('cancels if the client closes the dialog or responds with a cancellation [cancelled] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)], [call('c2', SERVICE)]);
    const rpc = startRpc(world);
    rpc.prompt('set it up');
    rpc.cancel(await rpc.dialog());
    rpc.reply(await rpc.dialog(), JSON.stringify({ type: 'ask_user_response', cancelled: true }));
    await rpc.ends();
    const { c1, c2 } = world.model.results();
    expect(c1).toContain('{"answered":false,"answers":[],"cancelled":true}');
    expect(c2).toBe(c1);
  });

  it('withdraws the questions if the agent is aborted [aborted] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE), call('c2', SERVICE)]);
    const rpc = startRpc(world);
    rpc.prompt('set it up');
    await rpc.dialog();
    rpc.send({ type: 'abort' });
    await rpc.ends();
    const results = world.session().flatMap(({ message }) => (message?.role === 'toolResult' ? [message] : []));
    expect(results.map(({ toolCallId, details }) => [toolCallId, details?.['result']])).toEqual([
      ['c1', { status: 'aborted' }],
      ['c2', { status: 'aborted' }],
    ]);
    expect(rpc.messages.filter(({ method }) => method === 'input')).toHaveLength(1);
  });

  it('replaces the questions with a message that the client sends instead [message] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)]);
    const rpc = startRpc(world);
    rpc.prompt('set it up');
    await rpc.dialog();
    rpc.send({ type: 'prompt', message: 'forget it', streamingBehavior: 'steer' });
    await rpc.ends();
    const { messages = [] } = world.model.requests.at(-1) ?? {};
    expect(world.model.results()['c1']).toContain('"status":"superseded"');
    expect(textOf(messages.at(-1) ?? { role: '' })).toBe('forget it');
  });

  it('asks a client that does not know the request with plain dialogs [plain] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE, SERVICE, FEATURES)], [call('c2', DATABASE)]);
    const rpc = startRpc(world);
    rpc.prompt('set it up');
    rpc.reply(await rpc.dialog(), '');
    const database = await rpc.dialog();
    expect(database).toMatchObject({
      method: 'select',
      title: '(1/3) Database: Which database should we use?',
      options: [
        '1. PostgreSQL (Recommended) (Battle-tested relational DB)',
        '2. SQLite (Lightweight, file-based)',
        '3. MongoDB (Document store)',
        'Other (type your answer)',
      ],
    });
    rpc.reply(database, 'Other (type your answer)');
    rpc.reply(await rpc.dialog(), 'DynamoDB');
    const service = await rpc.dialog();
    expect(service).toMatchObject({ method: 'input', placeholder: 'Type your answer' });
    rpc.cancel(service);
    const discard = await rpc.dialog();
    expect(discard).toMatchObject({ method: 'confirm', title: 'Discard 1 answer?' });
    rpc.confirm(discard, false);
    rpc.reply(await rpc.dialog(), '  ');
    rpc.reply(await rpc.dialog(), 'order-processor');
    const features = await rpc.dialog();
    rpc.reply(features, '[ ] 3. Admin');
    const marked = await rpc.dialog();
    expect(marked.options).toContain('[x] 3. Admin');
    rpc.reply(marked, '[ ] Other (type your answer)');
    rpc.reply(await rpc.dialog(), 'and "a, b" ü');
    rpc.reply(await rpc.dialog(), 'Done');
    // The second request uses dialogs at once.
    rpc.reply(await rpc.dialog(), '2. SQLite (Lightweight, file-based)');
    await rpc.ends();
    const answersOf = (text = '{}') =>
      (JSON.parse(text) as { answers: readonly { answer: unknown }[] }).answers.map(({ answer }) => answer);
    const { c1, c2 } = world.model.results();
    expect(answersOf(c1)).toEqual(['DynamoDB', 'order-processor', ['Admin', 'and "a, b" ü']]);
    expect(answersOf(c2)).toEqual(['SQLite']);
  });

  it('reports a client that disconnects as connectionLost [lost] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE)]);
    const first = startRpc(world);
    first.prompt('set it up');
    await first.dialog();
    await first.disconnect();
    const second = startRpc(world, ['-c']);
    second.prompt('and now?');
    await second.ends();
    expect(world.model.results()['c1']).toContain('{"answered":false,"answers":[],"connectionLost":true}');
    expect(second.messages.filter(({ method }) => method === 'input')).toEqual([]);
  });

  it('asks the client of a new process again after kill -9 [replay] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE, SERVICE)]);
    const first = startRpc(world);
    first.prompt('set it up');
    await first.dialog();
    first.kill();
    await first.closed();
    const second = startRpc(world, ['-c']);
    const again = await second.dialog();
    expect(envelopeOf(again)).toMatchObject({ requestId: 'c1', questions: [DATABASE, SERVICE] });
    second.reply(again, JSON.stringify({ type: 'ask_user_response', answers: ['SQLite', 'order-processor'] }));
    await second.ends();
    expect(world.model.results()).toEqual({ c1: ANSWERS });
  });

  it('asks the calls of one message one after the other [parallel] [R-PI]', async () => {
    const world = await createWorld(version, [call('c1', DATABASE), call('c2', SERVICE)]);
    const rpc = startRpc(world);
    rpc.prompt('set it up');
    const first = await rpc.dialog();
    expect(envelopeOf(first).requestId).toBe('c1');
    expect(rpc.messages.filter(({ method }) => method === 'input')).toHaveLength(1);
    rpc.reply(first, JSON.stringify({ answers: ['SQLite'] }));
    const second = await rpc.dialog();
    expect(envelopeOf(second).requestId).toBe('c2');
    rpc.reply(second, JSON.stringify({ answers: ['order-processor'] }));
    await rpc.ends();
    expect(Object.keys(world.model.results())).toEqual(['c1', 'c2']);
  });
});
