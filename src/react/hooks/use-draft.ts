import { EMPTY_DRAFT } from '../../core/flow/state.js';
import type { AskUserState, Draft } from '../../core/flow/types.js';
import type { QuestionContextValue } from '../context.js';
import { problemText } from '../problem-text.js';
import { FLOW, useFlowValue } from './use-flow-value.js';

/**
 * Reads one value of a question's draft, or of the flow as far as it concerns the question. `only` names what the value
 * depends on, so that a key in a text evaluates nothing else.
 */
export const useDraft = <T>(
  { store, question, index }: QuestionContextValue,
  select: (draft: Draft, state: AskUserState) => T,
  only?: 'selection' | 'flow',
): T =>
  useFlowValue(
    store,
    (state) => select(state.drafts[index] ?? EMPTY_DRAFT, state),
    only === 'flow' ? FLOW : question.id,
    only === 'selection' ? only : undefined,
  );

/** The question's custom text as it is now, for effects and events. */
export const customOf = ({ store, index }: QuestionContextValue): string =>
  (store.getState().drafts[index] ?? EMPTY_DRAFT).custom;

/** The question's answer was found missing, or against a rule. */
export const useMissing = (ask: QuestionContextValue): boolean =>
  useDraft(ask, (_, state) => state.missing.includes(ask.index), 'flow');

/** What stands against the question's answer, once that was found; `undefined` before. */
export const useProblem = (ask: QuestionContextValue): string | undefined =>
  useDraft(ask, (draft, state) =>
    state.missing.includes(ask.index) ? problemText(ask.messages, ask.question, draft) : undefined,
  );
