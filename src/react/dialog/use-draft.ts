import { type RefObject, useCallback, useState } from 'react';
import { isBlank } from '../../core/guards.js';
import { allowsNotes } from '../../core/answer/constraints.js';
import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import type { AskUserState, Draft } from '../../core/flow/types.js';
import type { QuestionContextValue } from './context.js';
import type { Filter } from '../keys/shown-options.js';
import { useHasId } from './id-set.js';
import { answerIssueText } from '../../messages/issue-text.js';
import { useFlowState, useFlowValue } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';

/**
 * Reads one value of a question's draft or of the flow state. With `only`, subscribes to fewer changes, see
 * `useFlowValue`.
 */
export const useDraft = <T>(
  { store, question, index }: QuestionContextValue,
  select: (draft: Draft, state: AskUserState) => T,
  only?: 'selection' | null,
): T =>
  useFlowValue(
    store,
    (state) => select(state.drafts[index] ?? EMPTY_DRAFT, state),
    only === null ? null : question.id,
    only ?? undefined,
  );

/**
 * Reads one value of a question's filter and, unless `only` is `null`, of its selection. `filter` returns the filter
 * that the user has typed.
 */
export function useFiltered<T>(
  { store, question, index, engine: { filters } }: QuestionContextValue,
  select: (draft: Draft, filter: () => Filter | undefined) => T,
  only: 'selection' | null = 'selection',
): T {
  const { id } = question;
  const subscribe = useCallback(
    (listener: () => void) => filters.subscribe(listener, only && id, only ?? undefined),
    [filters, id, only],
  );
  return useFlowState(store, ({ drafts }) => select(drafts[index] ?? EMPTY_DRAFT, () => filters.get(id)), subscribe);
}

/** Returns the question's current custom text. Does not subscribe to it. */
export const customOf = ({ store, index }: QuestionContextValue): string =>
  (store.getState().drafts[index] ?? EMPTY_DRAFT).custom;

/** Whether the question was marked because its answer is missing or invalid. */
export const useMissing = (ask: QuestionContextValue): boolean =>
  useFlowValue(ask.store, ({ missing }) => missing.includes(ask.index));

/** Whether the answer can have notes now. Subscribes to the selection only if that depends on it. */
export const useAllowsNotes = (ask: QuestionContextValue): boolean => {
  const depends = typeof ask.question.constraints?.allowNotes === 'string';
  return useDraft(ask, (draft) => allowsNotes(ask.question, draft), depends ? 'selection' : null);
};

/** Whether the notes field is shown, if the answer can have notes: there are notes, or the user opened the field. */
export const useNotesOpen = (ask: QuestionContextValue): boolean => {
  const hasNotes = useDraft(ask, ({ notes }) => !isBlank(notes));
  return useHasId(ask.openedNotes, ask.question.id) || hasNotes;
};

/** Returns the error text of a marked question, or `undefined` if the question is not marked. */
export const useAnswerIssueText = (ask: QuestionContextValue): string | undefined =>
  useDraft(ask, (draft, state) =>
    state.missing.includes(ask.index) ? answerIssueText(ask.messages, ask.question, draft) : undefined,
  );

/**
 * Keeps a text area equal to the question's custom text without rendering it for each key press.
 *
 * @returns The element's `defaultValue`, and a function to call after each input. It resets the element if the host
 * refused the text, because a refused change notifies no subscriber.
 */
export function useEnteredText(
  ask: QuestionContextValue,
  element: RefObject<HTMLTextAreaElement | null>,
): [first: string, update: () => void] {
  const { store, intents, question } = ask;
  const [first] = useState(() => customOf(ask));
  const update = () => {
    const { current } = element;
    // An assignment moves the caret and clears the browser's undo history.
    if (current && current.value !== customOf(ask)) current.value = customOf(ask);
  };
  useIsomorphicLayoutEffect(() => {
    const { value = first } = element.current ?? {};
    // The user typed into server-rendered HTML before hydration.
    if (value !== first && customOf(ask) === first) intents.setCustom(question.id, value);
    // Run once: after hydration, the store has the text.
    // oxlint-disable-next-line react/exhaustive-deps
  }, []);
  useIsomorphicLayoutEffect(() => {
    update();
    return store.subscribe(update, question.id);
  });
  return [first, update];
}
