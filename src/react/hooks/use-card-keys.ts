import { useEffect, useMemo, type CompositionEvent, type KeyboardEvent, type SyntheticEvent } from 'react';
import type { AskUserContextValue } from '../context.js';
import { isElement, keyContext } from '../keys/key-target.js';
import { createComposition, type KeyEventLike } from '../keys/press.js';
import { IGNORE, isConfirming, retreat, route, type FocusKind, type KeyIntent } from '../keys/route.js';
import { walkTabs } from '../keys/tabs.js';
import { walk } from '../keys/walk.js';
import { roundTheEnd, shut } from './use-modal.js';

export interface CardKeyHandlers {
  onKeyDownCapture: (event: KeyboardEvent) => void;
  onCancel: (event: SyntheticEvent) => void;
  onPointerDownCapture: () => void;
  onCompositionStartCapture: () => void;
  onCompositionEndCapture: (event: CompositionEvent) => void;
  onBlurCapture: () => void;
}

interface CardKeys extends CardKeyHandlers {
  /** Hears Escape before the host does. Returns whether it was ours. */
  escape: (event: KeyEventLike, target: Element) => boolean;
}

/** Milliseconds within which two presses are one gesture. */
const DOUBLE_MS = 500;

/** A preview in a dialog of its own; what is pressed there is not meant for the questions behind it. */
const LARGER = '[data-ask-user="larger"]';

const isLetter = ({ key, ctrlKey, altKey, metaKey }: KeyEventLike): boolean =>
  /^\p{L}$/u.test(key) && !ctrlKey && !altKey && !metaKey;

function perform(intent: KeyIntent, { controls, intents, store, ids, card }: AskUserContextValue): void {
  const { active, request } = store.getState();
  const question = request.questions[active];
  switch (intent.do) {
    case 'choose':
      return controls.choose(active, intent.option);
    case 'move':
      return controls.act(
        () => intent.select && question && intents.selectOption(question.id, intent.option),
        () => ids('control', active, intent.option),
      );
    case 'continue':
      return controls.proceed();
    case 'require':
      return controls.require(active);
    case 'cancel':
      return intents.cancel();
    case 'dismiss':
      return intents.dismiss();
    case 'type':
      return void controls.focus(ids('field', active));
    case 'goTo':
      controls.act(() => intents.goTo(intent.to));
      return card.current?.querySelector<HTMLElement>('[data-ask-user="tab"][data-state="active"]')?.focus();
    case 'close':
      return shut(card.current);
  }
}

