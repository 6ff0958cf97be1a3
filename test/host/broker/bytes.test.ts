import { describe, expect, it } from 'vitest';
import type { AskUserRequest } from '../../../src/core/index.js';
import type { BrokerOptions } from '../../../src/host/index.js';
import { createRpcTransport } from '../../../src/host/rpc/index.js';
import { createTestBackend, makeRequest, settleDown, startBroker } from '../helpers.js';
import { foreignPeer, requestOf } from '../rpc/helpers.js';

const MIB = 1_048_576;
const [Q] = makeRequest('r1').questions as [AskUserRequest['questions'][number]];
const request = (fields: object): AskUserRequest => ({ requestId: 'r1', questions: [Q], ...fields });
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

/** Four questions of four options with previews of maximum length. */
const previews = (letter: string): AskUserRequest => {
  const options = Array.from({ length: 4 }, (_, i) => ({ label: `Option ${i}`, preview: letter.repeat(50_000) }));
  return request({ questions: Array.from({ length: 4 }, (_, i) => ({ ...Q, id: `q${i}`, options })) });
};

async function ask(asked: AskUserRequest, options: BrokerOptions = {}, asker?: string) {
  const store = createTestBackend().connect();
  const { broker, events } = startBroker({ store, ...options });
  const result = broker.ask(asked, { conversationId: 'c1', asker });
  await settleDown();
  const isAsked = (await broker.pending('c1')).length === 1;
  if (isAsked) await broker.cancel('r1');
  const ended = await result;
  await broker.close();
  return { ended, isAsked, opened: store.calls.open, told: events.length };
}

describe('a request', () => {
  it('is asked if it has sixteen previews of maximum length in English [R-BYTES]', async () => {
    const asked = previews('x');
    expect(bytesOf(asked)).toBeGreaterThan(800_000);
    expect(await ask({ ...asked, raw: { questions: asked.questions } })).toMatchObject({ isAsked: true });
  });

  it('is invalid with sixteen such previews in Chinese until the host raises `maxRequestBytes` [R-BYTES]', async () => {
    const asked = previews('问');
    expect(bytesOf(asked)).toBeGreaterThan(2_400_000);
    const refused = await ask(asked);
    expect(refused).toMatchObject({
      isAsked: false,
      opened: 0,
      told: 0,
      ended: { status: 'invalid', issues: [{ code: 'too_large', path: 'questions[0].options[0].preview' }] },
    });
    expect(JSON.stringify(refused.ended)).toMatch(/150,0\d\d bytes.*1,048,576.*maxRequestBytes/);
    expect(bytesOf(refused.ended)).toBeLessThan(2_000);
    expect(await ask(asked, { maxRequestBytes: 4 * MIB })).toMatchObject({ isAsked: true });
  });

  const long = 'x'.repeat(MIB);
  const large: [string, object, string][] = [
    ['metadata', { metadata: { run: 1, blob: long } }, 'metadata.blob'],
    ['an array in its metadata', { metadata: { pages: ['a', { text: long }] } }, 'metadata.pages[1].text'],
    ['a name of a field', { metadata: { [long]: 1 } }, `metadata.${'x'.repeat(100)}`],
    ['an array of many numbers', { metadata: { list: Array.from({ length: 600_000 }, () => 1) } }, ''],
    ['its asker', { asker: long }, 'asker'],
    ['its id', { requestId: long }, 'requestId'],
    ['the model’s input', { raw: { text: long } }, 'raw.text'],
    [
      'its options',
      {
        questions: Array.from({ length: 10 }, (_, n) => ({
          ...Q,
          id: `q${n}`,
          options: Array.from({ length: 1_000 }, (_, i) => ({
            label: `Option ${i}`,
            description: 'x'.repeat(n === 7 && i === 77 ? 1_801 : 1_800),
          })),
        })),
      },
      'questions[7].options[77].description',
    ],
  ];
  it.each(large)(
    'is invalid if %s makes it too large, and the issue names that field [R-BYTES]',
    async (_, fields, path) => {
      const { ended, ...rest } = await ask(request(fields));
      expect(rest).toEqual({ isAsked: false, opened: 0, told: 0 });
      expect(ended).toMatchObject({ status: 'invalid', issues: [{ code: 'too_large' }] });
      const [issue] = ended.status === 'invalid' ? ended.issues : [];
      expect(issue?.path.startsWith(path)).toBe(true);
      expect(bytesOf(ended)).toBeLessThan(2_000);
    },
  );

  it('is invalid if the host’s `asker` makes it too large [R-BYTES]', async () => {
    const { ended } = await ask(request({}), {}, long);
    expect(ended).toMatchObject({ status: 'invalid', issues: [{ code: 'too_large', path: 'asker' }] });
  });

  it('is measured exactly in bytes [R-BYTES]', async () => {
    const asked = request({ metadata: { text: '\u20ac"' } });
    const size = bytesOf(asked);
    expect(await ask(asked, { maxRequestBytes: size })).toMatchObject({ isAsked: true });
    expect(await ask(asked, { maxRequestBytes: size - 1 })).toMatchObject({ isAsked: false });
  });

  it('is limited over a channel as well [R-BYTES] [R-RPC]', async () => {
    const { channel } = foreignPeer();
    const asker = createRpcTransport(channel, { maxRequestBytes: 50 });
    expect(await asker.ask(requestOf('r1'), { conversationId: 'c1' })).toMatchObject({
      status: 'invalid',
      issues: [{ code: 'too_large' }],
    });
    await asker.close();
  });
});

describe('a broker', () => {
  it.each([0, -1, Number.NaN])('is not created with `maxRequestBytes` %d [R-BYTES]', (maxRequestBytes) => {
    expect(() => startBroker({ maxRequestBytes })).toThrow(/maxRequestBytes.*positive/);
  });
});
