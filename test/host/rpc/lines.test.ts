import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { connect, type Incoming } from '../../../src/host/rpc/connection.js';
import { createLineSplitter, type Line } from '../../../src/host/rpc/lines.js';
import type { RpcMessage } from '../../../src/host/rpc/messages.js';
import { problems } from './helpers.js';

const encoder = new TextEncoder();
/** Every character that some reader treats as a line end. */
const separators = fc.constantFrom('\u2028', '\u2029', '\u0085', '\r', '\v', '\f', '\n', '\r\n', '\u001e');
const text = fc
  .array(fc.oneof(separators, fc.string({ unit: 'binary' }), fc.constant('😀')))
  .map((all) => all.join(''));
const message = fc.record({ type: fc.constant('other'), text, value: fc.jsonValue({ maxDepth: 3 }) });

/** Splits the bytes or the text into pieces of these lengths. */
function* cut<T extends string | Uint8Array>(whole: T, lengths: readonly number[]): Generator<T> {
  let start = 0;
  for (const length of [...lengths, Infinity]) {
    yield whole.slice(start, Math.min(start + length, whole.length)) as T;
    start += length;
  }
}

async function* each<T>(all: Iterable<T>): AsyncGenerator<T> {
  yield* all;
}

/** Returns the messages that are read from the chunks. */
async function read(chunks: Iterable<string | Uint8Array>, maxLineBytes?: number) {
  const seen: Incoming[] = [];
  const { list, onError } = problems();
  const channel = { read: each(chunks), write: () => {} };
  const receive = (one: Incoming) => void seen.push(one);
  await connect(channel, { receive, ended: () => {}, onError, maxLineBytes }).closed;
  return { seen, problems: list };
}

function written() {
  const lines: string[] = [];
  const channel = { read: each<string>([]), write: (line: string) => void lines.push(line) };
  return { lines, channel };
}

const anyCuts = fc.array(fc.nat(7), { maxLength: 200 });
const parsed = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

describe('JSON lines [R-RPC]', () => {
  it('are read with any content, no matter how the bytes are split', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(message), anyCuts, fc.boolean(), async (messages, lengths, last) => {
        const whole = messages.map((one) => JSON.stringify(one)).join('\n') + (last ? '\n' : '');
        const expected = messages.map(parsed);
        expect(await read(cut(encoder.encode(whole), lengths))).toEqual({ seen: expected, problems: [] });
        expect(await read(cut(whole, lengths))).toEqual({ seen: expected, problems: [] });
      }),
    );
  });

  it('are read as they were written, and contain no other line end', async () => {
    await fc.assert(
      fc.asyncProperty(message, async (one) => {
        const { lines, channel } = written();
        let open = () => {};
        const held = { ...channel, read: each([]) };
        held.read = (async function* () {
          await new Promise<void>((resolve) => (open = resolve));
          yield* [];
        })();
        const connection = connect(held, { receive: () => {}, ended: () => {} });
        await connection.send(one as unknown as RpcMessage);
        expect(lines.join('').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)).toHaveLength(2);
        expect((await read(lines)).seen).toEqual([parsed(one)]);
        open();
        await connection.closed;
      }),
    );
  });

  it('may be separated by empty lines, CRLF and a byte order mark, and need no final line feed', async () => {
    const { seen, problems: found } = await read([encoder.encode('\uFEFF{"a":1}\r\n\r\n\n  \n{"b":2}')]);
    expect([seen, found]).toEqual([[{ a: 1 }, { b: 2 }], []]);
  });

  it('are skipped and reported if they are invalid, and the next line is read', async () => {
    const broken = Uint8Array.of(0x22, 0xff, 0x22, 10);
    const chunks = ['Listening on 8080\n', '[1]\n', 'null\n', '"text"\n', '{"a":\n', broken, '{"b":2}\n'];
    const { seen, problems: found } = await read(chunks);
    expect(seen).toEqual([{ b: 2 }]);
    const codes = ['not_json', 'not_object', 'not_object', 'not_object', 'not_json', 'not_utf8'];
    expect(found.map(({ code }) => code)).toEqual(codes);
    expect(found[0]).toEqual({
      code: 'not_json',
      line: 'Listening on 8080',
      message:
        'A line was skipped, because it is not JSON. Write one JSON object per line, in UTF-8, and write logs elsewhere.',
    });
  });

  it('may be as long as the limit', async () => {
    const at = (bytes: number) => `{"a":"${'x'.repeat(bytes - 8)}"}\n`;
    const { seen, problems: found } = await read([at(100), at(101), `${at(5_000)}{"b"`, ':2}\n'], 100);
    expect(seen.map((one) => Object.keys(one))).toEqual([['a'], ['b']]);
    expect(found.map((one) => one.message)).toEqual([
      'A line of 101 bytes was skipped. Write at most 100 bytes, or raise `maxLineBytes`.',
      'A line of 5000 bytes was skipped. Write at most 100 bytes, or raise `maxLineBytes`.',
    ]);
  });

  it('are not buffered beyond the limit', () => {
    const lines = createLineSplitter(1_000_000);
    const chunk = new Uint8Array(64_000).fill(0x20);
    const before = process.memoryUsage().arrayBuffers;
    const found: Line[] = [];
    for (let i = 0; i < 2_000; i++) found.push(...lines.push(chunk));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32_000_000);
    expect([...found, ...lines.push('\n'), ...lines.push('{}\n')]).toEqual([
      { code: 'too_long', bytes: 128_000_000 },
      { text: '{}' },
    ]);
  });
});

