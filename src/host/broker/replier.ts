import type { OnAskBack } from '../../core/flow/types.js';
import { isBlank, isText } from '../../core/guards.js';
import type { Requests } from '../store/requests.js';
import type { StoredRequest } from '../store/types.js';
import { unlessAborted } from '../../core/unless-aborted.js';
import { after } from '../time.js';

export interface ReplierOptions {
  readonly requests: Requests;
  readonly owner: string;
  /** Time in milliseconds in which `onAskBack` has to reply. */
  readonly replyMs: number;
  readonly onError: (error: unknown) => void;
}

/** Replies to the questions of users about one request, while its agent waits. */
export interface Replier {
  /** Takes the exchanges that wait in a request that was read. */
  look(stored: StoredRequest): void;
  /** Aborts the replies and drops them. Another replier can take their exchanges. */
  stop(): void;
}

/** One exchange that a replier has taken. */
interface Work {
  readonly signal: AbortSignal;
  /** Present once `onAskBack` has returned. It stays until the store has it. */
  reply?: { readonly text: string | undefined };
}

/** Creates a function that creates the repliers of a broker. They take each exchange once. */
export function createRepliers({
  requests,
  owner,
  replyMs,
  onError,
}: ReplierOptions): (onAskBack: OnAskBack) => Replier {
  /** By instance and key. */
  const taken = new Map<string, Work>();

  return (onAskBack) => {
    const controller = new AbortController();
    const { signal } = controller;

    async function write(requestId: string, key: string, id: string, work: Work): Promise<void> {
      if (signal.aborted || !work.reply) return;
      // If the store fails, the next read of the request tries again.
      await requests.endExchange(requestId, key, owner, work.reply.text);
      if (taken.get(id) === work) taken.delete(id);
    }

    async function reply(stored: StoredRequest, key: string, id: string): Promise<void> {
      const { requestId } = stored.request;
      const work: Work = { signal };
      taken.set(id, work);
      let isOurs = false;
      try {
        isOurs = await requests.takeExchange(requestId, key, owner);
      } finally {
        if (!isOurs && taken.get(id) === work) taken.delete(id);
      }
      const exchange = requests.exchanges(stored).find((one) => one.key === key);
      if (!isOurs || !exchange || signal.aborted) return;
      const { replier: _, ...asked } = exchange;
      const own = new AbortController();
      const stop = () => own.abort(signal.reason);
      signal.addEventListener('abort', stop);
      const tooLate = () => own.abort(new Error(`\`onAskBack\` has not replied within ${replyMs} ms.`));
      const cancel = after(replyMs, tooLate, { quiet: true });
      let text: unknown;
      try {
        text = await unlessAborted((async () => onAskBack(asked, { signal: own.signal }))(), own.signal);
      } catch (error) {
        if (!signal.aborted) onError(error);
      } finally {
        cancel();
        signal.removeEventListener('abort', stop);
      }
      work.reply = { text: isText(text) && !isBlank(text) ? text : undefined };
      await write(requestId, key, id, work);
    }

    return {
      look(stored) {
        if (signal.aborted) return;
        for (const { key, status } of requests.exchanges(stored)) {
          if (status !== 'waiting') continue;
          const id = `${stored.instanceId} ${key}`;
          const work = taken.get(id);
          if (work && work.signal !== signal) continue;
          (work ? write(stored.request.requestId, key, id, work) : reply(stored, key, id)).catch(onError);
        }
      },
      stop() {
        controller.abort();
        for (const [id, work] of taken) if (work.signal === signal) taken.delete(id);
      },
    };
  };
}
