import type { AskUserDialogProps, AskUserRequest, AskUserResult } from 'react-ask-user';
import type { Reply } from 'react-ask-user/core';

export interface PageQuestion {
  request: AskUserRequest;
  flow: Pick<AskUserDialogProps, 'softLimit' | 'confirmCancel' | 'allow'>;
  /** The drafts that a page last stored in the command. */
  draft?: string;
}

export interface SettledMessage {
  /** Status that the command sent, or `'gone'` if the connection ended without one. */
  status: AskUserResult['status'] | 'gone';
  /** Whether this page sent the result. */
  own: boolean;
}

export type AccessError = 'used' | 'unknown' | 'incomplete';

export interface Connection {
  question: PageQuestion;
  /**
   * Sends a result to the command. Resolves with `{ ok: false }` and a code if the command refuses it. Rejects if the
   * command cannot be reached.
   */
  send(
    path: '/answer' | '/cancel' | '/decline' | '/unavailable',
    body?: { replies?: readonly Reply[]; discuss?: true; reason?: string | undefined },
  ): Promise<unknown>;
  /**
   * Stores the drafts in the command, for a later page. No effect while a result is being sent or after a settlement.
   */
  saveDraft(draft: string): void;
  /** Resolves when the request is settled, by this page or elsewhere, or when the connection to the command ends. */
  settled: Promise<SettledMessage>;
}

const SESSION_KEY = 'ask-user:session';

const headersOf = (session: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${session}`,
});

const post = (path: string, body: unknown, session = '') =>
  fetch(path, { method: 'POST', headers: headersOf(session), body: JSON.stringify(body) });

/** Maximum size in bytes of a body sent with `keepalive`. Browsers allow 64 KiB in total. */
const MAX_KEEPALIVE = 60_000;

async function saveDraft(draft: string, session: string): Promise<void> {
  const body = JSON.stringify({ draft });
  const keepalive = new Blob([body]).size <= MAX_KEEPALIVE;
  // A failed request loses nothing: this page still has the drafts.
  await fetch('/draft', { method: 'POST', keepalive, headers: headersOf(session), body }).catch(() => {});
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

async function watch(session: string): Promise<SettledMessage['status']> {
  try {
    const response = await fetch('/watch', { headers: headersOf(session) });
    const line = await response.text();
    return line ? (JSON.parse(line) as { status: AskUserResult['status'] }).status : 'gone';
  } catch {
    return 'gone';
  }
}

/**
 * Connects to the command. Resolves with an `AccessError` if the page has no valid session. Rejects if the command
 * cannot be reached.
 */
export async function connect(): Promise<Connection | AccessError> {
  const opened = await openSession();
  if (typeof opened === 'string') return opened;
  const { session } = opened;
  const response = await fetch('/question', { headers: headersOf(session) });
  if (!response.ok) return 'unknown';
  let isSettled = false;
  let isSending = false;
  let sent: Promise<boolean> = Promise.resolve(false);
  const end = async (): Promise<SettledMessage> => {
    const status = await watch(session);
    isSettled = true;
    // A duplicated tab has the same session. Only the page that sent the result knows that it did.
    return { status, own: await sent };
  };
  return {
    question: (await response.json()) as PageQuestion,
    send(path, body) {
      isSending = true;
      const reply = post(path, body ?? {}, session);
      sent = reply.then(
        ({ ok }) => ok,
        () => false,
      );
      void sent.then((ok) => (isSending = ok));
      return reply.then((taken) => taken.json());
    },
    saveDraft(draft) {
      // After the result is sent or received, the command ends and needs no drafts.
      if (!isSettled && !isSending) void saveDraft(draft, session);
    },
    settled: end(),
  };
}
