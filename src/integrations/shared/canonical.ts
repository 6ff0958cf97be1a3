import { isRecord } from '../../core/guards.js';

/** Equal for equal values: databases keep the fields of JSON in an order of their own. Of bytes it says how many there are. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) => {
    if (ArrayBuffer.isView(one)) return one.byteLength;
    return isRecord(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one;
  }) ?? 'null';

/** A name for a value, which no other has: 64 hex digits. */
export async function nameOf(value: unknown): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(canonical(value)));
  return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
