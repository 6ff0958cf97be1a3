const encoder = new TextEncoder();

/** How much a text is in UTF-8, in bytes. */
export const encodedBytes = (text: string): number => encoder.encode(text).length;

/** How much a value is as JSON, in bytes; 0 for what can't be said in JSON. */
export function bytesOf(value: unknown): number {
  try {
    return encodedBytes(JSON.stringify(value));
  } catch {
    return 0;
  }
}

/** The newest values, by key: no more of them than a number, and no more than a size. */
export interface Newest<Value> {
  get(key: string): Value | undefined;
  /** Keeps this as the newest, however large it is, and drops the oldest where there are too many, or too much of them. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
  /** The oldest first. */
  values(): readonly Value[];
}

export interface NewestOptions {
  readonly count: number;
  readonly bytes: number;
  readonly onDrop?: ((key: string) => void) | undefined;
}

export function createNewest<Value>({ count, bytes: most, onDrop }: NewestOptions): Newest<Value> {
  const kept = new Map<string, { readonly value: Value; readonly bytes: number }>();
  let all = 0;

  const drop = (key: string) => {
    all -= kept.get(key)?.bytes ?? 0;
    kept.delete(key);
  };

  return {
    get: (key) => kept.get(key)?.value,
    set(key, value, bytes) {
      drop(key);
      kept.set(key, { value, bytes });
      all += bytes;
      for (const oldest of kept.keys()) {
        if (oldest === key || (kept.size <= count && all <= most)) return;
        drop(oldest);
        onDrop?.(oldest);
      }
    },
    delete: drop,
    values: () => [...kept.values()].map(({ value }) => value),
  };
}
