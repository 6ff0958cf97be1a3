import { expect } from 'vitest';
import { parseRequest, type AskUserRequest } from '../../../src/core/index.js';
import { createRpcTransport, webChannel, type RpcChannel } from '../../../src/host/rpc/index.js';
import type { RpcErrorEvent } from '../../../src/host/rpc/messages.js';

export const DATABASE = { question: 'Which database?', options: ['PostgreSQL', 'SQLite'] };
export const FEATURES = { question: 'Which features?', options: ['Auth', 'REST, GraphQL', 'Admin'], multiSelect: true };
export const NAME = { question: 'Which name?' };
export const CALL = { conversationId: 'c1' };

export function requestOf(requestId: string, ...questions: readonly object[]): AskUserRequest {
  const parsed = parseRequest({ questions: questions.length > 0 ? questions : [DATABASE] }, { requestId });
  if (!parsed.ok) throw new Error('not a request');
  return parsed.value;
}

/** Creates two ends of one line from real Web streams. */
export function pair(): [RpcChannel, RpcChannel] {
  const there = new TransformStream<Uint8Array, Uint8Array>();
  const back = new TransformStream<Uint8Array, Uint8Array>();
  return [
    webChannel({ readable: there.readable, writable: back.writable }),
    webChannel({ readable: back.readable, writable: there.writable }),
  ];
}

/** Collects the problems that are reported. */
export function problems(): { list: RpcErrorEvent[]; onError: (problem: RpcErrorEvent) => void } {
  const list: RpcErrorEvent[] = [];
  return { list, onError: (problem) => void list.push(problem) };
}

/**
 * Creates a peer at the other end of `channel` that is not this package. It sends the test’s messages and records
 * what it receives.
 */
export function foreignPeer() {
  const inbound = new TransformStream<string, string>();
  const outbound = new TransformStream<Uint8Array, Uint8Array>();
  const writer = inbound.writable.getWriter();
  const reader = outbound.readable.getReader();
  const heard: Record<string, unknown>[] = [];
  const decoder = new TextDecoder();
  let rest = '';
  void (async () => {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      const lines = (rest + decoder.decode(read.value, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      heard.push(...lines.map((line) => JSON.parse(line) as Record<string, unknown>));
    }
  })().catch(() => {});
  const ignore = () => {};
  return {
    channel: webChannel({ readable: inbound.readable, writable: outbound.writable }),
    heard,
    say: (message: string | object) =>
      void writer.write(typeof message === 'string' ? message : `${JSON.stringify(message)}\n`).catch(ignore),
    respond: (requestId: string, fields: object) =>
      void writer.write(`${JSON.stringify({ type: 'ask_user_response', requestId, ...fields })}\n`).catch(ignore),
    hangUp: () => void writer.close().catch(ignore),
    breakOff: (why: string) => void writer.abort(new Error(why)).catch(ignore),
    stopListening: (why: string) => void reader.cancel(new Error(why)).catch(ignore),
  };
}

/** Creates an asker that is connected to such a peer. */
export const asking = () => {
  const peer = foreignPeer();
  const { list, onError } = problems();
  return { peer, found: list, asker: createRpcTransport(peer.channel, { onError, now: () => 1_000 }) };
};

/** Waits for `count` messages and returns the last one. */
export const heard = async (peer: ReturnType<typeof foreignPeer>, count: number) => {
  await expect.poll(() => peer.heard.length).toBe(count);
  return peer.heard[count - 1];
};
