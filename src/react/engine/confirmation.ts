import type { ComponentPropsWithoutRef, DialogHTMLAttributes, RefCallback, SyntheticEvent } from 'react';
import { longAnswers, touchedCount } from '../../core/flow/selectors.js';
import type { AskUserState } from '../../core/flow/types.js';
import { enConfirm } from '../../messages/en-first.js';
import type { AskUserMessagesInput } from '../../messages/types.js';
import { isConfirming } from '../keys/route.js';
import type { Engine } from './engine.js';
import { buttonProps, mergeProps } from './props.js';

type ButtonProps = ComponentPropsWithoutRef<'button'>;

/** Confirmation that waits for the user. Render it in the element of `getRootProps`, or instead of that element. */
export interface AskUserConfirmation {
  /** Question to the user, in the language of `messages`, such as "Discard 2 answers?". */
  title: string;
  /**
   * Returns props for the element around the confirmation, named by `title`. A `<dialog>` becomes modal. Focus moves to
   * the button of `getDismissProps`, and back when the confirmation closes, or to the question if the element that had
   * focus is gone. Escape closes it.
   */
  getDialogProps: (
    props?: DialogHTMLAttributes<HTMLElement>,
  ) => DialogHTMLAttributes<HTMLElement> & { ref: RefCallback<HTMLElement> };
  /** Returns props for a `<button>` that returns to the questions. */
  getDismissProps: (props?: ButtonProps) => ButtonProps;
  /** Returns props for a `<button>` that does what the user was asked about. */
  getConfirmProps: (props?: ButtonProps) => ButtonProps;
}

/** Returns the title of the confirmation of this state, or `undefined` if nothing waits for one. */
export function confirmationTitle(state: AskUserState, messages: AskUserMessagesInput = {}): string | undefined {
  const { phase, result } = state;
  if (!isConfirming(phase)) return undefined;
  if (phase === 'confirmingLongAnswer')
    return (messages.longTitle ?? enConfirm.longTitle)(longAnswers(state).map(({ length }) => length));
  if (result?.status === 'declined' && result.discuss) return messages.discuss ?? enConfirm.discuss;
  return (messages.discardTitle ?? enConfirm.discardTitle)(touchedCount(state));
}

export const createConfirmation = (
  engine: Engine,
  title: string,
  dialog: { readonly ref: RefCallback<HTMLElement> } & DialogHTMLAttributes<HTMLElement>,
): AskUserConfirmation => ({
  title,
  getDialogProps: (props = {}) => ({
    role: 'dialog',
    'aria-label': title,
    ...mergeProps(
      {
        ...dialog,
        // A phone's Back button closes a `<dialog>`. A `close` event of an earlier opening may arrive late.
        onClose(event: SyntheticEvent<HTMLElement>) {
          // React would also tell a dialog of the host around it, which may close itself.
          event.stopPropagation();
          if (!event.currentTarget.hasAttribute('open')) engine.press('dismiss');
        },
      },
      props,
    ),
    ref: dialog.ref,
  }),
  getDismissProps: (props = {}) => ({
    id: engine.ids('dismiss'),
    ...mergeProps(buttonProps(engine, 'dismiss', false), props),
  }),
  getConfirmProps: (props = {}) => mergeProps(buttonProps(engine, 'confirm', false), props),
});
