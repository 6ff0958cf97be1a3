import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { AskUserError, subAgentError } from '../errors.js';
import { createMemoryStore } from '../store/memory.js';
import type { AskedRequest, StoredRequest } from '../store/types.js';
import type { AskOptions } from '../types.js';
import { createBoard } from './board.js';
import { checkReplies } from './check-replies.js';
import type { AskUserBroker, BrokerOptions, EndOptions, Outcome, PendingRequest } from './types.js';
import { createWaiters, type Waiter } from './waiters.js';

const LEASE_MS = 30_000;
/** What `parseRequest` calls a request that nobody has named. */
const UNNAMED = 'ask-user';

/** Why a signal was aborted, where somebody said so. */
function reasonOf({ reason }: AbortSignal): string | undefined {
  if (typeof reason === 'string') return reason;
  return reason instanceof Error && reason.name !== 'AbortError' ? reason.message : undefined;
}

const isSame = (a: AskedRequest, b: AskedRequest): boolean =>
  a.conversationId === b.conversationId && JSON.stringify(a.request.questions) === JSON.stringify(b.request.questions);

const duplicate = (requestId: string) =>
  new AskUserError(
    'duplicate_request',
    `The id "${requestId}" belongs to another question, or to another conversation, so nobody was asked. Give each question an id of its own, or none.`,
  );

/** Why a request did not end: its state, unless this very delivery has ended it before. */
function refusal(stored: StoredRequest | undefined, key: string | undefined): Outcome {
  if (!stored) return { ok: false, code: 'unknown' };
  if (stored.state !== 'settled') return { ok: false, code: 'orphaned' };
  return key !== undefined && stored.settlement?.key === key ? { ok: true } : { ok: false, code: 'already_resolved' };
}

const withReason = <Status extends 'cancelled' | 'declined' | 'aborted' | 'superseded'>(
  status: Status,
  reason: string | undefined,
) => ({ status, ...(reason !== undefined && { reason }) });

/**
 * The place where questions wait for a person: agents `ask`, clients `answer`, everybody who subscribes is told.
 *
 * @example
 * const broker = createAskUserBroker();
 * const tool = createAskUserTool({ tool: askUserTool, broker });
 */
