import type { Allow } from '../../core/index.js';
import { mcpElicitation, type McpElicitationOutput } from '../../dialects/index.js';
import { toFailure, reportAndHide, type Failure } from '../shared/forms.js';
import { askAndFormat, type BrokerAskOptions } from '../shared/ask-and-format.js';

/** Options for `acpElicitation`. */
export interface AcpElicitationOptions extends Omit<BrokerAskOptions, 'conversationId'> {
  /**
   * Conversation that shows a session's questions. The agent sends the session id, so check that the session belongs
   * to this connection. Return `undefined` if it does not; the user is then not asked. The id is `undefined` outside a
   * session, such as during sign-in.
   */
  readonly conversationId: string | ((sessionId: string | undefined) => string | undefined);
  /**
   * What the dialog offers besides answering every question. `decline` is offered by default, because the protocol
   * supports it.
   *
   * @default { decline: true }
   */
  readonly allow?: Allow | undefined;
  /**
   * Called with a request of a known session that the dialog cannot show, such as an approval of Codex or a URL to visit.
   * Show it as what it is, and return the response. By default, the agent receives an error that says why.
   */
  readonly onOther?: ((request: AcpElicitationRequest) => Promise<AcpElicitationResponse>) | undefined;
  /**
   * Called with an error of the broker or of `conversationId` that is not an `AskUserError`. The agent receives only a
   * generic error.
   *
   * @default console.error
   */
  readonly onError?: ((error: unknown) => void) | undefined;
}

/** A response of the host to `elicitation/create`. */
type AcpElicitationResponse = (
  | { readonly action: 'accept'; readonly content?: Extract<McpElicitationOutput, { action: 'accept' }>['content'] }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' }
) & { readonly _meta?: { [name: string]: unknown } };

/** The part of the SDK's `ClientRequestContext` that is used. */
type AcpElicitationRequest = {
  readonly params: object;
  /** Aborted if the agent cancels its request or the connection closes. */
  readonly signal: AbortSignal;
};

/** Capabilities and handlers of an ACP client that shows an agent's questions. */
type AcpElicitation = {
  /** Capabilities to spread into `clientCapabilities` of `initialize`. */
  readonly capabilities: { readonly elicitation: { readonly form: Record<string, never> } };
  /**
   * Handler for `onRequest('elicitation/create', …)`.
   *
   * Rejects if the result is `aborted`, `connectionLost`, `timedOut`, `unavailable` or `invalid`, because a `cancel`
   * would count as the user's. Also rejects if the form rejects the answer, `conversationId` returns `undefined` or
   * throws, or the broker fails. The agent then receives an error.
   */
  readonly onRequest: (request: AcpElicitationRequest) => Promise<McpElicitationOutput | AcpElicitationResponse>;
  /**
   * Withdraws a session's questions; the agent receives an error with the status `aborted`. Call this when you send
   * `session/cancel` and when a prompt has ended.
   */
  readonly cancel: (sessionId: string) => void;
};

/**
 * Creates the handlers of an ACP client, which show an agent's forms to the user and send the answers.
 *
 * @example
 * const questions = acpElicitation({ broker, conversationId: (sessionId) => chats.get(sessionId), asker: 'Coder' });
 * const app = client({ name: 'my-app' }).onRequest('elicitation/create', questions.onRequest);
 * // initialize: clientCapabilities: { ...questions.capabilities }
 */
export function acpElicitation({
  conversationId,
  allow,
  onOther,
  onError = console.error,
  ...askOptions
}: AcpElicitationOptions): AcpElicitation {
  const open = new Set<{ readonly sessionId: string | undefined; readonly stop: AbortController }>();
  return {
    capabilities: { elicitation: { form: {} } },
    async onRequest({ params, signal }) {
      const { sessionId: id } = params as { readonly sessionId?: unknown };
      const sessionId = typeof id === 'string' ? id : undefined;
      const one = { sessionId, stop: new AbortController() };
      const ended = AbortSignal.any([signal, one.stop.signal]);
      const ask = async () => {
        const shownIn = typeof conversationId === 'function' ? conversationId(sessionId) : conversationId;
        if (shownIn === undefined) return { message: 'The client does not know this session.' };
        if (onOther && isOther(params)) return { output: await onOther({ params, signal: ended }) };
        const asked = await askAndFormat(
          mcpElicitation,
          params,
          { ...askOptions, allow: { ...allow, decline: allow?.decline ?? true }, conversationId: shownIn },
          // The parameters contain no id of the form, so the broker creates one that cannot be guessed.
          { signal: ended },
        );
        return toFailure(mcpElicitation, asked) ?? asked;
      };
      open.add(one);
      try {
        const asked = await ask().catch(reportAndHide(onError));
        if ('message' in asked) throw errorOf(asked);
        return asked.output;
      } finally {
        open.delete(one);
      }
    },
    cancel(sessionId) {
      for (const one of open) if (one.sessionId === sessionId) one.stop.abort('The session was cancelled.');
    },
  };
}

/** Whether a request asks for something else than answers to questions that the dialog can show. */
function isOther(params: object): boolean {
  const parsed = mcpElicitation.parse(params);
  return !parsed.ok && parsed.issues.some(({ code }) => code === 'unsupported');
}

/**
 * Creates an error whose message is JSON. The SDK parses such a message into the error's `data`, and stores any other
 * message in `data.details`.
 */
function errorOf({ message, _meta }: Failure): Error {
  return new Error(JSON.stringify({ details: message, _meta }));
}
