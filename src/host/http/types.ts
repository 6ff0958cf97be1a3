/** Return value of `authorize`: what a client may see and answer. */
export interface Authorized {
  /**
   * Ids of the client's conversations. An open stream follows a new one from the next heartbeat on, unless its client
   * chose conversations.
   */
  readonly conversations: readonly string[];
  /** Name of the user, shown to the other clients. */
  readonly user?: string | undefined;
}

/** Options for `createAskUserHandler`. */
export interface AskUserHandlerOptions {
  /**
   * Returns what the client may see and answer, by the request's cookie or token, or `null` if it may see nothing
   * (401).
   *
   * It is called again with the same `Request` at each heartbeat of a stream. Read only the `Request`, not the context
   * of a framework. If it throws, rejects or returns an invalid value, the request is refused (503), and an open stream
   * ends.
   */
  readonly authorize: (request: Request) => Authorized | null | Promise<Authorized | null>;
  /** Path of the handler in `request.url`. @default '/' */
  readonly basePath?: string | undefined;
  /**
   * Other origins whose pages may call the handler, such as `https://app.example.com`. By default, only pages of the
   * handler's origin may. Set it also behind a proxy that changes the `Host` header. The handler does not set CORS
   * headers.
   */
  readonly origins?: readonly string[] | undefined;
  /**
   * Allowed `Host` headers: `app.example.com` on any port, `localhost:8080` on that port only. Other requests are
   * refused (421). By default every host is allowed. Set it if no proxy checks the host, above all on a loopback
   * address. Otherwise, another site can make its name resolve to this machine (DNS rebinding), and its pages then have
   * the same origin.
   */
  readonly hosts?: readonly string[] | undefined;
  /** Maximum size of a body, in bytes. @default 1048576 */
  readonly maxBodyBytes?: number | undefined;
  /**
   * Limit of the queued transitions of a stream, in bytes. If another event arrives after they have reached it, the
   * stream fails and the client reconnects. The snapshot does not count.
   *
   * @default 1048576
   */
  readonly maxQueuedBytes?: number | undefined;
  /**
   * Time between two heartbeats of a stream, in milliseconds. A client counts its connection as lost after three of
   * them, and not before 45 s.
   *
   * @default 15000
   */
  readonly heartbeatMs?: number | undefined;
  /** Abort it when the host shuts down: open streams end, and new ones are refused (503). */
  readonly signal?: AbortSignal | undefined;
  /**
   * Called with errors of the broker, of `authorize` and of the handler, and if a stream is closed because its client
   * does not read.
   *
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}
