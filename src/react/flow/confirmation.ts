import type { ComponentPropsWithoutRef, DialogHTMLAttributes, RefCallback } from 'react';
import { longAnswers, touchedCount } from '../../core/flow/selectors.js';
import type { AskUserState } from '../../core/flow/types.js';
import type { ElementIds } from '../dialog/ids.js';
import type { PendingFocus } from '../focus/pending-focus.js';
import { isConfirming } from '../keys/route.js';
import { enConfirm } from '../../messages/en-confirm.js';
import type { AskUserMessagesInput } from '../../messages/types.js';

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

const isDialog = (element: HTMLElement): element is HTMLDialogElement => 'showModal' in element;

/**
 * Creates the ref of the confirmation's element. It moves focus into the element, and back when it is removed. If the
 * element that had focus is gone, focus moves to the element with the ID that `place` returns.
 */
export function createConfirmationRef(
  ids: ElementIds,
  pending: PendingFocus,
  place: () => string,
): RefCallback<HTMLElement> {
  let dialog: HTMLElement | null = null;
  let before: Element | null = null;
  /** Returns the focused element, or `null` if the page around the confirmation has focus. */
  const focused = (element: HTMLElement) => {
    const { activeElement } = element.getRootNode() as Document | ShadowRoot;
    return activeElement?.contains(element) ? null : activeElement;
  };
  return (element) => {
    if (element) {
      // StrictMode detaches and attaches the ref, while focus is already inside.
      const active = focused(element);
      if (!element.contains(active)) before = active;
      pending.set(element);
      if (isDialog(element)) element.showModal();
      element.querySelector<HTMLElement>(`[id="${ids('dismiss')}"]`)?.focus();
    } else if (dialog) {
      // If React reuses the element, its focused button is already removed.
      const active = focused(dialog);
      if (!active || dialog.contains(active)) pending.returnTo(dialog, before, place());
      // The element is still in the document, so a `<dialog>` can return focus by itself.
      if (isDialog(dialog)) dialog.close();
    }
    dialog = element;
  };
}
