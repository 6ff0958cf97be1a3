import { nextUnanswered, offersSkip, primaryAction, retriesNow } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { Draft, OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import type { Flow } from '../flow/flow.js';
import type { AskUserIntents } from '../flow/intents.js';
import { createKeyGuard, type GuardedKeys } from '../keys/guard.js';
import type { KeyEventLike } from '../keys/key-events.js';
import { onChoice, onRefusal, onStep } from './focus-after.js';
import { createFocusMover, type FocusMemory, type FocusMover, type RootRef } from './focus-mover.js';
import { createFilters, type Filters } from './filters.js';
import type { ElementIds } from './ids.js';

/**
 * Action of a button. `clear` clears the selection, or the skipping, of the shown question. `skip` skips the shown
 * question and then does what `next` does, if `canSkip` is `true`. `nextUnanswered` does nothing if no question but the
 * shown one needs an answer.
 */
export type ButtonAction =
  | 'submitPartial'
  | 'back'
  | 'nextUnanswered'
  | 'cancel'
  | 'decline'
  | 'discuss'
  | 'clear'
  | 'skip';

/** `primary` is Next, Review or Submit, according to `primaryAction`. */
export type EngineAction = ButtonAction | 'primary' | 'retry' | 'confirm' | 'dismiss';

/** What a card or a host adds to the engine. Read when it is needed, because props may change. */
export interface EngineHost {
  readonly advanceOnChoose: boolean;
  /** Whether number keys select options. */
  readonly shortcuts: boolean;
  /** Announces the issue of an answer. Without it, the host renders an alert. */
  readonly announceIssue?: (question: Question, draft: Draft) => void;
  /** Uses a key before the questions do, for example for a dialog above them. Returns whether it was used. */
  readonly useKey?: (
    event: KeyEventLike & Pick<Event, 'preventDefault' | 'stopPropagation'>,
    target: Element,
    engine: Engine,
  ) => boolean;
  /** Closes the dialog of a settled request. Without it, a settled request uses no key. */
  readonly close?: () => void;
}

/** Runs a change of the flow, and `then` once React has rendered it. */
export type Render = (change: () => void, then: () => void, store: AskUserStore) => void;

/**
 * Everything between the state of one request and the elements that show it: what an action does, and where focus goes
 * afterwards. The parts and the models of `useAskUser` are two sets of elements over it.
 */
export interface Engine extends FocusMover, GuardedKeys {
  readonly store: AskUserStore;
  readonly intents: AskUserIntents;
  readonly ids: ElementIds;
  readonly root: RootRef;
  readonly filters: Filters;
  readonly host: () => EngineHost;
  /** Runs an intent and focuses the element with the ID that `focus` returns. */
  act: (intent: () => void, focus?: () => string | undefined) => void;
  /** Shows a question or Review, and moves focus to its heading, or to its field if it has no options. */
  goTo: (index: number) => void;
  /** Does what the primary button does. */
  proceed: () => void;
  /**
   * Toggles an option; a radio stays selected. Then does what the primary button does if `advanceOnChoose` applies.
   * With `moveFocus`, focus moves to the option or the field of Other.
   */
  choose: (index: number, option: OptionRef, moveFocus: boolean) => void;
  /** Skips the question and, if that is allowed, shows the next one or Review. */
  skip: (index: number) => void;
  /**
   * Marks the question if its answer is missing or invalid. Moves focus to its open field, or else to its heading.
   * Announces the error, unless focus has moved to the field, whose description contains the error.
   */
  require: (index: number) => void;
  /** Does what a button does. `clicks` counts the clicks at one place, as `detail` of a click event. */
  press: (action: EngineAction, clicks?: number) => void;
}

export function createEngine(
  { store, intents }: Flow,
  ids: ElementIds,
  root: RootRef,
  memory: FocusMemory,
  host: () => EngineHost,
  renderChange: Render,
): Engine {
  const { getState } = store;
  const render = (change: () => void, then: () => void) => renderChange(change, then, store);
  const keys = createKeyGuard();
  const questionAt = (index: number) => getState().request.questions[index];

  const engine: Engine = {
    store,
    intents,
    ids,
    root,
    filters: createFilters(store),
    host,
    ...keys,
    ...createFocusMover(store, ids, root, memory, keys.guard),
    act: (intent, focus) => render(intent, () => engine.focus(focus?.())),
    goTo: (index) =>
      render(
        () => intents.goTo(index),
        () => engine.move(onStep, { index }),
      ),
    proceed() {
      const before = getState();
      if (primaryAction(before) !== 'submit') return engine.goTo(before.active + 1);
      render(retriesNow(before) ? intents.retry : intents.submit, () => {
        const { phase, missing, active } = getState();
        if (phase === 'answering' && missing.includes(active)) engine.require(active);
      });
    },
    choose(index, option, moveFocus) {
      const question = questionAt(index);
      if (!question) return;
      const toggle = () => intents.toggleOption(question.id, option);
      const advance = () => {
        const { phase, drafts } = getState();
        const single = phase === 'answering' && !question.multiSelect && option !== 'other';
        // The host may have refused the selection.
        if (single && host().advanceOnChoose && drafts[index]?.selected.includes(option)) engine.proceed();
      };
      if (!moveFocus) {
        toggle();
        return advance();
      }
      render(toggle, () => {
        engine.move(onChoice, { index, option });
        advance();
      });
    },
    skip(index) {
      const question = questionAt(index);
      if (!question || !offersSkip(question, getState().options)) return;
      intents.skip(question.id);
      const { drafts } = getState();
      // The host may have refused the skip.
      if (drafts.length > 1 && drafts[index]?.skipped) engine.goTo(index + 1);
    },
    require(index) {
      const question = questionAt(index);
      if (!question) return;
      render(
        () => store.dispatch({ type: 'validateQuestion', questionId: question.id }),
        () => {
          const draft = getState().drafts[index];
          // Screen readers read the description of a focused field, but often not of a heading.
          const isField = question.options.length === 0 || draft?.other;
          const described = engine.move(onRefusal, { index }) && isField;
          if (!described && draft) host().announceIssue?.(question, draft);
        },
      );
    },
    press(action, clicks = 0) {
      const state = getState();
      const { phase, active, drafts } = state;
      if (phase === 'submitting') return;
      // The second click of a double click sends nothing: Submit takes the place of Review, and a delivery may have failed
      // meanwhile.
      const submits =
        action === 'primary' && primaryAction(state) === 'submit' && (drafts.length > 1 || retriesNow(state));
      if (clicks > 1 && (submits || action === 'submitPartial' || action === 'retry')) return;
      // A host may unmount the button of `clear` or `retry` after use.
      const heading = () => ids('heading', active);
      switch (action) {
        case 'primary':
          return engine.proceed();
        case 'back':
          return engine.goTo(active - 1);
        case 'nextUnanswered': {
          const to = nextUnanswered(state);
          return to === undefined ? undefined : engine.goTo(to);
        }
        case 'skip':
          return engine.skip(active);
        case 'clear':
          return engine.act(() => intents.clear(questionAt(active)?.id ?? ''), heading);
        case 'retry':
          return engine.act(intents.retry, heading);
        default:
          return engine.act(() => intents[action]());
      }
    },
  };
  return engine;
}
