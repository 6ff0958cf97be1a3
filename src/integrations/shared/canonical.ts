/** Serializes a value as JSON with sorted keys, because databases do not preserve the order of fields. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (ArrayBuffer.isView(one)) return one.byteLength;
    return isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one;
  }) ?? 'null';

/** Returns the SHA-256 hash of a value's canonical JSON, as 64 hexadecimal digits. */
export async function nameOf(value: unknown): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(value)));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
import { isRecord } from '../../core/internal.js';
