import { describe, expect, it } from 'vitest';
import { canonical, nameOf } from '../../src/integrations/shared/canonical.js';

describe('the canonical name of a value', () => {
  it('does not depend on the order of fields', () => {
    expect(canonical({ b: [{ d: 1, c: 2 }], a: 'x' })).toBe('{"a":"x","b":[{"c":2,"d":1}]}');
    expect(canonical(undefined)).toBe('null');
  });

  it('is the same for equal bytes, in any type and after a database', async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
    const part = Uint8Array.from([1, ...bytes, 1]).subarray(1, 257);
    const buffer = Buffer.from(bytes);
    const stored: unknown = JSON.parse(JSON.stringify(buffer));
    const same = [bytes, part, buffer, stored, new DataView(bytes.buffer), bytes.buffer];
    const names = await Promise.all(same.map((data) => nameOf([{ data }])));
    expect(new Set(names).size).toBe(1);
  });

  it('differs for other bytes of the same length', () => {
    const values = [[0], [1], [128], [159], [255], [0, 0]].map((bytes) => canonical(new Uint8Array(bytes)));
    expect(new Set(values).size).toBe(values.length);
  });
});
