import type { PendingRequest } from '../broker/types.js';
import { writeRequest } from './wire-mappers.js';

const encoder = new TextEncoder();

export interface SerializedRequest {
  readonly state: PendingRequest['state'];
  /** Returns the request as JSON in UTF-8, serialized once; `undefined` if it cannot be serialized. */
  data(): Uint8Array | undefined;
}

/** Shares the event data of requests among the open streams. */
export type SerializedRequests = ReturnType<typeof createSerializedRequests>;

export function createSerializedRequests(onError: (error: unknown) => void) {
  const kept = new Map<string, SerializedRequest>();
  const holders = new Map<SerializedRequest, { readonly name: string; count: number }>();

  return {
    /** Returns the event data of a request, and retains it until every holder has dropped it. */
    hold(pending: PendingRequest): SerializedRequest {
      const { state, instanceId, askBack, awaited } = pending;
      const name = `${state} ${instanceId} ${askBack?.revision} ${askBack?.offered} ${awaited}`;
      const form = kept.get(name) ?? createForm(pending, onError);
      kept.set(name, form);
      holders.set(form, { name, count: (holders.get(form)?.count ?? 0) + 1 });
      return form;
    },
    drop(form: SerializedRequest): void {
      const held = holders.get(form);
      if (!held || --held.count > 0) return;
      holders.delete(form);
      kept.delete(held.name);
    },
  };
}

function createForm(pending: PendingRequest, onError: (error: unknown) => void): SerializedRequest {
  let unwritten: PendingRequest | undefined = pending;
  let data: Uint8Array | undefined;
  return {
    state: pending.state,
    data() {
      if (!unwritten) return data;
      const text = writeRequest(unwritten, onError);
      unwritten = undefined;
      data = text === undefined ? undefined : encoder.encode(text);
      return data;
    },
  };
}
