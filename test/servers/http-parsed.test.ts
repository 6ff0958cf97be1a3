import { once } from 'node:events';
import type { IncomingMessage, RequestListener, Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import express, { type RequestHandler } from 'express';
import Fastify from 'fastify';
import Koa from 'koa';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toNodeListener } from 'react-ask-user/node';
import { createTestServer } from '../helpers/http-server.js';
import { makeRequest, replyTo } from '../host/helpers.js';
import { ana, listen, mount, type Handler } from '../host/http/helpers.js';
import type { Running } from './http-contract.js';
import { running } from './http-run.js';
import { createExpressApp } from './samples/express.js';
import { createFastifyApp } from './samples/fastify.js';

const local = (app: RequestListener): Server => createTestServer(app).listen(0, '127.0.0.1');

const behind = (parser: RequestHandler) => (handler: Handler) => {
  const app = express();
  app.use(parser);
  app.all('/ask-user/*path', toNodeListener(handler));
  return running(local(app));
};

/** Fastify with a parser of the host. */
const fastify = (parseAs: 'string' | 'buffer') => async (handler: Handler) => {
  const app = Fastify();
  const listener = toNodeListener(handler);
  app.addContentTypeParser('application/json', { parseAs }, (_request, body, done) => done(null, body));
  app.all('/ask-user/*', (request, reply) => {
    reply.hijack();
    listener(request.raw, reply.raw, request.body);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return running(app.server);
};

/** Koa with a parser that stores its result in the same place as Koa's parsers. */
const koa = (handler: Handler) => {
  const app = new Koa();
  const listener = toNodeListener(handler);
  app.use(async (ctx) => {
    const body = ctx.method === 'POST' ? (JSON.parse(await text(ctx.req)) as unknown) : undefined;
    ctx.respond = false;
    listener(ctx.req, ctx.res, body);
  });
  const callback = app.on('error', () => {}).callback();
  return running(local((request, response) => void callback(request, response)));
};

const PARSERS: readonly (readonly [name: string, start: (handler: Handler) => Promise<Running>])[] = [
  ['express.json()', (handler) => running(local(createExpressApp(handler)))],
  ['express.text()', behind(express.text({ type: '*/*' }))],
  ['express.raw()', behind(express.raw({ type: '*/*' }))],
  [
    'Fastify’s parser',
    async (handler) => {
      const app = createFastifyApp(handler);
      await app.listen({ port: 0, host: '127.0.0.1' });
      return running(app.server);
    },
  ],
  ['a parser of strings in Fastify', fastify('string')],
  ['a parser of bytes in Fastify', fastify('buffer')],
  ['a parser in Koa', koa],
];

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const json = { ...ana, 'content-type': 'application/json' };
const request = makeRequest('r1');
const WORDS = 'Grüße 🎉 \u2028 "x"';

/** Starts the handler in a server, with one pending request. */
async function waiting(start: (handler: Handler) => Promise<Running>) {
  const mounted = mount({ basePath: '/ask-user' });
  const server = await start(mounted.handler);
  closing.push(server.close, () => mounted.broker.close());
  const result = mounted.broker.ask(request, { conversationId: 'c1' });
  await expect.poll(async () => (await mounted.broker.pending('c1')).length).toBe(1);
  const base = `http://127.0.0.1:${server.port}/ask-user`;
  const post = (body: BodyInit, headers: Record<string, string> = json) =>
    fetch(`${base}/requests/r1/answer`, { method: 'POST', headers, body });
  return { ...mounted, result, base, post, port: server.port };
}

const answer = JSON.stringify({ replies: replyTo(request).map((one) => ({ ...one, notes: WORDS })) });

describe.each(PARSERS)('the handler behind %s [R-HTTP]', (_, start) => {
  it('accepts an answer with a parsed body, character for character [R-HTTP]', async () => {
    const { post, result } = await waiting(start);
    const response = await post(answer);
    expect([response.status, await response.json()]).toEqual([200, { ok: true }]);
    expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite', notes: WORDS }] });
  });

  it('sends each event at once and stops when the client disconnects [R-HTTP]', async () => {
    const { base, post, subscribers } = await waiting(start);
    const stream = listen(await fetch(`${base}/events`, { headers: ana }));
    await expect.poll(stream.lines).toEqual(['snapshot r1']);
    await post(answer);
    await expect.poll(() => stream.lines().at(-1)).toBe('settled r1 answered');
    await stream.leave();
    await expect.poll(subscribers).toBe(0);
  });

  it('answers a GET and a HEAD, which have no body [R-HTTP]', async () => {
    const { base } = await waiting(start);
    const list = await fetch(`${base}/requests`, { headers: json });
    expect([list.status, ((await list.json()) as { requests: unknown[] }).requests.length]).toEqual([200, 1]);
    const head = await fetch(`${base}/requests`, { method: 'HEAD', headers: ana });
    expect([head.status, await head.text()]).toEqual([405, '']);
  });
});

describe('a body that was parsed before the handler [R-HTTP]', () => {
  const [[, start]] = PARSERS as readonly [(typeof PARSERS)[number]];

  it('is read as parsed, even if it was sent compressed or with another type', async () => {
    const { post, result } = await waiting(start);
    expect((await post('replies=1', { ...ana, 'content-type': 'application/x-www-form-urlencoded' })).status).toBe(415);
    expect((await post(gzipSync(answer), { ...json, 'content-encoding': 'gzip' })).status).toBe(200);
    expect(await result).toMatchObject({ status: 'answered' });
  });

  it('has to fit the handler’s limit even if the parser allows more [R-AUTH]', async () => {
    const large = behind(express.json({ limit: '20mb' }));
    const { post, broker } = await waiting(large);
    const body = JSON.stringify({ replies: [], more: 'x'.repeat(2_000_000) });
    expect((await post(body)).status).toBe(413);
    expect((await post(gzipSync(body), { ...json, 'content-encoding': 'gzip' })).status).toBe(413);
    expect(await broker.pending('c1')).toHaveLength(1);
  });

  it('is refused at once without a change if the parser dropped it', async () => {
    const dropped = behind((incoming, _response, next) => void incoming.resume().once('end', () => next()));
    const { post, broker } = await waiting(dropped);
    const response = await post(answer);
    expect([response.status, await response.json()]).toMatchObject([400, { issues: [{ code: 'invalid_json' }] }]);
    expect(await broker.pending('c1')).toHaveLength(1);
  });

  it('is read from the request if the parser left it alone', async () => {
    const untouched = behind((incoming, _response, next) => {
      (incoming as IncomingMessage & { body?: unknown }).body = {};
      next();
    });
    const { post } = await waiting(untouched);
    expect((await post(answer)).status).toBe(200);
  });
});

describe('toNodeListener [R-HTTP]', () => {
  const node = (handler: Parameters<typeof toNodeListener>[0]) => running(local(toNodeListener(handler)));

  /** Returns the response to a raw request line. */
  async function say(port: number, line: string): Promise<string> {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${line} HTTP/1.1\r\nHost: app.example\r\nX-User: Ana\r\nConnection: close\r\n\r\n`);
    return text(socket);
  }

  it('accepts a target in absolute form, as proxies send it, and refuses invalid targets', async () => {
    const { port } = await waiting(node);
    const found = await say(port, 'GET http://app.example/ask-user/requests');
    expect(found).toMatch(/^HTTP\/1\.1 200 [^]*"requestId":"r1"/);
    for (const target of ['nonsense', 'http://', 'http://[', '*', '//', '/ask-user/%E0%A4%A', '/ask-user/requests/%']) {
      expect(await say(port, `GET ${target}`), target).toMatch(/^HTTP\/1\.1 4\d\d /);
    }
  });

  it('responds 500 to an error of the handler without details for the client', async () => {
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const error = new Error('postgres://app:secret@db');
    for (const handler of [
      () => Promise.reject(error),
      () => {
        throw error;
      },
    ]) {
      const server = await node(handler);
      closing.push(server.close);
      const response = await fetch(`http://127.0.0.1:${server.port}/`, { method: 'POST', body: 'x' });
      expect([response.status, await response.text()]).toEqual([500, '']);
    }
    expect(printed.mock.calls).toEqual([[error], [error]]);
    printed.mockClear();
  });

  it('cuts a stream whose source fails, so the client does not read it as complete', async () => {
    const server = await node(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('half')),
            pull: (controller) => controller.error(new Error('The source failed')),
          }),
        ),
    );
    closing.push(server.close);
    await expect(fetch(`http://127.0.0.1:${server.port}/`).then((response) => response.text())).rejects.toThrow(
      /terminated|fetch failed/,
    );
  });

  it('reads a source as fast as its client and cancels it with the connection', async () => {
    let pulled = 0;
    const cancelled = vi.fn();
    const chunk = new Uint8Array(65_536);
    const server = await node(
      () =>
        new Response(
          new ReadableStream({
            pull: (controller) => {
              pulled += 1;
              controller.enqueue(chunk);
            },
            cancel: cancelled,
          }),
        ),
    );
    closing.push(server.close);
    const socket = connect(server.port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'readable');
    // The network buffers an unknown amount. Once its buffers are full, the listener reads nothing more.
    let before = -1;
    await expect
      .poll(() => [before, (before = pulled)].every((count) => count === pulled), { interval: 200 })
      .toBe(true);
    expect(pulled).toBeLessThan(2_000);
    socket.destroy();
    await expect.poll(() => cancelled.mock.calls.length).toBe(1);
  });
});
