import { checkFunctions, checkMs } from './check.js';
import { LONGEST_TIMER_MS } from './time.js';
import { messageOf } from './guard.js';
import type { CallbackHandler } from './broker/callback-types.js';
import type { SettledStoredRequest } from './store/requests.js';

const TIMEOUT_MS = 15_000;
const PREFIX = 'whsec_';
const BLANK = { protocol: '', username: '', password: '' };

/** Options for `createWebhook`. */
export interface WebhookOptions {
  /** URL to post settlements to. Never take it from an agent or a user, because your server calls it. */
  readonly url: string;
  /** Secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in base64. Pass several secrets to rotate them. */
  readonly secret: string | readonly string[];
  /** Additional headers of every post, other than those that the webhook sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** How long to wait for the response, in milliseconds. @default 15000 */
  readonly timeoutMs?: number | undefined;
  /** Function that sends the post. @default fetch */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
}

/** Body of a post. The request is without its `raw` if JSON cannot represent that. */
export interface WebhookPayload {
  readonly type: 'ask_user.settled';
  /** Time of the settlement, in ISO 8601. */
  readonly timestamp: string;
  readonly data: Pick<SettledStoredRequest, 'request' | 'instanceId' | 'conversationId'> &
    Pick<SettledStoredRequest['settlement'], 'result' | 'by'>;
}

/**
 * Creates a callback that posts settlements to a URL, with the headers of Standard Webhooks: `webhook-timestamp`,
 * `webhook-signature`, and `webhook-id`, which is the `instanceId` in every attempt. A status from 200 to 299
 * acknowledges the settlement. Every other response, including a redirect, is a failure.
 *
 * @throws {TypeError} If the URL, a secret, a header or `fetch` is invalid.
 * @throws {RangeError} If `timeoutMs` is invalid.
 * @example
 * broker.registerCallback('agent', createWebhook({ url: 'https://agent.example.com/settled', secret: process.env.WEBHOOK_SECRET! }));
 * @see https://www.standardwebhooks.com
 */
export function createWebhook(options: WebhookOptions): CallbackHandler {
  const { secret, headers, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch } = options;
  const url = checkUrl(options.url);
  const secrets = (Array.isArray(secret) ? secret : [secret]).map(readSecret);
  checkMs('timeoutMs', timeoutMs, LONGEST_TIMER_MS);
  checkFunctions({ fetch });
  checkHeaders(headers);
  if (secrets.length === 0) throw new TypeError('createWebhook: `secret` is empty. Pass at least one secret.');

  return async (settled, { signal }) => {
    const body = bodyOf(settled);
    const timestamp = Math.floor(Date.now() / 1_000);
    const signed = `${settled.instanceId}.${timestamp}.${body}`;
    const signatures = await Promise.all(secrets.map((one) => sign(one, signed)));
    signal.throwIfAborted();
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
        // A signed settlement must not be sent to another URL.
        redirect: 'manual',
        signal: late.signal,
      });
      await response.body?.cancel();
      if (!response.ok) throw new Error(`It responded with status ${response.status}.`);
    } catch (error) {
      throw withCause(error);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  };
}

/**
 * Node's `fetch` rejects with "fetch failed", and the cause names the reason. Some causes have a code, but no message.
 */
function withCause(error: unknown): unknown {
  const { cause } = Object(error) as { cause?: { code?: unknown; message?: unknown } | null };
  const why = cause?.message || cause?.code;
  return why ? new Error(`${messageOf(error)}: ${messageOf(why)}`, { cause: error }) : error;
}

const HEADERS = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-signature'];

/** Returns the names in lower case. The error message does not contain a value, which can be secret. */
function namesOf(headers: WebhookOptions['headers']): readonly string[] {
  try {
    return [...new Headers(headers).keys()];
  } catch {
    throw new TypeError('createWebhook: `headers` is invalid. Pass an object of valid header names and values.');
  }
}

function checkHeaders(headers: WebhookOptions['headers']): void {
  const taken = namesOf(headers).find((name) => HEADERS.includes(name));
  if (taken === undefined) return;
  throw new TypeError(`createWebhook: \`headers\` contains "${taken}", which the webhook sets. Omit it.`);
}

function checkUrl(url: string): string {
  const { protocol, username, password } = URL.canParse(url) ? new URL(url) : BLANK;
  // Do not repeat the URL, which can contain a password, even if it cannot be parsed.
  if (username || password)
    throw new TypeError(
      'createWebhook: `url` contains a user name or password. Pass them in `headers`, as { authorization: … }.',
    );
  if (protocol === 'https:' || protocol === 'http:') return url;
  throw new TypeError('createWebhook: `url` is invalid. Pass a URL that starts with https: or http:.');
}

/** The error message does not contain the secret. */
function readSecret(secret: string): Uint8Array<ArrayBuffer> {
  try {
    const text = atob(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
    if (text.length >= 24 && text.length <= 64) return Uint8Array.from(text, (char) => char.charCodeAt(0));
  } catch {}
  throw new TypeError(`createWebhook: \`secret\` is invalid. Pass "${PREFIX}" followed by 24 to 64 bytes in base64.`);
}

async function sign(secret: Uint8Array<ArrayBuffer>, text: string): Promise<string> {
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  const signature = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(signature)))}`;
}

/** Leaves out a \`raw\` that JSON cannot represent, which only a store in memory can contain. */
function bodyOf(settled: SettledStoredRequest): string {
  const payload = payloadOf(settled);
  try {
    return JSON.stringify(payload);
  } catch {
    const { raw: _raw, ...request } = payload.data.request;
    return JSON.stringify({ ...payload, data: { ...payload.data, request } });
  }
}

function payloadOf({ request, instanceId, conversationId, settlement }: SettledStoredRequest): WebhookPayload {
  const { result, by, settledAt } = settlement;
  return {
    type: 'ask_user.settled',
    timestamp: new Date(settledAt).toISOString(),
    data: { request, instanceId, conversationId, result, ...(by !== undefined && { by }) },
  };
}
