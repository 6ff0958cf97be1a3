import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseRequest, type AskUserResult } from 'react-ask-user/core';
import { createAskUserClient, type AskUserClient } from 'react-ask-user/client';
import { createAskUserBroker, createAskUserHandler, type AskUserBroker } from 'react-ask-user/server';
import { toNodeListener } from 'react-ask-user/node';
import { makeQuestions } from './questions.js';

export interface BrokerFigures {
  pending: number;
  clients: number;
  /** Each conversation has the same number of clients and of questions. */
  conversations: number;
  /** Number of answers sent. Several are sent for each request, at the same time. */
  posts: number;
  /** Results of these answers. */
  accepted: number;
  refused: number;
  /** Results that the agents received, and those that equal the accepted answer. */
  results: number;
  right: number;
  /** Requests times the clients that may see them: shown, and seen as settled. */
  shown: number;
  ended: number;
  /** Bytes of heap of a pending request, and bytes left of a settled one. */
  bytes: { pending: number; settled: number };
  /**
   * Milliseconds until every client shows every question, and until every answer has reached its agent and every
   * client.
   */
  ms: { shown: number; answered: number };
}

const PENDING = 1_000;
const CLIENTS = 200;
const CONVERSATIONS = 20;
const RIVALS = 3;
/** Requests that are answered at the same time. */
const AT_ONCE = 50;

const conversation = (at: number): string => `conversation-${at % CONVERSATIONS}`;

function ask(broker: AskUserBroker, at: number): Promise<AskUserResult> {
  const requestId = `request-${at}`;
  const parsed = parseRequest({ questions: makeQuestions({ questions: 1, options: 4 }) }, { requestId });
  if (!parsed.ok) throw new Error('The request of the benchmark is invalid.');
  return broker.ask(parsed.value, { conversationId: conversation(at) });
}

async function heap(): Promise<number> {
  // Settled promises are released one turn later.
  for (let i = 0; i < 3; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    globalThis.gc?.();
  }
  return process.memoryUsage().heapUsed;
}

/** Measures the heap of a broker by itself. */
async function bytes(): Promise<BrokerFigures['bytes']> {
  const broker = createAskUserBroker();
  const empty = await heap();
  const results = Array.from({ length: PENDING }, (_, at) => ask(broker, at));
  while ((await broker.pending()).length < PENDING);
  const full = await heap();
  for (const { request } of await broker.pending()) await broker.cancel(request.requestId);
  await Promise.all(results);
  const settled = await heap();
  await broker.close();
  return { pending: (full - empty) / PENDING, settled: (settled - empty) / PENDING };
}

/** Resolves when the state of every client satisfies the check. */
function until(clients: readonly AskUserClient[], isSo: (client: AskUserClient) => boolean): Promise<unknown> {
  return Promise.all(
    clients.map(
      (client) =>
        new Promise<void>((resolve) => {
          const check = () => {
            if (!isSo(client)) return;
            stop();
            resolve();
          };
          const stop = client.subscribe(check);
          check();
        }),
    ),
  );
}

/**
 * The rivals for one request answer it with one option each. Returns the accepted options and the number of refused
 * answers.
 */
async function race(clients: readonly AskUserClient[], at: number) {
  const rivals = clients.filter((_, i) => conversation(i) === conversation(at)).slice(0, RIVALS);
  const requestId = `request-${at}`;
  const deliveries = await Promise.all(
    rivals.map((client, option) => client.answer(requestId, [{ questionId: 'q1', selected: [option] }])),
  );
  const accepted = deliveries.flatMap(({ ok }, option) => (ok ? [option] : []));
  const refused = deliveries.filter((one) => !one.ok && one.code === 'already_resolved').length;
  return { accepted, refused };
}

async function served(): Promise<Omit<BrokerFigures, 'bytes'>> {
  const broker = createAskUserBroker();
  const handler = createAskUserHandler(broker, {
    basePath: '/ask-user',
    authorize: ({ headers }) => ({ conversations: [headers.get('x-conversation') ?? ''] }),
  });
  const server = createServer(toNodeListener(handler));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ask-user`;
  const clients = Array.from({ length: CLIENTS }, (_, at) =>
    createAskUserClient({ url, headers: { 'x-conversation': conversation(at) } }),
  );
  const leave = clients.map((client) => client.subscribe(() => {}));
  await until(clients, (client) => client.getState().connection === 'online');

  const each = PENDING / CONVERSATIONS;
  const begin = performance.now();
  const asked = Array.from({ length: PENDING }, (_, at) => ask(broker, at));
  await until(clients, (client) => client.getState().requests.length === each);
  const allShown = performance.now();
  const shown = clients.reduce((sum, client) => sum + client.getState().requests.length, 0);

  const races: Awaited<ReturnType<typeof race>>[] = [];
  for (let first = 0; first < PENDING; first += AT_ONCE) {
    races.push(...(await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => race(clients, first + i)))));
  }
  const results = await Promise.all(asked);
  await until(clients, (client) => client.getState().requests.length === 0);
  const allEnded = performance.now();

  const right = results.filter((result, at) => {
    const { accepted } = races[at]!;
    return (
      result.status === 'answered' && result.answers[0]?.selected[0]?.index === accepted[0] && accepted.length === 1
    );
  });
  const figures = {
    pending: PENDING,
    clients: CLIENTS,
    conversations: CONVERSATIONS,
    posts: PENDING * RIVALS,
    accepted: races.reduce((sum, { accepted }) => sum + accepted.length, 0),
    refused: races.reduce((sum, { refused }) => sum + refused, 0),
    results: results.length,
    right: right.length,
    shown,
    ended: clients.reduce((sum, client) => sum + client.getState().settled.length, 0),
    ms: { shown: allShown - begin, answered: allEnded - allShown },
  };
  for (const stop of leave) stop();
  for (const client of clients) client.close();
  await broker.close();
  server.closeAllConnections();
  server.close();
  return figures;
}

const figures: BrokerFigures = { bytes: await bytes(), ...(await served()) };
console.log(JSON.stringify(figures));
