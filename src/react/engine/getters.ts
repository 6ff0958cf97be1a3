import type { ComponentPropsWithoutRef, Ref, RefCallback } from 'react';
import { questionIndex } from '../../core/flow/selectors.js';
import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import type { AskUserState, OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import { getInputProps, textDirection } from '../text/field-props.js';
import type { ButtonAction, Engine } from './engine.js';
import {
  buttonProps,
  fieldProps,
  headingProps,
  mergeProps,
  optionInputProps,
  optionState,
  panelProps,
  tabProps,
} from './props.js';

type DivProps = ComponentPropsWithoutRef<'div'>;
type RootProps = DivProps & { ref?: Ref<HTMLElement> | undefined };
type ButtonProps = ComponentPropsWithoutRef<'button'>;
type InputProps = ComponentPropsWithoutRef<'input'>;
type TextareaProps = ComponentPropsWithoutRef<'textarea'>;
type HeadingProps = ComponentPropsWithoutRef<'h3'>;

/**
 * Prop getters for your own UI on native elements. Each getter merges the props that you pass. Your event handler runs
 * first; the package's handler does not run if yours called `preventDefault()`.
 */
export interface AskUserPropGetters {
  /**
   * Returns props for the outermost element, a `region` that handles keys, and pasted or dropped files. Name it with
   * `aria-label`. The keys and the focus need its `ref`.
   */
  getRootProps: (props?: RootProps) => DivProps & { ref: RefCallback<HTMLElement> };
  /**
   * Returns props for a `<button>` in an element with `role="tablist"`. The number of questions stands for Review. Only
   * the active tab is in the tab order; ← → Home End move between tabs.
   */
  getTabProps: (index: number, props?: ButtonProps) => ButtonProps;
  /** Returns props for the panel of a question or of Review. It is a `tabpanel` if there are several questions. */
  getPanelProps: (index: number, props?: DivProps) => DivProps;
  /**
   * Returns props for a question's heading, by ID or index. The number of questions stands for Review. The heading
   * names the options. A button that shows the question moves focus to it, or to the field of a question without
   * options.
   */
  getQuestionProps: (target: string | number, props?: HeadingProps) => HeadingProps;
  /** Returns props for the element around the options, a `radiogroup` or (multi-select) a `group`. */
  getOptionsProps: (questionId: string, props?: DivProps) => DivProps;
  /** Returns props for an `<input>` of type radio or checkbox. Render it inside its `<label>`. */
  getOptionProps: (questionId: string, option: OptionRef, props?: InputProps) => InputProps;
  /**
   * Returns props for the `<textarea>` under Other, or of a question without options. Secret text is masked. Name a
   * field under Other with `aria-label`.
   */
  getFieldProps: (questionId: string, props?: TextareaProps) => TextareaProps;
  /**
   * Returns props for the element that shows the issue of `getAnswerIssue` in your words. Render it while
   * `state.missing` includes the question's index. It has the role `alert`, and describes the options and the field.
   */
  getAnswerErrorProps: (questionId: string, props?: DivProps) => DivProps;
  /**
   * Returns props for the `<textarea>` of the notes. Name it with a `<label>`. Render it only if `allowsNotes` of
   * `react-ask-user/core` returns `true`, or if the draft has a note, because a submit with a note that the agent cannot
   * receive is refused until the user removes it.
   */
  getNotesProps: (questionId: string, props?: TextareaProps) => TextareaProps;
  /** Returns props for a `<button>` with this action. While a delivery is in flight, the button does nothing. */
  getButtonProps: (action: ButtonAction, props?: ButtonProps) => ButtonProps;
}

/** Question of a getter that was called with an ID that the request does not contain. */
const NOTHING: Question = { id: '', question: '', options: [], multiSelect: false };

function withRef(ours: RefCallback<HTMLElement>, theirs: Ref<HTMLElement> | undefined): RefCallback<HTMLElement> {
  if (!theirs) return ours;
  return (element) => {
    ours(element);
    if (typeof theirs === 'function') theirs(element);
    else theirs.current = element;
  };
}

export function createPropGetters(
  engine: Engine,
  state: AskUserState,
  root: DivProps & { readonly ref: RefCallback<HTMLElement> },
  isLocked: boolean,
): AskUserPropGetters {
  const { ids } = engine;
  const { phase, active, drafts, missing } = state;
  const { questions } = state.request;
  const isSending = phase === 'submitting';
  const at = (target: string | number) => (typeof target === 'number' ? target : questionIndex(state, target));
  const find = (id: string) => {
    const index = at(id);
    return { index, question: questions[index] ?? NOTHING, draft: drafts[index] ?? EMPTY_DRAFT };
  };
  const issue = (index: number) => (missing.includes(index) ? ids('answer-error', index) : undefined);

  return {
    getRootProps: ({ ref, ...props } = {}) => ({
      role: 'region',
      'aria-busy': isSending || undefined,
      ...mergeProps(root, props),
      ref: withRef(root.ref, ref),
    }),
    getTabProps: (index, props = {}) => mergeProps(tabProps(engine, index, active === index), props),
    getPanelProps: (index, props = {}) =>
      mergeProps(panelProps(engine, index, active === index, questions.length < 2), props),
    getQuestionProps: (target, props = {}) => mergeProps(headingProps(engine, at(target)), props),
    getOptionsProps: (id, props = {}) => ({
      role: find(id).question.multiSelect ? 'group' : 'radiogroup',
      'aria-labelledby': ids('heading', at(id)),
      'aria-describedby': issue(at(id)),
      ...props,
    }),
    getOptionProps(id, option, props = {}) {
      const { question, index, draft } = find(id);
      const ours = optionInputProps(engine, question, index, option, optionState(draft, option));
      return { ...mergeProps(ours, props), value: ours.value, checked: ours.checked };
    },
    getFieldProps(id, props = {}) {
      const { question, index, draft } = find(id);
      const ours = {
        ...fieldProps(engine, question, index, 'field', isLocked),
        dir: textDirection(draft.custom),
        'aria-labelledby': question.options.length > 0 ? undefined : ids('heading', index),
        'aria-describedby': issue(index),
        'aria-invalid': missing.includes(index) || undefined,
      };
      return { ...mergeProps(ours, getInputProps(question, props)), value: draft.custom };
    },
    getAnswerErrorProps: (id, props = {}) => ({ role: 'alert', id: ids('answer-error', at(id)), ...props }),
    getNotesProps(id, props = {}) {
      const { question, index, draft } = find(id);
      const ours = { ...fieldProps(engine, question, index, 'notes', isLocked), dir: textDirection(draft.notes) };
      return { ...mergeProps(ours, props), value: draft.notes };
    },
    getButtonProps: (action, props = {}) => mergeProps(buttonProps(engine, action, isSending), props),
  };
}
