import { isBlank, isText } from '../guards.js';
import { askBackRules } from './ask-back.js';
import type { AskUserStore } from './store.js';
import type { AskBackRules, Exchange, OnAskBack } from './types.js';

const waitingIn = ({ getState }: AskUserStore): Exchange[] =>
  getState().drafts.flatMap(({ exchanges = [] }) => exchanges.filter(({ status }) => status === 'waiting'));

/** Connection of a store to a host that replies. */
export interface AskBackConnection {
  /** Shows what the host knows of exchanges, such as those of another client. Does not call `onAskBack` for them. */
  takeOver(exchanges: readonly Exchange[]): void;
  /** Ends the connection: aborts the signal, and what waits has failed. */
  stop(): void;
}

/** Lets the user ask about the questions of a store, and gets each reply from `onAskBack`. Sets the option `askBack`. */
export function connectAskBack(store: AskUserStore, onAskBack: OnAskBack): AskBackConnection {
  const { dispatch, getState } = store;
  const controller = new AbortController();
  const { signal } = controller;
  /** Keys of the exchanges for which `onAskBack` is running. It knows their end first. */
  const underWay = new Set<string>();
  const offer = (askBack?: AskBackRules) =>
    dispatch({ type: 'setOptions', options: { ...getState().options, askBack } });

  async function ask(exchange: Exchange): Promise<void> {
    const { key } = exchange;
    let reply: unknown;
    let cause: unknown;
    underWay.add(key);
    try {
      reply = await onAskBack(exchange, { signal });
    } catch (reason) {
      cause = reason;
    }
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
