import type { AskUserBroker } from '../broker/types.js';
import { checkFunctions, checkMethods, checkSignal } from '../check.js';
import { safely } from '../guard.js';
import { LONGEST_TIMER_MS } from '../time.js';
import { CLIENT_HEADER } from '../wire.js';
import { handleAskBack, handleExchanges } from './handle-ask-back.js';
import { handleSettle } from './handle-settle.js';
import { openEvents, pendingOf } from './events.js';
import { createSerializedRequests } from './serialized-requests.js';
import { json, jsonText, notFound, refuse } from './responses.js';
import { checkAuthorize, authorizeRequest } from './authorization.js';
import { normalizeBasePath, matchRoute } from './routes.js';
import { checkHosts, checkOrigins, isCrossOrigin, isMisdirected } from './origin.js';
import type { AskUserHandlerOptions } from './types.js';
import { toWireLookup, writeRequest } from './wire-mappers.js';

const BYTES = 1_048_576;
const HEARTBEAT_MS = 15_000;

function checkNumber(name: string, value: number, most: number): number {
  if (Number.isInteger(value) && value > 0 && value <= most) return value;
  throw new RangeError(`createAskUserHandler: \`${name}\` is ${value}. Pass a whole number from 1 to ${most}.`);
}

/**
 * Creates the HTTP handler of a broker. Clients receive pending requests and settlements as server-sent events, and
 * post answers. The handler is a Web-standard function from `Request` to `Response`. It never rejects.
 *
 * ```
 * GET  events                   stream: a snapshot, then the transitions
 * GET  requests                 the pending requests
 * GET  requests/:id             one request, pending or settled
 * POST requests/:id/answer      { replies, instanceId? }
 * POST requests/:id/cancel      { reason?, instanceId? }
 * POST requests/:id/decline     { reason?, discuss?, about?, replies?, instanceId? }
 * POST requests/:id/ask-back    { questionId, text, key, instanceId? }
 * GET  requests/:id/ask-back?question=…   what users have asked about the question, and the replies
 * ```
 *
 * Requests from pages of another origin are refused unless `origins` contains it. Clients see the conversations that
 * `authorize` returns.
 *
 * @throws {TypeError} If `authorize` is missing, or if the broker or another option is invalid.
 * @throws {RangeError} If a size or duration is invalid.
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
  const { basePath = '/', signal } = options;
  checkMethods(
    'broker',
    broker,
    ['subscribe', 'pending', 'answer'],
    'a broker, such as the one of `createAskUserBroker()`',
  );
  checkFunctions({ onError: options.onError });
  checkSignal(signal);
  const onError = safely(options.onError ?? console.error);
  const base = normalizeBasePath(basePath);
  const origins = checkOrigins(options.origins ?? []);
  const hosts = checkHosts(options.hosts);
  const maxBodyBytes = checkNumber('maxBodyBytes', options.maxBodyBytes ?? BYTES, Number.MAX_SAFE_INTEGER);
  const stream = {
    broker,
    forms: createSerializedRequests(onError),
    authorizeRequest: (request: Request) => authorizeRequest(authorize, request),
    heartbeatMs: checkNumber('heartbeatMs', options.heartbeatMs ?? HEARTBEAT_MS, LONGEST_TIMER_MS),
    maxQueuedBytes: checkNumber('maxQueuedBytes', options.maxQueuedBytes ?? BYTES, Number.MAX_SAFE_INTEGER),
    signal,
    onError,
  };

  async function handle(request: Request): Promise<Response> {
    if (isMisdirected(request, hosts))
      return refuse(
        'misdirected',
        'This server does not serve the host of this request, so nothing has changed. Add the host to `hosts` if it is yours.',
      );
    const { pathname, searchParams } = new URL(request.url);
    const route = matchRoute(pathname, base);
    if (!route) return notFound();
    if (!route.method.split(', ').includes(request.method))
      return refuse('method', `Use ${route.method} here.`, { headers: { allow: route.method } });
    if (isCrossOrigin(request, origins))
      return refuse(
        'forbidden',
        'The request came from a page of another site, so nothing has changed. If the page is yours, or a proxy changes the Host header, add its origin to `origins`.',
      );
    const rights = await stream.authorizeRequest(request);
    if (!rights) return refuse('unauthorized', 'The user is not signed in, so nothing has changed. Sign in first.');
    const { conversations, user } = rights;
    const receiver = { user, client: request.headers.get(CLIENT_HEADER) ?? undefined };
    const allowed = new Set(conversations);
    const isAllowed = (conversationId: string) => allowed.has(conversationId);

    if (route.to === 'events' || route.to === 'list') {
      const wanted = searchParams.getAll('conversationId');
      if (!wanted.every(isAllowed)) return refuse('forbidden', 'This client may not see a requested conversation.');
      const ids = wanted.length > 0 ? wanted : conversations;
      if (route.to === 'events') {
        if (signal?.aborted) return refuse('unavailable', 'The host is shutting down. Try again later.');
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
    if (to === 'ask-back') {
      if (request.method === 'GET')
        return handleExchanges(broker, { requestId, mayAsk: isAllowed, questionId: searchParams.get('question') });
      return handleAskBack(broker, request, { requestId, mayAsk: isAllowed, by: user, maxBodyBytes });
    }
    return handleSettle(broker, request, { to, requestId, mayEnd: isAllowed, by: user, maxBodyBytes });
  }

  return async (request) => {
    try {
      return await handle(request);
    } catch (error) {
      onError(error);
      return refuse('unavailable', 'The host failed and has reported the error. Try again.');
    }
  };
}
