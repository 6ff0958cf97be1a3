import type { AskUserDialogProps } from 'react-ask-user';
import { type AskUserClient, createAskUserClient, type DeliveryResult } from 'react-ask-user/client';

/** Problem with the address that this page was opened with. */
export type AccessError = 'used' | 'unknown' | 'incomplete';

export interface Connection {
  readonly client: AskUserClient;
  readonly softLimit: AskUserDialogProps['softLimit'];
  /** The drafts that a page last stored in the command. */
  readonly draft: string | undefined;
  /**
   * Sends a result to the command. While it is on its way, no drafts are stored. After a success, the caller closes the
   * client, once the page shows the success: a lost connection must not overrule it.
   */
  send(deliver: () => Promise<DeliveryResult>): Promise<DeliveryResult>;
  /** Reports that this page cannot show the request. */
  sendUnavailable(reason: string): Promise<DeliveryResult>;
  /** Stores the drafts in the command, for a later page. */
  saveDraft(draft: string): void;
}

const SESSION_KEY = 'ask-user:session';
/** Maximum size in bytes of a body sent with `keepalive`. Browsers allow 64 KiB in total. */
const MAX_KEEPALIVE = 60_000;

function post(path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const text = JSON.stringify(body);
  const keepalive = new Blob([text]).size <= MAX_KEEPALIVE;
  const type = { 'content-type': 'application/json' };
  return fetch(path, { method: 'POST', keepalive, headers: { ...type, ...headers }, body: text });
}

/**
 * Opens this page's session with the token in the address. If that is missing or refused, uses the session in the
 * session storage, such as after a reload, if there is one.
 */
async function openSession(): Promise<{ session: string } | AccessError> {
  const stored = sessionStorage.getItem(SESSION_KEY);
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(null, '', location.pathname);
    const response = await post('/session', { token });
    if (response.ok) {
      const { session } = (await response.json()) as { session: string };
      sessionStorage.setItem(SESSION_KEY, session);
      return { session };
    }
    const { code } = (await response.json()) as { code: AccessError };
    if (stored === null) return code;
  }
  return stored === null ? 'incomplete' : { session: stored };
}

/**
 * Connects to the command. Resolves with an `AccessError` if the page has no valid session. Rejects if the command
 * cannot be reached.
 */
export async function connect(): Promise<Connection | AccessError> {
  const opened = await openSession();
  if (typeof opened === 'string') return opened;
  const headers = { authorization: `Bearer ${opened.session}` };
  const settings = await fetch('/page.json', { headers });
  if (!settings.ok) return 'unknown';
  const client: AskUserClient = createAskUserClient({
    url: '/ask-user',
    headers,
    onError(error) {
      // The command has ended. Its port may belong to another program soon, which must not receive an answer.
      if (error instanceof TypeError) client.close();
    },
  });
  let isSending = false;
  const isOver = () => client.getState().settled.length > 0 || client.getState().connection === 'closed';
  const send: Connection['send'] = async (deliver) => {
    isSending = true;
    const outcome = await deliver().finally(() => (isSending = false));
    if (!outcome.ok && isOver()) client.close();
    return outcome;
  };
  client.subscribe(() => {
    if (!isSending && client.getState().settled.length > 0) client.close();
  });
  const { softLimit, draft } = (await settings.json()) as Pick<Connection, 'softLimit' | 'draft'>;
  return {
    client,
    softLimit,
    draft,
    send,
    sendUnavailable: (reason) =>
      send(async () => {
        const { ok } = await post('/unavailable', { reason }, headers);
        return ok ? { ok } : { ok, code: 'unavailable', message: '' };
      }),
    saveDraft(text) {
      // A failed request loses nothing: this page still has the drafts.
      if (!isSending && !isOver()) post('/draft', { draft: text }, headers).catch(() => {});
    },
  };
}
