import { isRecord, isText } from '../../core/guards.js';
import type { DraftStorage } from '../drafts/saved-drafts.js';

/** Place of a request in a conversation: its number, from 1, and the number of answers in the earlier rounds. */
export interface Round {
  readonly number: number;
  readonly answered: number;
}

interface StoredRound extends Round {
  readonly conversationId: string;
}

const KEY = 'ask-user-rounds';
const MAX_CONVERSATIONS = 20;

const isStored = (value: unknown): value is StoredRound =>
  isRecord(value) && isText(value.conversationId) && Number.isInteger(value.number) && Number.isInteger(value.answered);

function read(storage: DraftStorage): readonly StoredRound[] {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isStored) : [];
  } catch {
    return [];
  }
}

/** Returns the next round of a conversation. */
export function nextRound(storage: DraftStorage, conversationId: string): Round {
  const { number = 1, answered = 0 } = read(storage).find((one) => one.conversationId === conversationId) ?? {};
  return { number, answered };
}

/** Counts a round that was answered. */
export function countRound(storage: DraftStorage, conversationId: string, given: number): void {
  const { number, answered } = nextRound(storage, conversationId);
  const others = read(storage).filter((one) => one.conversationId !== conversationId);
  const rounds = [...others, { conversationId, number: number + 1, answered: answered + given }];
  try {
    storage.set(KEY, JSON.stringify(rounds.slice(-MAX_CONVERSATIONS)));
  } catch {
    // The storage may be full or forbidden. The title then counts from the last round that was stored.
  }
}
