import type { DraftStorage } from 'react-ask-user';
import { AGENT_IDS } from '../../shared/agents.js';
import type { Note } from '../../shared/shared-chat.js';
import { createDrafts } from '../storage.js';

/** Differs from the private chat's key, whose New chat deletes every key with that prefix. */
const KEY = 'react-ask-user-shared';

export const sharedDrafts: DraftStorage = createDrafts(`${KEY}:draft:`);

/** Returns the key under which the composer keeps the unsent message of a conversation. */
export const messageKey = (id: string): string => `${KEY}:message:${id}`;

/** A message that the server has not confirmed. */
export interface Unsent extends Note {
  /** The server's reason for refusing it. A refused message is not sent again. */
  refusal?: string | undefined;
}

/** State of a conversation that this tab keeps. */
export interface Kept {
  outbox: readonly Unsent[];
  /** Whether the conversation had messages. If the server has none, it has lost them. */
  wasUsed: boolean;
}

/** Saves the state. If storage is full or blocked, only a reload loses it. */
export function keep(id: string, kept: Kept): void {
  try {
    sessionStorage.setItem(`${KEY}:${id}`, JSON.stringify(kept));
  } catch {
    // The chat works without it.
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

/** Returns this window's name for the other windows. In an app with accounts, use the user's name. */
export function windowName(): string {
  // Random, because two windows with the same name would mistake each other for themselves.
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

/** Only this page writes the value. The check drops values of an older version. */
function isUnsent(value: unknown): value is Unsent {
  const { id, text, agent } = Object(value) as Partial<Record<string, unknown>>;
  return typeof id === 'string' && typeof text === 'string' && AGENT_IDS.some((one) => one === agent);
}
