import type { CompositionEvent, KeyboardEvent } from 'react';
import { activeQuestion } from '../../core/flow/selectors.js';
import { arrowIntent, tabArrowTarget, type ArrowContext } from '../keys/arrow-keys.js';
import {
  createComposition,
  hasModifier,
  isCharacter,
  type Composition,
  type KeyEventLike,
} from '../keys/key-events.js';
import { focusKind, isElement, optionOf, targetFor } from '../keys/key-target.js';
import { IGNORE, isField, route, type FocusKind, type KeyIntent } from '../keys/route.js';
import { createSecondPress } from '../keys/second-press.js';
import type { Filter } from '../keys/shown-options.js';
import type { Engine } from './engine.js';

export interface KeyHandlers {
  readonly onPointerDownCapture: () => void;
  readonly onCompositionStartCapture: () => void;
  readonly onCompositionEndCapture: (event: CompositionEvent) => void;
  readonly onBlurCapture: () => void;
}

/** The keys of one request. */
export interface EngineKeys {
  /** Handles each key, in the capture phase or the bubbling phase of the root. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly owns: Composition['owns'];
  readonly handlers: KeyHandlers;
  /**
   * Listens to the keys of the root's window, and returns a function that stops it. A press anywhere counts, because the
   * key may move focus into the root. Escape is handled here, before a dialog around the root receives it, if `ownsEscape`
   * returns `true` for the root.
   */
  readonly listen: (ownsEscape: (root: HTMLElement) => boolean) => () => void;
}

type StoppableEvent = Pick<Event, 'preventDefault' | 'stopPropagation'>;

const isLetter = (event: KeyEventLike): boolean => /^\p{L}$/u.test(event.key) && !hasModifier(event);

/** Returns the filter of the shown question, if the user has typed one. */
export function shownFilter({ store, filters }: Engine): Filter | undefined {
  const question = activeQuestion(store.getState());
  return question && filters.get(question.id);
}

export function runIntent(intent: KeyIntent, engine: Engine): void {
  const { intents, store, ids } = engine;
  const { active, request } = store.getState();
  const question = request.questions[active];
  switch (intent.do) {
    case 'choose':
      return engine.choose(active, intent.option, true);
    case 'move':
      return engine.act(
        () => intent.select && question && intents.selectOption(question.id, intent.option),
        () => ids('control', active, intent.option),
      );
    case 'continue':
      return engine.proceed();
    case 'askBack':
      return engine.act(() => question && intents.askBack(question.id));
    case 'require':
      return engine.require(active);
    case 'cancel':
    case 'dismiss':
      return engine.act(() => intents[intent.do]());
    case 'unfilter':
      return question && engine.filters.set(question.id);
    case 'type':
      return void engine.focus(ids('field', active));
    case 'goTo':
      return engine.act(
        () => intents.goTo(intent.to),
        // The host may have refused the step.
        () => ids('tab', store.getState().active),
      );
    case 'close':
      return engine.host().close?.();
  }
}

export function createKeys(engine: Engine): EngineKeys {
  const composition = createComposition();
  /** Kind of the element that had focus when the current key was pressed. */
  let pressedOn: FocusKind | undefined;
  const isSecondPress = createSecondPress();

  const resolveKey = (event: KeyEventLike, target: Element): KeyIntent | undefined => {
    const { phase, active, request, drafts } = engine.store.getState();
    const focus = focusKind(target);
    if (!event.repeat) pressedOn = focus;
    // A held key that moved focus into a field must not type there.
    const writes = isField(focus) && (isCharacter(event.key) || event.key === 'Enter');
    if (event.repeat && writes && pressedOn !== focus) return IGNORE;
    const { shortcuts, close } = engine.host();
    const context: ArrowContext = {
      phase,
      focus,
      option: optionOf(target),
      question: request.questions[active],
      draft: drafts[active],
      coarse: () => globalThis.matchMedia?.('(pointer: coarse)').matches,
      filter: shownFilter(engine),
      modal: close !== undefined,
      disarmed: !engine.armed(event),
      noDigits: !shortcuts,
      // A tab has the direction of its name.
      rtl: () => getComputedStyle(target.parentElement ?? target).direction === 'rtl',
      walking: pressedOn === 'option',
    };
    if (isSecondPress(event, context)) return IGNORE;
    const onTab = focus === 'tab' && phase === 'answering';
    const to = onTab ? tabArrowTarget(event, active, drafts.length, context.rtl()) : undefined;
    const intent: KeyIntent | undefined =
      to === undefined ? (arrowIntent(event, context) ?? route(event, context)) : { do: 'goTo', to };
    // A letter has no meaning here, so the user intends to type elsewhere. Some keys directly after it must not select
    // or submit.
    if (!intent && !isField(focus) && isLetter(event)) engine.guard('all');
    return intent;
  };

  /** `event` is the native event, or React's event for it. */
  function handle(native: globalThis.KeyboardEvent, target: Element, event: StoppableEvent = native): void {
    if (composition.owns(native) || engine.host().useKey?.(native, target, engine)) return;
    const intent = resolveKey(native, target);
    if (!intent) return;
    event.stopPropagation();
    if (intent.do !== 'release' && intent.do !== 'type') event.preventDefault();
    runIntent(intent, engine);
  }

  return {
    onKeyDown(event) {
      const { nativeEvent, currentTarget } = event;
      const [target] = nativeEvent.composedPath();
      // Ignore events from portals, and keys typed inside a web component. The window may have handled Escape before.
      if (!isElement(target) || !currentTarget.contains(target)) return;
      if (event.key !== 'Escape' || !nativeEvent.defaultPrevented) handle(nativeEvent, target, event);
    },
    owns: composition.owns,
    handlers: {
      // After a press inside, the user's keys are meant for the questions.
      onPointerDownCapture: () => engine.guard('none'),
      onCompositionStartCapture: composition.start,
      onCompositionEndCapture: ({ nativeEvent }) => composition.end(nativeEvent),
      onBlurCapture: composition.reset,
    },
    listen(ownsEscape) {
      // A dialog of the host may capture Escape on the document. The window's capture phase comes first.
      const view = engine.root.current?.ownerDocument.defaultView;
      const { keyDown, keyUp } = engine;
      const onKeyDown = (event: globalThis.KeyboardEvent) => {
        keyDown();
        const root = engine.root.current;
        if (event.key !== 'Escape' || !root || event.defaultPrevented || !ownsEscape(root)) return;
        const target = targetFor(root, event);
        if (!isElement(target)) return;
        // While the root is modal, the page's `<body>` can have focus.
        if (root.contains(target) || (target === root.ownerDocument.body && root.matches(':modal')))
          handle(event, target);
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
    },
  };
}
