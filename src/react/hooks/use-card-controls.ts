import { useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { primaryAction, retriesNow } from '../../core/flow/selectors.js';
import type { OptionRef } from '../../core/flow/types.js';
import { problemText } from '../problem-text.js';
import type { Ids } from '../ids.js';
import { createKeyGuard, type GuardedKeys } from '../keys/guard.js';
import { createLiveRegions, type LiveRefs, type LiveRegions } from '../live-regions.js';
import type { AskUserMessages } from '../messages/types.js';
import type { Flow } from './flow.js';
import { createFocusMover, type FocusMemory, type FocusMover } from './focus-mover.js';

export interface CardControls extends LiveRegions, FocusMover, GuardedKeys {
  /** Runs an intent, draws its effect, and focuses the element with this id. */
  act: (intent: () => void, focus?: () => string | undefined) => void;
  /** Shows a question (or Review) and takes the focus to its heading, or to its field if it has no options. */
  goTo: (index: number) => void;
  back: () => void;
  /** What the primary button does. */
  proceed: () => void;
  /** Chooses as a digit or a tap does: the option gets the focus, Other gives it to its field. */
  choose: (index: number, option: OptionRef) => void;
  /** After a click or a digit: goes on, if the host wants that of a single choice. */
  advance: (index: number, option: OptionRef) => void;
  /** Says at the question that its answer is missing. */
  require: (index: number) => void;
}

export interface CardRefs extends LiveRefs {
  card: RefObject<HTMLDivElement | null>;
}

/** What a host may change while a request is open. */
export interface LatestProps {
  readonly messages: AskUserMessages;
  readonly advanceOnChoose: boolean;
}

export function createCardControls(
  flow: Flow,
  ids: Ids,
  latest: RefObject<LatestProps>,
  refs: CardRefs,
  memory: FocusMemory,
): CardControls {
  const { store, intents } = flow;
  const keys = createKeyGuard();

  const controls: CardControls = {
    ...createLiveRegions(refs),
    ...keys,
    ...createFocusMover(store, ids, refs.card, memory, keys.guard),
    act(intent, focus) {
      flushSync(intent);
      controls.focus(focus?.());
    },
    goTo(index) {
      flushSync(() => intents.goTo(index));
      controls.move('step', { index });
    },
    back: () => controls.goTo(store.getState().active - 1),
    proceed() {
      const before = store.getState();
      if (primaryAction(before) !== 'submit') return controls.goTo(before.active + 1);
      flushSync(retriesNow(before) ? intents.retry : intents.submit);
      const { phase, missing, active } = store.getState();
      const refused = phase === 'answering' && missing.includes(active);
      if (refused) controls.require(active);
    },
    choose(index, option) {
      const question = store.getState().request.questions[index];
      if (!question) return;
      flushSync(() => intents.toggleOption(question.id, option));
      controls.move('choice', { index, option });
      controls.advance(index, option);
    },
    advance(index, option) {
      const { phase, request } = store.getState();
      const single = phase === 'answering' && !request.questions[index]?.multiSelect && option !== 'other';
      if (single && latest.current.advanceOnChoose) controls.proceed();
    },
    require(index) {
      const question = store.getState().request.questions[index];
      if (!question) return;
      flushSync(() => store.dispatch({ type: 'requireAnswer', questionId: question.id }));
      const draft = store.getState().drafts[index];
      // Screen readers read a field with its description, and a heading often without.
      const described = controls.move('refusal', { index }) && question.options.length === 0;
      if (!described && draft) controls.announce(problemText(latest.current.messages, question, draft), true);
    },
  };
  return controls;
}

/** The controls of one card; the same object for as long as the flow lives. */
export function useCardControls(flow: Flow, ids: Ids, latest: RefObject<LatestProps>, refs: CardRefs): CardControls {
  const { card, status, alert } = refs;
  const [memory] = useState<FocusMemory>(() => ({}));
  return useMemo(
    () => createCardControls(flow, ids, latest, { card, status, alert }, memory),
    [flow, ids, latest, card, status, alert, memory],
  );
}
