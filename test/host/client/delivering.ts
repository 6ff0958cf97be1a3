import type { WireRequest } from '../../../src/host/wire.js';
import { connectTo, createScriptedHost, noop, pass, snapshot, wireRequest, type ScriptedHost } from './helpers.js';

/** A call that does not reach the host. */
export const lost = () => Promise.reject(new TypeError('Failed to fetch'));
export const ok = () => Response.json({ ok: true });
/** A refusal by the host. */
export const refuse = (status: number, code: string, more: object = {}) =>
  Response.json({ ok: false, code, message: 'for developers', ...more }, { status });
export const one = [{ questionId: 'q1', selected: [0] }];
export const other = [{ questionId: 'q1', selected: [1] }];

export type Call = NonNullable<NonNullable<Parameters<typeof createScriptedHost>[0]>['call']>;

/** Creates a client with one pending request. */
export async function connected(call: Call, requests: readonly WireRequest[] = [wireRequest('r1', 1)]) {
  const host = createScriptedHost({ call });
  const { client, errors } = connectTo(host);
  client.subscribe(noop);
  await pass();
  host.streams[0]!.write(snapshot(requests));
  await pass();
  const tell = async (text: string) => {
    host.streams.at(-1)!.write(text);
    await pass();
  };
  return { host, client, errors, tell };
}

export const posts = ({ calls }: ScriptedHost) => calls.filter(({ method }) => method === 'POST');

/** Lets a delivery use all its attempts. */
export async function outcome<T>(delivery: Promise<T>): Promise<T> {
  await pass(60_000);
  return delivery;
}
