import type { AskUserDialogProps } from 'react-ask-user';
import { type AskUserClient, createAskUserClient, type DeliveryResult } from 'react-ask-user/client';

/** Problem with the address that this page was opened with. */
export type AccessError = 'used' | 'unknown' | 'incomplete';

export interface Connection {
  readonly client: AskUserClient;
  readonly softLimit: AskUserDialogProps['softLimit'];
  /** Keeps drafts in the session storage of this page and in the command, for a later page. */
  readonly storage: NonNullable<AskUserDialogProps['draftStorage']>;
  /**
   * Sends a result to the command. While it is on its way, no drafts are stored. After a success, the caller closes the
   * client, once the page shows the success: a lost connection must not overrule it.
   */
  send(deliver: () => Promise<DeliveryResult>): Promise<DeliveryResult>;
  /** Reports that this page cannot show a request. */
  sendUnavailable(requestId: string, reason: string): Promise<DeliveryResult>;
  /** Tells the command whether the user can see this page. */
  sendVisible(): void;
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
 *
 * @param endsWithRequest - Whether the command ends with its first request.
 */
export async function connect(endsWithRequest: boolean): Promise<Connection | AccessError> {
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
  const isOver = () => {
    const { settled, connection } = client.getState();
    return (endsWithRequest && settled.length > 0) || connection === 'closed';
  };
  const send: Connection['send'] = async (deliver) => {
    isSending = true;
    const outcome = await deliver().finally(() => (isSending = false));
    if (!outcome.ok && isOver()) client.close();
    return outcome;
  };
  client.subscribe(() => {
    if (!isSending && isOver()) client.close();
  });
  const { softLimit, drafts } = (await settings.json()) as Pick<Connection, 'softLimit'> & {
    readonly drafts: Readonly<Record<string, string>>;
  };
  for (const [key, text] of Object.entries(drafts)) {
    if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, text);
  }
  // A failed request loses nothing: this page still has the drafts.
  const tell = (path: string, body: object) => {
    if (!isSending && !isOver()) post(path, body, headers).catch(() => {});
  };
  return {
    client,
    softLimit,
    storage: {
      get: (key) => sessionStorage.getItem(key),
      set(key, text) {
        tell('/draft', { key, draft: text });
        sessionStorage.setItem(key, text);
      },
      remove(key) {
        tell('/draft', { key, draft: '' });
        sessionStorage.removeItem(key);
      },
    },
    send,
    sendUnavailable: (requestId, reason) =>
      send(async () => {
        const { ok } = await post('/unavailable', { requestId, reason }, headers);
        return ok ? { ok } : { ok, code: 'unavailable', message: '' };
      }),
    sendVisible: () => tell('/visible', { visible: document.visibilityState }),
  };
}
