import type { CallbackHandler } from './broker/callback-types.js';
import type { SettledRequest } from './store/outbox.js';

const TIMEOUT_MS = 15_000;
const PREFIX = 'whsec_';

/** Options for `createWebhook`. */
export interface WebhookOptions {
  /** Where settlements are posted. Only the host sets it: an agent or a user must not choose an address that your server calls. */
  readonly url: string;
  /** As Standard Webhooks has it: `whsec_` and 24 to 64 bytes in base64. Several of them sign side by side, so that a secret can be replaced. */
  readonly secret: string | readonly string[];
  /** Headers that go with every post. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long to wait for the response, in milliseconds. @default 15000 */
  readonly timeoutMs?: number | undefined;
  /** @default fetch */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** The body of a post. */
export interface WebhookPayload {
  readonly type: 'ask_user.settled';
  /** When the request settled, in ISO 8601. */
  readonly timestamp: string;
  readonly data: Pick<SettledRequest, 'request' | 'instanceId' | 'conversationId'> &
    Pick<SettledRequest['settlement'], 'result' | 'by'>;
}

/**
 * A callback that posts settlements to a URL, with the headers of Standard Webhooks: `webhook-id`, which is the `instanceId` and stays the
 * same in every attempt, `webhook-timestamp` and `webhook-signature`. A status from 200 to 299 acknowledges; everything else, redirects
 * included, is a failure.
 *
 * @example
 * broker.registerCallback('agent', createWebhook({ url: 'https://agent.example.com/settled', secret: process.env.WEBHOOK_SECRET! }));
 *
 * @throws TypeError for a URL or a secret that is none
 * @see https://www.standardwebhooks.com
 */
export function createWebhook(options: WebhookOptions): CallbackHandler {
  const { secret, headers, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const url = checkUrl(options.url);
  const secrets = (typeof secret === 'string' ? [secret] : secret).map(readSecret);
  if (secrets.length === 0) throw new TypeError('A webhook needs a secret to sign with.');

  return async (settled, { signal }) => {
    const body = JSON.stringify(payloadOf(settled));
    const timestamp = Math.floor(Date.now() / 1_000);
    const signed = `${settled.instanceId}.${timestamp}.${body}`;
    const signatures = await Promise.all(secrets.map((one) => sign(one, signed)));
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(new Error(`It did not respond within ${timeoutMs} ms.`)), timeoutMs);
    const stop = () => late.abort(signal.reason);
    signal.addEventListener('abort', stop);
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/json',
          'webhook-id': settled.instanceId,
          'webhook-timestamp': String(timestamp),
          'webhook-signature': signatures.join(' '),
        },
        body,
        // A signed settlement goes nowhere else.
        redirect: 'manual',
        signal: late.signal,
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`It responded with status ${response.status}.`);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
}

function checkUrl(url: string): string {
  const { protocol } = URL.canParse(url) ? new URL(url) : { protocol: 'none' };
  if (protocol === 'https:' || protocol === 'http:') return url;
  throw new TypeError(`The webhook's URL is ${JSON.stringify(url)}. Pass one that begins with https: or http:.`);
}

/** The message names no secret. */
function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (text.length >= 24 && text.length <= 64) return Uint8Array.from(text, (char) => char.charCodeAt(0));
  } catch {
    // Reported below.
  }
  throw new TypeError(`A webhook's secret must be "${PREFIX}" and 24 to 64 bytes in base64.`);
}

async function sign(secret: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}

function payloadOf({ request, instanceId, conversationId, settlement }: SettledRequest): WebhookPayload {
  const { result, by, settledAt } = settlement;
  return {
    type: 'ask_user.settled',
    timestamp: new Date(settledAt).toISOString(),
    data: { request, instanceId, conversationId, result, ...(by !== undefined && { by }) },
  };
}
