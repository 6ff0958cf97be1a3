import { parseRecord, type AskUserRecord } from 'react-ask-user/core';
import type { DraftStorage } from 'react-ask-user';
import type { ChatMessage } from '../shared/chat-message.js';
import { withoutBrokenStep } from '../shared/steps.js';

const KEY = 'react-ask-user-example';

/** Records of the settled questions, by tool call. The tool's output is less exact: it joins labels with commas. */
export type Records = Readonly<Record<string, AskUserRecord>>;

export interface SavedChat {
  id: string;
  messages: ChatMessage[];
  records: Records;
  /** Changes and late answers that the agent has not received. */
  unsent: readonly string[];
}

interface StoredChat extends Omit<SavedChat, 'unsent'> {
  /** An earlier version of the example stored none. */
  unsent?: readonly string[];
  /** Whether the agent was writing when this was saved. */
  busy: boolean;
}

/** Keeps the conversation for this tab. If storage is full or blocked, only a reload loses it. */
export function saveChat(chat: StoredChat): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify(chat));
  } catch {
    // The chat works without it.
  }
}

/** Returns this tab's conversation from before the reload, without a reply that was still being written. */
export function restoreChat(): SavedChat | undefined {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null');
    if (!isStored(stored)) return undefined;
    const { id, messages, busy, records, unsent = [] } = stored;
    return { id, messages: busy ? withoutBrokenStep(messages) : messages, records: readRecords(records), unsent };
  } catch {
    return undefined;
  }
}

/** Deletes the conversation and all text that was typed but not sent. */
export function clearChat(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(KEY)) sessionStorage.removeItem(key);
  } catch {
    // See `saveChat`.
  }
}

/** Returns the key under which the composer keeps the unsent message of a chat. */
export const messageKey = (id: string): string => `${KEY}:message:${id}`;

/** Creates storage for the drafts of a dialog. If a method throws, the dialog works without a draft. */
export const createDrafts = (prefix: string): DraftStorage => ({
  get: (key) => sessionStorage.getItem(prefix + key),
  set: (key, text) => sessionStorage.setItem(prefix + key, text),
  remove: (key) => sessionStorage.removeItem(prefix + key),
});

export const drafts: DraftStorage = createDrafts(`${KEY}:draft:`);

/** Only this page writes the value. The check drops values of an older version. */
function isStored(value: unknown): value is StoredChat {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('messages' in value)) return false;
  return typeof value.id === 'string' && Array.isArray(value.messages);
}

function readRecords(stored: unknown): Records {
  const read = Object.entries(stored ?? {}).map(([id, value]) => [id, parseRecord(value)] as const);
  return Object.fromEntries(read.flatMap(([id, record]) => (record.ok ? [[id, record.value]] : [])));
}
