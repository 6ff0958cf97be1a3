import { createParser } from 'eventsource-parser';
import type { WireEnding, WireRequest } from '../wire.js';
import { readEvent } from './read.js';
import type { Message } from './state.js';

const LARGEST = 16_000_000;
/** A header can hold such an id; any other is ignored. */
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;
/** A blank line, which ends an event. */
const BLANK = /(?:\r\n|\n|\r(?!\n))(?:\r\n|\n|\r(?!\n))/;
/** Characters in which a blank line can begin: one less than the longest has. */
const BLANK_TAIL = 3;

export interface EventReaderOptions {
  onMessage(message: Message): void;
  /** Called with the id of the newest event that is known with all before it. */
  onId(id: string): void;
  /** Called with the reason an event was skipped. */
  onError(error: Error): void;
}

/**
 * Reads a stream of events: a snapshot becomes one message, and an event that is too large is skipped.
 *
 * @param largest - Characters of one event that are kept, so that no stream fills the memory.
 * @returns takes the next text; throws for an event that is not what its name says
 */
export function createEventReader(
  { onMessage, onId, onError }: EventReaderOptions,
  largest = LARGEST,
): (text: string) => void {
  /** What has been read of a snapshot. */
  let snapshot: { requests: WireRequest[]; endings: WireEnding[] } | undefined;
  let isSkipping = false;
  /** The last characters that were read. */
  let tail = '';

  function take(name: string | undefined, data: string): void {
    const event = readEvent(name, data);
    if (event === null) throw new Error(`The host sent an event "${name}" that is none.`);
    if (event?.type === 'snapshot_start') snapshot = { requests: [], endings: [] };
    else if (event?.type === 'snapshot_end') {
      if (!snapshot) throw new Error('The host sent a "snapshot_end" without its start.');
      const { requests, endings } = snapshot;
      snapshot = undefined;
      onMessage({ type: 'snapshot', requests, endings });
    } else if (event?.type === 'pending' && snapshot) snapshot.requests.push(event.request);
    else if (event?.type === 'settled' && snapshot) snapshot.endings.push(event.ending);
    else if (event?.type === 'pending' || event?.type === 'settled') onMessage(event);
  }

  const parser = createParser({
    maxBufferSize: largest,
    onEvent({ id, event, data }) {
      // It came in one piece.
      if (data.length > largest) return report();
      take(event, data);
      // Of a snapshot that breaks off nothing is known.
      if (!snapshot && id !== undefined && EVENT_ID.test(id)) onId(id);
    },
    onError({ type }) {
      if (type !== 'max-buffer-size-exceeded') return;
      isSkipping = true;
      report();
    },
  });

  /** Nobody knows which request it was. What is not in a snapshot is looked up in any case. */
  function report(): void {
    if (!snapshot) onMessage({ type: 'skipped' });
    onError(
      new Error(
        `The host sent an event of more than ${largest} characters, which was skipped: its request is not shown. Lower \`maxRequestBytes\` of the host's broker, or have the agent ask less at once.`,
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
