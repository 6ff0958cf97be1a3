const encoder = new TextEncoder();

export const encodedBytes = (text: string): number => encoder.encode(text).length;

/** Returns the size of a value as JSON in UTF-8, in bytes; 0 if it cannot be serialized. */
export function bytesOf(value: unknown): number {
  try {
    return encodedBytes(JSON.stringify(value));
  } catch {
    return 0;
  }
}

/** A cache by key that evicts the oldest values if there are more than `count`, or more than `bytes` in total. */
export interface BoundedCache<Value> {
  get(key: string): Value | undefined;
  /** Stores a value as the newest, even if it alone exceeds the total size. */
  set(key: string, value: Value, bytes: number): void;
  delete(key: string): void;
  /** Returns the values, oldest first. */
  values(): readonly Value[];
}

export interface BoundedCacheOptions {
  readonly count: number;
  readonly bytes: number;
  readonly onDrop?: ((key: string) => void) | undefined;
}

export function createBoundedCache<Value>({ count, bytes: most, onDrop }: BoundedCacheOptions): BoundedCache<Value> {
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
