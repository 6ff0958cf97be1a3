import { mcpElicitation, type McpElicitationOutput } from '../../dialects/mcp-elicitation.js';
import { failureOf, keepBack, type Failure } from '../shared/forms.js';
import { put, type AskVia } from '../shared/put.js';

/** Where the questions of an agent go, and who it is: `agent.name` is shown with them. */
export interface AcpElicitationOptions extends Omit<AskVia, 'conversationId'> {
  /**
   * Where a session's questions are shown. The session's id is what the agent says it is: give `undefined` for one that is not this
   * connection's, and nobody is asked. Outside of a session, as while signing in, there is none.
   */
  readonly conversationId: string | ((sessionId: string | undefined) => string | undefined);
  /** The protocol has a word for it. @default true */
  readonly allowDecline?: boolean | undefined;
  /** Hears of an error of the host's own while asking: the asker is told of none. @default console.error */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** As much of the SDK's `ClientRequestContext` as is needed. */
export interface AcpElicitationRequest {
  readonly params: object;
  /** Aborted where the agent takes its request back, and where the connection closes. */
  readonly signal: AbortSignal;
}

/** What a client needs to take an agent's questions. */
export interface AcpElicitation {
  /** For the `clientCapabilities` of `initialize`: without it no agent asks. */
  readonly capabilities: { readonly elicitation: { readonly form: Record<string, never> } };
  /**
   * For `onRequest('elicitation/create', …)`. Rejects where the person did nothing (`aborted`, `connectionLost`, `timedOut`, `unavailable`,
   * `invalid`), or their answer could not be sent: the agent gets an error, which says so, and no `cancel`, which would be the person's.
   */
  readonly onRequest: (request: AcpElicitationRequest) => Promise<McpElicitationOutput>;
  /**
   * Withdraws a session's questions; the agent hears that they were aborted. Call it where `session/cancel` is sent, and where a prompt has ended:
   * no agent waits for an answer then.
   */
  readonly cancel: (sessionId: string) => void;
}

/**
 * The side of ACP that has the person: shows an agent's elicitations, and answers them. Where the agent takes its request back, the session
 * is cancelled or the connection closes, the question is withdrawn.
 *
 * @example
 * const questions = acpElicitation({ broker, conversationId: (sessionId) => chats.get(sessionId), agent: { id: 'coder', name: 'Coder' } });
 * const app = client({ name: 'my-app' }).onRequest('elicitation/create', questions.onRequest);
 * // initialize: clientCapabilities: { ...questions.capabilities }
 */
export function acpElicitation({
  conversationId,
  allowDecline = true,
  onError = console.error,
  ...via
}: AcpElicitationOptions): AcpElicitation {
  const open = new Set<{ readonly sessionId: string | undefined; readonly stop: AbortController }>();
  return {
    capabilities: { elicitation: { form: {} } },
    async onRequest({ params, signal }) {
      const { sessionId: id } = params as { readonly sessionId?: unknown };
      const sessionId = typeof id === 'string' ? id : undefined;
      const shownIn = typeof conversationId === 'function' ? conversationId(sessionId) : conversationId;
      if (shownIn === undefined) throw errorOf({ message: 'This session is not known here.' });
      const one = { sessionId, stop: new AbortController() };
      open.add(one);
      try {
        // The wire has no id of its own, so that the broker makes one that nobody can guess.
        const parse = { signal: AbortSignal.any([signal, one.stop.signal]) };
        const where = { ...via, allowDecline, conversationId: shownIn };
        const said = await put(mcpElicitation, params, where, parse).catch(keepBack(onError));
        const failure = failureOf(mcpElicitation, said);
        if (failure) throw errorOf(failure);
        return said.wire;
      } finally {
        open.delete(one);
      }
    },
    cancel(sessionId) {
      for (const one of open) if (one.sessionId === sessionId) one.stop.abort('The session was cancelled.');
    },
  };
}

/** The SDK puts a message that is JSON into the error's `data`; `details` is where it puts any other one. */
function errorOf({ message, _meta }: Failure): Error {
  return new Error(JSON.stringify({ details: message, _meta }));
}
