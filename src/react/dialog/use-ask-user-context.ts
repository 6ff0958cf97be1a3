'use client';
import { useContext, useMemo } from 'react';
import type { AskUserStore } from '../../core/flow/store.js';
import { AskUserContext } from './context.js';
import { createActions, type AskUserActions } from '../engine/actions.js';
import type { AskUserMessages } from '../../messages/types.js';

/** Values and actions of the surrounding `AskUser.Root`. */
export interface UseAskUserContextReturn extends AskUserActions {
  /**
   * Flow store of the request. To render one of its values, subscribe with
   * `useSyncExternalStore(store.subscribe, getPhase, getPhase)` and `getPhase = () => store.getState().phase`.
   */
  readonly store: AskUserStore;
  /** Messages of `Root`. `asker` is the asker's name as the card shows it. */
  readonly messages: AskUserMessages;
  /** Text direction of `Root`. */
  readonly dir: 'ltr' | 'rtl' | undefined;
}

/**
 * Returns values and actions of the surrounding `AskUser.Root`, for a component of your app. User input does not
 * re-render the component.
 *
 * @throws {Error} If it is called outside of `AskUser.Root`.
 */
export function useAskUserContext(): UseAskUserContextReturn {
  const value = useContext(AskUserContext);
  if (!value)
    throw new Error(
      'useAskUserContext() was called outside of <AskUser.Root>, so there is no request. Call it in a component inside of it.',
    );
  const { store, intents, messages, dir } = value;
  return useMemo(() => ({ ...createActions(intents, store), store, messages, dir }), [store, intents, messages, dir]);
}
