import { createParser } from 'eventsource-parser';
import { isUrlId, type WireSettlement, type WireRequest } from '../wire.js';
import { parseEvent } from './parse-wire.js';
import type { ClientAction } from './state.js';

const MAX_EVENT_CHARS = 16_000_000;
/** An id that is valid in a header: 1-200 printable ASCII characters without spaces. Other ids are ignored. */
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;
/** A blank line. It ends an event. */
const BLANK = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))/;
/** Maximum number of characters of an incomplete blank line. */
const BLANK_TAIL = 3;

export interface EventReaderOptions {
  /** Called at the start of a snapshot with its `heartbeatMs`, which an earlier server does not send. */
  onHeartbeat(heartbeatMs: unknown): void;
  onMessage(message: ClientAction): void;
  /** Called with the id of an event that was read, unless a snapshot is incomplete or the id is invalid. */
  onId(id: string): void;
  onError(error: Error): void;
}

/**
 * Creates a reader of an event stream. A snapshot becomes one message. An event with more than about `largest`
 * characters is skipped.
 *
 * @returns A function that reads the next text. It throws if the data of an event does not match its name, or if a
 * snapshot ends without a start.
 */
export function createEventReader(
  { onHeartbeat, onMessage, onId, onError }: EventReaderOptions,
  largest = MAX_EVENT_CHARS,
): (text: string) => void {
  let snapshot: { requests: WireRequest[]; settlements: WireSettlement[] } | undefined;
  let isSkipping = false;
  let tail = '';

  function take(name: string | undefined, data: string): void {
    const event = parseEvent(name, data);
    if (event === null) throw new Error(`The server sent an invalid event "${name}".`);
    if (event?.type === 'snapshot_start') {
      snapshot = { requests: [], settlements: [] };
      onHeartbeat(event.heartbeatMs);
    } else if (event?.type === 'snapshot_end') {
      if (!snapshot) throw new Error('The server sent "snapshot_end" without "snapshot_start".');
      const { requests, settlements } = snapshot;
      snapshot = undefined;
      onMessage({ type: 'snapshot', requests, settlements });
    } else if (event?.type === 'pending' && !isUrlId(event.request.request.requestId)) {
      // An earlier broker accepted such ids. No answer could be sent.
      const id = JSON.stringify(event.request.request.requestId);
      onError(new Error(`The request ${id} is not shown, because its id cannot be part of a URL. Use another id.`));
    } else if (event?.type === 'pending' && snapshot) snapshot.requests.push(event.request);
    else if (event?.type === 'settled' && snapshot) snapshot.settlements.push(event.settlement);
    else if (event?.type === 'pending' || event?.type === 'settled' || event?.type === 'exchanges') onMessage(event);
  }

  const parser = createParser({
    maxBufferSize: largest,
    onEvent({ id, event, data }) {
      // The parser checks only incomplete events, not one that arrives in one chunk.
      if (data.length > largest) return report();
      take(event, data);
      // A client that reconnects after an incomplete snapshot needs all of its events again.
      if (!snapshot && id !== undefined && EVENT_ID.test(id)) onId(id);
    },
    onError({ type }) {
      if (type !== 'max-buffer-size-exceeded') return;
      isSkipping = true;
      report();
    },
  });

  function report(): void {
    if (!snapshot) onMessage({ type: 'skipped' });
    onError(
      new Error(
        `The server sent an event of more than ${largest} characters. It was skipped, so its request is not shown. Lower \`maxRequestBytes\` of the broker, or let the agent ask less at once.`,
      ),
    );
  }

  function skip(text: string): void {
    const seen = tail + text;
    const blank = BLANK.exec(seen);
    if (!blank) return;
    isSkipping = false;
    parser.reset();
    read(seen.slice(blank.index + blank[0].length));
  }

  function read(text: string): void {
    if (isSkipping) skip(text);
    else parser.feed(text);
    tail = (text.length < BLANK_TAIL ? tail + text : text).slice(-BLANK_TAIL);
  }

  return read;
}
