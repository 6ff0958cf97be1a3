import type { ChangeEvent, ComponentPropsWithoutRef, DialogHTMLAttributes, RefCallback, SyntheticEvent } from 'react';
import { isDiscussion } from '../../core/flow/is-discussion.js';
import type { AskUserState } from '../../core/flow/types.js';
import { confirmationTexts } from '../../messages/confirmation.js';
import type { AskUserConfirmMessages } from '../../messages/lazy-types.js';
import type { AskUserMessages } from '../../messages/types.js';
import { isConfirming } from '../keys/route.js';
import { textDirection } from '../text/field-props.js';
import type { Engine } from './engine.js';
import { buttonProps, mergeProps } from './props.js';

type ButtonProps = ComponentPropsWithoutRef<'button'>;
type TextareaProps = ComponentPropsWithoutRef<'textarea'>;

/** Confirmation that waits for the user. Render it in the element of `getRootProps`, or instead of that element. */
export interface AskUserConfirmation {
  /** Question to the user, in the language of `messages`, such as "Discard 2 answers?". */
  title: string;
  /** What happens then. `undefined` if the title says that. */
  text: string | undefined;
  /** Label of the button of `getDismissProps`, such as "Keep answering". */
  dismissLabel: string;
  /** Label of the button of `getConfirmProps`, such as "Discard answers". */
  confirmLabel: string;
  /**
   * Returns props for the element around the confirmation, named by `title`. A `<dialog>` becomes modal. Focus moves to
   * the message, if there is one, or to the button of `getDismissProps`, and back when the confirmation closes, or to the question if the element that had
   * focus is gone. Escape closes it.
   */
  getDialogProps: (
    props?: DialogHTMLAttributes<HTMLElement>,
  ) => DialogHTMLAttributes<HTMLElement> & { ref: RefCallback<HTMLElement> };
  /** Returns props for a `<button>` that returns to the questions. */
  getDismissProps: (props?: ButtonProps) => ButtonProps;
  /** Returns props for a `<button>` that does what the user was asked about. */
  getConfirmProps: (props?: ButtonProps) => ButtonProps;
  /**
   * Returns props for the `<textarea>` of the message, before the questions are discussed. Name it with a `<label>`.
   * `undefined` in any other confirmation.
   */
  getMessageProps: ((props?: TextareaProps) => TextareaProps) | undefined;
  /** Does what the user was asked about. */
  confirm: () => void;
  /** Returns to the questions, and keeps everything that was entered. */
  dismiss: () => void;
}

/** Returns the confirmation of this state, or `undefined` if nothing waits for one. */
export function createConfirmation(
  engine: Engine,
  state: AskUserState,
  messages: AskUserMessages & AskUserConfirmMessages,
  dialog: { readonly ref: RefCallback<HTMLElement> } & DialogHTMLAttributes<HTMLElement>,
): AskUserConfirmation | undefined {
  if (!isConfirming(state.phase)) return undefined;
  const { ids, intents } = engine;
  const { confirm, dismiss, setMessage } = intents;
  const { message } = state;
  const { title, text, dismiss: dismissLabel, confirm: confirmLabel } = confirmationTexts(state, messages);
  return {
    title,
    text,
    dismissLabel,
    confirmLabel,
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
      id: ids('dismiss'),
      ...mergeProps(buttonProps(engine, 'dismiss', false), props),
    }),
    getConfirmProps: (props = {}) => mergeProps(buttonProps(engine, 'confirm', false), props),
    getMessageProps: isDiscussion(state.result)
      ? (props = {}) => {
          const onChange = ({ target }: ChangeEvent<HTMLTextAreaElement>) => setMessage(target.value);
          // Detach from an ancestor `<form>`.
          const ours = { id: ids('discuss'), dir: textDirection(message), form: '', autoComplete: 'off', onChange };
          return { ...mergeProps(ours, props), value: message };
        }
      : undefined,
    confirm,
    dismiss,
  };
}
