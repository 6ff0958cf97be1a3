import { expect, it } from 'vitest';
import { noticeOf, parseNotification } from '../../../src/host/store/codec.js';

const notice = (id: string, conversationId = 'c1') =>
  noticeOf({ kind: 'request', id, version: 'v', list: 'pending', conversationId, at: 0, value: {} });

it.each(['r1', 'x'.repeat(250), 'é'.repeat(3_990), '"\\ \u0000 \uD800'])('a notification names a request %#', (id) => {
  expect(parseNotification(notice(id))).toEqual({ requestId: id, conversationId: 'c1' });
  expect(parseNotification(notice('r1', id))).toEqual({ requestId: 'r1', conversationId: id });
  expect(Buffer.byteLength(notice(id))).toBeLessThan(8_000);
});

it('a notification that would be too long for PostgreSQL says that anything may have changed', () => {
  for (const text of [notice('é'.repeat(4_000)), notice('r1', 'x'.repeat(8_000)), '', '{', undefined])
    expect(parseNotification(text)).toBeUndefined();
});
