import type { ComponentPropsWithoutRef } from 'react';
import { allowsNotes, type AnswerIssue } from '../../core/answer/constraints.js';
import { cleanText } from '../../core/clean.js';
import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import {
  allowsOther,
  answeredCount,
  answerOf,
  getAnswerIssue,
  isAnswered,
  isSelected,
  offersAskBack,
  offersSkip,
  questionStatus,
  takeable,
  takenQuestions,
} from '../../core/flow/selectors.js';
import type { AskUserState, Draft, Exchange, OptionRef } from '../../core/flow/types.js';
import { isBlank } from '../../core/guards.js';
import type { Question } from '../../core/question/types.js';
import { answerIssueText } from '../../messages/issue-text.js';
import { headerText, labelOf, questionText, shownText, withMark } from '../../messages/labels.js';
import type { AskUserMessages } from '../../messages/types.js';
import { isConfirming } from '../keys/route.js';
import type { Filter } from '../keys/shown-options.js';
import { textDirection, withInputMode } from '../text/field-props.js';
import { descriptionOf, previewOf } from '../text/option-display.js';
import { isSame } from '../flow/is-same.js';
import type { Engine } from './engine.js';
import { filterProps, selectAll } from './filter-options.js';
import {
  fieldProps,
  headingProps,
  mergeProps,
  optionButtonProps,
  optionInputProps,
  optionState,
  panelProps,
  tabProps,
} from './props.js';

type DivProps = ComponentPropsWithoutRef<'div'>;
type ButtonProps = ComponentPropsWithoutRef<'button'>;
type InputProps = ComponentPropsWithoutRef<'input'>;
type TextareaProps = ComponentPropsWithoutRef<'textarea'>;
type HeadingProps = ComponentPropsWithoutRef<'h3'>;

/*
 * Each getter of a model returns the props of one element, and merges the props that it receives. The host's event
 * handler runs first; the package's handler does not run if the host's called `preventDefault()`.
 */

/** An option of a question, or Other. */
export interface OptionModel {
  /** Key for React, unique in the question. Also the `value` of the control. */
  readonly key: string;
  /** Index in the options of the request, or `'other'`. */
  readonly index: OptionRef;
  /**
   * Label as it is shown, without invisible characters. It has the mark "(Recommended)" if the agent recommends the
   * option, also if a field of the agent's format says so. That of Other is from `messages`.
   */
  readonly label: string;
  /** The label without its mark "(Recommended)", beside a mark of your own. The same as `label` if it has no mark. */
  readonly shortLabel: string;
  /** Description as it is shown, if there is one. That of Other is from `messages`. */
  readonly description: string | undefined;
  /** Preview, verbatim, in the `previewFormat` of the request. */
  readonly preview: string | undefined;
  readonly isOther: boolean;
  readonly isSelected: boolean;
  /** Whether the filter of the question hides the option. Never `true` for a selected option and for Other. */
  readonly isHidden: boolean;
  /** Whether the agent recommends the option. */
  readonly isRecommended: boolean;
  /** Returns props for an `<input>` of type radio or checkbox. Render it inside its `<label>`. */
  readonly getInputProps: (props?: InputProps) => InputProps & { value: string; checked: boolean };
  /**
   * Returns props for a `<button>` that is a radio, or a checkbox in a multi-select question: your own one, or that of a
   * component library.
   */
  readonly getControlProps: (props?: ButtonProps) => ButtonProps & { value: string };
}

/** What the user asks the agent about a question, with the replies. It changes no answer. */
export interface AskBackModel {
  /**
   * The questions of the user and their replies, oldest first. `reply` is as it is shown, without invisible characters.
   * Render them above the options, in an element with the role `log`, so that screen readers announce a reply.
   */
  readonly exchanges: readonly Exchange[];
  /** What the user is typing. */
  readonly text: string;
  /**
   * Whether `send` has an effect now: there is text within the limits, the user is answering, and no other question
   * about this one waits for its reply.
   */
  readonly canAsk: boolean;
  /**
   * Returns props for the `<textarea>` of the user's question. Name it with a `<label>`. Enter sends, Shift+Enter inserts
   * a new line.
   */
  readonly getFieldProps: (props?: TextareaProps) => TextareaProps;
  readonly setText: (text: string) => void;
  /** Sends the text to `onAskBack`. */
  readonly send: () => void;
  /** Sends a failed exchange again. Without an argument, the latest. */
  readonly retry: (exchange?: Pick<Exchange, 'key'>) => void;
}

