'use client';
import { useContext, useMemo } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { AskUserContext } from './context.js';
import type { ElementIds } from '../engine/ids.js';
import type { AskUserMessages } from '../../messages/types.js';
import type { AskUserIntents } from '../flow/intents.js';

/** Values of the surrounding `AskUser.Root`. */
export interface UseAskUserContextReturn {
  /**
   * Flow store of the request. To render one of its values, subscribe with
   * `useSyncExternalStore(store.subscribe, getPhase, getPhase)` and `getPhase = () => store.getState().phase`.
   */
  readonly store: AskUserStore;
  /** Actions of the user or the host. */
  readonly intents: AskUserIntents;
  /** Returns the IDs of the parts' elements. */
  readonly ids: ElementIds;
  /** Messages of `Root`. `asker` is the asker's name as the card shows it. */
  readonly messages: AskUserMessages;
  /** Text direction of `Root`. */
  readonly dir: 'ltr' | 'rtl' | undefined;
}

/**
 * Returns values of the surrounding `AskUser.Root`, for a component of your app. User input does not re-render the
 * component.
 *
 * @throws {Error} If it is called outside of `AskUser.Root`.
 */
export function useAskUserContext(): UseAskUserContextReturn {
  const value = useContext(AskUserContext);
  if (!value)
    throw new Error(
      'useAskUserContext() was called outside of <AskUser.Root>, so there is no request. Call it in a component inside of it.',
    );
  const { store, intents, ids, messages, dir } = value;
  return useMemo(() => ({ store, intents, ids, messages, dir }), [store, intents, ids, messages, dir]);
}
