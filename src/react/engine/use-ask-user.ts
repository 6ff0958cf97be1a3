'use client';
import { useMemo, useState, type ComponentPropsWithoutRef, type Ref, type RefCallback } from 'react';
import type { AnsweredOutput, UnansweredOutput } from '../../core/answer/output.js';
import type { AskUserResult } from '../../core/answer/types.js';
import { answeredCount, canSubmit, missingForPartial, nextUnanswered } from '../../core/flow/selectors.js';
import type { Allow } from '../../core/flow/allow.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { Phase } from '../../core/flow/types.js';
import { isRecord } from '../../core/guards.js';
import type { AskUserRequest, QuestionInput } from '../../core/question/types.js';
import { getSettledKey, nameAsker } from '../../messages/asker.js';
import { enConfirm } from '../../messages/en-confirm.js';
import { enFirst } from '../../messages/en-first.js';
import { primaryLabel } from '../../messages/labels.js';
import type { AskUserConfirmMessages } from '../../messages/lazy-types.js';
import type { AskUserMessages } from '../../messages/types.js';
import type { CarriedAnswers } from '../drafts/carried-answers.js';
import type { RestoredDrafts } from '../drafts/restored-drafts.js';
import { fileHandlers } from '../files/files.js';
import type { AnyOptions, AskUserSource, UseAskUserOptions } from '../flow/options.js';
import { useFlow } from '../flow/use-flow.js';
import { useMessages } from '../flow/use-messages.js';
import { useFlowState } from '../flow/use-flow-value.js';
import { useIsomorphicLayoutEffect } from '../flow/use-isomorphic-layout-effect.js';
import { createClicks } from '../keys/clicks.js';
import { createActions, type AskUserActions } from './actions.js';
import { createConfirmation, type AskUserConfirmation } from './confirmation.js';
import { createDeliveryError, type DeliveryErrorModel } from './delivery-error.js';
import { createElements } from './elements.js';
import type { ButtonAction } from './engine.js';
import { createKeys } from './keys.js';
import { createModels, type QuestionModel, type ReviewModel } from './models.js';
import { buttonProps, mergeProps, primaryProps } from './props.js';
import { useEngine } from './use-engine.js';

type DivProps = ComponentPropsWithoutRef<'div'>;
type ButtonProps = ComponentPropsWithoutRef<'button'>;

/**
 * The questions, the state and the actions of one request, and the props of native elements. Each getter merges the props
 * that it receives. Your event handler runs first; the package's handler does not run if yours called
 * `preventDefault()`.
 */
export interface UseAskUserReturn extends AskUserActions {
  /** The questions, in order. */
  questions: readonly QuestionModel[];
  /** Shown question, or `undefined` on Review and while there are no questions. */
  activeQuestion: QuestionModel | undefined;
  /** Review, which follows the last question. `undefined` if there is only one question. */
  review: ReviewModel | undefined;
  /**
   * Confirmation that waits for the user, before text is discarded or a long answer is sent, or for the message of a
   * discussion. Until it is closed, nothing else can be changed.
   */
  confirmation: AskUserConfirmation | undefined;
  /** Error of a delivery that failed or that the host refused. */
  error: DeliveryErrorModel | undefined;
  /** Phase of the flow. */
  phase: Phase;
  /** Number of answered questions, number of all, and position of the shown question, from 1. On Review, it is `total + 1`. */
  progress: { readonly answered: number; readonly total: number; readonly position: number };
  /**
   * Whether `submit` would be accepted now: the user is answering, no answer is missing or invalid, and the request is
   * complete. `submit` may still ask to confirm a long answer.
   */
  canSubmit: boolean;
  /**
   * Whether to render a button that submits the answers so far, without the other ones: `allow.partial` is set, and they
   * can be sent.
   */
  canSubmitPartial: boolean;
  /** What the user may do instead of answering every question, as far as the dialect can represent it. */
  allow: Allow;
  /** The parsed request, with the texts of the agent verbatim. */
  request: AskUserRequest;
  /**
   * The result that waits for a confirmation, is being sent, or has settled the request. Only the phase `settled` makes
   * it final.
   */
  result: AskUserResult | undefined;
  /** Whether the card is collapsed to one line. Render confirmations, errors and the settled view regardless. */
  collapsed: boolean;
  /**
   * Notice about drafts that were restored from `draftStorage`, if there is one. Show it with a button that calls
   * `toggle`.
   */
  restored: RestoredDrafts | undefined;
  /**
   * Answers to an earlier request of the conversation, which were not accepted, if they can be offered. Show them with
   * buttons that call `use`, `undo` and `dismiss`.
   */
  carried: CarriedAnswers | undefined;
  /** Whether the user pasted or dropped a file during this request. If so, show that files cannot be sent. */
  filesRefused: boolean;
  /** UI texts: those of the option `messages`, and English ones for the others. `asker` is the name of who asks. */
  messages: AskUserMessages & AskUserConfirmMessages;
  /** Who asks how many questions, such as "3 questions from Assistant". From the second `round` on, also which one it is. */
  title: string;
  /** What happened in the end, such as "You answered Assistant". `undefined` until the request is settled. */
  settledTitle: string | undefined;
  /** Text of the primary button: Next, Review, Submit, Try again, or "Sending…". */
  primaryLabel: string;
  /** Flow store. For scoped subscriptions, call `subscribe(listener, questionId)`. */
  store: AskUserStore;
  /**
   * Returns props for the outermost element, a `region` that handles keys, and pasted or dropped files. It is named like
   * the dialog. The keys and the focus need its `ref`.
   */
  getRootProps: (
    props?: DivProps & { ref?: Ref<HTMLElement> | undefined },
  ) => DivProps & { ref: RefCallback<HTMLElement> };
  /** Returns props for the element around the tabs of several questions. */
  getTabListProps: (props?: DivProps) => DivProps;
  /** Returns props for the `<button>` that shows the next question or Review, or submits. Its text is `primaryLabel`. */
  getPrimaryProps: (props?: ButtonProps) => ButtonProps;
  /**
   * Returns props for a `<button>` with this action. `clear` and `skip` are for the shown question. The button is
   * `aria-disabled` and does nothing while a delivery is in flight; that of `nextUnanswered` also while no question but
   * the shown one needs an answer.
   */
  getButtonProps: (action: ButtonAction, props?: ButtonProps) => ButtonProps;
}

