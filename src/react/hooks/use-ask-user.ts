'use client';
import { useEffect, useId, useMemo, useRef, type KeyboardEvent } from 'react';
import type { AnsweredOutput, EndedOutput } from '../../core/answer/output.js';
import {
  activeQuestion,
  answeredCount,
  canSubmit,
  longAnswers,
  missingQuestions,
  primaryAction,
  type LongAnswer,
  type PrimaryAction,
} from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState, OptionRef } from '../../core/flow/types.js';
import type { Question, QuestionInput } from '../../core/question/types.js';
import { createIds, type IdName, type Ids } from '../ids.js';
import { keyContext } from '../keys/key-target.js';
import { createComposition } from '../keys/press.js';
import { route } from '../keys/route.js';
import type { AskUserIntents } from './intents.js';
import { createPropGetters, type AskUserPropGetters } from './prop-getters.js';
import { useFlow, type UseAskUserOptions } from './use-flow.js';
import { useFlowValue } from './use-flow-value.js';

export interface UseAskUserReturn extends AskUserIntents, AskUserPropGetters {
  state: AskUserState;
  /** For scoped subscriptions: `subscribe(listener, questionId)`. */
  store: AskUserStore;
  /** The question shown; `undefined` on Review. */
  activeQuestion: Question | undefined;
  answeredCount: number;
  /** Submitting now would send. */
  canSubmit: boolean;
  /** The questions that are neither answered nor skipped. */
  missing: readonly Question[];
  /** The custom texts that are over the soft limit. */
  longAnswers: readonly LongAnswer[];
  primaryAction: PrimaryAction;
  ids: Ids;
}

/**
 * The flow of an agent's questions without a single element: state, derived values, intents, and prop getters for a
 * UI on native inputs. A new but equal `questions` array changes nothing.
 */
export function useAskUser<A = AnsweredOutput, E = EndedOutput>(
  questions: readonly QuestionInput[],
  options: UseAskUserOptions<A, E> = {},
): UseAskUserReturn {
  const input = useMemo(() => ({ questions }), [questions]);
  // The dialect's types hold between its own two ends; in between, a wire value is only passed on.
  const flow = useFlow(input, options as UseAskUserOptions<unknown, unknown>);
  const { store, intents } = flow;
  const state = useFlowValue(store, (now) => now);
  const prefix = useId();
  const ids = useMemo(() => createIds(prefix), [prefix]);
  const composition = useMemo(() => createComposition(), []);
  const pending = useRef<{ root: Element; id: string } | null>(null);

  const focusPending = () => {
    const { root, id } = pending.current ?? {};
    pending.current = null;
    if (id) root?.querySelector<HTMLElement>(`[id="${id}"]`)?.focus();
  };
  useEffect(focusPending);

  const action = primaryAction(state);
  const proceed = action === 'submit' ? intents.submit : intents.next;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { nativeEvent, target, currentTarget: root } = event;
    if (!(target instanceof Element) || !root.contains(target) || composition.owns(nativeEvent)) return;
    const intent = route(nativeEvent, keyContext(state, target));
    if (!intent) return;
    event.preventDefault();
    event.stopPropagation();
    const { active } = state;
    const question = activeQuestion(state);
    const go = (name: IdName, index: number, option?: OptionRef) => {
      pending.current = { root, id: ids(name, index, option) };
    };
    if (intent.do === 'continue') {
      if (action !== 'submit') go('heading', active + 1);
      proceed();
    } else if (intent.do === 'cancel' || intent.do === 'dismiss') intents[intent.do]();
    else if (question && intent.do === 'require') {
      store.dispatch({ type: 'requireAnswer', questionId: question.id });
    } else if (question && 'option' in intent) {
      const { option } = intent;
      intents.toggleOption(question.id, option);
      if (option === 'other') go('field', active);
      else go('control', active, option);
    }
    // The same choice again draws nothing, and a later drawing must not take the focus.
    if (store.getState() === state) focusPending();
  };

  const getters = createPropGetters({ state, ids, intents, composition, proceed, onKeyDown });

  return {
    ...intents,
    ...getters,
    state,
    store,
    ids,
    activeQuestion: activeQuestion(state),
    answeredCount: answeredCount(state),
    canSubmit: canSubmit(state),
    missing: missingQuestions(state).flatMap((index) => state.request.questions[index] ?? []),
    longAnswers: longAnswers(state),
    primaryAction: action,
  };
}
