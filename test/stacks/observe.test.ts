import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createAskUserBroker, createAskUserTool } from 'react-ask-user/server';
import { createTestServer } from '../helpers/http-server.js';
import { answerIt, asked } from './helpers/person.js';
import { CALL, ONE } from './helpers/questions.js';
import { remindByMail } from './observe/email.js';
import { traceQuestions } from './observe/otel.js';
import { notifySlack } from './observe/slack.js';

const CONTEXT = { conversationId: 'c1', toolCallId: 'call_1', asker: 'Setup agent', agent: { id: 'setup' } };

function start() {
  const errors: unknown[] = [];
  const broker = createAskUserBroker({ onError: (error) => errors.push(error) });
  const tool = createAskUserTool({ transport: broker });
  return { broker, errors, tool };
}

/** A Slack webhook on the loopback, which responds with this status. */
async function slack(status = 200) {
  const posts: unknown[] = [];
  const server = createTestServer((request, response) => {
    void json(request).then((body) => {
      posts.push({ path: request.url, type: request.headers['content-type'], body });
      response.writeHead(status, { connection: 'close' }).end(status === 200 ? 'ok' : 'invalid_token');
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  onTestFinished(async () => {
    const closed = new Promise((done) => server.close(done));
    server.closeAllConnections();
    await closed;
  });
  return { posts, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/T0/B0/x` };
}

describe('the samples of the guide', () => {
  it.each(['slack', 'email', 'otel'])('have at most 30 lines: %s', (name) => {
    const lines = readFileSync(join(import.meta.dirname, `observe/${name}.ts`), 'utf8')
      .trimEnd()
      .split('\n');
    expect(lines.length).toBeLessThanOrEqual(30);
  });
});

describe('notifySlack', () => {
  it('posts one line without the text of the question', async () => {
    const { posts, url } = await slack();
    const { broker, errors, tool } = start();
    onTestFinished(notifySlack(broker, url, 'https://app.example.com/c1'));
    const done = tool.execute(CALL, CONTEXT);
    const line = { text: 'Setup agent has 3 questions: https://app.example.com/c1' };
    await vi.waitFor(() => expect(posts).toHaveLength(1), { timeout: 20_000 });
    await answerIt(broker, { selected: [0] }, { selected: [0] }, { selected: [], custom: 'Orders' });
    await done;
    expect(posts).toEqual([{ path: '/services/T0/B0/x', type: 'application/json', body: line }]);
    expect(errors).toEqual([]);
  });

  it('reports a refusal of Slack to onError, and the question stays pending', async () => {
    const { url } = await slack(403);
    const { broker, errors, tool } = start();
    onTestFinished(notifySlack(broker, url, 'https://app.example.com/c1'));
    const done = tool.execute(ONE, CONTEXT);
    await vi.waitFor(() => expect(errors).toHaveLength(1), { timeout: 20_000 });
    expect(String(errors[0])).toBe('Error: Slack responded with 403: invalid_token');
    await answerIt(broker, { selected: [0] });
    expect((await done).data).toMatchObject({ answered: true });
  });
});

describe('remindByMail', () => {
  it('sends one e-mail after ten minutes, also for a question from before it was started', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const { broker, tool } = start();
    const sent: string[] = [];
    const before = tool.execute(ONE, CONTEXT);
    await vi.advanceTimersByTimeAsync(60_000);
    const stop = remindByMail(broker, async (conversationId) => void sent.push(conversationId));
    onTestFinished(stop);
    const after = tool.execute(ONE, { ...CONTEXT, toolCallId: 'call_2', conversationId: 'c2' });
    await vi.advanceTimersByTimeAsync(539_999);
    expect(sent).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toEqual(['c1']);
    await broker.cancel('call_2');
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(sent).toEqual(['c1']);
    await broker.cancel('call_1');
    await Promise.all([before, after]);
  });
});

describe('traceQuestions', () => {
  it.each([
    ['answered', 'answer'],
    ['cancelled', 'cancel'],
  ] as const)('records a child span of the run without any text: %s', async (status, end) => {
    const manager = new AsyncLocalStorageContextManager().enable();
    context.setGlobalContextManager(manager);
    const exporter = new InMemorySpanExporter();
    const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
    onTestFinished(async () => {
      context.disable();
      manager.disable();
      await provider.shutdown();
    });
    const tracer = provider.getTracer('test');
    const { broker, tool } = start();
    onTestFinished(traceQuestions(broker, tracer));
    const run = tracer.startActiveSpan('agent.run', async (span) => {
      const result = await tool.execute(ONE, CONTEXT);
      span.end();
      return result;
    });
    const [request] = await asked(broker);
    if (end === 'answer') await broker.answer('call_1', [{ questionId: request!.questions[0]!.id, selected: [1] }]);
    else await broker.cancel('call_1');
    await run;
    const spans = exporter.getFinishedSpans();
    const [question, parent] = ['ask_user', 'agent.run'].map((name) => spans.find((span) => span.name === name));
    expect(question?.parentSpanContext?.spanId).toBe(parent?.spanContext().spanId);
    expect(question?.attributes).toEqual({
      'gen_ai.operation.name': 'execute_tool',
      'gen_ai.tool.name': 'ask_user',
      'gen_ai.tool.call.id': 'call_1',
      'gen_ai.conversation.id': 'c1',
      'ask_user.questions': 1,
      'ask_user.status': status,
    });
    expect(question?.events).toEqual([]);
  });
});
