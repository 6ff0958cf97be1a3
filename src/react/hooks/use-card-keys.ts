import { useEffect, useMemo, type CompositionEvent, type FocusEvent, type KeyboardEvent } from 'react';
import type { OptionRef } from '../../core/flow/types.js';
import type { AskUserContextValue } from '../context.js';
import { focusKind } from '../keys/focus-kind.js';
import { createComposition, type Composition, type KeyEventLike } from '../keys/press.js';
import { route, type KeyContext, type KeyIntent } from '../keys/route.js';

function optionOf(target: Element): OptionRef | undefined {
  const value = target.getAttribute('value');
  if (value === null) return undefined;
  return value === 'other' ? 'other' : Number(value);
}

interface KeyState {
  composition: Composition;
  /** The key now down was pressed on an option. */
  walking: boolean;
}

function contextOf(event: KeyEventLike, target: Element, ask: AskUserContextValue, keys: KeyState): KeyContext {
  const { phase, active, request, drafts } = ask.store.getState();
  const focus = focusKind(target);
  return {
    phase,
    focus,
    ...(focus === 'option' && { option: optionOf(target) }),
    question: request.questions[active],
    draft: drafts[active],
    rtl: getComputedStyle(target).direction === 'rtl',
    armed: ask.controls.armed(event.timeStamp),
    walking: keys.walking,
    coarse: matchMedia('(pointer: coarse)').matches,
    shortcuts: ask.shortcuts,
    native: false,
  };
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
        () => ids.control(active, intent.option),
      );
    case 'continue':
      return controls.proceed();
    case 'require':
      return controls.require(active);
    case 'cancel':
      return intents.cancel();
    case 'dismiss':
      return intents.dismiss();
    case 'ignore':
    case 'release':
      return;
    default:
      intent satisfies never;
  }
}

export interface CardKeyHandlers {
  onKeyDownCapture: (event: KeyboardEvent) => void;
  onKeyUpCapture: () => void;
  onCompositionStartCapture: (event: CompositionEvent) => void;
  onCompositionEndCapture: (event: CompositionEvent) => void;
  onBlurCapture: (event: FocusEvent) => void;
}

/** The one place where the card hears keys: captured, so that Radix and the host never see what is ours. */
export function useCardKeys(ask: AskUserContextValue): CardKeyHandlers {
  const keys = useMemo((): KeyState => ({ composition: createComposition(), walking: false }), []);

  useEffect(() => {
    // A host's dialog hears Escape while it is captured on the document; we have to be before it.
    const view = ask.card.current?.ownerDocument.defaultView;
    const onEscape = (event: globalThis.KeyboardEvent) => {
      const card = ask.card.current;
      const target = event.composedPath()[0];
      if (event.key !== 'Escape' || !card || !(target instanceof Element) || !card.contains(target)) return;
      if (ask.store.getState().phase === 'settled' || keys.composition.owns(event)) return;
      const intent = route(event, contextOf(event, target, ask, keys));
      if (!intent) return;
      event.preventDefault();
      event.stopPropagation();
      perform(intent, ask);
    };
    view?.addEventListener('keydown', onEscape, true);
    return () => view?.removeEventListener('keydown', onEscape, true);
  }, [ask, keys]);

  return useMemo(
    () => ({
      onKeyDownCapture(event) {
        const { nativeEvent, target, currentTarget } = event;
        // Through a portal, keys of elements outside of the card arrive here, too.
        if (!(target instanceof Element) || !currentTarget.contains(target) || event.key === 'Escape') return;
        if (keys.composition.owns(nativeEvent)) return;
        ask.controls.keyDown();
        const context = contextOf(nativeEvent, target, ask, keys);
        if (!event.repeat) keys.walking = context.focus === 'option';
        const intent = route(nativeEvent, context);
        if (!intent) return;
        event.stopPropagation();
        if (intent.do !== 'release') event.preventDefault();
        perform(intent, ask);
      },
      onKeyUpCapture: () => ask.controls.keyUp(),
      onCompositionStartCapture: () => keys.composition.start(),
      onCompositionEndCapture: (event) => keys.composition.end(event.timeStamp),
      onBlurCapture: () => keys.composition.reset(),
    }),
    [ask, keys],
  );
}

