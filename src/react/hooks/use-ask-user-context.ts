'use client';
import { useContext, useMemo } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { AskUserContext } from '../context.js';
import type { Ids } from '../ids.js';
import type { AskUserMessages } from '../messages/types.js';
import type { AskUserIntents } from './intents.js';

/** The request that a component inside `AskUser.Root` belongs to. */
export interface UseAskUserContextReturn {
  /**
   * The flow of the request. To render a value of it, subscribe: `useSyncExternalStore(store.subscribe, () => store.getState().phase)`.
   */
  readonly store: AskUserStore;
  /** What the user can do. They act on the flow and leave the focus where it is. */
  readonly intents: AskUserIntents;
  /** The ids of the parts' elements. */
  readonly ids: Ids;
  /** The messages of `Root`, with English for those that it was not given. */
  readonly messages: AskUserMessages;
  readonly dir: 'ltr' | 'rtl' | undefined;
  readonly locale: string | undefined;
}

/**
 * For a component of your own inside `AskUser.Root`: the request's store, intents, ids and messages. The same object until another
 * request comes or one of `Root`'s props changes; what the user enters does not render the component. Throws outside of `AskUser.Root`.
 */
export function useAskUserContext(): UseAskUserContextReturn {
  const value = useContext(AskUserContext);
  if (!value)
    throw new Error(
      'useAskUserContext() was called outside of <AskUser.Root>, so there is no request. Call it in a component inside of it.',
    );
  const { store, intents, ids, messages, dir, locale } = value;
  return useMemo(() => ({ store, intents, ids, messages, dir, locale }), [store, intents, ids, messages, dir, locale]);
}
