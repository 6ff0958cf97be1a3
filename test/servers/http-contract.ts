import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeRequest, replyTo } from '../host/helpers.js';
import { ana, listen, mount, type Handler, type Mounted } from '../host/http/helpers.js';

/** A server that listens on the loopback. */
export interface Running {
  readonly port: number;
  close(): Promise<void>;
}

const MB = 1_048_576;
const request = makeRequest('r1');
const body = JSON.stringify({ replies: replyTo(request) });
const headers = { ...ana, 'content-type': 'application/json' };

/** Sends text on a new socket. Returns the response once it matches `until` or the server closes the socket. */
async function talk(port: number, text: string | Buffer, until: RegExp): Promise<{ socket: Socket; heard: string }> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  await new Promise<void>((resolve) => {
    socket.on('error', () => {});
    socket.once('close', () => resolve());
    socket.on('data', (chunk) => {
      heard += chunk.toString('latin1');
      if (until.test(heard)) resolve();
    });
    socket.write(text, () => until.test('') && resolve());
  });
  return { socket, heard };
}

const head = (line: string, ...more: string[]) =>
  [`${line} HTTP/1.1`, 'Host: app.example', 'X-User: Ana', ...more, '', ''].join('\r\n');

/**
 * Tests of the handler over real connections, the same for every server.
 *
 * @param start - Mounts the handler under `/ask-user`.
 * @param basePath - The path that the handler receives.
 */
