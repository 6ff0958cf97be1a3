import type { BrokerEvent, PendingRequest } from '../broker/types.js';
import { advance, phaseOf, type Phase, type Told } from '../lifecycle.js';
import type { Settlement } from '../store/types.js';
import type { WireMessages } from '../wire.js';
import type { Form, Forms } from './forms.js';
import type { Message } from './outlet.js';
import { toWireEnding, type Receiver } from './wire-forms.js';

const encoder = new TextEncoder();
const EMPTY = encoder.encode('{}');

type Settled = Extract<BrokerEvent, { settlement: Settlement }>;

interface Held {
  readonly order: number;
  readonly form: Form;
}

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
  /** By instance id, as everything below. What has ended stays while a list is read that may still have it. */
  const told = new Map<string, Told & Partial<Held>>();
  let heardCount = 0;
  /** Lists that are read; the snapshot's is one. */
  let reading = 1;
  let hasBegun = false;

  let isOver = false;
  let phase: 'start' | 'snapshot' | 'live' = 'start';
  /** What ended before the snapshot, and is part of it. */
  let over: Settled[] = [];
  /** What is listed and not sent yet, in order from `begin` on. */
  const listed = new Map<string, Held>();
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

  /** Returns whether what was heard is news. Lists are older than whatever was heard: their `read` is 0. */
  function take(instanceId: string, phase: Phase, read: number, held?: Held): boolean {
    const before = told.get(instanceId);
    const now = advance(before, { phase, read, ...held });
    told.set(instanceId, now);
    const dropped = now === before ? held : before;
    if (dropped?.form) forms.drop(dropped.form);
    return now.phase !== before?.phase;
  }

  function list(pending: PendingRequest, read = 0): void {
    if (isOver) return;
    const { instanceId, state, order } = pending;
    const held = { order, form: forms.hold(pending) };
    if (take(instanceId, state, read, held)) listed.set(instanceId, held);
  }

  function show(id: string, pending: PendingRequest): void {
    const { instanceId, state, order } = pending;
    heardCount += 1;
    if (!hasBegun || listed.has(instanceId)) return list(pending, heardCount);
    const form = forms.hold(pending);
    if (!take(instanceId, state, heardCount, { order, form })) return;
    const data = form.data();
    if (data) tell(event(state, data, id));
  }

  function end(settled: Settled): void {
    const { instanceId } = settled.asked;
    heardCount += 1;
    if (!take(instanceId, phaseOf(settled.settlement), heardCount)) return;
    listed.delete(instanceId);
    if (reading === 0) told.delete(instanceId);
    if (!hasBegun) return void over.push(settled);
    const message = ending(settled);
    if (message) tell(message);
  }

  function haveRead(): void {
    reading -= 1;
    if (reading > 0) return;
    for (const [instanceId, { form }] of told) if (!form) told.delete(instanceId);
  }

  function nextNews(): Message | undefined {
    const message = news.shift();
    newsBytes -= message?.data.length ?? 0;
    lastId = message?.id ?? lastId;
    return message;
  }

  function nextListed(): Message | undefined {
    for (const [instanceId, { form }] of listed) {
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
      return 'pending' in heard ? show(heard.id, heard.pending) : end(heard);
    },
    begin(pending) {
      for (const one of pending) list(one);
      const inOrder = [...listed].sort(([, a], [, b]) => a.order - b.order);
      listed.clear();
      for (const [instanceId, held] of inOrder) listed.set(instanceId, held);
      hasBegun = true;
      lastId = lastEventId();
      haveRead();
    },
    async add(read) {
      reading += 1;
      try {
        for (const one of await read()) list(one);
      } finally {
        haveRead();
      }
    },
    next() {
      if (!hasBegun) return undefined;
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
      for (const { form } of told.values()) if (form) forms.drop(form);
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
