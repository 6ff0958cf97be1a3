'use client';
import { Primitive } from '@radix-ui/react-primitive';
import { forwardRef, useCallback, type ComponentPropsWithoutRef } from 'react';
import { primaryAction, retriesNow } from '../../core/flow/selectors.js';
import { part } from '../anatomy.js';
import { useAsk } from '../context.js';
import { useFlowValue } from '../hooks/use-flow-value.js';
import { ActionButton, type AskUserButtonProps } from './button.js';
import { Discuss } from './offers.js';
import { Hints } from './hints.js';
import { MoreComing } from './pending.js';

export interface AskUserActionsProps extends ComponentPropsWithoutRef<typeof Primitive.div> {}

/**
 * The card's buttons, and which keys do the same. Without children, those of the question shown come first.
 * Renders a `<div>`.
 */
export const Actions = forwardRef<HTMLDivElement, AskUserActionsProps>(function Actions({ children, ...props }, ref) {
  const { store, ids, tray } = useAsk();
  const more = useFlowValue(store, ({ streaming, drafts }) => streaming && drafts.length > 0);
  const hold = useCallback(
    (home: HTMLElement | null) => {
      if (tray) home?.append(tray);
    },
    [tray],
  );
  return (
    <Primitive.div {...part('actions')} {...props} ref={ref}>
      {children ?? (
        <>
          <div {...part('tray')} ref={hold} />
          {more ? <MoreComing /> : <Hints />}
          <Cancel />
          <Decline />
          <Discuss />
          <Back />
          <Submit {...(more && { 'aria-describedby': ids('pending') })} />
        </>
      )}
    </Primitive.div>
  );
});

/** Cancels the whole request; asks first where something would be lost. Renders a `<button>`. */
export const Cancel = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Cancel(props, ref) {
  const { intents, messages } = useAsk();
  return (
    <ActionButton variant="quiet" act={() => intents.cancel()} {...props} ref={ref}>
      {props.children ?? messages.cancel}
    </ActionButton>
  );
});

/** Renders a `<button>`, or nothing where the host does not allow declining. */
export const Decline = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Decline(props, ref) {
  const { store, intents, messages } = useAsk();
  const allowed = useFlowValue(store, (state) => state.options.allowDecline);
  if (!allowed) return null;
  return (
    <ActionButton variant="quiet" act={() => intents.decline()} {...props} ref={ref}>
      {props.children ?? messages.decline}
    </ActionButton>
  );
});

/** Renders a `<button>`, or nothing on the first question. */
export const Back = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Back(props, ref) {
  const { store, controls, messages } = useAsk();
  const first = useFlowValue(store, (state) => state.active === 0);
  if (first) return null;
  return (
    <ActionButton variant="secondary" act={controls.back} {...props} ref={ref}>
      {props.children ?? messages.back}
    </ActionButton>
  );
});

/** The primary button: Next, Review, Submit, or Try again after the host did not take the answers. Renders a `<button>`. */
export const Submit = forwardRef<HTMLButtonElement, AskUserButtonProps>(function Submit(props, ref) {
  const { store, controls, messages } = useAsk();
  const action = useFlowValue(store, (state) => (retriesNow(state) ? 'retry' : primaryAction(state)));
  const sending = useFlowValue(store, (state) => state.phase === 'submitting');
  const waits = useFlowValue(store, (state) => state.streaming && primaryAction(state) === 'submit');
  const several = useFlowValue(store, (state) => state.drafts.length > 1);
  const words = {
    next: messages.next,
    review: messages.review,
    submit: several ? messages.submitAll : messages.submit,
    retry: messages.retry,
  };
  return (
    <ActionButton
      variant="primary"
      {...(waits && { 'aria-disabled': true })}
      act={({ detail }) => {
        // The second click of a double click on Review, which was where Submit is now, has reviewed nothing.
        if (action !== 'submit' || !several || detail < 2) controls.proceed();
      }}
      {...props}
      ref={ref}
    >
      {props.children ?? (sending ? messages.sending : words[action])}
    </ActionButton>
  );
});
