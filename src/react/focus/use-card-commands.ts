import { useMemo, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { primaryAction, retriesNow } from '../../core/flow/selectors.js';
import type { OptionRef } from '../../core/flow/types.js';
import { answerIssueText } from '../../messages/issue-text.js';
import type { ElementIds } from '../dialog/ids.js';
import { createKeyGuard, type GuardedKeys } from '../keys/guard.js';
import { createLiveRegions, type LiveRefs, type LiveRegions } from '../dialog/live-regions.js';
import type { AskUserMessages } from '../../messages/types.js';
import type { Flow } from '../flow/flow.js';
import { createFocusMover, type FocusMemory, type FocusMover } from './focus-mover.js';

/** Actions of the user in one card that also move focus, and the functions for focus, announcements and keys. */
export interface CardCommands extends LiveRegions, FocusMover, GuardedKeys {
  /** Runs an intent, renders it synchronously, and focuses the element with the ID that `focus` returns. */
  act: (intent: () => void, focus?: () => string | undefined) => void;
  /** Shows a question or Review, and moves focus to its heading, or to its field if it has no options. */
  goTo: (index: number) => void;
  back: () => void;
  /** Does what the primary button does. */
  proceed: () => void;
  /** Toggles an option, moves focus to it or to the field of Other, and calls `advance`. A radio stays selected. */
  choose: (index: number, option: OptionRef) => void;
  /** Does what the primary button does if `advanceOnChoose` applies to the option. */
  advance: (index: number, option: OptionRef) => void;
  /**
   * Marks the question if its answer is missing or invalid. Moves focus to its open field, or else to its heading.
   * Announces the error, unless focus has moved to the field, whose description contains the error.
   */
  require: (index: number) => void;
}

export interface CardRefs extends LiveRefs {
  card: RefObject<HTMLDivElement | null>;
}

/** Current values of props that the host may change while a request is pending. */
export interface LatestProps {
  readonly messages: AskUserMessages;
  readonly advanceOnChoose: boolean;
}

export function createCardCommands(
  flow: Flow,
  ids: ElementIds,
  latest: RefObject<LatestProps>,
  refs: CardRefs,
  memory: FocusMemory,
): CardCommands {
  const { store, intents } = flow;
  const keys = createKeyGuard();

  const commands: CardCommands = {
    ...createLiveRegions(refs),
    ...keys,
    ...createFocusMover(store, ids, refs.card, memory, keys.guard),
    act(intent, focus) {
      flushSync(intent);
      commands.focus(focus?.());
    },
    goTo(index) {
      flushSync(() => intents.goTo(index));
      commands.move('step', { index });
    },
    back: () => commands.goTo(store.getState().active - 1),
    proceed() {
      const before = store.getState();
      if (primaryAction(before) !== 'submit') return commands.goTo(before.active + 1);
      flushSync(retriesNow(before) ? intents.retry : intents.submit);
      const { phase, missing, active } = store.getState();
      const refused = phase === 'answering' && missing.includes(active);
      if (refused) commands.require(active);
    },
    choose(index, option) {
      const question = store.getState().request.questions[index];
      if (!question) return;
      flushSync(() => intents.toggleOption(question.id, option));
      commands.move('choice', { index, option });
      commands.advance(index, option);
    },
    advance(index, option) {
      const { phase, request, drafts } = store.getState();
      const single = phase === 'answering' && !request.questions[index]?.multiSelect && option !== 'other';
      // The host may have refused the selection.
      if (single && latest.current.advanceOnChoose && drafts[index]?.selected.includes(option)) commands.proceed();
    },
    require(index) {
      const question = store.getState().request.questions[index];
      if (!question) return;
      flushSync(() => store.dispatch({ type: 'validateQuestion', questionId: question.id }));
      const draft = store.getState().drafts[index];
      // Screen readers read the description of a focused field, but often not of a heading.
      const isField = question.options.length === 0 || draft?.other;
      const described = commands.move('refusal', { index }) && isField;
      if (!described && draft) commands.announce(answerIssueText(latest.current.messages, question, draft), true);
    },
  };
  return commands;
}

/** Returns the same object until the flow changes. */
export function useCardCommands(
  flow: Flow,
  ids: ElementIds,
  latest: RefObject<LatestProps>,
  refs: CardRefs,
): CardCommands {
  const { card, status, alert } = refs;
  const [memory] = useState<FocusMemory>(() => ({}));
  return useMemo(
    () => createCardCommands(flow, ids, latest, { card, status, alert }, memory),
    [flow, ids, latest, card, status, alert, memory],
  );
}