const ENGLISH: UseAskUserReturn['messages'] = { ...enFirst, ...enConfirm };

function withRef(ours: RefCallback<HTMLElement>, theirs: Ref<HTMLElement> | undefined): RefCallback<HTMLElement> {
  if (!theirs) return ours;
  return (element) => {
    ours(element);
    if (typeof theirs === 'function') theirs(element);
    else theirs.current = element;
  };
}

/**
 * Runs the flow of an agent's questions without rendering anything. Returns the questions, the actions, and prop getters
 * for a UI of native elements or of a component library. Asks a list of questions, or what the props `request`, or `dialect` and
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
  const asked: AskUserSource<unknown, unknown> = isRecord(source) ? source : { questions: source };
  const { questions: given, request: parsed, input, dialect } = asked;
  const options: AnyOptions = { ...hostOptions, questions: given, request: parsed, input, dialect };
  const { advanceOnChoose = false, round } = options;
  const { flow, collapsed, earlier } = useFlow(options);
  const { store, intents } = flow;
  const state = useFlowState(store, (now) => now);
  const [{ root, render, afterRender, createRefs }] = useState(createElements);
  const engine = useEngine(flow, root, { advanceOnChoose, shortcuts: true }, render);
  const { focusHandlers, filters } = engine;
  useFlowState(store, () => filters.version(), filters.subscribe);
  const keys = useMemo(() => createKeys(engine), [engine]);
  const { rootRef, confirmationRef } = useMemo(() => createRefs(engine, keys), [createRefs, engine, keys]);
  useIsomorphicLayoutEffect(() => afterRender(engine));

  const [refused, setRefused] = useState<AskUserStore>();
  const files = useMemo(() => fileHandlers(() => setRefused(store)), [store]);
  const { onClickCapture } = useMemo(() => createClicks(store), [store]);

  const { request, phase, result, drafts, active } = state;
  const messages = useMessages(options.messages, request.asker, ENGLISH);
  const models = useMemo(
    // A component library may use a key that its element receives, so the engine receives it before.
    () => createModels(engine, messages, () => ({ onKeyDownCapture: keys.onKeyDown })),
    [engine, messages, keys],
  );
  const actions = useMemo(() => createActions(intents, store), [intents, store]);
  const questions = request.questions.flatMap((_, index) => models.question(state, index) ?? []);
  const asks = nameAsker(messages.title(drafts.length), messages);
  const title = round && round.number > 1 ? `${asks} · ${messages.round(round.number, round.answered)}` : asks;
  const handlers = { ...keys.handlers, onKeyDown: keys.onKeyDown };
  const isSending = phase === 'submitting';

  return {
    ...actions,
    questions,
    activeQuestion: questions[active],
    review: models.review(state),
    confirmation: createConfirmation(engine, state, messages, { ...handlers, ref: confirmationRef }),
    error: createDeliveryError(engine, state, messages),
    phase,
    progress: { answered: answeredCount(state), total: drafts.length, position: active + 1 },
    canSubmit: canSubmit(state),
    canSubmitPartial: missingForPartial(state) > 0,
    allow: state.options.allow,
    request,
    result,
    collapsed,
    ...earlier,
    filesRefused: refused === store,
    messages,
    title,
    settledTitle:
      phase === 'settled' && result ? nameAsker(messages.settled[getSettledKey(result)], messages) : undefined,
    primaryLabel: primaryLabel(state, messages),
    store,
    getRootProps: ({ ref, ...props } = {}) => ({
      role: 'region',
      'aria-label': title,
      'aria-busy': isSending || undefined,
      ...mergeProps({ ...files, ...handlers, ...focusHandlers, onClickCapture }, props),
      ref: withRef(rootRef, ref),
    }),
    getTabListProps: (props = {}) => ({ role: 'tablist', 'aria-label': messages.tabs, ...props }),
    getPrimaryProps: (props = {}) => mergeProps(primaryProps(engine, state), props),
    getButtonProps: (action, props = {}) =>
      mergeProps(
        buttonProps(engine, action, isSending || (action === 'nextUnanswered' && nextUnanswered(state) === undefined)),
        props,
      ),
  };
}
