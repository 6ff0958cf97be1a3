import { isBlank, isText } from '../guards.js';
import { unlessAborted } from '../unless-aborted.js';
import { askBackRules } from './ask-back.js';
import type { AskUserStore } from './store.js';
import type { AskBackRules, Exchange, OnAskBack } from './types.js';

/** Milliseconds in which a host has to reply. */
export const REPLY_MS = 300_000;

const waitingIn = ({ getState }: AskUserStore): Exchange[] =>
  getState().drafts.flatMap(({ exchanges = [] }) => exchanges.filter(({ status }) => status === 'waiting'));

/** Connection of a store to a host that replies. */
export interface AskBackConnection {
  /** Shows what the host knows of exchanges, such as those of another client. Does not call `onAskBack` for them. */
  takeOver(exchanges: readonly Exchange[]): void;
  /** Ends the connection: aborts the signal, and what waits has failed. */
  stop(): void;
}

/**
 * Lets the user ask about the questions of a store, and gets each reply from `onAskBack`. Sets the option `askBack`. If
 * there is no reply within five minutes, the exchange has failed, unless the host then knows it as one that waits.
 */
export function connectAskBack(store: AskUserStore, onAskBack: OnAskBack): AskBackConnection {
  const { dispatch, getState } = store;
  const controller = new AbortController();
  const { signal } = controller;
  /** Keys of the exchanges for which `onAskBack` is running. It knows their end first. */
  const underWay = new Set<string>();
  let hosted: readonly Exchange[] = [];
  const offer = (askBack?: AskBackRules) =>
    dispatch({ type: 'setOptions', options: { ...getState().options, askBack } });

  async function ask(exchange: Exchange): Promise<void> {
    const { key } = exchange;
    let reply: unknown;
    let cause: unknown;
    const own = new AbortController();
    const stop = () => own.abort(signal.reason);
    signal.addEventListener('abort', stop);
    const timer = setTimeout(() => {
      const isHosted = hosted.some((one) => one.key === key && one.status === 'waiting');
      if (!isHosted) own.abort(new Error(`\`onAskBack\` has not replied within ${REPLY_MS} ms.`));
    }, REPLY_MS);
    underWay.add(key);
    try {
      reply = await unlessAborted((async () => onAskBack(exchange, { signal: own.signal }))(), own.signal);
    } catch (reason) {
      cause = reason;
    }
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
    underWay.delete(key);
    dispatch(
      isText(reply) && !isBlank(reply) ? { type: 'askBackReplied', key, reply } : { type: 'askBackFailed', key, cause },
    );
  }

  offer(askBackRules);
  let before = waitingIn(store);
  const unsubscribe = store.subscribe(() => {
    if (getState().phase === 'settled') return controller.abort();
    const now = waitingIn(store);
    const begun = now.filter(({ key }) => !before.some((one) => one.key === key));
    before = now;
    for (const exchange of begun) void ask(exchange);
  });
  return {
    takeOver(exchanges) {
      hosted = exchanges;
      const known = exchanges.filter(({ key, reply }) => reply !== undefined || !underWay.has(key));
      // The host has these already.
      before = [...before, ...known.filter(({ status }) => status === 'waiting')];
      dispatch({ type: 'exchanges', exchanges: known });
      before = waitingIn(store);
    },
    stop() {
      unsubscribe();
      controller.abort();
      for (const { key } of waitingIn(store)) dispatch({ type: 'askBackFailed', key });
      offer();
    },
  };
}