export function describeServer(
  name: string,
  start: (handler: Handler) => Promise<Running>,
  basePath = '/ask-user',
): void {
  describe(`the handler in ${name} [R-HTTP]`, () => {
    let mounted: Mounted;
    let server: Running;
    let base: string;

    beforeEach(async () => {
      mounted = mount({ basePath });
      server = await start(mounted.handler);
      base = `http://127.0.0.1:${server.port}/ask-user`;
    });
    afterEach(async () => {
      await mounted.broker.close();
      await server.close();
      expect(mounted.errors).toEqual([]);
    });

    const ask = () => mounted.broker.ask(request, { conversationId: 'c1' });
    const isPending = async () => (await mounted.broker.pending('c1')).length === 1;
    const answer = () => fetch(`${base}/requests/r1/answer`, { method: 'POST', headers, body });

    it('accepts an answer and refuses the next', async () => {
      const result = ask();
      await expect.poll(isPending).toBe(true);
      const first = await answer();
      expect([first.status, await first.json()]).toEqual([200, { ok: true }]);
      expect(await result).toMatchObject({ status: 'answered', answers: [{ answer: 'SQLite' }] });
      expect((await answer()).status).toBe(409);
      expect((await fetch(`${base}/requests/r1/answer`, { method: 'POST', headers: ana, body: '{}' })).status).toBe(
        415,
      );
      expect((await fetch(`${base}/requests`)).status).toBe(401);
    });

    it('finds a request by an id with slashes, symbols and other alphabets', async () => {
      const requestId = 'a/b %2F?#Grüße 🎉';
      void mounted.broker.ask(makeRequest(requestId), { conversationId: 'c1' });
      await expect.poll(isPending).toBe(true);
      const found = await fetch(`${base}/requests/${encodeURIComponent(requestId)}`, { headers });
      expect(await found.json()).toMatchObject({ request: { request: { requestId } } });
      expect((await fetch(`${base}/requests/%E0%A4%A`, { headers })).status).toBeGreaterThanOrEqual(400);
    });

    it('sends each event at once and stops when the client disconnects', async () => {
      const response = await fetch(`${base}/events`, { headers });
      expect(response.headers.get('content-type')).toContain('text/event-stream');
      const stream = listen(response);
      await expect.poll(stream.lines).toEqual(['snapshot']);
      void ask();
      await expect.poll(stream.lines).toEqual(['snapshot', 'awaiting_user_response r1']);
      await answer();
      await expect.poll(() => stream.lines().at(-1)).toBe('settled r1 answered');
      expect(mounted.subscribers()).toBe(1);
      await stream.leave();
      await expect.poll(mounted.subscribers).toBe(0);
    });

    it('stops for a client whose connection breaks or that aborts before the first byte', async () => {
      const { socket } = await talk(server.port, head('GET /ask-user/events'), /event: snapshot/);
      expect(mounted.subscribers()).toBe(1);
      socket.resetAndDestroy();
      await expect.poll(mounted.subscribers).toBe(0);
      const gone = new AbortController();
      const opening = fetch(`${base}/events`, { headers, signal: gone.signal });
      gone.abort();
      await expect(opening).rejects.toThrow('aborted');
      await expect.poll(mounted.subscribers).toBe(0);
    });

    it('closes a stream that its client does not read and releases its memory', async () => {
      // Some servers report a body that ends early.
      const reported = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      const { socket } = await talk(server.port, head('GET /ask-user/events'), /event: snapshot/);
      socket.pause();
      let asked = 0;
      // The network buffers an unknown amount, so request more than that.
      await expect
        .poll(() => {
          const big = { ...makeRequest(`big${(asked += 1)}`), metadata: { text: 'x'.repeat(MB / 2) } };
          void mounted.broker.ask(big, { conversationId: 'c1' });
          return mounted.subscribers();
        })
        .toBe(0);
      expect(asked).toBeLessThan(50);
      socket.destroy();
      const again = listen(await fetch(`${base}/events`, { headers }));
      await expect.poll(() => again.lines()[0]?.split(' ').length).toBe(asked + 1);
      await again.leave();
      expect(mounted.errors.splice(0).map(String)).toEqual([expect.stringContaining('has not read')]);
      for (const call of reported.mock.calls) expect(String(call[0])).toMatch(/The event stream was closed/);
      reported.mockClear();
    });

    it('refuses a body that is too large, with or without a content length [R-AUTH]', async () => {
      void ask();
      await expect.poll(isPending).toBe(true);
      const post = (...more: string[]) =>
        head('POST /ask-user/requests/r1/answer', 'Content-Type: application/json', ...more);
      const said = await talk(server.port, post(`Content-Length: ${10 * MB}`), /\r\n\r\n/);
      expect(said.heard).toMatch(/^HTTP\/1\.1 413 /);
      said.socket.destroy();
      const chunk = Buffer.concat([Buffer.from('80000\r\n'), Buffer.alloc(0x80000, ' '), Buffer.from('\r\n')]);
      const chunks = [Buffer.from(post('Transfer-Encoding: chunked')), ...Array.from({ length: 20 }, () => chunk)];
      const unsaid = await talk(server.port, Buffer.concat(chunks), /\r\n\r\n/);
      expect(unsaid.heard).toMatch(/^HTTP\/1\.1 413 /);
      unsaid.socket.destroy();
      expect(await isPending()).toBe(true);
      expect((await answer()).status).toBe(200);
    });

    it('continues to serve after half a body, a slow body, and endless headers [R-AUTH]', async () => {
      void ask();
      await expect.poll(isPending).toBe(true);
      const post = head(
        'POST /ask-user/requests/r1/answer',
        'Content-Type: application/json',
        `Content-Length: ${body.length}`,
      );
      const half = await talk(server.port, post + body.slice(0, 10), /^/);
      half.socket.resetAndDestroy();
      const slow = await talk(server.port, post + body.slice(0, 10), /^/);
      const bomb = await talk(
        server.port,
        head('GET /ask-user/requests', ...Array.from({ length: 20 }, (_, i) => `X-${i}: ${'x'.repeat(5_000)}`)),
        /\r\n\r\n/,
      );
      expect(bomb.heard).toMatch(/^HTTP\/1\.1 431 /);
      const garbage = await talk(server.port, 'NOT HTTP AT ALL\r\n\r\n', /\r\n\r\n/);
      expect(garbage.heard).toMatch(/^HTTP\/1\.1 400 /);
      expect((await fetch(`${base}/requests`, { headers })).status).toBe(200);
      expect(await isPending()).toBe(true);
      const answered = once(slow.socket, 'data');
      slow.socket.write(body.slice(10));
      expect(String(await answered)).toMatch(/^HTTP\/1\.1 200 /);
      slow.socket.destroy();
      bomb.socket.destroy();
      garbage.socket.destroy();
    });
  });
}
