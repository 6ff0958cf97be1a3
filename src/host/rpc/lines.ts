export type Line =
  | { readonly text: string }
  | { readonly code: 'too_long'; readonly bytes: number }
  | { readonly code: 'not_utf8' };

export interface LineSplitter {
  push(chunk: string | Uint8Array): Generator<Line>;
  /** Yields what follows the last line feed, if anything. */
  end(): Generator<Line>;
}

const LINE_FEED = 10;
const ROOM = 4_096;
const HIGH_SURROGATE = /[\uD800-\uDBFF]$/;

/**
 * Lines end only at a line feed, because JSON can contain other separators. The splitter works on bytes, so a character
 * may be divided between chunks. Of a line that is too long, it retains only the length.
 */
export function createLineSplitter(maxBytes: number): LineSplitter {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let kept = new Uint8Array(ROOM);
  let length = 0;
  let half = '';

  function add(bytes: Uint8Array): void {
    const start = length;
    length += bytes.length;
    if (length > maxBytes) {
      kept = new Uint8Array(ROOM);
      return;
    }
    if (length > kept.length) {
      const larger = new Uint8Array(Math.max(length, Math.min(kept.length * 2, maxBytes)));
      larger.set(kept.subarray(0, start));
      kept = larger;
    }
    kept.set(bytes, start);
  }

  function take(): Line {
    const bytes = length;
    length = 0;
    if (bytes > maxBytes) return { code: 'too_long', bytes };
    try {
      return { text: decoder.decode(kept.subarray(0, bytes)) };
    } catch {
      return { code: 'not_utf8' };
    } finally {
      if (kept.length > ROOM) kept = new Uint8Array(ROOM);
    }
  }

  /** A string may end within a surrogate pair. */
  function bytesOf(chunk: string | Uint8Array): Uint8Array {
    if (typeof chunk !== 'string') return chunk;
    const text = half + chunk;
    half = HIGH_SURROGATE.exec(text)?.[0] ?? '';
    return encoder.encode(half ? text.slice(0, -1) : text);
  }

  return {
    *push(chunk) {
      let bytes = bytesOf(chunk);
      for (let end = bytes.indexOf(LINE_FEED); end >= 0; end = bytes.indexOf(LINE_FEED)) {
        add(bytes.subarray(0, end));
        yield take();
        bytes = bytes.subarray(end + 1);
      }
      add(bytes);
    },
    *end() {
      add(encoder.encode(half));
      half = '';
      if (length > 0) yield take();
    },
  };
}