function createCardKeys(ask: AskUserContextValue): CardKeys {
  const composition = createComposition();
  /** What had the focus when the key that is down was pressed. */
  let pressedOn: FocusKind | undefined;
  /** The last press of a confirmation's button, which hands the focus back to where a second one would send or choose. */
  let pressedButton: KeyEventLike | undefined;

  const hear = (event: KeyEventLike, target: Element): KeyIntent | undefined => {
    const shared = keyContext(ask.store.getState(), target);
    const { focus } = shared;
    if (!event.repeat) pressedOn = focus;
    // A held key writes nothing into the field that it brought the focus to.
    const writes = (focus === 'answer' || focus === 'notes') && (event.key.length === 1 || event.key === 'Enter');
    if (event.repeat && writes && pressedOn !== focus) return IGNORE;
    const context = {
      ...shared,
      modal: ask.presentation === 'modal',
      disarmed: !ask.controls.armed(event),
      noDigits: !ask.shortcuts,
      rtl: () => getComputedStyle(target).direction === 'rtl',
      walking: pressedOn === 'option',
    };
    const { active, phase, drafts } = ask.store.getState();
    const onButton = focus === 'button';
    const presses = event.key === 'Enter' || event.key === ' ';
    const second = event.key === pressedButton?.key && event.timeStamp - pressedButton.timeStamp < DOUBLE_MS;
    if (second && !onButton && focus !== 'notes') return IGNORE;
    if (!event.repeat) pressedButton = presses && onButton && isConfirming(phase) ? event : undefined;
    // Radix goes by the page's focus, which is not to be seen in a shadow root.
    const onTab = focus === 'tab' && phase === 'answering';
    const to = onTab ? walkTabs(event, active, drafts.length, context.rtl()) : undefined;
    const intent: KeyIntent | undefined =
      to === undefined ? (walk(event, context) ?? route(event, context)) : { do: 'goTo', to };
    // A letter means nothing here. Whoever writes means to do so elsewhere, and what else they type is no answer.
    if (!intent && focus !== 'answer' && focus !== 'notes' && isLetter(event)) ask.controls.guard('all');
    return intent;
  };

  return {
    escape(event, target) {
      if (composition.owns(event)) return false;
      // There only while it is open, and then on top, wherever the focus is.
      const larger = ask.card.current?.querySelector<HTMLDialogElement>(LARGER);
      if (larger) {
        if (!event.repeat) shut(larger);
        return true;
      }
      const intent = hear(event, target);
      if (intent) perform(intent, ask);
      return intent !== undefined;
    },
    onKeyDownCapture(event) {
      const { nativeEvent, currentTarget } = event;
      const [target] = nativeEvent.composedPath();
      // Not ours: what comes through a portal, and what is typed inside of a web component.
      if (!isElement(target) || !currentTarget.contains(target) || event.key === 'Escape') return;
      if (composition.owns(nativeEvent) || target.closest(LARGER)) return;
      const round = event.key === 'Tab' && roundTheEnd(currentTarget, target, event.shiftKey);
      if (round) {
        event.preventDefault();
        round.focus();
      }
      const intent = hear(nativeEvent, target);
      if (!intent) return;
      event.stopPropagation();
      if (intent.do !== 'release' && intent.do !== 'type') event.preventDefault();
      perform(intent, ask);
    },
    onCancel(event) {
      if (event.target !== event.currentTarget) return;
      // Escape was heard as a key, and prevented. This is a phone's Back, or a key of the input method's.
      event.preventDefault();
      const { timeStamp } = event;
      if (!composition.owns({ keyCode: 0, timeStamp })) perform(retreat(ask.store.getState().phase), ask);
    },
    // The user has pressed in the card: keys are meant for it.
    onPointerDownCapture: () => ask.controls.guard('none'),
    onCompositionStartCapture: composition.start,
    onCompositionEndCapture: composition.end,
    onBlurCapture: composition.reset,
  };
}

/** The one place where the card hears keys: captured, so that Radix and the host never see what is ours. */
export function useCardKeys(ask: AskUserContextValue, live: boolean): CardKeyHandlers {
  const { escape, ...handlers } = useMemo(() => createCardKeys(ask), [ask]);

  useEffect(() => {
    if (!live) return undefined;
    // A host's dialog hears Escape while it is captured on the document; we have to be before it.
    const view = ask.card.current?.ownerDocument.defaultView;
    const { keyDown, keyUp } = ask.controls;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      // Wherever it is pressed: it may bring the focus here.
      keyDown();
      const target = event.composedPath()[0];
      const card = ask.card.current;
      if (event.key !== 'Escape' || event.defaultPrevented || !isElement(target) || !card) return;
      // Under a modal nothing else can have the focus but the page itself.
      if (!card.contains(target) && !(target === card.ownerDocument.body && card.matches(':modal'))) return;
      if (!escape(event, target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    view?.addEventListener('keydown', onKeyDown, true);
    view?.addEventListener('keyup', keyUp, true);
    // Within a frame, or in another window, nobody tells when the key is let go.
    view?.addEventListener('blur', keyUp);
    return () => {
      view?.removeEventListener('keydown', onKeyDown, true);
      view?.removeEventListener('keyup', keyUp, true);
      view?.removeEventListener('blur', keyUp);
    };
  }, [ask, escape, live]);

  return handlers;
}
