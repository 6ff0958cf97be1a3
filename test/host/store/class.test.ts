import { expect, it } from 'vitest';
import { createMemoryStore, sealStore, type RequestStore } from '../../../src/host/store.js';
import { makeRequest, replyTo, startBroker } from '../helpers.js';

/** A store as a class: its methods are those of the prototype, and use `this`. */
class ClassStore implements RequestStore {
  readonly #inner = createMemoryStore();
  get durable() {
    return this.#inner.durable;
  }
  get keepSettledMs() {
    return 5;
  }
  insert(...args: Parameters<RequestStore['insert']>) {
    return this.#inner.insert(...args);
  }
  get(...args: Parameters<RequestStore['get']>) {
    return this.#inner.get(...args);
  }
  list(...args: Parameters<RequestStore['list']>) {
    return this.#inner.list(...args);
  }
  overdue(...args: Parameters<RequestStore['overdue']>) {
    return this.#inner.overdue(...args);
  }
  compareAndSet(...args: Parameters<RequestStore['compareAndSet']>) {
    return this.#inner.compareAndSet(...args);
  }
  remove(...args: Parameters<RequestStore['remove']>) {
    return this.#inner.remove(...args);
  }
  async changes(cursor = '0') {
    return { ...(await this.get('request', [])), cursor, hasMore: false };
  }
  watch(...args: Parameters<RequestStore['watch']>) {
    return this.#inner.watch(...args);
  }
}

const seal = (store: RequestStore) => sealStore(store, { seal: (text) => text, open: (text) => text });

it.each([
  ['alone', new ClassStore()],
  ['sealed', seal(new ClassStore())],
  ['sealed twice', seal(seal(new ClassStore()))],
])('an instance of a class is a store (%s)', async (_, store) => {
  expect(store.keepSettledMs).toBe(5);
  expect(await store.changes?.()).toMatchObject({ cursor: '0', records: [] });
  const { broker, errors } = startBroker({ store });
  const got: string[] = [];
  broker.registerCallback('resume', ({ request }) => void got.push(request.requestId));
  await broker.open(makeRequest('r1'), { conversationId: 'c1', callback: 'resume' });
  expect(await broker.answer('r1', replyTo(makeRequest('r1')))).toEqual({ ok: true });
  await expect.poll(() => got).toEqual(['r1']);
  expect(await broker.purge('c1')).toEqual({ ok: true, requestIds: ['r1'] });
  await broker.close();
  expect(errors).toEqual([]);
});
