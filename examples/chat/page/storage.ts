import { parseRecord, type AskUserRecord } from 'react-ask-user/core';
import type { DraftStorage } from 'react-ask-user';
import type { ChatMessage } from '../shared/chat-message.js';
import { withoutBrokenStep } from '../shared/steps.js';

const KEY = 'react-ask-user-example';

/** What came of the questions, by tool call. The wire says less: two labels with a comma are one text on it. */
export type Records = Readonly<Record<string, AskUserRecord>>;

export interface SavedChat {
  id: string;
  messages: ChatMessage[];
  records: Records;
}

interface StoredChat extends SavedChat {
  /** The agent was writing when this was saved. */
  busy: boolean;
}

/** Keeps the conversation for this tab. A full or forbidden storage costs the reload, not the chat. */
export function saveChat(chat: StoredChat): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chat));
  } catch {
    // Nothing to do: the chat itself goes on.
  }
}

/** The conversation of this tab before the reload; a reply that was still being written is dropped, nothing else. */
export function restoreChat(): SavedChat | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isStored(stored)) return undefined;
    const { id, messages, busy, records } = stored;
    return { id, messages: busy ? withoutBrokenStep(messages) : messages, records: readRecords(records) };
  } catch {
    return undefined;
  }
}

/** The conversation, and everything that was typed and not sent. */
export function clearChat(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
  } catch {
    // See saveChat.
  }
}

/** Where the composer keeps the message that is being written in a chat. */
export const messageKey = (id: string): string => `${KEY}:message:${id}`;

/** Where a dialog keeps what was entered, until it is sent. It may throw: then there is no draft. */
export const createDrafts = (prefix: string): DraftStorage => ({
  get: (key) => sessionStorage.getItem(prefix + key),
  set: (key, text) => sessionStorage.setItem(prefix + key, text),
  remove: (key) => sessionStorage.removeItem(prefix + key),
});

export const drafts: DraftStorage = createDrafts(`${KEY}:draft:`);

/** We wrote it ourselves in this tab; this only keeps out what an older version of the page left behind. */
function isStored(value: unknown): value is StoredChat {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('messages' in value)) return false;
  return typeof value.id === 'string' && Array.isArray(value.messages);
}

function readRecords(stored: unknown): Records {
  const read = Object.entries(stored ?? {}).map(([id, value]) => [id, parseRecord(value)] as const);
  return Object.fromEntries(read.flatMap(([id, record]) => (record.ok ? [[id, record.value]] : [])));
}
