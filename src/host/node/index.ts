import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest, sendNodeResponse } from 'srvx/node';

/** A Web-standard handler: `createAskUserHandler`, or any other function from a `Request` to a `Response`. */
export type WebHandler = (request: Request) => Response | Promise<Response>;

/**
 * A handler as Node, Express, Fastify and Koa call one.
 *
 * @param parsed - what a body parser has made of the body, if that is not in `request.body`: Fastify and Koa have it in objects of their own.
 * An object is sent on as JSON, a string and bytes as they are; a function, which is Express's `next`, is none. @default `request.body`
 */
export type NodeListener = (
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  parsed?: unknown,
) => void;

/** These describe the bytes that the parser has read, and not those that are sent on. */
const OF_THE_BYTES = ['content-encoding', 'content-length', 'transfer-encoding'];

/** A body that was read before the handler got it, as far as the parser has kept it. */
function withBody(request: Request, parsed: unknown): Request {
  const headers = new Headers(request.headers);
  for (const name of OF_THE_BYTES) headers.delete(name);
  const isText = typeof parsed === 'string' || parsed instanceof Uint8Array;
  const body = isText ? (parsed as BodyInit) : JSON.stringify(parsed);
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
}

/** An error of the handler's: the client is told nothing of it, and a response that has begun is cut off. */
function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}

/**
 * Mounts a Web-standard handler in `node:http`, Express, Fastify or Koa. It streams both ways, aborts the request's `signal` when the client
 * goes, and passes on a body that a parser has read already (`express.json()`, Fastify), so that its place among the parsers makes no
 * difference. Needs the package `srvx`.
 *
 * The handler's own limits hold; a parser's (Express: 100 kB) come first.
 *
 * @example
 * createServer(toNodeListener(handler)).listen(3000);
 */
export function toNodeListener(handler: WebHandler): NodeListener {
  return (req, res, given) => {
    // Express's third argument is `next`.
    const parsed = given === undefined || typeof given === 'function' ? req.body : given;
    const reply = async (): Promise<void> => {
      const request = new NodeRequest({ req, res });
      const isRead = parsed !== undefined && req.readableDidRead && req.method !== 'GET' && req.method !== 'HEAD';
      await sendNodeResponse(res, await handler(isRead ? withBody(request, parsed) : request));
    };
    reply().catch((error: unknown) => fail(res, error));
  };
}
