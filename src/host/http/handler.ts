import type { AskUserBroker } from '../broker/types.js';
import { CLIENT_HEADER } from '../wire.js';
import { endRequest } from './endings.js';
import { openEvents, pendingOf } from './events.js';
import { createForms } from './forms.js';
import { json, jsonText, notFound, refuse } from './responses.js';
import { checkAuthorize, rightsOf } from './rights.js';
import { baseOf, routeOf } from './routes.js';
import { checkHosts, checkOrigins, isForeign, isMisdirected } from './site.js';
import type { AskUserHandlerOptions } from './types.js';
import { toWireLookup, writeRequest } from './wire-forms.js';

const BYTES = 1_048_576;
const HEARTBEAT_MS = 15_000;
/** What timers take. */
const LONGEST_MS = 2_147_483_647;

function checkNumber(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value > 0 && value <= most) return value;
  throw new RangeError(`createAskUserHandler: \`${name}\` must be a whole number from 1 to ${most}, and is ${value}.`);
}

/**
 * The HTTP side of a broker: clients read what is pending and how it ends as server-sent events, and post their answers. A
 * Web-standard function, for any server that has `Request` and `Response`. It never rejects.
 *
 * ```
 * GET  events                   a stream: what is pending first, then each transition
 * GET  requests                 what is pending
 * GET  requests/:id             one request, pending or ended
 * POST requests/:id/answer      { replies }
 * POST requests/:id/cancel      { reason? }
 * POST requests/:id/decline     { reason? }
 * ```
 *
 * Pages of other sites are refused, and a client never learns of a conversation that `authorize` does not give it.
 *
 * @throws TypeError without `authorize`, and for an origin or a host that is none; RangeError for a size or time that is none
 * @example
 * const handler = createAskUserHandler(broker, {
 *   basePath: '/ask-user',
 *   authorize: async (request) => {
 *     const user = await sessionOf(request);
 *     return user && { conversations: user.conversationIds, user: user.name };
 *   },
 * });
 */
export function createAskUserHandler(
  broker: AskUserBroker,
  options: AskUserHandlerOptions,
): (request: Request) => Promise<Response> {
  const authorize = checkAuthorize((options as Partial<AskUserHandlerOptions> | undefined)?.authorize);
  const { basePath = '/', onError = console.error, signal } = options;
  const base = baseOf(basePath);
  const origins = checkOrigins(options.origins ?? []);
  const hosts = checkHosts(options.hosts);
  const maxBodyBytes = checkNumber('maxBodyBytes', options.maxBodyBytes ?? BYTES, Number.MAX_SAFE_INTEGER);
  const stream = {
    broker,
    forms: createForms(onError),
    rightsOf: (request: Request) => rightsOf(authorize, request),
    heartbeatMs: checkNumber('heartbeatMs', options.heartbeatMs ?? HEARTBEAT_MS, LONGEST_MS),
    maxQueuedBytes: checkNumber('maxQueuedBytes', options.maxQueuedBytes ?? BYTES, Number.MAX_SAFE_INTEGER),
    signal,
    onError,
  };

  async function handle(request: Request): Promise<Response> {
    if (isMisdirected(request, hosts))
      return refuse(
        'misdirected',
        'Nothing has changed: this server does not serve the host of this request. A host of yours goes in `hosts`.',
      );
    const { pathname, searchParams } = new URL(request.url);
    const route = routeOf(pathname, base);
    if (!route) return notFound();
    if (request.method !== route.method)
      return refuse('method', `Use ${route.method} here.`, { headers: { allow: route.method } });
    if (isForeign(request, origins))
      return refuse(
        'forbidden',
        'Nothing has changed: this came from a page of another site. Where that page is yours, or a proxy changes the Host header, name its origin in `origins`.',
      );
    const rights = await stream.rightsOf(request);
    if (!rights) return refuse('unauthorized', 'Nothing has changed: sign in first.');
    const { conversations, user } = rights;
    const receiver = { user, client: request.headers.get(CLIENT_HEADER) ?? undefined };
    const allowed = new Set(conversations);
    const isAllowed = (conversationId: string) => allowed.has(conversationId);

    if (route.to === 'events' || route.to === 'list') {
      const wanted = searchParams.getAll('conversationId');
      if (!wanted.every(isAllowed)) return refuse('forbidden', 'This client may not see that conversation.');
      const ids = wanted.length > 0 ? wanted : conversations;
      if (route.to === 'events') {
        if (signal?.aborted) return refuse('unavailable', 'The host is shutting down. Come back later.');
        return openEvents(request, receiver, ids, wanted.length > 0, stream);
      }
      const requests = (await pendingOf(broker, ids)).flatMap((one) => writeRequest(one, onError) ?? []);
      return jsonText(`{"requests":[${requests.join()}]}`);
    }
    if (route.to === 'lookup') {
      const stored = await broker.get(route.requestId);
      return stored && isAllowed(stored.conversationId) ? json(toWireLookup(stored, receiver)) : notFound();
    }
    const { to, requestId } = route;
    return endRequest(broker, request, { to, requestId, mayEnd: isAllowed, by: user, maxBodyBytes });
  }

  return async (request) => {
    try {
      return await handle(request);
    } catch (error) {
      onError(error);
      return refuse('unavailable', 'Something failed at the host, which has its own report of it. Try again.');
    }
  };
}
