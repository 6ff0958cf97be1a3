import { isRecord } from '../../core/guards.js';

/** Returns the bytes of an `ArrayBuffer`, a view of one, or a Node.js `Buffer` as its `toJSON` writes it. */
function bytesOf(value: unknown): ArrayBufferView | ArrayBuffer | undefined {
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return value;
  const isBuffer = isRecord(value) && value['type'] === 'Buffer' && Array.isArray(value['data']);
  return isBuffer ? new Uint8Array(value['data'] as number[]) : undefined;
}

/**
 * Serializes a value as JSON with sorted keys, because a database may not preserve the order of fields. Bytes become a
 * string with one character per byte.
 */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    const bytes = bytesOf(one);
    // This encoding has a character for each of the 256 bytes.
    if (bytes) return new TextDecoder('latin1').decode(bytes);
    return isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one;
  }) ?? 'null';

/** Returns the SHA-256 hash of a value's canonical JSON, as 64 hexadecimal digits. */
export async function nameOf(value: unknown): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(value)));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
