import { describe, expect, it } from 'vitest';
import { createSerializedRequests } from '../../../src/host/http/serialized-requests.js';
import { createConnectionFeed, type ConnectionFeed } from '../../../src/host/http/connection-feed.js';
import type { PendingRequest } from '../../../src/host/index.js';
import type { BrokerEvent } from '../../../src/host/broker/types.js';
import { makeRequest } from '../helpers.js';

const pending = (requestId: string, order: number, state: PendingRequest['state'] = 'awaiting_user_response') => ({
  request: makeRequest(requestId),
  instanceId: `${requestId}#1`,
  conversationId: 'c1',
  askedAt: 0,
  order,
  state,
});
const asks = (one: PendingRequest): BrokerEvent => ({ id: `n.${one.order}`, type: one.state, request: one });
const ends = ({ state: _, ...asked }: PendingRequest): BrokerEvent => ({
  id: 'n.9',
  type: 'settled',
  request: asked,
  settlement: { result: { status: 'cancelled' }, settledAt: 0 },
});

function start() {
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const receiver = () => ({ user: undefined, client: undefined });
  const transcript = createConnectionFeed({
    forms: createSerializedRequests(onError),
    heartbeatMs: 15_000,
    lastEventId: () => 'n.0',
    receiver,
    onError,
  });
  const idOf = (data: { requestId?: string; request?: { requestId: string } }) =>
    data.requestId ?? data.request?.requestId;
  /** The messages that the client has received, a snapshot in one line. */
  const taken: string[] = [];
  let isSnapshot = false;
  const lines = () => {
    for (let next = transcript.next(); next; next = transcript.next()) {
      const { name } = next;
      const id = idOf(JSON.parse(new TextDecoder().decode(next.data)) as object);
      if (name === 'snapshot_start') taken.push('snapshot');
      else if (isSnapshot && name !== 'snapshot_end')
        taken.push(`${taken.pop()} ${name === 'settled' ? '-' : ''}${id}`);
      else if (name !== 'snapshot_end') taken.push(`${name} ${id}`);
      isSnapshot = name === 'snapshot_start' || (isSnapshot && name !== 'snapshot_end');
    }
    return taken;
  };
  /** Begins, and lets the client read its snapshot at once. */
  const begin: ConnectionFeed['begin'] = (listed) => {
    transcript.begin(listed);
    lines();
  };
  return { transcript: { ...transcript, begin }, lines, errors };
}

const [r1, r2, r3] = [pending('r1', 1), pending('r2', 2), pending('r3', 3)];

describe('the transcript of one connection [R-STATE]', () => {
  it('does not repeat a request of the snapshot if its event arrives late', () => {
    const { transcript, lines } = start();
    transcript.begin([r1]);
    transcript.onEvent(asks(r1));
    transcript.onEvent(asks(r2));
    transcript.onEvent(asks(r2));
    expect(lines()).toEqual(['snapshot r1', 'awaiting_user_response r2']);
  });

  it('contains each change of state, back and forth', () => {
    const { transcript, lines } = start();
    transcript.begin([r1]);
    transcript.onEvent(asks(pending('r1', 1, 'orphaned')));
    transcript.onEvent(asks(r1));
    transcript.onEvent(ends(r1));
    expect(lines()).toEqual(['snapshot r1', 'orphaned r1', 'awaiting_user_response r1', 'settled r1']);
  });

  it('has the snapshot in the order of asking, not of the events', () => {
    const { transcript, lines } = start();
    transcript.onEvent(asks(r1));
    transcript.begin([r2, r3]);
    expect(lines()).toEqual(['snapshot r1 r2 r3']);
  });

  it('omits, from an added conversation, known requests and requests that were settled meanwhile', async () => {
    const { transcript, lines } = start();
    transcript.begin([r1]);
    await transcript.add(async () => {
      transcript.onEvent(asks(r2));
      transcript.onEvent(ends(r2));
      return [pending('r1', 1, 'orphaned'), r2, r3];
    });
    transcript.onEvent(asks(r3));
    expect(lines()).toEqual(['snapshot r1', 'awaiting_user_response r2', 'settled r2', 'awaiting_user_response r3']);
  });

  it('continues after a list that could not be read', async () => {
    const { transcript, lines } = start();
    transcript.begin([]);
    await expect(transcript.add(async () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await transcript.add(async () => [r1]);
    expect(lines()).toEqual(['snapshot', 'awaiting_user_response r1']);
  });

  it('distinguishes two instances of a request id', async () => {
    const { transcript, lines } = start();
    const again = { ...r1, instanceId: 'r1#2' };
    transcript.onEvent(ends(r1));
    transcript.begin([again]);
    transcript.onEvent(ends(r1));
    transcript.onEvent(ends(again));
    await transcript.add(async () => {
      transcript.onEvent(ends(r2));
      return [r2, { ...r2, instanceId: 'r2#2' }];
    });
    expect(lines()).toEqual(['snapshot -r1 r1', 'settled r1', 'settled r1', 'settled r2', 'awaiting_user_response r2']);
  });

  it('omits an invalid request, and contains all others', async () => {
    const { transcript, lines, errors } = start();
    const broken = { ...r2, request: { ...r2.request, questions: undefined } } as unknown as PendingRequest;
    transcript.onEvent({
      ...ends(broken),
      settlement: { result: { status: 'answered', answers: [] }, settledAt: 0 },
    } as BrokerEvent);
    const unreadable = (order: number): PendingRequest =>
      Object.defineProperty({ ...r3, instanceId: `r3#${order}`, order }, 'request', {
        get: () => ({
          requestId: 'r3',
          get raw() {
            throw new Error('Unreadable.');
          },
        }),
      });
    transcript.begin([r1, unreadable(3)]);
    await transcript.add(async () => [unreadable(4), r2]);
    expect(lines()).toEqual(['snapshot r1', 'awaiting_user_response r2']);
    expect(errors).toHaveLength(3);
  });
});
