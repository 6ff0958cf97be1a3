import { useMemo, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { primaryAction, retriesNow } from '../../core/flow/selectors.js';
import type { OptionRef } from '../../core/flow/types.js';
import { problemText } from '../problem-text.js';
import type { Ids } from '../ids.js';
import { createLiveRegions, type LiveRefs, type LiveRegions } from '../live-regions.js';
import type { AskUserMessages } from '../messages/types.js';
import type { Flow } from './flow.js';

/** For this long after the focus was moved for the user, keys that were meant for something else are ignored. */
const ARMING_MS = 500;

export interface CardControls extends LiveRegions {
  /** Runs an intent, draws its effect, and focuses the element with this id. */
  act: (intent: () => void, focus?: () => string | undefined) => void;
  focus: (id: string | undefined) => boolean;
  /** Something outside of the card has the focus; the page itself is nowhere. */
  elsewhere: () => boolean;
  /** Shows a question (or Review) and takes the focus to its heading, or to its field if it has no options. */
  goTo: (index: number) => void;
  back: () => void;
  /** What the primary button does. */
  proceed: () => void;
  /** Chooses as a digit or a tap does: the option gets the focus, Other gives it to its field. */
  choose: (index: number, option: OptionRef) => void;
  /** Says at the question that its answer is missing. */
  require: (index: number) => void;
  /** Ignore digits, Enter and Space for a moment, and until a key that is down now is up. */
  disarm: () => void;
  /** The user has pressed in the card: keys are meant for it. */
  arm: () => void;
  keyDown: () => void;
  keyUp: () => void;
  armed: (timeStamp: number) => boolean;
}

export interface CardRefs extends LiveRefs {
  card: RefObject<HTMLDivElement | null>;
}

export function createCardControls(
  flow: Flow,
  ids: Ids,
  messages: () => AskUserMessages,
  refs: CardRefs,
): CardControls {
  const { store, intents } = flow;
  let disarmedAt = -Infinity;
  let keyIsDown = false;
  let held = false;

  const activeElement = () => {
    // A document or a shadow root, of whichever window; an element, where the card is not in one.
    const root = refs.card.current?.getRootNode() as Partial<Document> | undefined;
    return root?.activeElement ?? null;
  };

  const controls: CardControls = {
    ...createLiveRegions(refs),
    act(intent, focus) {
      flushSync(intent);
      controls.focus(focus?.());
    },
    focus(id) {
      const element = id === undefined ? null : refs.card.current?.querySelector<HTMLElement>(`[id="${id}"]`);
      if (!element || element === activeElement()) return false;
      element.focus({ preventScroll: true });
      // Where there is no layout, there is no such method either: hosts test in jsdom.
      element.scrollIntoView?.({ block: 'nearest' });
      return true;
    },
    elsewhere() {
      const active = activeElement();
      return active !== null && active !== active.ownerDocument.body && !refs.card.current?.contains(active);
    },
    goTo(index) {
      const { drafts, request } = store.getState();
      const toReview = index === drafts.length;
      // A text is typed at once; its field has the question's name.
      const place = request.questions[index]?.options.length === 0 ? 'field' : 'heading';
      controls.act(
        () => intents.goTo(index),
        () => ids(place, index),
      );
      // The next Enter there would send.
      if (toReview) controls.disarm();
      else controls.arm();
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
      controls.act(
        () => intents.toggleOption(question.id, option),
        () => {
          const open = option === 'other' && store.getState().drafts[index]?.other;
          return open ? ids('field', index) : ids('control', index, option);
        },
      );
    },
    require(index) {
      const question = store.getState().request.questions[index];
      if (!question) return;
      flushSync(() => store.dispatch({ type: 'requireAnswer', questionId: question.id }));
      const draft = store.getState().drafts[index];
      // Never onto an option: the next Enter would choose it.
      const target = question.options.length === 0 || draft?.other ? ids('field', index) : ids('heading', index);
      if (!controls.focus(target) && draft) controls.announce(problemText(messages(), question, draft), true);
    },
    disarm() {
      disarmedAt = performance.now();
      held = keyIsDown;
    },
    arm() {
      disarmedAt = -Infinity;
      held = false;
    },
    keyDown() {
      keyIsDown = true;
    },
    keyUp() {
      keyIsDown = false;
      held = false;
    },
    armed: (timeStamp) => !held && timeStamp - disarmedAt >= ARMING_MS,
  };
  return controls;
}

/** The controls of one card; the same object for as long as the flow lives. */
export function useCardControls(
  flow: Flow,
  ids: Ids,
  messages: RefObject<AskUserMessages>,
  refs: CardRefs,
): CardControls {
  const { card, status, alert } = refs;
  return useMemo(
    () => createCardControls(flow, ids, () => messages.current, { card, status, alert }),
    [flow, ids, messages, card, status, alert],
  );
}