export function createAskUserBroker(options: BrokerOptions = {}): AskUserBroker {
  const { store = createMemoryStore(), now = Date.now, leaseMs = LEASE_MS } = options;
  const { nextId = () => crypto.randomUUID(), onError = console.error } = options;
  const waiters = createWaiters();
  let isClosed = false;
  let beat: ReturnType<typeof setInterval> | undefined;

  const board = createBoard({
    store,
    now,
    waiting: () => waiters.all().map(({ conversationId }) => conversationId),
    onSettled: ({ request, settlement }) => {
      for (const waiter of waiters.of(request.requestId)) waiter.resolve(settlement!.result);
    },
    onError,
  });

  /** The one way a request ends. */
  async function finish(
    requestId: string,
    result: AskUserResult,
    { by, key }: EndOptions = {},
    from?: { orphaned: boolean },
  ): Promise<Outcome> {
    const settlement = { result, ...(by !== undefined && { by }), ...(key !== undefined && { key }), settledAt: now() };
    const ended = await store.settle(requestId, settlement, from);
    await board.refresh(requestId);
    return ended ? { ok: true } : refusal(await store.get(requestId), key);
  }

  /** Says that this process is still there, and sees what was not told. */
  async function renew(): Promise<void> {
    await store.touch(waiters.ids(), leaseMs);
    await board.reconcile();
  }

  function keepAlive(): void {
    if (!store.durable || isClosed) return;
    beat ??= setInterval(() => void renew().catch(onError), leaseMs / 3);
    (beat as { unref?: () => void }).unref?.();
  }

  /** Keeps the request, or finds the same one that is kept already. */
  async function open(asked: AskedRequest): Promise<StoredRequest | undefined> {
    let there: StoredRequest | undefined;
    try {
      there = await store.open(asked, leaseMs);
      if (there && there.state !== 'settled' && isSame(there, asked))
        await store.touch([asked.request.requestId], leaseMs);
    } catch (cause) {
      throw new AskUserError(
        'store_failed',
        'The question could not be kept, so nobody was asked. Try again later.',
        [],
        {
          cause,
        },
      );
    }
    if (there && !isSame(there, asked)) throw duplicate(asked.request.requestId);
    return there;
  }

  /** Waits until the request has ended, or this `ask` has to. */
  function wait(requestId: string, { conversationId, signal, timeoutMs }: AskOptions): Promise<AskUserResult> {
    return new Promise((resolve, reject) => {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const done = () => {
        waiters.delete(waiter);
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      };
      const waiter: Waiter = {
        requestId,
        conversationId,
        resolve: (result) => (done(), resolve(result)),
        reject: (error) => (done(), reject(error)),
      };
      /** This `ask` is over; so is the request, unless another one waits for it. */
      const leave = (result: AskUserResult) => {
        if (waiters.of(requestId).length > 1) return waiter.resolve(result);
        return finish(requestId, result).catch((error: unknown) => {
          onError(error);
          waiter.resolve(result);
        });
      };
      const onAbort = () => void leave(withReason('aborted', reasonOf(signal!)));
      waiters.add(waiter);
      if (timeoutMs !== undefined) timer = setTimeout(() => void leave({ status: 'timedOut' }), timeoutMs);
      if (signal?.aborted) onAbort();
      else signal?.addEventListener('abort', onAbort, { once: true });
      board.refresh(requestId).catch(onError);
      keepAlive();
    });
  }

  const pending: AskUserBroker['pending'] = async (conversationId) => {
    const ids = typeof conversationId === 'string' ? [conversationId] : conversationId;
    const listed = await store.list(ids);
    return listed.filter(({ state }) => state !== 'settled') as readonly PendingRequest[];
  };

  return {
    async ask(request: AskUserRequest, askOptions) {
      const { conversationId, agent, signal, allowSkip, allowDecline } = askOptions;
      if (agent?.parentId !== undefined) throw subAgentError();
      if (isClosed)
        throw new AskUserError('closed', 'The host is shutting down, so nobody was asked. Try again later.');
      if (signal?.aborted) return withReason('aborted', reasonOf(signal));
      const requestId = [UNNAMED, ''].includes(request.requestId) ? nextId() : request.requestId;
      const asker = request.asker ?? agent?.name;
      const asked: AskedRequest = {
        request: { ...request, requestId, ...(asker !== undefined && { asker }) },
        conversationId,
        askedAt: now(),
        ...(agent && { agent }),
        ...(allowSkip && { allowSkip }),
        ...(allowDecline && { allowDecline }),
      };
      const there = await open(asked);
      return there?.settlement?.result ?? wait(requestId, askOptions);
    },
    pending,
    get: (requestId) => store.get(requestId),
    async answer(requestId, replies, endOptions) {
      const stored = await store.get(requestId);
      if (stored?.state !== 'awaiting_user_response') return refusal(stored, endOptions?.key);
      const built = checkReplies(stored.request, replies, stored);
      if (!built.ok) return { ok: false, code: 'invalid', issues: built.issues };
      return finish(requestId, { status: 'answered', answers: built.value }, endOptions);
    },
    cancel: (requestId, endOptions) => finish(requestId, withReason('cancelled', endOptions?.reason), endOptions),
    decline: (requestId, endOptions) => finish(requestId, withReason('declined', endOptions?.reason), endOptions),
    async supersede(conversationId, reason) {
      const open = await pending(conversationId);
      const ended = await Promise.all(
        open.map(async ({ request: { requestId } }) => {
          const { ok } = await finish(requestId, withReason('superseded', reason), {}, { orphaned: true });
          return ok ? [requestId] : [];
        }),
      );
      return { ok: true, requestIds: ended.flat() };
    },
    subscribe(listener, subscribeOptions) {
      keepAlive();
      return board.subscribe(listener, subscribeOptions);
    },
    async close() {
      if (isClosed) return;
      isClosed = true;
      clearInterval(beat);
      if (store.durable) {
        const message = 'The host is shutting down. The question stays open: ask again with the same id.';
        for (const waiter of waiters.all()) waiter.reject(new AskUserError('closed', message));
      } else {
        const aborted = { status: 'aborted', reason: 'The host was shut down.' } as const;
        await Promise.all(waiters.ids().map((requestId) => finish(requestId, aborted)));
      }
      board.close();
    },
  };
}
