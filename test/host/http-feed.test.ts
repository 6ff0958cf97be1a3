import { describe, expect, it } from 'vitest';
import { createFeed, type Tell } from '../../src/host/http/feed.js';
import type { BrokerEvent, PendingRequest } from '../../src/host/index.js';
import { makeRequest } from './helpers.js';

const pending = (requestId: string, order: number, state: PendingRequest['state'] = 'awaiting_user_response') => ({
  request: makeRequest(requestId),
  conversationId: 'c1',
  askedAt: 0,
  order,
  state,
});
const asks = (one: PendingRequest): BrokerEvent => ({ id: `n.${one.order}`, type: one.state, pending: one });
const ends = ({ state: _, order: __, ...asked }: PendingRequest): BrokerEvent => ({
  id: 'n.9',
  type: 'settled',
  asked,
  settlement: { result: { status: 'cancelled' }, settledAt: 0 },
});

function start() {
  const lines: string[] = [];
  const tell: Tell = (name, _id, data) => {
    const ids = 'requests' in data ? data.requests.map(({ request }) => request.requestId) : [];
    const own = 'request' in data ? [data.request.requestId] : 'requestId' in data ? [data.requestId] : [];
    lines.push([name, ...ids, ...own].join(' '));
  };
  return { feed: createFeed(tell, () => 'n.0'), lines };
}

const [r1, r2, r3] = [pending('r1', 1), pending('r2', 2), pending('r3', 3)];

describe('[R-STATE] one connection is told each thing once', () => {
  it('of what the snapshot had, nothing again when a node hears of it late', () => {
    const { feed, lines } = start();
    feed.begin([r1]);
    feed.hear(asks(r1));
    feed.hear(asks(r2));
    feed.hear(asks(r2));
    expect(lines).toEqual(['snapshot r1', 'awaiting_user_response r2']);
  });

  it('but each change of state, back and forth', () => {
    const { feed, lines } = start();
    feed.begin([r1]);
    feed.hear(asks(pending('r1', 1, 'orphaned')));
    feed.hear(asks(r1));
    feed.hear(ends(r1));
    expect(lines).toEqual(['snapshot r1', 'orphaned r1', 'awaiting_user_response r1', 'settled r1']);
  });

  it('the snapshot in the order of asking, whichever was heard of first', () => {
    const { feed, lines } = start();
    feed.hear(asks(r1));
    feed.begin([r2, r3]);
    expect(lines).toEqual(['snapshot r1 r2 r3']);
  });

  it('of what is added, nothing that it knows, and nothing that ended meanwhile', async () => {
    const { feed, lines } = start();
    feed.begin([r1]);
    await feed.add(async () => {
      feed.hear(asks(r2));
      feed.hear(ends(r2));
      return [pending('r1', 1, 'orphaned'), r2, r3];
    });
    feed.hear(asks(r3));
    expect(lines).toEqual(['snapshot r1', 'awaiting_user_response r2', 'settled r2', 'awaiting_user_response r3']);
  });

  it('goes on after a list that could not be read', async () => {
    const { feed, lines } = start();
    feed.begin([]);
    await expect(feed.add(async () => Promise.reject(new Error('down')))).rejects.toThrow('down');
    await feed.add(async () => [r1]);
    expect(lines).toEqual(['snapshot', 'awaiting_user_response r1']);
  });
});
