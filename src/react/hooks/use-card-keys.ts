import { useEffect, useMemo, type CompositionEvent, type FocusEvent, type KeyboardEvent } from 'react';
import type { AskUserContextValue } from '../context.js';
import { keyContext } from '../keys/key-target.js';
import { createComposition, type KeyEventLike } from '../keys/press.js';
import { IGNORE, route, type FocusKind, type KeyIntent } from '../keys/route.js';
import { walk } from '../keys/walk.js';

export interface CardKeyHandlers {
  onKeyDownCapture: (event: KeyboardEvent) => void;
  onKeyUpCapture: () => void;
  onCompositionStartCapture: () => void;
  onCompositionEndCapture: (event: CompositionEvent) => void;
  onBlurCapture: (event: FocusEvent) => void;
}

interface CardKeys extends CardKeyHandlers {
  /** Hears Escape before the host does. Returns whether it was ours. */
  escape: (event: KeyEventLike, target: Element) => boolean;
}

function perform(intent: KeyIntent, { controls, intents, store, ids }: AskUserContextValue): void {
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
  }
}

function createCardKeys(ask: AskUserContextValue): CardKeys {
  const composition = createComposition();
  /** What had the focus when the key that is down was pressed. */
  let pressedOn: FocusKind | undefined;

  const hear = (event: KeyEventLike, target: Element): KeyIntent | undefined => {
    const shared = keyContext(ask.store.getState(), target);
    const { focus } = shared;
    if (!event.repeat) pressedOn = focus;
    // A held key writes nothing into the field that it brought the focus to.
    const writes = (focus === 'answer' || focus === 'notes') && (event.key.length === 1 || event.key === 'Enter');
    if (event.repeat && writes && pressedOn !== focus) return IGNORE;
    const context = {
      ...shared,
      disarmed: !ask.controls.armed(event.timeStamp),
      noDigits: !ask.shortcuts,
      rtl: () => getComputedStyle(target).direction === 'rtl',
      walking: pressedOn === 'option',
    };
    return walk(event, context) ?? route(event, context);
  };

  return {
    escape(event, target) {
      if (composition.owns(event)) return false;
      const intent = hear(event, target);
      if (intent) perform(intent, ask);
      return intent !== undefined;
    },
    onKeyDownCapture(event) {
      const { nativeEvent, currentTarget } = event;
      const [target] = nativeEvent.composedPath();
      // Not ours: what comes through a portal, and what is typed inside of a web component.
      if (!(target instanceof Element) || !currentTarget.contains(target) || event.key === 'Escape') return;
      if (composition.owns(nativeEvent)) return;
      ask.controls.keyDown();
      const intent = hear(nativeEvent, target);
      if (!intent) return;
      event.stopPropagation();
      if (intent.do !== 'release') event.preventDefault();
      perform(intent, ask);
    },
    onKeyUpCapture: ask.controls.keyUp,
    onCompositionStartCapture: composition.start,
    onCompositionEndCapture: composition.end,
    onBlurCapture({ currentTarget, relatedTarget }) {
      composition.reset();
      // Outside, nobody tells when the key is let go.
      if (!currentTarget.contains(relatedTarget)) ask.controls.keyUp();
    },
  };
}

/** The one place where the card hears keys: captured, so that Radix and the host never see what is ours. */
export function useCardKeys(ask: AskUserContextValue, live: boolean): CardKeyHandlers {
  const { escape, ...handlers } = useMemo(() => createCardKeys(ask), [ask]);

  useEffect(() => {
    if (!live) return undefined;
    // A host's dialog hears Escape while it is captured on the document; we have to be before it.
    const view = ask.card.current?.ownerDocument.defaultView;
    const onKeyDown = (event: globalThis.KeyboardEvent) => {
      const target = event.composedPath()[0];
      if (
        event.key !== 'Escape' ||
        event.defaultPrevented ||
        !(target instanceof Element) ||
        !ask.card.current?.contains(target)
      )
        return;
      if (!escape(event, target)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    view?.addEventListener('keydown', onKeyDown, true);
    return () => view?.removeEventListener('keydown', onKeyDown, true);
  }, [ask, escape, live]);

  return handlers;
}
