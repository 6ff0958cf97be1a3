import { afterEach, beforeEach, vi } from 'vitest';
import type { NewRequest, RequestStore, Settlement } from '../../../src/host/store.js';
import { createRequests, type Requests } from '../../../src/host/store/requests.js';
import { makeRequest } from '../helpers.js';

/** An empty store, and what its test needs to know about it. */
export interface StoreUnderTest {
  readonly store: RequestStore;
  /** Another node's connection to the same requests. Absent for a store of one process. */
  readonly other?: RequestStore | undefined;
  /** Removes a request, as an engine does that was emptied or has evicted it. */
  readonly forget: (requestId: string) => unknown;
  /** Advances the store's clock. If absent, leases use real time, and the suite waits for them. */
  readonly advance?: ((ms: number) => void | Promise<void>) | undefined;
  readonly close?: (() => void | Promise<void>) | undefined;
}

export type MakeStore = () => StoreUnderTest | Promise<StoreUnderTest>;

/** A lease that is meant to expire, and one that is not. */
export const SHORT = { leaseMs: 250 };
export const LONG = { leaseMs: 600_000 };

export const asked = (requestId: string, more: Partial<NewRequest> = {}): NewRequest => ({
  request: makeRequest(requestId),
  conversationId: 'c1',
  askedAt: 1,
  ...more,
});

export const endedBy = (by: string): Settlement => ({ result: { status: 'cancelled' }, by, settledAt: 2 });

/** The stores of the running test: created before it, closed after it. */
export class Stores {
  #made: StoreUnderTest | undefined;
  #requests: readonly Requests[] = [];

  constructor(make: MakeStore) {
    beforeEach(async () => {
      this.#made = await make();
      const { store, other = store } = this.#made;
      const onError = (error: unknown) => console.error(error);
      this.#requests = [createRequests(store, onError), createRequests(other, onError)];
    });
    afterEach(() => this.#made?.close?.());
  }

  /** The records of the node. */
  get records(): RequestStore {
    return this.#made!.store;
  }

  get otherRecords(): RequestStore {
    return this.#made!.other ?? this.#made!.store;
  }

  /** The requests of the node. */
  get store(): Requests {
    return this.#requests[0]!;
  }

  /** The node of the other half of a test: another node if there can be one. */
  get other(): Requests {
    return this.#requests[1]!;
  }

  async forget(requestId: string): Promise<void> {
    await this.#made!.forget(requestId);
  }

  async stateOf(requestId: string): Promise<string | undefined> {
    return (await this.other.get(requestId))?.state;
  }

  async pass(ms: number): Promise<void> {
    await this.#made!.advance?.(ms);
  }

  /** Opens a request whose lease has expired. */
  async orphan(requestId: string): Promise<void> {
    await this.store.open(asked(requestId), SHORT);
    await this.pass(SHORT.leaseMs + 1);
    await vi.waitUntil(async () => (await this.stateOf(requestId)) === 'orphaned', { timeout: 10_000 });
  }
}
