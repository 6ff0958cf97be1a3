import { afterEach, describe, expect, it, vi } from 'vitest';
import { makeRequest, replyTo } from '../helpers.js';
import { ana, HOST, mountAsked, post, read } from './helpers.js';

afterEach(() => void vi.useRealTimers());

describe('a request body [R-AUTH]', () => {
  /** Returns a body of chunks, and how many bytes of it were read. */
  function chunks(count: number, size: number) {
    let sent = 0;
    let isCancelled = false;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent === count * size) return controller.close();
        sent += size;
        return controller.enqueue(new Uint8Array(size).fill(0x20));
      },
      cancel: () => void (isCancelled = true),
    });
    return { body, sent: () => sent, isCancelled: () => isCancelled };
  }
  const streamed = (body: ReadableStream<Uint8Array>, headers: Record<string, string> = {}) => {
    const init = {
      method: 'POST',
      headers: { ...ana, 'content-type': 'application/json', ...headers },
      body,
      duplex: 'half',
    };
    return new Request(`${HOST}/ask/requests/r1/answer`, init);
  };

  it('receives 413 if its content-length is too large, without being read', async () => {
    const { handler, unchanged } = await mountAsked({ maxBodyBytes: 1_000 });
    const { body, sent } = chunks(10, 100);
    const before = sent();
    const request = streamed(body, { 'content-length': '1001' });
    expect(await read(await handler(request))).toMatchObject({ status: 413, body: { code: 'too_large' } });
    expect(sent() - before).toBeLessThanOrEqual(100);
    await unchanged();
  });

  it.each([{}, { 'content-length': '10' }, { 'content-length': 'x' }])(
    'receives 413 if it is too large, with the header %j',
    async (headers) => {
      const { handler, unchanged } = await mountAsked({ maxBodyBytes: 1_000 });
      const { body, sent, isCancelled } = chunks(1_000_000, 100);
      expect((await handler(streamed(body, headers))).status).toBe(413);
      expect(sent()).toBeLessThanOrEqual(1_200);
      expect(isCancelled()).toBe(true);
      await unchanged();
    },
  );

  it('is accepted if its size equals the limit', async () => {
    const text = JSON.stringify({ replies: replyTo(makeRequest('r1')) });
    const { handler } = await mountAsked({ maxBodyBytes: text.length });
    expect((await handler(post('/ask/requests/r1/answer', `${text} `, ana))).status).toBe(413);
    expect((await handler(post('/ask/requests/r1/answer', text, ana))).status).toBe(200);
  });

  it('receives 400 if it is truncated or never arrives', async () => {
    vi.useFakeTimers();
    const { handler, unchanged } = await mountAsked();
    const broken = new ReadableStream<Uint8Array>({ pull: (controller) => controller.error(new Error('reset')) });
    expect(await read(await handler(streamed(broken)))).toMatchObject({ status: 400, body: { code: 'invalid' } });
    const withoutStream = post('/ask/requests/r1/answer', {}, ana);
    Object.defineProperty(withoutStream, 'body', { value: null });
    withoutStream.blob = () => Promise.reject(new Error('reset'));
    expect(await read(await handler(withoutStream))).toMatchObject({ status: 400, body: { code: 'invalid' } });
    const waiting = handler(streamed(new ReadableStream()));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(await read(await waiting)).toMatchObject({ status: 400, body: { issues: [{ code: 'invalid_json' }] } });
    expect(vi.getTimerCount()).toBe(0);
    await unchanged();
  });

  it('receives 503 if it was read before, and the reported error explains what to do', async () => {
    const { handler, unchanged, errors, replies } = await mountAsked();
    const request = post('/ask/requests/r1/answer', { replies }, ana);
    await request.text();
    expect((await handler(request)).status).toBe(503);
    expect(String(errors[0])).toMatch(/Mount the handler before/);
    await unchanged();
  });
});