/** A question, and what the user has entered. The same object until one of its values changes. */
export interface QuestionModel {
  readonly id: string;
  /** Text as it is shown, without invisible characters. "Question 1" if nothing of it would be visible. */
  readonly question: string;
  /** Short name, such as for a tab. "Question 1" if the agent has sent none. */
  readonly header: string;
  /** Explanation of why the agent asks, as it is shown. */
  readonly context: string | undefined;
  readonly multiSelect: boolean;
  /** The options, and Other last if the question has it. Empty for a question that takes text only. */
  readonly options: readonly OptionModel[];
  /** The user's input: `selected` (indexes of options), `other`, `custom`, `notes` and `skipped`. */
  readonly draft: Draft;
  /** Whether the question is the one that is shown. */
  readonly isShown: boolean;
  /** Whether the question has an answer that can be sent, and is not skipped. */
  readonly isAnswered: boolean;
  /** Whether to render the field: Other is selected, or there are no options. It may also be rendered always. */
  readonly isFieldShown: boolean;
  /** Whether to render the notes: the answer can have them, or has some that must be removed. */
  readonly isNotesShown: boolean;
  /**
   * Why the answer cannot be sent: `unanswered`, or the rule that it breaks, and a `message` in the language of
   * `messages`. `undefined` unless the question is marked, such as by a refused submit.
   */
  readonly issue: (AnswerIssue & { readonly message: string }) | undefined;
  /** The answer as text, such as for Review: labels, custom text, and dots for a secret. `undefined` without an answer. */
  readonly answerText: string | undefined;
  /** Whether to offer Skip: `allow.skip` is set, and the question is not required. */
  readonly canSkip: boolean;
  /** Questions to the agent. `undefined` without `onAskBack`, and for a secret question. */
  readonly askBack: AskBackModel | undefined;
  /**
   * Selects an option. Without `selected`, toggles it in a multi-select question. `false` has no effect on a selected
   * radio. Moves no focus.
   */
  readonly choose: (option: Pick<OptionModel, 'index'> | OptionRef, selected?: boolean) => void;
  /** Sets the text under Other, or the answer to a question without options. Text that is not blank selects Other. */
  readonly setText: (text: string) => void;
  readonly setNotes: (text: string) => void;
  /** Multi-select: selects the options that are not hidden, as far as `constraints.maxSelected` allows. */
  readonly selectAll: () => void;
  /** Clears the selection, or the skipping. Text is kept. */
  readonly clear: () => void;
  /** Skips the question. Has no effect unless `constraints.required` or, if that is not set, `allow.skip` permits it. */
  readonly skip: () => void;
  /**
   * Returns props for a `<button>` in the element of `getTabListProps`. Only the tab of the shown question is in the tab
   * order; ← → Home End move between tabs. Its name is `header` and whether the question is answered, skipped or marked.
   */
  readonly getTabProps: (props?: ButtonProps) => ButtonProps;
  /** Returns props for the panel, a `tabpanel` if there are several questions. It is hidden unless `isShown`. */
  readonly getPanelProps: (props?: DivProps) => DivProps;
  /**
   * Returns props for the heading, which names the options. A button that shows the question moves focus to it, or to
   * the field of a question without options.
   */
  readonly getHeadingProps: (props?: HeadingProps) => HeadingProps;
  /** Returns props for the element around the options, a `radiogroup` or (multi-select) a `group`. */
  readonly getOptionsProps: (props?: DivProps) => DivProps;
  /**
   * Returns props for an `<input>` that filters the options by the words of their labels and descriptions, for a long
   * list. Name it with `aria-label`. Do not render options that are `isHidden`.
   */
  readonly getFilterProps: (props?: InputProps) => InputProps & { value: string };
  /** Returns props for the `<textarea>` of the answer. Secret text is masked. */
  readonly getFieldProps: (props?: TextareaProps) => TextareaProps;
  /** Returns props for the `<textarea>` of the notes. Name it with a `<label>`. */
  readonly getNotesProps: (props?: TextareaProps) => TextareaProps;
  /** Returns props for the element with the message of `issue`, an `alert` that describes the options and the field. */
  readonly getIssueProps: (props?: DivProps) => DivProps;
}

type StepModel = Pick<QuestionModel, 'isShown' | 'getTabProps' | 'getPanelProps' | 'getHeadingProps'>;

/**
 * The options that the agent recommends, for a button that selects all of them at once. Show the items before the user
 * presses it. The answers are marked as accepted: their `draft.recommended` is `true`, and so is that of the answer.
 */
