'use client';
import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';
import type { AnsweredOutput, UnansweredOutput } from '../../core/answer/output.js';
import {
  activeQuestion,
  answeredCount,
  offersSkip,
  canSubmit,
  canSubmitPartial,
  longAnswers,
  missingQuestions,
  primaryAction,
  getAnswerIssue,
  questionIndex,
  type LongAnswer,
  type PrimaryAction,
} from '../../core/flow/selectors.js';
import type { AnswerIssue } from '../../core/answer/constraints.js';
import type { AskUserStore } from '../../core/flow/store.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserState, OptionRef } from '../../core/flow/types.js';
import type { Question, QuestionInput } from '../../core/question/types.js';
import { fileHandlers } from '../files/files.js';
import { useElementIds, type ElementIds } from '../dialog/ids.js';
import { isElement, keyContext } from '../keys/key-target.js';
import { createArrowClicks, tabArrowTarget } from '../keys/arrow-keys.js';
import { useClicks } from '../keys/use-clicks.js';
import { createComposition } from '../keys/key-events.js';
import { IGNORE, route } from '../keys/route.js';
import { createSecondPress } from '../keys/second-press.js';
import { confirmationTitle, createConfirmationRef, type AskUserConfirmation } from './confirmation.js';
import type { AskUserIntents } from './intents.js';
import type { AnyOptions, AskUserSource, UseAskUserOptions } from './options.js';
import type { RestoredDrafts } from '../drafts/restored-drafts.js';
import { createPendingFocus } from '../focus/pending-focus.js';
import { createPropGetters, type AskUserPropGetters, type Follow } from './prop-getters.js';
import { useFlow } from './use-flow.js';
import { useFlowState } from './use-flow-value.js';

/** State of the flow, derived values, intents, and prop getters for native elements. */
export interface UseAskUserReturn extends AskUserIntents, AskUserPropGetters {
  /** Current state of the flow. */
  state: AskUserState;
  /** Flow store. For scoped subscriptions, call `subscribe(listener, questionId)`. */
  store: AskUserStore;
  /** Shown question, or `undefined` on Review and while there are no questions. */
  activeQuestion: Question | undefined;
  /** Number of answered questions. */
  answeredCount: number;
  /**
   * Whether `submit` would be accepted now: the user is answering, no answer is missing or invalid, and the request is
   * complete. `submit` may still ask to confirm a long answer.
   */
  canSubmit: boolean;
  /** Whether the answers so far can be submitted now, without the other ones. See `allow.partial`. */
  canSubmitPartial: boolean;
  /**
   * Whether to offer Skip for the shown question: `allow.skip` is set, and the question is not required. An optional
   * question may stay blank without it.
   */
  canSkip: boolean;
  /** Questions whose answer is missing or invalid now, whether or not they are marked. */
  missing: readonly Question[];
  /**
   * Returns why a question's answer cannot be sent now: `unanswered`, or the rule that the answer breaks. Returns
   * `undefined` if it can be sent, or if there is no such question. Does not depend on `state.missing`.
   */
  getAnswerIssue: (questionId: string) => AnswerIssue | undefined;
  /** Custom texts over the soft limit that are part of an answer. */
  longAnswers: readonly LongAnswer[];
  /** Current action of the primary button. */
  primaryAction: PrimaryAction;
  /**
   * Confirmation that waits for the user, before text is discarded or a long answer is sent, or for the message of a
   * discussion. Until it is closed, nothing can be changed.
   */
  confirmation: AskUserConfirmation | undefined;
  /** Whether the card is collapsed to one line. Render confirmations, errors and the settled view regardless. */
  collapsed: boolean;
  /**
   * Notice about drafts that were restored from `draftStorage`, if there is one. Show it with a button that calls
   * `toggle`.
   */
  restored: RestoredDrafts | undefined;
  /** Whether the user pasted or dropped a file during this request. If so, show that files cannot be sent. */
  filesRefused: boolean;
  /** Returns the IDs of the elements of the prop getters. */
  ids: ElementIds;
}

/** ID of the element to focus on the shown question. */
const questionPlace = (ids: ElementIds, { active, request }: AskUserState) =>
  ids(request.questions[active]?.options.length === 0 ? 'field' : 'heading', active);

/**
 * Runs the flow of an agent's questions without rendering anything. Returns the state, derived values, intents, and
 * prop getters for a UI on native elements. Asks a list of questions, or what the props `request`, or `dialect` and
 * `input`, of the dialog ask. New but equal questions change nothing.
 *
 * @example
 * const written = useAskUser([{ question: 'What is its name?' }], { onSubmit });
 * const parsed = useAskUser({ request }, { onSubmit });
 * const called = useAskUser({ dialect: codex, input: call.input }, { onSubmit, requestId: call.id });
 */
