'use client';
import { useMemo, useState } from 'react';
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
import type { AskUserState } from '../../core/flow/types.js';
import type { Question, QuestionInput } from '../../core/question/types.js';
import type { RestoredDrafts } from '../drafts/restored-drafts.js';
import { fileHandlers } from '../files/files.js';
import type { AskUserIntents } from '../flow/intents.js';
import type { AnyOptions, AskUserSource, UseAskUserOptions } from '../flow/options.js';
import { useFlow } from '../flow/use-flow.js';
import { useFlowState } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { isConfirming } from '../keys/route.js';
import { useClicks } from '../keys/use-clicks.js';
import { confirmationTitle, createConfirmation, type AskUserConfirmation } from './confirmation.js';
import type { Engine, Render } from './engine.js';
import type { CardView } from './focus-after.js';
import { createPropGetters, type AskUserPropGetters } from './getters.js';
import type { ElementIds } from './ids.js';
import { createKeys, type EngineKeys } from './keys.js';
import { useEngine } from './use-engine.js';

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

/** An element around the hook's UI that uses Escape, too. */
const DIALOG = 'dialog, [role="dialog"], [role="alertdialog"]';

/** The view before and after a confirmation. */
const QUESTIONS: CardView = { phase: 'answering', collapsed: false };

const isDialog = (element: HTMLElement): element is HTMLDialogElement => 'showModal' in element;

/** The hook's elements, and what waits until React has rendered. */
function createElements() {
  let element: HTMLElement | null = null;
  let confirmation: HTMLElement | null = null;
  const waiting: (() => void)[] = [];
  const runWaiting = () => {
    for (const run of waiting.splice(0)) run();
  };
  const render: Render = (change, then, { getState }) => {
    const before = getState();
    change();
    // If nothing changed, nothing renders.
    if (getState() === before) then();
    else waiting.push(then);
  };
  const root = {
    // The host may render the confirmation in place of the root.
    get current() {
      return element ?? confirmation;
    },
  };

  function createRefs(engine: Engine, { listen }: EngineKeys) {
    const { memory, store, ids } = engine;
    let stop: (() => void) | undefined;
    const rootRef = (next: HTMLElement | null) => {
      stop?.();
      element = next;
      stop = next ? listen(({ parentElement }) => parentElement?.closest(DIALOG) != null) : undefined;
    };
    const confirmationRef = (next: HTMLElement | null) => {
      const closed = confirmation;
      confirmation = next;
      if (next) {
        memory.view ??= QUESTIONS;
        engine.shown({ ...QUESTIONS, phase: store.getState().phase }, () => isDialog(next) && next.showModal());
        // StrictMode detaches and attaches the ref, so the phase may be the same.
        engine.focus(ids('dismiss'));
      } else if (closed) {
        // The element is still in the document, so a `<dialog>` can return focus by itself.
        if (isDialog(closed)) closed.close();
        waiting.push(() => {
          if (confirmation) return;
          const { phase } = store.getState();
          engine.shown(isConfirming(phase) ? QUESTIONS : { ...QUESTIONS, phase });
          memory.view = QUESTIONS;
        });
        // The host may remove the element in a later render than that of the hook.
        queueMicrotask(runWaiting);
      }
    };
    return { rootRef, confirmationRef };
  }

  return { root, render, runWaiting, createRefs };
}

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
  const [{ root, render, runWaiting, createRefs }] = useState(createElements);
  const engine = useEngine(flow, root, { advanceOnChoose, shortcuts: true }, render);
  const { ids, focusHandlers } = engine;
  const keys = useMemo(() => createKeys(engine), [engine]);
  const { rootRef, confirmationRef } = useMemo(() => createRefs(engine, keys), [createRefs, engine, keys]);
  useIsomorphicLayoutEffect(runWaiting);

  const [refused, setRefused] = useState<AskUserStore>();
  const files = useMemo(() => fileHandlers(() => setRefused(store)), [store]);
  const { onClickCapture } = useClicks(store);

  const title = confirmationTitle(state, options.messages);
  const shown = activeQuestion(state);
  const handlers = { ...keys.handlers, onKeyDown: keys.onKeyDown };
  const rootProps = { ...files, ...handlers, ...focusHandlers, onClickCapture, ref: rootRef };
  const dialog = { ...handlers, ref: confirmationRef };

  return {
    ...intents,
    ...createPropGetters(engine, state, rootProps, state.phase === 'submitting' || title !== undefined),
    confirmation: title === undefined ? undefined : createConfirmation(engine, title, dialog),
    state,
    store,
    ids,
    activeQuestion: shown,
    answeredCount: answeredCount(state),
    canSubmit: canSubmit(state),
    canSubmitPartial: canSubmitPartial(state),
    canSkip: shown !== undefined && offersSkip(shown, state.options),
    missing: missingQuestions(state).flatMap((index) => state.request.questions[index] ?? []),
    getAnswerIssue(questionId) {
      const index = questionIndex(state, questionId);
      const question = state.request.questions[index];
      return question && getAnswerIssue(question, state.drafts[index]!);
    },
    longAnswers: longAnswers(state),
    primaryAction: primaryAction(state),
    collapsed,
    restored,
    filesRefused: refused === store,
  };
}
