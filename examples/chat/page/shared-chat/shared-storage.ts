import type { DraftStorage } from 'react-ask-user';
import { AGENT_IDS } from '../../shared/agents.js';
import type { Note } from '../../shared/shared-chat.js';
import { createDrafts } from '../storage.js';

/** Apart from the other way's: a new chat there clears its own alone. */
const KEY = 'react-ask-user-shared';

export const sharedDrafts: DraftStorage = createDrafts(`${KEY}:draft:`);

/** Where the composer keeps the message that is being written in a conversation. */
export const messageKey = (id: string): string => `${KEY}:message:${id}`;

/** A message that the server has not got yet. */
export interface Unsent extends Note {
  /** Why the server does not take it. It is not sent again. */
  refusal?: string | undefined;
}

/** What this tab keeps of a conversation. */
export interface Kept {
  outbox: readonly Unsent[];
  /** Something was said in it: a server that knows of nothing has lost it. */
  wasUsed: boolean;
}

/** A full or forbidden storage costs the reload, not the chat. */
export function keep(id: string, kept: Kept): void {
  try {
    sessionStorage.setItem(`${KEY}:${id}`, JSON.stringify(kept));
  } catch {
    // Nothing to do: the chat itself goes on.
  }
}

export function restore(id: string): Kept {
  try {
    const { outbox, wasUsed } = Object(JSON.parse(sessionStorage.getItem(`${KEY}:${id}`) ?? 'null'));
    return { outbox: Array.isArray(outbox) ? outbox.filter(isUnsent) : [], wasUsed: wasUsed === true };
  } catch {
    return { outbox: [], wasUsed: false };
  }
}

/** How the other windows call this one. A host with accounts has a user's name instead. */
export function windowName(): string {
  // Two windows of one name would each take the other for itself.
  const [number = 0] = crypto.getRandomValues(new Uint32Array(1));
  const made = `Guest ${10_000 + (number % 90_000)}`;
  try {
    const kept = sessionStorage.getItem(`${KEY}:window`) ?? made;
    sessionStorage.setItem(`${KEY}:window`, kept);
    return kept;
  } catch {
    return made;
  }
}

/** We wrote it ourselves in this tab; this only keeps out what an older version of the page left behind. */
function isUnsent(value: unknown): value is Unsent {
  const { id, text, agent } = Object(value) as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof text === 'string' && AGENT_IDS.some((one) => one === agent);
}