describe('a connection [R-RPC]', () => {
  it('writes one line after another, so that lines never mix', async () => {
    const { lines } = written();
    let busy = 0;
    const free: (() => void)[] = [];
    const channel = {
      read: (async function* () {
        await new Promise(() => {});
        yield '';
      })(),
      async write(line: string) {
        expect(++busy).toBe(1);
        lines.push(line);
        await new Promise<void>((resolve) => free.push(resolve));
        busy--;
      },
    };
    const connection = connect(channel, { receive: () => {}, ended: () => {} });
    const sent = ['a', 'b', 'c'].map((requestId) =>
      connection.send({ type: 'ask_user_cancel', requestId, status: 'aborted', reason: '' }),
    );
    for (let i = 0; i < 3; i++) {
      await expect.poll(() => free.length).toBe(i + 1);
      expect(lines).toHaveLength(i + 1);
      free[i]?.();
    }
    await Promise.all(sent);
    expect(lines.map((line) => (JSON.parse(line) as { requestId: string }).requestId)).toEqual(['a', 'b', 'c']);
    await connection.close();
  });

  it('reads no further while a message is handled', async () => {
    let taken = 0;
    async function* chunks() {
      for (; taken < 3; taken++) yield '{"a":1}\n';
    }
    let go = () => {};
    const receive = () => new Promise<void>((resolve) => (go = resolve));
    const connection = connect({ read: chunks(), write: () => {} }, { receive, ended: () => {} });
    await Promise.resolve().then(() => {});
    for (let i = 0; i < 50; i++) await Promise.resolve();
    expect(taken).toBe(0);
    for (let i = 0; i < 3; i++) {
      await expect.poll(() => taken).toBe(i);
      go();
    }
    await connection.closed;
  });

  it('reports a message whose handler failed, and continues', async () => {
    const { list, onError } = problems();
    const receive = ({ n }: Incoming) => {
      if (n === 1) throw new Error('out of ink');
    };
    const read = each(['{"n":1}\n{"n":2}\n']);
    await connect({ read, write: () => {} }, { receive, ended: () => {}, onError }).closed;
    expect(list).toMatchObject([{ code: 'failed', message: 'A message was skipped: out of ink' }]);
  });
});
