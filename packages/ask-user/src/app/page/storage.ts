import type { DraftStorage } from 'react-ask-user';
import type { Opened } from '../wire.js';

/** Milliseconds from a change to its call. Hosts log each call, and may show it. */
const SEND_MS = 1_000;

/** Drafts that are kept by the server, because a sandboxed page has no storage. */
export interface ServerStorage extends DraftStorage {
  /** Sends what is not sent yet. Resolves once the server has received it, or it could not be sent. */
  sendAll(): Promise<unknown>;
}

/**
 * Creates the storage of a page. The page's request has an ID of its own, because the one of its questions is not known
 * while the model writes them. Stored drafts contain the one of the questions instead.
 *
 * @param ownId - The ID of the page's request.
 * @param send - Sends texts to the server, by their keys.
 */
export function createServerStorage(
  { drafts, request: { requestId } }: Opened,
  ownId: string,
  send: (texts: Readonly<Record<string, string>>) => Promise<unknown>,
): ServerStorage {
  const stored = new Map(Object.entries(drafts));
  const toStored = (text: string) => text.replaceAll(ownId, requestId);
  /** The texts that have changed since the last call, by their keys. */
  let unsent: Record<string, string> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;
  let sending: Promise<unknown> = Promise.resolve();

  function sendAll(): Promise<unknown> {
    clearTimeout(timer);
    timer = undefined;
    const texts = unsent;
    unsent = {};
    // If a call fails, only drafts are lost.
    if (Object.keys(texts).length > 0) sending = sending.then(() => send(texts)).catch(() => {});
    return sending;
  }

  function change(key: string, text: string): void {
    unsent[key] = text;
    timer ??= setTimeout(sendAll, SEND_MS);
  }

  // The page may be removed without a word.
  document.addEventListener('visibilitychange', sendAll);
  window.addEventListener('pagehide', sendAll);
  return {
    get: (key) => stored.get(toStored(key))?.replaceAll(requestId, ownId),
    set(key, text) {
      stored.set(toStored(key), toStored(text));
      change(toStored(key), toStored(text));
    },
    remove(key) {
      if (stored.delete(toStored(key))) change(toStored(key), '');
    },
    sendAll,
  };
}