export interface RecommendedModel {
  /**
   * What `take` would select: unanswered single-select questions with exactly one recommended option, and this option.
   * Empty with `allow: { recommended: false }`, and while the questions are streaming.
   */
  readonly items: readonly { readonly question: QuestionModel; readonly option: OptionModel }[];
  /** The questions whose answers `undo` would take back: those of `take` that were not edited since. */
  readonly taken: readonly QuestionModel[];
  /** Selects the options of the items. Sends nothing, and moves no focus. */
  readonly take: () => void;
  /** Takes the answers of `taken` back. Moves no focus. */
  readonly undo: () => void;
}

/** Review, which follows the last of several questions. */
export interface ReviewModel extends StepModel {
  readonly recommended: RecommendedModel;
}

export interface Models {
  /** Returns the model of a question in this state, or `undefined` if the state has no such question. */
  readonly question: (state: AskUserState, index: number) => QuestionModel | undefined;
  /** Returns the model of Review, or `undefined` if there is only one question. */
  readonly review: (state: AskUserState) => ReviewModel | undefined;
}

/** Props of an option's control that depend on the elements around it. */
export type ControlProps = (question: Question, index: number, option: OptionRef) => ButtonProps;

interface Snapshot {
  readonly question: Question;
  readonly index: number;
  readonly draft: Draft;
  readonly isShown: boolean;
  readonly isOnly: boolean;
  readonly isMarked: boolean;
  readonly isLocked: boolean;
  readonly canSkip: boolean;
  readonly filter: Filter | undefined;
  readonly offersAskBack: boolean;
  readonly canAskBack: boolean;
}

function takeSnapshot({ filters }: Engine, state: AskUserState, index: number): Snapshot | undefined {
  const { request, drafts, active, missing, phase, options } = state;
  const question = request.questions[index];
  return (
    question && {
      question,
      index,
      draft: drafts[index] ?? EMPTY_DRAFT,
      isShown: active === index,
      isOnly: drafts.length < 2,
      isMarked: missing.includes(index),
      isLocked: phase === 'submitting' || isConfirming(phase),
      canSkip: offersSkip(question, options),
      filter: filters.get(question.id),
      offersAskBack: offersAskBack(question, state),
      canAskBack: options.askBack?.canAsk(state, index) === true,
    }
  );
}

/** Returns the models of one request. A model is the same object until one of its values changes. */
export function createModels(engine: Engine, messages: AskUserMessages, controlProps: ControlProps): Models {
  const cache = new Map<number, readonly [Snapshot, QuestionModel]>();
  const step = (index: number, isShown: boolean, isOnly: boolean, name: string, status?: string): StepModel => ({
    isShown,
    getTabProps: (props = {}) => ({
      'aria-label': status && messages.tabState(name, status),
      ...mergeProps(tabProps(engine, index, isShown), props),
    }),
    getPanelProps: (props = {}) => mergeProps(panelProps(engine, index, isShown, isOnly), props),
    getHeadingProps: (props = {}) => mergeProps(headingProps(engine, index), props),
  });
  const models: Models = {
    question(state, index) {
      const snapshot = takeSnapshot(engine, state, index);
      if (!snapshot) return undefined;
      const cached = cache.get(index);
      if (cached && isSame(cached[0], snapshot)) return cached[1];
      const { question, draft, isShown, isOnly, isMarked } = snapshot;
      const own = createQuestion(engine, messages, controlProps, snapshot);
      const status = questionStatus(question, draft, isMarked);
      const model = { ...own, ...step(index, isShown, isOnly, own.header, status && messages[status]) };
      cache.set(index, [snapshot, model]);
      return model;
    },
    review(state) {
      const { length } = state.drafts;
      if (length < 2) return undefined;
      const status = messages.answeredOf(answeredCount(state), length);
      const at = (index: number) => models.question(state, index)!;
      const { takeRecommended: take, undoRecommended: undo } = engine.intents;
      return {
        ...step(length, state.active === length, false, messages.review, status),
        // Only a host that offers them pays for reading every label.
        get recommended() {
          return {
            items: takeable(state).map(({ index, option }) => ({
              question: at(index),
              option: at(index).options[option]!,
            })),
            taken: takenQuestions(state).map(at),
            take,
            undo,
          };
        },
      };
    },
  };
  return models;
}

