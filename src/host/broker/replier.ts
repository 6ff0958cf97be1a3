import type { OnAskBack } from '../../core/flow/types.js';
import { isBlank, isText } from '../../core/guards.js';
import type { Requests } from '../store/requests.js';
import type { StoredRequest } from '../store/types.js';

export interface ReplierOptions {
  readonly requests: Requests;
  readonly owner: string;
  readonly onError: (error: unknown) => void;
}

/** Replies to the questions of users about one request, while its agent waits. */
export interface Replier {
  /** Takes the exchanges that wait in a request that was read. */
  look(stored: StoredRequest): void;
  /** Aborts the replies. What waits has failed, unless the request is settled. */
  stop(): void;
}

export function createReplier(onAskBack: OnAskBack, { requests, owner, onError }: ReplierOptions): Replier {
  const controller = new AbortController();
  /** The replies by key: `undefined` until one is there. They stay until the store has them. */
  const replies = new Map<string, { readonly text: string | undefined } | undefined>();

  async function write(requestId: string, key: string): Promise<void> {
    const reply = replies.get(key);
    if (!reply) return;
    // If the store fails, the next read of the request tries again.
    await requests.endExchange(requestId, key, owner, reply.text);
    replies.delete(key);
  }

  async function reply(stored: StoredRequest, key: string): Promise<void> {
    const { requestId } = stored.request;
    replies.set(key, undefined);
    let taken = false;
    try {
      taken = await requests.takeExchange(requestId, key, owner);
    } finally {
      if (!taken) replies.delete(key);
    }
    const exchange = requests.exchanges(stored).find((one) => one.key === key);
    if (!taken || !exchange) return;
    const { replier: _, ...asked } = exchange;
    let text: unknown;
    try {
      text = await onAskBack(asked, { signal: controller.signal });
    } catch (error) {
      if (!controller.signal.aborted) onError(error);
    }
    replies.set(key, { text: isText(text) && !isBlank(text) ? text : undefined });
    await write(requestId, key);
  }

  return {
    look(stored) {
      if (controller.signal.aborted) return;
      for (const { key, status } of requests.exchanges(stored)) {
        if (status !== 'waiting') continue;
        const work = replies.has(key) ? write(stored.request.requestId, key) : reply(stored, key);
        work.catch(onError);
      }
    },
    stop: () => controller.abort(),
  };
}
