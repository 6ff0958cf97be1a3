import type { BrokerEvent, PendingRequest } from '../broker/types.js';
import type { Settlement } from '../store/types.js';
import type { WireMessages } from '../wire.js';
import type { Form, Forms } from './forms.js';
import type { Message } from './outlet.js';
import { toWireEnding, type Receiver } from './wire-forms.js';

const encoder = new TextEncoder();
const EMPTY = encoder.encode('{}');

type Settled = Extract<BrokerEvent, { settlement: Settlement }>;

export interface TranscriptOptions {
  readonly forms: Forms;
  /** The broker's. */
  readonly lastEventId: () => string;
  /** The client that the events are for, now. */
  readonly receiver: () => Receiver;
  /** Hears why a request was left out. */
  readonly onError: (error: unknown) => void;
}

/**
 * What one connection is told: everything that is pending once, each transition once, and nothing again that has ended,
 * however late a list of what was pending arrives.
 */
export interface Transcript {
  /** What the broker tells. Kept until `begin`. */
  hear(event: BrokerEvent): void;
  /** Tells the snapshot: a list that was read after `hear` was subscribed, and what was heard since. */
  begin(listed: readonly PendingRequest[]): void;
  /** Tells what is pending besides, of conversations that were not followed before. */
  add(read: () => Promise<readonly PendingRequest[]>): Promise<void>;
  /** Takes the next event that the client has not got; `undefined` while there is none. */
  next(): Message | undefined;
  /** Returns the bytes of the transitions that the client has not got. What is listed is not written before it is taken. */
  backlog(): number;
  /** Lets go of what is listed, and of the transitions as well unless they are still to be sent. */
  end(isSent: boolean): void;
}

export function createTranscript({ forms, lastEventId, receiver, onError }: TranscriptOptions): Transcript {
  /** By instance id, as everything below. */
  const told = new Map<string, Form>();
  /** What ended while a list is read that may still have it. */
  const ended = new Set<string>();
  let held: BrokerEvent[] | undefined = [];
  let reading = 0;

  let isOver = false;
  let phase: 'start' | 'snapshot' | 'live' = 'start';
  /** What ended before the snapshot, and is part of it. */
  let over: Settled[] = [];
  /** Of `told`, what is listed and not sent yet, in order. */
  const listed = new Map<string, Form>();
  /** Transitions since then. */
  let news: Message[] = [];
  let newsBytes = 0;
  /** The newest event that the client has got with all before it. */
  let lastId = '';

  const event = (name: keyof WireMessages, data: Uint8Array = EMPTY, id = lastId): Message => ({ name, id, data });

  function ending({ id, asked, settlement }: Settled): Message | undefined {
    try {
      const data = encoder.encode(JSON.stringify(toWireEnding(asked, settlement, receiver())));
      return event('settled', data, id);
    } catch (error) {
      onError(error);
      return undefined;
    }
  }

  function tell(message: Message): void {
    news.push(message);
    newsBytes += message.data.length;
  }

  function list(pending: PendingRequest): void {
    if (isOver) return;
    const form = forms.hold(pending);
    told.set(pending.instanceId, form);
    listed.set(pending.instanceId, form);
  }

  function show(id: string, pending: PendingRequest): void {
    const { instanceId } = pending;
    const before = told.get(instanceId);
    if (before?.state === pending.state) return;
    if (before) forms.drop(before);
    if (listed.has(instanceId)) return list(pending);
    const form = forms.hold(pending);
    told.set(instanceId, form);
    const data = form.data();
    if (data) tell(event(form.state, data, id));
  }

  function forget(instanceId: string): void {
    const form = told.get(instanceId);
    if (form) forms.drop(form);
    told.delete(instanceId);
    listed.delete(instanceId);
  }

  function nextNews(): Message | undefined {
    const message = news.shift();
    newsBytes -= message?.data.length ?? 0;
    lastId = message?.id ?? lastId;
    return message;
  }

  function nextListed(): Message | undefined {
    for (const [instanceId, form] of listed) {
      listed.delete(instanceId);
      const data = form.data();
      if (data) return event(form.state, data);
    }
    return undefined;
  }

  function nextEnding(): Message | undefined {
    for (let one = over.shift(); one; one = over.shift()) {
      const message = ending({ ...one, id: lastId });
      if (message) return message;
    }
    return undefined;
  }

  return {
    hear(heard) {
      if (isOver) return undefined;
      if (held) return void held.push(heard);
      if ('pending' in heard) return show(heard.id, heard.pending);
      const { instanceId } = heard.asked;
      forget(instanceId);
      if (reading > 0) ended.add(instanceId);
      const message = ending(heard);
      if (message) tell(message);
    },
    begin(pendingNow) {
      const pending = new Map(pendingNow.map((one) => [one.instanceId, one]));
      for (const one of held ?? []) {
        if ('pending' in one) {
          pending.set(one.pending.instanceId, one.pending);
        } else {
          pending.delete(one.asked.instanceId);
          over.push(one);
        }
      }
      held = undefined;
      lastId = lastEventId();
      for (const one of [...pending.values()].sort((a, b) => a.order - b.order)) list(one);
    },
    async add(read) {
      reading += 1;
      try {
        for (const one of await read()) if (!told.has(one.instanceId) && !ended.has(one.instanceId)) list(one);
      } finally {
        reading -= 1;
        if (reading === 0) ended.clear();
      }
    },
    next() {
      if (held) return undefined;
      if (phase === 'start') {
        phase = 'snapshot';
        return event('snapshot_start');
      }
      if (phase === 'live') return nextNews() ?? nextListed();
      const message = nextEnding() ?? nextListed();
      if (message) return message;
      phase = 'live';
      return event('snapshot_end');
    },
    backlog: () => newsBytes,
    end(isSent) {
      isOver = true;
      for (const form of told.values()) forms.drop(form);
      told.clear();
      listed.clear();
      over = [];
      phase = 'live';
      if (isSent) return;
      news = [];
      newsBytes = 0;
    },
  };
}
