import type { AskUserRequest, AskUserResult, Reply, UseAskUserOptions } from 'react-ask-user';

/** What the command asks, and what it lets the person do. */
export interface PageQuestion {
  request: AskUserRequest;
  flow: Pick<
    UseAskUserOptions,
    'softLimit' | 'confirmCancel' | 'allowSkip' | 'allowDecline' | 'allowPartial' | 'allowDiscuss'
  >;
  /** What was entered in a page before this one. */
  draft?: string;
}

/** How the question ended. */
export interface Ending {
  /** As the command told this page; `'gone'` where it ended without a word. */
  status: AskUserResult['status'] | 'gone';
  /** It is what this very page has sent. */
  own: boolean;
}

/** Why this page may not see the question. */
export type Refusal = 'used' | 'unknown' | 'incomplete';

/** The command behind this page. */
export interface Connection {
  question: PageQuestion;
  /** What the host gives the dialog: `{ ok: false }` and a code where it was not taken. */
  send(
    path: '/answer' | '/cancel' | '/decline',
    body?: { replies: readonly Reply[]; discuss?: true; reason?: string },
  ): Promise<unknown>;
  /** Keeps what was entered in the command, for a page that comes after this one. */
  keep(draft: string): void;
  /** Resolves with how it ended, here or elsewhere. */
  ended: Promise<Ending>;
}

const KEPT = 'ask-user:session';

const headersOf = (session: string) => ({
  'content-type': 'application/json',
  authorization: `Bearer ${session}`,
});

const post = (path: string, body: unknown, session = '') =>
  fetch(path, { method: 'POST', headers: headersOf(session), body: JSON.stringify(body) });

/** What a browser sends of a page that is being closed, at most. */
const MAX_KEEPALIVE = 60_000;

async function keep(draft: string, session: string): Promise<void> {
  const body = JSON.stringify({ draft });
  const keepalive = new Blob([body]).size <= MAX_KEEPALIVE;
  // What does not arrive is in this page all the same.
  await fetch('/draft', { method: 'POST', keepalive, headers: headersOf(session), body }).catch(() => {});
}

/** This page's session: of the token in the address, which works once, or from before it was loaded again. */
async function openSession(): Promise<{ session: string } | Refusal> {
  const kept = sessionStorage.getItem(KEPT);
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(null, '', location.pathname);
    const response = await post('/session', { token });
    if (response.ok) {
      const { session } = (await response.json()) as { session: string };
      sessionStorage.setItem(KEPT, session);
      return { session };
    }
    const { code } = (await response.json()) as { code: Refusal };
    if (kept === null) return code;
  }
  return kept === null ? 'incomplete' : { session: kept };
}

/** Waits on the one line that says how the question ended. */
async function watch(session: string): Promise<Ending['status']> {
  try {
    const response = await fetch('/watch', { headers: headersOf(session) });
    const line = await response.text();
    return line ? (JSON.parse(line) as { status: AskUserResult['status'] }).status : 'gone';
  } catch {
    return 'gone';
  }
}

/** Connects to the command, or says why this page may not see its question. */
export async function connect(): Promise<Connection | Refusal> {
  const opened = await openSession();
  if (typeof opened === 'string') return opened;
  const { session } = opened;
  const response = await fetch('/question', { headers: headersOf(session) });
  if (!response.ok) return 'unknown';
  let over = false;
  let isSending = false;
  let sent: Promise<boolean> = Promise.resolve(false);
  const end = async (): Promise<Ending> => {
    const status = await watch(session);
    over = true;
    // A page that was duplicated has the same session: whose answer it was, only the page that sent it knows.
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
    keep(draft) {
      // The command is about to end: it has no use for what it is being sent.
      if (!over && !isSending) void keep(draft, session);
    },
    ended: end(),
  };
}
