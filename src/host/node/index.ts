import type { IncomingMessage, ServerResponse } from 'node:http';
import { NodeRequest, sendNodeResponse } from 'srvx/node';

/** A Web-standard handler, such as the return value of `createAskUserHandler`. */
type WebHandler = (request: Request) => Response | Promise<Response>;

/**
 * A request listener for Node, Express, Fastify and Koa.
 *
 * @param parsed - The parsed body, used only if the request's stream was already read. Defaults to `request.body`; pass
 * it for Fastify and Koa, which store it elsewhere. The handler receives strings and bytes unchanged, and other values
 * as JSON. A function, such as Express's `next`, is ignored.
 */
type NodeListener = (
  request: IncomingMessage & { readonly body?: unknown },
  response: ServerResponse,
  parsed?: unknown,
) => void;

/** Headers of the original body, which do not match the body that the handler receives. */
const OF_THE_BYTES = ['content-encoding', 'content-length', 'transfer-encoding'];

function withBody(request: Request, parsed: unknown): Request {
  const headers = new Headers(request.headers);
  for (const name of OF_THE_BYTES) headers.delete(name);
  const isText = typeof parsed === 'string' || parsed instanceof Uint8Array;
  const body = isText ? (parsed as BodyInit) : JSON.stringify(parsed);
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
}

function fail(response: ServerResponse, error: unknown): void {
  console.error(error);
  if (response.headersSent) response.destroy();
  else response.writeHead(500).end();
}

/**
 * Creates a listener that mounts a Web-standard handler in `node:http`, Express, Fastify or Koa. Requires the package
 * `srvx`.
 *
 * The listener streams in both directions, and aborts the request's `signal` when the client disconnects. It passes on
 * a body that a parser has already read: `body` of Express's request, or the third argument, which Fastify and Koa need.
 * The limits of such a parser (Express: 100 kB) apply before those of the handler.
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
