import type { ComponentPropsWithoutRef } from 'react';
import type { AskUserRootProps } from './parts/root.js';

/** Props of a ready-made dialog for the element of its card. */
export type CardElementProps = Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'dir' | keyof AskUserRootProps>;

/** Returns the props for the card's element: all except those of `AskUser.Root`. */
export function cardProps(props: Omit<AskUserRootProps, 'children'> & CardElementProps): CardElementProps {
  const {
    questions,
    input,
    dialect,
    requestId,
    asker,
    streaming,
    result,
    onSubmit,
    onCancel,
    onInvalid,
    softLimit,
    confirmCancel,
    allowSkip,
    allowDecline,
    allowPartial,
    allowDiscuss,
    stateReducer,
    onEvent,
    messages,
    headingLevel,
    shortcuts,
    dir,
    locale,
    presentation,
    collapsed,
    defaultCollapsed,
    onCollapsedChange,
    draftStorage,
    autoFocus,
    focusShortcut,
    composerRef,
    advanceOnChoose,
    returnFocusTo,
    renderPreview,
    renderText,
    ...element
  } = props;
  return element;
}
