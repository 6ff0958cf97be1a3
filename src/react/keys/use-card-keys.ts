import { useEffect, useMemo, type CompositionEvent, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { AskUserContextValue } from '../dialog/context.js';
import { isElement, keyContext, targetFor } from './key-target.js';
import { createComposition, isCharacter, type KeyEventLike } from './key-events.js';
import { createSecondPress } from './second-press.js';
import { IGNORE, escapeIntent, route, type FocusKind, type KeyIntent } from './route.js';
import { arrowIntent, tabArrowTarget } from './arrow-keys.js';
import { getWrappedTabStop, closeDialog } from '../dialog/use-modal.js';

export interface CardKeyHandlers {
  onKeyDownCapture: (event: KeyboardEvent) => void;
  onCancel: (event: SyntheticEvent) => void;
  onPointerDownCapture: () => void;
  onCompositionStartCapture: () => void;
  onCompositionEndCapture: (event: CompositionEvent) => void;
  onBlurCapture: () => void;
}

interface CardKeys extends CardKeyHandlers {
  /** Handles Escape, unless it was handled before. */
  escape: (event: globalThis.KeyboardEvent, target: Element) => void;
}

/** Enlarged preview, a separate dialog. Its keys are not meant for the questions behind it. */
const LARGER = '[data-ask-user="larger"]';

const isLetter = ({ key, ctrlKey, altKey, metaKey }: KeyEventLike): boolean =>
  /^\p{L}$/u.test(key) && !ctrlKey && !altKey && !metaKey;

function runIntent(intent: KeyIntent, { commands, intents, store, ids, card }: AskUserContextValue): void {
  const { active, request } = store.getState();
  const question = request.questions[active];
  switch (intent.do) {
    case 'choose':
      return commands.choose(active, intent.option);
    case 'move':
      return commands.act(
        () => intent.select && question && intents.selectOption(question.id, intent.option),
        () => ids('control', active, intent.option),
      );
    case 'continue':
      return commands.proceed();
    case 'require':
      return commands.require(active);
    case 'cancel':
      return intents.cancel();
    case 'dismiss':
      return intents.dismiss();
    case 'type':
      return void commands.focus(ids('field', active));
    case 'goTo':
      commands.act(() => intents.goTo(intent.to));
      return card.current?.querySelector<HTMLElement>('[data-ask-user="tab"][data-state="active"]')?.focus();
    case 'close':
      return closeDialog(card.current);
  }
}

function createCardKeys(ask: AskUserContextValue): CardKeys {
  const composition = createComposition();
  /** Kind of the element that had focus when the current key was pressed. */
  let pressedOn: FocusKind | undefined;
  const isSecondPress = createSecondPress();

  const resolveKey = (event: KeyEventLike, target: Element): KeyIntent | undefined => {
    const shared = keyContext(ask.store.getState(), target);
    const { focus } = shared;
    if (!event.repeat) pressedOn = focus;
    // A held key that moved focus into a field must not type there.
    const writes = (focus === 'answer' || focus === 'notes') && (isCharacter(event.key) || event.key === 'Enter');
    if (event.repeat && writes && pressedOn !== focus) return IGNORE;
    const context = {
      ...shared,
      modal: ask.presentation === 'modal',
      disarmed: !ask.commands.armed(event),
      noDigits: !ask.shortcuts,
      rtl: () => getComputedStyle(target).direction === 'rtl',
      walking: pressedOn === 'option',
    };
    const { active, phase, drafts } = ask.store.getState();
    if (isSecondPress(event, shared)) return IGNORE;
    // Radix uses the document's focus, which does not show the focused element in a shadow root.
    const onTab = focus === 'tab' && phase === 'answering';
    const to = onTab ? tabArrowTarget(event, active, drafts.length, context.rtl()) : undefined;
    const intent: KeyIntent | undefined =
      to === undefined ? (arrowIntent(event, context) ?? route(event, context)) : { do: 'goTo', to };
    // A letter has no meaning here, so the user intends to type elsewhere. Some keys directly after it must not select
    // or submit.
    if (!intent && focus !== 'answer' && focus !== 'notes' && isLetter(event)) ask.commands.guard('all');
    return intent;
  };

  const escape: CardKeys['escape'] = (event, target) => {
    if (event.defaultPrevented || composition.owns(event)) return;
    // The enlarged preview exists only while it is open, and is on top regardless of focus.
    const larger = ask.card.current?.querySelector<HTMLDialogElement>(LARGER);
    const intent = larger ? IGNORE : resolveKey(event, target);
    if (!intent) return;
    event.preventDefault();
    event.stopPropagation();
    if (!larger) runIntent(intent, ask);
    else if (!event.repeat) closeDialog(larger);
  };

  return {
    escape,
    onKeyDownCapture(event) {
      const { nativeEvent, currentTarget } = event;
      const [target] = nativeEvent.composedPath();
      // Ignore events from portals, and keys typed inside a web component in the card.
      if (!isElement(target) || !currentTarget.contains(target)) return;
      // The window handles Escape first, unless the host has moved the card into another window.
      if (event.key === 'Escape') return escape(nativeEvent, target);
      if (composition.owns(nativeEvent) || target.closest(LARGER)) return;
      const wrapped = event.key === 'Tab' && getWrappedTabStop(currentTarget, target, event.shiftKey);
      if (wrapped) {
        event.preventDefault();
        wrapped.focus();
      }
      const intent = resolveKey(nativeEvent, target);
      if (!intent) return;
      event.stopPropagation();
      if (intent.do !== 'release' && intent.do !== 'type') event.preventDefault();
      runIntent(intent, ask);
    },
    onCancel(event) {
      if (event.target !== event.currentTarget) return;
      // Not an Escape that the card has handled as a key. The cause is, for example, the Back button of a phone, a key
      // of an input method, Escape in a web component, or a call of `requestClose()`.
      event.preventDefault();
      const { timeStamp, currentTarget } = event;
      const view = currentTarget.ownerDocument.defaultView;
      if (!composition.owns({ keyCode: 0, timeStamp, view })) runIntent(escapeIntent(ask.store.getState().phase), ask);
    },
    // After a press in the card, the user's keys are meant for it.
    onPointerDownCapture: () => ask.commands.guard('none'),
    onCompositionStartCapture: composition.start,
    onCompositionEndCapture: ({ nativeEvent }) => composition.end(nativeEvent),
    onBlurCapture: composition.reset,
  };
}

/**
 * Handles keys in the capture phase, so that Radix and the host's bubbling handlers do not receive those that the card
 * uses.
 */
export function useCardKeys(ask: AskUserContextValue, live: boolean): CardKeyHandlers {
  const { escape, ...handlers } = useMemo(() => createCardKeys(ask), [ask]);

  useEffect(() => {
    if (!live) return undefined;
    // A dialog of the host may capture Escape on the document. The window's capture phase comes first.
    const view = ask.card.current?.ownerDocument.defaultView;
    const { keyDown, keyUp } = ask.commands;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      // Register the press on any element, because the key may move focus into the card.
      keyDown();
      const card = ask.card.current;
      if (event.key !== 'Escape' || !card) return;
      const target = targetFor(card, event);
      if (!isElement(target)) return;
      // While the card is modal, the page's `<body>` can have focus.
      if (card.contains(target) || (target === card.ownerDocument.body && card.matches(':modal')))
        escape(event, target);
    };
    view?.addEventListener('keydown', onKeyDown, true);
    view?.addEventListener('keyup', keyUp, true);
    // A key released in an iframe or another window causes no `keyup` here.
    view?.addEventListener('blur', keyUp);
    return () => {
      view?.removeEventListener('keydown', onKeyDown, true);
      view?.removeEventListener('keyup', keyUp, true);
      view?.removeEventListener('blur', keyUp);
    };
  }, [ask, escape, live]);

  return handlers;
}
