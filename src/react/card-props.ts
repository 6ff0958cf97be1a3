import type { ComponentPropsWithoutRef } from 'react';
import type { AskUserRootProps } from './parts/root.js';

/** What a ready-made dialog takes for the element of its card. */
export type CardElementProps = Omit<ComponentPropsWithoutRef<'div'>, 'children' | 'dir' | keyof AskUserRootProps>;

/** The props without what `AskUser.Root` takes: what is the element's. */
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