export function useAskUser<A = AnsweredOutput, E = UnansweredOutput, const Item extends QuestionInput = QuestionInput>(
  source: readonly Item[] | AskUserSource<A, E, Item>,
  options?: UseAskUserOptions<A, E, Item>,
): UseAskUserReturn;
// The types of the output and of the answers matter only to the host's callbacks.
export function useAskUser(
  source: readonly QuestionInput[] | AskUserSource<unknown, unknown>,
  hostOptions: UseAskUserOptions<unknown, unknown> = {},
): UseAskUserReturn {
  const { dialect, ...asked }: AskUserSource<unknown, unknown> = isRecord(source) ? source : { questions: source };
  const options: AnyOptions = { ...hostOptions, dialect };
  const { advanceOnChoose = false } = options;
  const { flow, collapsed, restored } = useFlow(asked, options);
  const { store, intents } = flow;
  const state = useFlowState(store, (now) => now);
  const ids = useElementIds(flow);
  const [composition] = useState(createComposition);
  const [pending] = useState(createPendingFocus);
  const [arrows] = useState(createArrowClicks);
  const [isSecondPress] = useState(createSecondPress);
  const confirmationRef = useMemo(
    () => createConfirmationRef(ids, pending, () => questionPlace(ids, store.getState())),
    [ids, pending, store],
  );

  const [refused, setRefused] = useState<AskUserStore>();
  const files = useMemo(() => fileHandlers(() => setRefused(store)), [store]);
  const { onClickCapture } = useClicks(store);

  useEffect(() => pending.apply());

  const shown = activeQuestion(state);
  const canSkip = shown !== undefined && offersSkip(shown, state.options);
  const action = primaryAction(state);
  const proceed = action === 'submit' ? intents.submit : intents.next;

  /**
   * Returns the ID of the field or heading to focus after an action that shows another question, is refused, or returns
   * to a long answer.
   */
  const arrival = (now: AskUserState, act: () => void) => {
    const { active, phase, missing } = now;
    if (phase !== 'answering') return undefined;
    if (state.phase === 'confirmingLongAnswer') return ids('field', active);
    // A submit that is refused again changes nothing.
    const isRefused = missing.includes(active) && (missing !== state.missing || act === proceed);
    const moves = active !== state.active || isRefused;
    return moves && questionPlace(ids, now);
  };
  const follow: Follow = (from, act, focus = arrival) => {
    act();
    const now = store.getState();
    // If the host does not render this element, focus the heading.
    pending.set(from, focus(now, act), ids('heading', now.active));
    // Nothing changed, so nothing re-renders. Focus now, not after a later render.
    if (now === state) pending.apply();
  };

  /** Handles a click or a digit. Arrow keys also cause clicks, which must not continue. */
  const choose = (from: Element, questionId: string, option: OptionRef, focus?: Parameters<Follow>[2]) => {
    const single = state.phase === 'answering' && shown?.id === questionId && !shown.multiSelect && option !== 'other';
    const advances = advanceOnChoose && single && !arrows.isClicking();
    const act = () => {
      intents.toggleOption(questionId, option);
      // The host may have refused the selection.
      if (advances && store.getState().drafts[state.active]?.selected.includes(option)) proceed();
    };
    follow(from, act, advances ? undefined : focus);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { nativeEvent, target, currentTarget: root } = event;
    if (!isElement(target) || !root.contains(target) || composition.owns(nativeEvent)) return;
    const context = keyContext(state, target);
    const tab =
      context.focus === 'tab'
        ? tabArrowTarget(nativeEvent, state.active, state.drafts.length, getComputedStyle(target).direction === 'rtl')
        : undefined;
    arrows.onKeyDown(event);
    const isIgnored = isSecondPress(nativeEvent, context) || tab !== undefined;
    const intent = isIgnored ? IGNORE : route(nativeEvent, context);
    if (!intent) return;
    const types = intent.do === 'type';
    if (!types) event.preventDefault();
    event.stopPropagation();
    const questionId = shown?.id ?? '';
    if (tab !== undefined) {
      follow(
        target,
        () => intents.goTo(tab),
        ({ active }) => ids('tab', active),
      );
    } else if (types || 'option' in intent) {
      const option = types ? 'other' : intent.option;
      const focus = ({ active }: AskUserState) =>
        option === 'other' ? ids('field', active) : ids('control', active, option);
      if (intent.do === 'choose') choose(target, questionId, option, focus);
      else follow(target, () => types || intents.toggleOption(questionId, option), focus);
    } else if (intent.do === 'continue') follow(target, proceed);
    else if (intent.do === 'cancel' || intent.do === 'dismiss') follow(target, intents[intent.do]);
    else if (intent.do === 'require') {
      follow(
        target,
        () => store.dispatch({ type: 'validateQuestion', questionId }),
        () => false,
      );
    }
  };

  const getters = createPropGetters({
    title: confirmationTitle(state, options.messages),
    confirmationRef,
    store,
    state,
    ids,
    intents,
    composition,
    canSkip,
    proceed,
    follow,
    choose,
    onKeyDown,
    handlers: { ...files, onClickCapture },
  });

  return {
    ...intents,
    ...getters,
    state,
    store,
    ids,
    activeQuestion: shown,
    answeredCount: answeredCount(state),
    canSubmit: canSubmit(state),
    canSubmitPartial: canSubmitPartial(state),
    canSkip,
    missing: missingQuestions(state).flatMap((index) => state.request.questions[index] ?? []),
    getAnswerIssue(questionId) {
      const index = questionIndex(state, questionId);
      const question = state.request.questions[index];
      return question && getAnswerIssue(question, state.drafts[index]!);
    },
    longAnswers: longAnswers(state),
    primaryAction: action,
    collapsed,
    restored,
    filesRefused: refused === store,
  };
}
