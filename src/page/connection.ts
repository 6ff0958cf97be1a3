import type { AskUserRequest, AskUserResult, Reply, UseAskUserOptions } from 'react-ask-user';

/** What the command asks, and what it lets the person do. */
export interface PageQuestion {
  request: AskUserRequest;
  flow: Pick<UseAskUserOptions, 'softLimit' | 'confirmCancel' | 'allowSkip' | 'allowDecline'>;
}

/** How the question ended, as the command told this page. */
export type Ending = AskUserResult['status'];

/** The command behind this page. */
export interface Connection {
  question: PageQuestion;
  /** What the host gives the dialog: `{ ok: false }` and a code where it was not taken. */
  send(path: '/answer' | '/cancel' | '/decline', replies?: readonly Reply[]): Promise<unknown>;
  /** Resolves with how it ended, here or elsewhere; with `undefined` where the command has gone without a word. */
  ended: Promise<Ending | undefined>;
}

const KEPT = 'ask-user:session';

const post = (path: string, body: unknown, session = '') =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${session}` },
    body: JSON.stringify(body),
  });

/** This page's session: of the token in the address, which works once, or from before it was loaded again. */
async function openSession(): Promise<string | undefined> {
  const token = location.hash.slice(1);
  if (token) {
    history.replaceState(null, '', location.pathname);
    const response = await post('/session', { token });
    if (response.ok) {
      const { session } = (await response.json()) as { session: string };
      sessionStorage.setItem(KEPT, session);
      return session;
    }
  }
  return sessionStorage.getItem(KEPT) ?? undefined;
}

/** Waits on the one line that says how the question ended. */
async function watch(session: string): Promise<Ending | undefined> {
  try {
    const response = await fetch('/watch', { headers: { authorization: `Bearer ${session}` } });
    const line = await response.text();
    return line ? (JSON.parse(line) as { status: Ending }).status : undefined;
  } catch {
    return undefined;
  }
}

/** Connects to the command; `undefined` where this page may not see its question. */
export async function connect(): Promise<Connection | undefined> {
  const session = await openSession();
  if (session === undefined) return undefined;
  const response = await fetch('/question', { headers: { authorization: `Bearer ${session}` } });
  if (!response.ok) return undefined;
  return {
    question: (await response.json()) as PageQuestion,
    send: async (path, replies) => (await post(path, { replies }, session)).json(),
    ended: watch(session),
  };
}
