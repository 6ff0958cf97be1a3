import { EMPTY_DRAFT } from '../../core/flow/state.js';
import type { AskUserState, Draft } from '../../core/flow/types.js';
import type { QuestionContextValue } from '../context.js';
import { problemText } from '../problem-text.js';
import { useFlowValue } from './use-flow-value.js';

/**
 * Reads one value of a question's draft, or of the flow as far as it concerns the question. With `only`, a key in a text
 * does not evaluate it: it depends on what is selected, or (`null`) on no draft at all.
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

/** The question's custom text as it is now, for effects and events. */
export const customOf = ({ store, index }: QuestionContextValue): string =>
  (store.getState().drafts[index] ?? EMPTY_DRAFT).custom;

/** The question's answer was found missing, or against a rule. */
export const useMissing = (ask: QuestionContextValue): boolean =>
  useFlowValue(ask.store, ({ missing }) => missing.includes(ask.index));

/** What stands against the question's answer, once that was found; `undefined` before. */
export const useProblem = (ask: QuestionContextValue): string | undefined =>
  useDraft(ask, (draft, state) =>
    state.missing.includes(ask.index) ? problemText(ask.messages, ask.question, draft) : undefined,
  );
