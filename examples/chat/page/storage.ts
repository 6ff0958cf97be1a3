import type { ChatMessage } from '../shared/chat-message.js';
import { withoutBrokenStep } from './conversation.js';

const KEY = 'react-ask-user-example';

export interface SavedChat {
  id: string;
  messages: ChatMessage[];
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
    return { id: stored.id, messages: stored.busy ? withoutBrokenStep(stored.messages) : stored.messages };
  } catch {
    return undefined;
  }
}

export function clearChat(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // See saveChat.
  }
}

/** We wrote it ourselves in this tab; this only keeps out what an older version of the page left behind. */
function isStored(value: unknown): value is StoredChat {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('messages' in value)) return false;
  return typeof value.id === 'string' && Array.isArray(value.messages);
}