function createQuestion(
  engine: Engine,
  messages: AskUserMessages,
  controlProps: ControlProps,
  snapshot: Snapshot,
): Omit<QuestionModel, keyof StepModel> {
  const { question, index, draft, isMarked, isLocked, canSkip, filter } = snapshot;
  const { ids, intents } = engine;
  const { id, options, multiSelect } = question;
  const found = isMarked ? getAnswerIssue(question, draft) : undefined;
  const described = found && ids('answer-error', index);
  const answer = answerOf(question, draft);
  const refs: OptionRef[] = [...options.keys(), ...(allowsOther(question) ? ['other' as const] : [])];
  const texts = (name: 'field' | 'notes' | 'ask-back', value: string, props: TextareaProps) => {
    const ours = { dir: textDirection(value), ...fieldProps(engine, question, index, name, isLocked) };
    return { ...mergeProps(ours, props), value };
  };
  return {
    id,
    question: questionText(question, index, messages),
    header: headerText(question) || messages.tab(index + 1),
    context: cleanText(question.context ?? '', { lines: true }) || undefined,
    multiSelect,
    options: refs.map((option) => createOption(engine, messages, controlProps, snapshot, option)),
    draft,
    isAnswered: isAnswered(question, draft),
    isFieldShown: options.length === 0 || draft.other,
    isNotesShown: allowsNotes(question, draft) || !isBlank(draft.notes),
    issue: found && { ...found, message: answerIssueText(messages, question, draft) },
    answerText: answer && !answer.skipped ? cleanText(shownText(question, answer.text), { lines: true }) : undefined,
    canSkip,
    askBack: snapshot.offersAskBack
      ? createAskBack(engine, snapshot, (props = {}) => texts('ask-back', draft.askBack ?? '', props))
      : undefined,
    choose(target, selected) {
      const option = typeof target === 'object' ? target.index : target;
      if (selected === false && (!multiSelect || !isSelected(draft, option))) return;
      intents[selected ? 'selectOption' : 'toggleOption'](id, option);
    },
    setText: (text) => intents.setCustom(id, text),
    setNotes: (text) => intents.setNotes(id, text),
    selectAll: () => selectAll(engine, question, index),
    clear: () => intents.clear(id),
    skip: () => intents.skip(id),
    getOptionsProps: (props = {}) => ({
      role: multiSelect ? 'group' : 'radiogroup',
      'aria-labelledby': ids('heading', index),
      'aria-describedby': described,
      ...props,
    }),
    getFilterProps(props = {}) {
      const ours = filterProps(engine, question, index, filter?.text ?? '');
      return { ...mergeProps(ours, props), value: ours.value };
    },
    getFieldProps: (props = {}) =>
      texts('field', draft.custom, {
        ...(options.length > 0 ? { 'aria-label': messages.yourAnswer } : { 'aria-labelledby': ids('heading', index) }),
        'aria-describedby': described,
        'aria-invalid': found !== undefined || undefined,
        ...withInputMode(question, props),
      }),
    getNotesProps: (props = {}) => texts('notes', draft.notes, props),
    getIssueProps: (props = {}) => ({ role: 'alert', id: ids('answer-error', index), ...props }),
  };
}

function createAskBack(
  { intents }: Engine,
  { question: { id }, draft: { askBack: text = '', exchanges = [] }, canAskBack: canAsk }: Snapshot,
  getFieldProps: AskBackModel['getFieldProps'],
): AskBackModel {
  return {
    exchanges: exchanges.map((exchange) => ({
      ...exchange,
      ...(exchange.reply !== undefined && { reply: cleanText(exchange.reply, { lines: true }) }),
    })),
    text,
    canAsk,
    getFieldProps,
    setText: (next) => intents.setAskBack(id, next),
    send: () => intents.askBack(id),
    retry(exchange = exchanges.findLast(({ status }) => status === 'failed')) {
      if (exchange) intents.askBack(id, exchange.key);
    },
  };
}

function createOption(
  engine: Engine,
  messages: AskUserMessages,
  controlProps: ControlProps,
  { question, index, draft, filter }: Snapshot,
  option: OptionRef,
): OptionModel {
  const isOther = option === 'other';
  const found = labelOf(question, option, messages);
  const label = withMark(found, messages);
  const state = optionState(draft, option, () => filter);
  return {
    key: String(option),
    index: option,
    label,
    shortLabel: found.short ?? label,
    description: (isOther ? messages.otherHint : descriptionOf(question, option)) || undefined,
    preview: previewOf(question, option) || undefined,
    isOther,
    isSelected: state === 'checked',
    isHidden: !isOther && filter?.hidden.has(option) === true,
    isRecommended: found.short !== undefined,
    getInputProps(props = {}) {
      const ours = optionInputProps(engine, question, index, option, state);
      return { ...mergeProps(ours, props), value: ours.value, checked: ours.checked };
    },
    getControlProps(props = {}) {
      const { onClick, ...controlled } = optionButtonProps(engine, question, index, option, state);
      // The keys and the focus need ours, so a host cannot replace them.
      return { ...mergeProps({ ...controlProps(question, index, option), onClick }, props), ...controlled };
    },
  };
}
