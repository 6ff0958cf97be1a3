import { EMPTY_DRAFT } from '../../core/flow/state.js';
import type { AskUserState, Draft } from '../../core/flow/types.js';
import type { QuestionContextValue } from '../dialog/context.js';
import { answerIssueText } from '../text/issue-text.js';
import { useFlowValue } from './use-flow-value.js';

/**
 * Reads one value of a question's draft, or of the flow if it concerns the question. With `only: 'selection'`, typing
 * does not evaluate `select`. With `null`, no change of a draft does.
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

/** Returns the question's current custom text, for effects and event handlers. */
export const customOf = ({ store, index }: QuestionContextValue): string =>
  (store.getState().drafts[index] ?? EMPTY_DRAFT).custom;

/** Whether the question was marked because its answer is missing or invalid. */
export const useMissing = (ask: QuestionContextValue): boolean =>
  useFlowValue(ask.store, ({ missing }) => missing.includes(ask.index));

/** Returns the error of a question that was marked because its answer is missing or invalid. */
export const useAnswerIssueText = (ask: QuestionContextValue): string | undefined =>
  useDraft(ask, (draft, state) =>
    state.missing.includes(ask.index) ? answerIssueText(ask.messages, ask.question, draft) : undefined,
  );
