import { expect, onTestFinished, vi } from 'vitest';
import { createAskUserClient } from '../../src/host/client/index.js';

const SOON = { timeout: 20_000 };

/** Exchanges the token of an address for a session. */
export const redeem = (address: string): Promise<Response> => {
  const { origin, hash } = new URL(address);
  return fetch(`${origin}/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token: hash.slice(1) }),
  });
};

/** Opens an address as its page does, without a browser: with a session, and a client that shows the request. */
export async function openPage(address: string) {
  const opened = await redeem(address);
  expect(opened.status).toBe(200);
  const { session } = (await opened.json()) as { session: string };
  const headers = { authorization: `Bearer ${session}` };
  const client = createAskUserClient({ url: `${new URL(address).origin}/ask-user`, headers });
  onTestFinished(() => client.close());
  client.subscribe(() => {});
  const { request } = await vi.waitFor(() => client.getState().requests[0] ?? expect.unreachable(), SOON);
  return { session, client, request };
}
