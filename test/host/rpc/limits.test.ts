import { PassThrough, Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { createAskUserBroker } from '../../../src/host/index.js';
import {
  answerRpc,
  createRpcTransport,
  nodeChannel,
  serveRpc,
  webChannel,
  type RpcChannel,
} from '../../../src/host/rpc/index.js';
import { CALL, foreignPeer, heard, pair, problems, requestOf } from './helpers.js';

const long = (requestId: string, length = 400) => ({ ...requestOf(requestId), metadata: { text: 'x'.repeat(length) } });

/** Creates a peer that sends nothing, and reads only after `wake`. */
function sleeper() {
  const lines: { requestId: string; type: string }[] = [];
  let begun = 0;
  let wake = () => {};
  const awake = new Promise<void>((resolve) => (wake = resolve));
  const channel: RpcChannel = {
    read: (async function* () {
      await new Promise(() => {});
      yield '';
    })(),
    async write(line) {
      begun += 1;
      await awake;
      lines.push(JSON.parse(line) as (typeof lines)[number]);
    },
  };
  return { channel, wake: () => wake(), begun: () => begun, ids: () => lines.map(({ requestId }) => requestId) };
}

describe('a peer that reads nothing [R-RPC]', () => {
  const UNREAD = /^The connection was lost: The peer does not read: \d+ bytes are queued\.$/;

  it('is disconnected when too many bytes are queued, and every request settles as lost', async () => {
    const [channel, other] = pair();
    const { list, onError } = problems();
    const asker = createRpcTransport(channel, { onError, maxQueuedBytes: 1_000 });
    const first = asker.ask(long('first'), CALL);
    for await (const _line of other.read) break;
    const asked = Array.from({ length: 10 }, (_, i) => asker.ask(long(`r${i}`), CALL));
    for (const result of await Promise.all([first, ...asked])) {
      expect(result).toEqual({ status: 'connectionLost', reason: expect.stringMatching(UNREAD) as string });
    }
    await asker.closed;
    expect(list).toMatchObject([
      { code: 'unread', message: expect.stringContaining('raise `maxQueuedBytes`') as string },
    ]);
  });

  it('is disconnected from a broker, whose requests stay pending for the others', async () => {
    const broker = createAskUserBroker();
    const { channel, wake, begun, ids } = sleeper();
    const { list, onError } = problems();
    const side = serveRpc(broker, channel, { onError, maxQueuedBytes: 5_000 });
    const first = broker.ask(long('first'), CALL);
    await expect.poll(begun).toBe(1);
    const asked = Array.from({ length: 100 }, (_, i) => broker.ask(long(`r${i}`), CALL));
    await side.closed;
    expect(list).toMatchObject([{ code: 'unread' }]);
    wake();
    expect(await broker.pending()).toHaveLength(101);
    // Only the line that was being written.
    expect(ids()).toEqual(['first']);
    await broker.close();
    for (const result of await Promise.all([first, ...asked])) expect(result).toMatchObject({ status: 'aborted' });
  });

  it('is not disconnected because of the requests that were pending when it connected, or because of one long line', async () => {
    const broker = createAskUserBroker();
    for (let i = 0; i < 20; i++) void broker.ask(long(`r${i}`), CALL);
    await expect.poll(() => broker.pending()).toHaveLength(20);
    const { channel, wake, ids } = sleeper();
    const { list, onError } = problems();
    const side = serveRpc(broker, channel, { onError, maxQueuedBytes: 1_000 });
    void broker.ask(long('big', 50_000), CALL);
    await expect.poll(() => broker.pending()).toHaveLength(21);
    wake();
    await expect.poll(ids).toEqual([...Array.from({ length: 20 }, (_, i) => `r${i}`), 'big']);
    // It has read everything, so the same number of bytes may be queued again.
    for (const id of ['c', 'd', 'e', 'f']) {
      void broker.ask(long(id), CALL);
      await expect.poll(() => ids().at(-1)).toBe(id);
    }
    await side.close();
    await broker.close();
    expect(list).toEqual([]);
  });
});

describe('the output of a channel whose peer reads nothing [R-RPC]', () => {
  it('is destroyed when a Node channel is closed, so that it does not keep the process alive', async () => {
    const output = new Writable({ write: () => {} });
    const asker = createRpcTransport(nodeChannel(new PassThrough(), output));
    const result = asker.ask(requestOf('r1'), CALL);
    await expect.poll(() => output.writableLength).toBeGreaterThan(0);
    await asker.close();
    expect(await result).toMatchObject({ status: 'aborted' });
    expect(output.destroyed).toBe(true);
  });

  it('is aborted when a Web channel is closed', async () => {
    let signal: AbortSignal | undefined;
    const writable = new WritableStream<Uint8Array>({
      write(_, controller) {
        ({ signal } = controller);
        return new Promise(() => {});
      },
    });
    const asker = createRpcTransport(webChannel({ readable: new ReadableStream(), writable }));
    const result = asker.ask(requestOf('r1'), CALL);
    await expect.poll(() => signal?.aborted).toBe(false);
    await asker.close();
    expect(await result).toMatchObject({ status: 'aborted' });
    expect(signal?.aborted).toBe(true);
  });

  it('stays readable when a channel is closed whose lines are all written', async () => {
    const output = new PassThrough();
    const asker = createRpcTransport(nodeChannel(new PassThrough(), output));
    const result = asker.ask(requestOf('r1'), CALL);
    await expect.poll(() => output.readableLength).toBeGreaterThan(0);
    await asker.close();
    expect(await result).toMatchObject({ status: 'aborted' });
    expect(String(output.read())).toMatch(/^.*"ask_user_request".*\n.*"ask_user_cancel".*\n$/);
  });
});

describe('a line that is too long for the peer [R-RPC]', () => {
  it('is not written: the agent receives the reason and continues', async () => {
    const peer = foreignPeer();
    const asker = createRpcTransport(peer.channel, { maxLineBytes: 300 });
    expect(await asker.ask(long('r1'), CALL)).toEqual({
      status: 'unavailable',
      reason: expect.stringMatching(
        /^The question cannot be written: its line has \d+ bytes, more than the 300 of `maxLineBytes`\. Shorten it, or raise `maxLineBytes` at both ends\.$/,
      ) as string,
    });
    const next = asker.ask(requestOf('r2'), CALL);
    expect(await heard(peer, 1)).toMatchObject({ requestId: 'r2' });
    peer.respond('r2', { cancelled: true });
    expect(await next).toEqual({ status: 'cancelled' });
    await asker.close();
  });

  it('is refused by both ends at the same length, so that no agent waits for a skipped line', async () => {
    const [here, there] = pair();
    const { list, onError } = problems();
    const options = { maxLineBytes: 500, onError };
    const asker = createRpcTransport(here, options);
    const side = answerRpc(there, () => ({ status: 'cancelled' }), options);
    const statuses: string[] = [];
    // Characters of two bytes.
    for (let n = 130; n < 200; n++) {
      const { status } = await asker.ask(requestOf(`r${n}`, { question: 'é'.repeat(n) }), CALL);
      statuses.push(status);
    }
    expect(new Set(statuses)).toEqual(new Set(['cancelled', 'unavailable']));
    expect(statuses.lastIndexOf('cancelled')).toBeLessThan(statuses.indexOf('unavailable'));
    await asker.close();
    await side.closed;
    expect(list).toEqual([]);
  });

  it('makes the request unavailable if it is the response', async () => {
    const [here, there] = pair();
    const { list, onError } = problems();
    const asker = createRpcTransport(here);
    const custom = 'x'.repeat(1_000);
    const side = answerRpc(there, () => [{ questionId: 'q1', selected: [], custom }], { maxLineBytes: 500, onError });
    expect(await asker.ask(requestOf('r1'), CALL)).toMatchObject({
      status: 'unavailable',
      reason: expect.stringMatching(/^The response could not be written: its line has \d+ bytes/) as string,
    });
    expect(list).toMatchObject([{ code: 'handler', requestId: 'r1' }]);
    await asker.close();
    await side.closed;
  });

  it('is reported if the error about the response is too long as well, and the next request is answered', async () => {
    const peer = foreignPeer();
    const { list, onError } = problems();
    const side = answerRpc(peer.channel, () => ({ status: 'cancelled' }), { maxLineBytes: 500, onError });
    // Escaping doubles the length of this id.
    const requestId = '\u2028'.repeat(100);
    peer.say({ type: 'ask_user_request', requestId, questions: ['Which?'] });
    peer.say({ type: 'ask_user_request', requestId: 'r2', questions: ['Which?'] });
    expect(await heard(peer, 1)).toMatchObject({ requestId: 'r2', cancelled: true });
    expect(list).toMatchObject([
      { code: 'handler', requestId, message: expect.stringMatching(/^The response could not be written: /) as string },
      { code: 'handler', requestId, message: expect.stringMatching(/^The error could not be written: /) as string },
    ]);
    await side.close();
  });
});
