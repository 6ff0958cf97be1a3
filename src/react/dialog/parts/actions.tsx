'use client';
import { forwardRef } from 'react';
import { primaryAction } from '../../../core/flow/selectors.js';
import { primaryLabel } from '../../../messages/labels.js';
import { part } from '../anatomy.js';
import { QuestionContext, useAsk, useQuestionValue } from '../context.js';
import { useHasId } from '../id-set.js';
import { useFlowValue } from '../../flow/use-flow-value.js';
import { ActionButton, type AskUserButtonProps } from './button.js';
import { Discuss } from './optional-actions.js';
import { KeyHints } from './key-hints.js';
import { QuestionActions } from './question-actions.js';
import { MoreComing } from './skeleton.js';
import { Slot, type SlotProps } from '../../radix/slot.js';

/** Props of `AskUser.Actions`. */
export interface AskUserActionsProps extends SlotProps<'div'> {}

/** Renders a `<div>` with the card's buttons and key hints. Place it inside `AskUser.Card`. */
export const Actions = forwardRef<HTMLDivElement, AskUserActionsProps>(function Actions(
  { asChild, children, ...props },
  ref,
) {
  const Element = (asChild ? Slot : 'div') as 'div';
  const { store, ids } = useAsk();
  const isStreaming = useFlowValue(store, ({ streaming, drafts }) => streaming && drafts.length > 0);
  return (
    <Element {...part('actions', props)} ref={ref}>
      {children ?? (
        <>
          <Tray />
          {isStreaming ? <MoreComing /> : <KeyHints />}
          <Cancel />
          <Decline />
          <Discuss />
          <Back />
          <Submit {...(isStreaming && { 'aria-describedby': ids('skeleton') })} />
        </>
      )}
    </Element>
  );
});

/** The quiet buttons of the shown question. */
function Tray() {
  const { store, ownActions } = useAsk();
  const ask = useQuestionValue(useFlowValue(store, (state) => state.active));
  const isElsewhere = useHasId(ownActions, ask?.question.id);
  return (
    <div {...part('tray')}>
      {ask && !isElsewhere && (
        <QuestionContext.Provider value={ask}>
          <QuestionActions />
        </QuestionContext.Provider>
      )}
    </div>
  );
}

/**
 * Renders a `<button>` that cancels the request, after a confirmation if `confirmCancel` requires one. Place it inside
 * `AskUser.Card`.
 */
export const Cancel = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Cancel(props, ref) {
  const { engine, messages } = useAsk();
  return (
    <ActionButton variant="quiet" act={() => engine.press('cancel')} {...props} ref={ref}>
      {props.children ?? messages.cancel}
    </ActionButton>
  );
});

/**
 * Renders a `<button>` that declines the request, after a confirmation if `confirmCancel` requires one. Renders `null`
 * unless the host sets `allow.decline`. Place it inside `AskUser.Card`.
 */
export const Decline = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Decline(props, ref) {
  const { store, engine, messages } = useAsk();
  const allowed = useFlowValue(store, (state) => state.options.allow.decline);
  if (!allowed) return null;
  return (
    <ActionButton variant="quiet" act={() => engine.press('decline')} {...props} ref={ref}>
      {props.children ?? messages.decline}
    </ActionButton>
  );
});

/**
 * Renders a `<button>` that goes to the previous question, or `null` on the first one. Place it inside `AskUser.Card`.
 */
export const Back = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Back(props, ref) {
  const { store, engine, messages } = useAsk();
  const first = useFlowValue(store, (state) => state.active === 0);
  if (first) return null;
  return (
    <ActionButton variant="secondary" act={() => engine.press('back')} {...props} ref={ref}>
      {props.children ?? messages.back}
    </ActionButton>
  );
});

/**
 * Renders the primary `<button>`: Next, Review, Submit, or Try again. During a delivery, its text is "Sending…".
 * While the questions are streaming, it does not submit. Place it inside `AskUser.Card`.
 */
export const Submit = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Submit(props, ref) {
  const { store, engine, messages } = useAsk();
  const label = useFlowValue(store, (state) => primaryLabel(state, messages));
  const isBlocked = useFlowValue(store, (state) => state.streaming && primaryAction(state) === 'submit');
  return (
    <ActionButton
      variant="primary"
      isOff={isBlocked}
      act={({ detail }) => engine.press('primary', detail)}
      {...props}
      ref={ref}
    >
      {props.children ?? label}
    </ActionButton>
  );
});
