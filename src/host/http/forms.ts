import type { PendingRequest } from '../broker/types.js';
import { writeRequest } from './wire-forms.js';

const encoder = new TextEncoder();

/** One request in one state, as events carry it. */
export interface Form {
  readonly state: PendingRequest['state'];
  /** Returns the request as JSON in UTF-8, written once; `undefined` if it cannot be written. */
  data(): Uint8Array | undefined;
}

/** The requests that open streams have to send or have sent: each is written once, however many clients get it. */
export interface Forms {
  /** Returns the form of a request, and keeps it until every holder has dropped it. */
  hold(pending: PendingRequest): Form;
  drop(form: Form): void;
}

/** @param onError - Called with the reason a request cannot be written. */
export function createForms(onError: (error: unknown) => void): Forms {
  const kept = new Map<string, Form>();
  const holders = new Map<Form, { readonly name: string; count: number }>();

  return {
    hold(pending) {
      const name = `${pending.state} ${pending.instanceId}`;
      const form = kept.get(name) ?? createForm(pending, onError);
      kept.set(name, form);
      holders.set(form, { name, count: (holders.get(form)?.count ?? 0) + 1 });
      return form;
    },
    drop(form) {
      const held = holders.get(form);
      if (!held || --held.count > 0) return;
      holders.delete(form);
      kept.delete(held.name);
    },
  };
}

function createForm(pending: PendingRequest, onError: (error: unknown) => void): Form {
  /** Let go of once it is written. */
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
