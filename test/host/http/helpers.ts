import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';
import type { WireSettlement, WireMessages, WireRequest } from '../../../src/host/wire.js';
import {
  createAskUserHandler,
  type AskUserBroker,
  type AskUserHandlerOptions,
  type BrokerOptions,
} from '../../../src/host/index.js';
import { makeRequest, replyTo, settleDown, startBroker } from '../helpers.js';

export const HOST = 'https://app.example';

export type Handler = (request: Request) => Promise<Response>;

type Wire = { [Name in keyof WireMessages]: { name: Name; id: string; data: WireMessages[Name] } }[keyof WireMessages];
type Live = Exclude<Wire, { name: 'snapshot_start' | 'snapshot_end' }>;
/** A whole snapshot with the id of its end, or one event. */
type Said =
  | Live
  | { name: 'snapshot'; id: string; data: { requests: readonly WireRequest[]; endings: readonly WireSettlement[] } };

/** A client that reads a stream to its end, and what it received. */
export interface Listening {
  readonly said: Said[];
  /** Each event as it was sent. */
  readonly events: Wire[];
  readonly beats: number;
  readonly ended: boolean;
  /** Returns one line per message: its name and the requests that it is about. */
  lines(): string[];
  /** Disconnects. */
  leave(): Promise<void>;
}

const lineOf = ({ name, data }: Said): string => {
  if (name === 'settled') return `${name} ${data.requestId} ${data.result.status}`;
  if (name === 'asked_back') return `${name} ${data.requestId} ${data.exchanges.map(({ status }) => status).join()}`;
  if (name !== 'snapshot') return `${name} ${data.request.requestId}`;
  const endings = data.endings.map(({ requestId, result }) => `-${requestId} ${result.status}`);
  return ['snapshot', ...data.requests.map(({ request }) => request.requestId), ...endings].join(' ');
};

export function listen(response: Response): Listening {
  const said: Said[] = [];
  const wire: Wire[] = [];
  let snapshot: Live[] | undefined;
  const hear = (one: Wire) => {
    wire.push(one);
    if (one.name === 'snapshot_start') snapshot = [];
    else if (one.name === 'snapshot_end') {
      const endings = (snapshot ?? []).flatMap(({ name, data }) => (name === 'settled' ? [data] : []));
      const requests = (snapshot ?? []).flatMap(({ name, data }) =>
        name === 'settled' || name === 'asked_back' ? [] : [data],
      );
      snapshot = undefined;
      said.push({ name: 'snapshot', id: one.id, data: { requests, endings } });
    } else (snapshot ?? said).push(one);
  };
  let beats = 0;
  let ended = false;
  const parser = createParser({
    onEvent: ({ event, id, data }) => hear({ name: event, id, data: JSON.parse(data) } as Wire),
    onComment: () => void (beats += 1),
  });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  void (async () => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parser.feed(decoder.decode(value, { stream: true }));
    }
    ended = true;
  })();
  return {
    said,
    events: wire,
    get beats() {
      return beats;
    },
    get ended() {
      return ended;
    },
    lines: () => said.map(lineOf),
    leave: () => reader.cancel(),
  };
}

/** Creates requests as the page's client sends them. */
export const get = (path: string, init: RequestInit = {}): Request => new Request(`${HOST}${path}`, init);

export const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
  init: RequestInit = {},
): Request =>
  new Request(`${HOST}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
  });

/** Returns the parts of a response that a client reads. */
export async function read(response: Response): Promise<{ status: number; body: unknown }> {
  return { status: response.status, body: await response.json() };
}

/** A mounted handler. It counts the broker's subscribers and records the errors that the handler reports. */
export interface Mounted {
  readonly broker: AskUserBroker;
  readonly handler: Handler;
  readonly errors: unknown[];
  readonly subscribers: () => number;
}

/**
 * Mounts a handler at `/ask`. `x-user: Ana` may see `c1`, `Bo` may see `c2`, and `Cy` both; other users see nothing.
 */
export function mount(options: Partial<AskUserHandlerOptions> = {}, brokerOptions: BrokerOptions = {}): Mounted {
  const { broker } = startBroker(brokerOptions);
  const errors: unknown[] = [];
  let subscribers = 0;
  const counted: AskUserBroker = {
    ...broker,
    subscribe(listener, to) {
      subscribers += 1;
      const unsubscribe = broker.subscribe(listener, to);
      return () => {
        subscribers -= 1;
        unsubscribe();
      };
    },
  };
  const handler = createAskUserHandler(counted, {
    basePath: '/ask',
    authorize: byUser,
    onError: (error) => void errors.push(error),
    ...options,
  });
  return { broker, handler, errors, subscribers: () => subscribers };
}

export const CONVERSATIONS: Readonly<Record<string, readonly string[]>> = { Ana: ['c1'], Bo: ['c2'], Cy: ['c1', 'c2'] };

export function byUser(request: Request) {
  const user = request.headers.get('x-user') ?? '';
  const conversations = CONVERSATIONS[user];
  return conversations ? { conversations, user } : null;
}

export const ana = { 'x-user': 'Ana' };
export const bo = { 'x-user': 'Bo' };
export const cy = { 'x-user': 'Cy' };

/** Mounts a handler with one pending request in `c1`. */
export async function mountAsked(options: Partial<AskUserHandlerOptions> = {}, requestId = 'r1') {
  const mounted = mount(options);
  const request = makeRequest(requestId);
  const result = mounted.broker.ask(request, { conversationId: 'c1' });
  await settleDown();
  const before = await mounted.broker.get(requestId);
  return {
    ...mounted,
    result,
    replies: replyTo(request),
    at: `/ask/requests/${encodeURIComponent(requestId)}`,
    /** Asserts that the request has not changed. */
    unchanged: async () => expect(await mounted.broker.get(requestId)).toEqual(before),
  };
}

/** Asks in a conversation, and waits until the request is published. */
export async function askIn({ broker }: Mounted, requestId: string, conversationId = 'c1'): Promise<AbortController> {
  const controller = new AbortController();
  void broker.ask(makeRequest(requestId), { conversationId, signal: controller.signal });
  await settleDown();
  return controller;
}

export const HEARTBEAT = 15_000;

export const events = (headers: Record<string, string>, query = '', init: RequestInit = {}): Request =>
  get(`/ask/events${query}`, { headers, ...init });
