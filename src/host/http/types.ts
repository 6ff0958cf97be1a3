/** What a client may see and answer. */
export interface Authorized {
  /** The ids of its conversations. One that is added later is followed from the next heartbeat on. */
  readonly conversations: readonly string[];
  /** Its user's name, as the other clients are to read who answered. */
  readonly user?: string | undefined;
}

/** What a handler is made of. */
export interface AskUserHandlerOptions {
  /**
   * Who this is, by the request's cookie or token: what this client may see and answer, or `null` for nobody (401).
   *
   * Asked for every request, and for an open stream again with every heartbeat, with the same `Request`; so read the request,
   * and not what a framework keeps around it. One that throws, or rejects, lets nobody in (503).
   */
  readonly authorize: (request: Request) => Authorized | null | Promise<Authorized | null>;
  /** The path that the handler is mounted at, as `request.url` has it. @default '/' */
  readonly basePath?: string | undefined;
  /**
   * Pages of other origins that may call, as `https://app.example.com`; besides them only pages of the host's own. Needed behind
   * a proxy that changes the `Host` header, too. The CORS headers that such pages need are the host's to set.
   *
   * @default none
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * The hosts that are served, as the `Host` header names them: `app.example.com` on any port, `localhost:8080` on that port alone.
   * A request for any other host is refused (421). Set it wherever no proxy checks the host, above all on a loopback address: a page
   * of another site can have its own name resolve to this machine (DNS rebinding), and is then of the same origin.
   *
   * Defaults to any host.
   */
  readonly hosts?: readonly string[] | undefined;
  /** The largest body that is read, in bytes. @default 1048576 */
  readonly maxBodyBytes?: number | undefined;
  /**
   * How many bytes of transitions may wait for a client that reads slowly. Beyond it the stream is broken off and what waited is
   * released; the client comes back. What is pending when the client connects is not counted: it is sent as fast as the client
   * reads.
   *
   * @default 1048576
   */
  readonly maxQueuedBytes?: number | undefined;
  /** Between two heartbeats of a stream, in milliseconds. @default 15000 */
  readonly heartbeatMs?: number | undefined;
  /** Aborted where the host shuts down: open streams end, and no new one is opened. */
  readonly signal?: AbortSignal | undefined;
  /** Hears what failed behind a 503, and why a stream was cut. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
}
