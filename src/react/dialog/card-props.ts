import type { ComponentPropsWithoutRef } from 'react';
import type { AskUserRootProps } from './parts/root.js';

/**
 * Props of a ready-made dialog for the element of its card. `onInvalid`, the event of a form's field, never reaches it,
 * and would pass for `onError`.
 */
export type CardElementProps = Omit<
  ComponentPropsWithoutRef<'div'>,
  'children' | 'dir' | 'onInvalid' | keyof AskUserRootProps
>;

/** Names of the props of `AskUser.Root`. */
const OF_ROOT: readonly string[] = [
  'questions',
  'request',
  'input',
  'dialect',
  'requestId',
  'asker',
  'streaming',
  'result',
  'onSubmit',
  'onCancel',
  'onError',
  'onAskBack',
  'exchanges',
  'onLateAnswers',
  'softLimit',
  'confirmCancel',
  'allow',
  'stateReducer',
  'onEvent',
  'messages',
  'headingLevel',
  'shortcuts',
  'dir',
  'round',
  'presentation',
  'collapsed',
  'defaultCollapsed',
  'onCollapsedChange',
  'draftStorage',
  'conversationId',
  'autoFocus',
  'focusShortcut',
  'composerRef',
  'advanceOnChoose',
  'returnFocusTo',
  'renderPreview',
  'renderText',
] satisfies (keyof AskUserRootProps)[];

export const cardProps = (props: Omit<AskUserRootProps, 'children'> & CardElementProps): CardElementProps =>
  Object.fromEntries(Object.entries(props).filter(([name]) => !OF_ROOT.includes(name)));

/** Options for `focus()` of a dialog's card. */
export interface CardFocusOptions extends FocusOptions {
  /**
   * Whether the user has just asked for the card, by a link or a key of your app. Focus then moves to the question
   * instead of the card's title, and keys are not ignored for 500 ms.
   *
   * @default false
   */
  byUser?: boolean | undefined;
}

/** Element of a dialog's card, as a `ref` receives it. */
export interface AskUserCardElement extends HTMLDivElement {
  /**
   * Moves focus into the card. Unless `byUser` is set, digits, Enter and Space then select and submit nothing for 500
   * ms, because the user may have meant them for another element.
   */
  focus(options?: CardFocusOptions): void;
}
