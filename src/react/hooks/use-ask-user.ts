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
import { createIds, type Ids } from '../ids.js';
import { focusKind } from '../keys/focus-kind.js';
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

const element = (value: EventTarget): Element | undefined =>
  typeof Element !== 'undefined' && value instanceof Element ? value : undefined;

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
  const composition = useMemo(createComposition, []);
  const pending = useRef<{ root: Element; id: string } | null>(null);

  useEffect(() => {
    const { root, id } = pending.current ?? {};
    pending.current = null;
    if (id) root?.querySelector<HTMLElement>(`[id="${id}"]`)?.focus();
  });

  const proceed = () => (primaryAction(state) === 'submit' ? intents.submit() : intents.next());

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = element(event.target);
    const root = event.currentTarget;
    if (!target || !root.contains(target) || composition.owns(event.nativeEvent)) return;
    const focus = focusKind(target);
    const value = target.getAttribute('value');
    const option: OptionRef = value === 'other' ? value : Number(value);
    const question = activeQuestion(state);
    const intent = route(event.nativeEvent, {
      phase: state.phase,
      focus,
      ...(focus === 'option' && { option }),
      question,
      draft: state.drafts[state.active],
      rtl: false,
      armed: true,
      walking: true,
      coarse: matchMedia('(pointer: coarse)').matches,
      shortcuts: true,
      native: true,
    });
    if (!intent) return;
    if (intent.do !== 'release') event.preventDefault();
    const go = (id: string) => {
      pending.current = { root, id };
    };
    switch (intent.do) {
      case 'choose':
        if (!question) return;
        go(intent.option === 'other' ? ids.field(state.active) : ids.control(state.active, intent.option));
        return (question.multiSelect ? intents.toggleOption : intents.selectOption)(question.id, intent.option);
      case 'move':
        if (!question) return;
        go(ids.control(state.active, intent.option));
        return intent.select ? intents.selectOption(question.id, intent.option) : undefined;
      case 'continue':
        if (primaryAction(state) !== 'submit') go(ids.heading(state.active + 1));
        return proceed();
      case 'require':
        return question && store.dispatch({ type: 'requireAnswer', questionId: question.id });
      case 'cancel':
        return intents.cancel();
      case 'dismiss':
        return intents.dismiss();
    }
  };

  const getters = createPropGetters({
    state,
    ids,
    intents,
    proceed,
    onKeyDown,
    onCompositionStart: composition.start,
    onCompositionEnd: (event) => composition.end(event.timeStamp),
  });

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
    primaryAction: primaryAction(state),
  };
}
