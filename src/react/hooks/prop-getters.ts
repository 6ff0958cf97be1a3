import type { ChangeEvent, ComponentPropsWithoutRef, KeyboardEvent, MouseEvent } from 'react';
import { questionIndex } from '../../core/flow/selectors.js';
import type { AskUserState, OptionRef } from '../../core/flow/types.js';
import { part } from '../anatomy.js';
import { chain } from '../chain.js';
import type { Ids } from '../ids.js';
import type { AskUserIntents } from './intents.js';

type DivProps = ComponentPropsWithoutRef<'div'>;
type ButtonProps = ComponentPropsWithoutRef<'button'>;
type InputProps = ComponentPropsWithoutRef<'input'>;
type TextareaProps = ComponentPropsWithoutRef<'textarea'>;
type HeadingProps = ComponentPropsWithoutRef<'h3'>;
type LabelProps = ComponentPropsWithoutRef<'label'>;

/**
 * Props for a UI of one's own on native elements. Each getter takes the props to merge: a handler of the host's runs
 * first, and ours does not run if it called `preventDefault()`.
 */
export interface AskUserPropGetters {
  /** The element around everything: hears the keys. Name it with `aria-label`, or with the heading of `getTitleProps`. */
  getRootProps: (props?: DivProps) => DivProps;
  getTitleProps: (props?: HeadingProps) => HeadingProps;
  /** The `tablist`, where there are several questions. */
  getTabListProps: (props?: DivProps) => DivProps;
  /** A `<button>`; the number of questions is Review. */
  getTabProps: (index: number, props?: ButtonProps) => ButtonProps;
  /** A question's `tabpanel`, or Review's. */
  getPanelProps: (index: number, props?: DivProps) => DivProps;
  /** The question's heading. */
  getQuestionProps: (questionId: string, props?: HeadingProps) => HeadingProps;
  /** Around the options. */
  getOptionsProps: (questionId: string, props?: DivProps) => DivProps;
  /** An `<input type="radio">` or `"checkbox"`. */
  getOptionProps: (questionId: string, option: OptionRef, props?: InputProps) => InputProps;
  getOptionLabelProps: (questionId: string, option: OptionRef, props?: LabelProps) => LabelProps;
  /** The `<textarea>` under Other, or of a question without options. */
  getFieldProps: (questionId: string, props?: TextareaProps) => TextareaProps;
  /** Put it inside an element with `data-ask-user="notes"`, so that Enter there is a new line. */
  getNotesProps: (questionId: string, props?: TextareaProps) => TextareaProps;
  /** Next, Review or Submit, whichever `primaryAction` says. */
  getPrimaryProps: (props?: ButtonProps) => ButtonProps;
  getBackProps: (props?: ButtonProps) => ButtonProps;
  getCancelProps: (props?: ButtonProps) => ButtonProps;
  getDeclineProps: (props?: ButtonProps) => ButtonProps;
  getRetryProps: (props?: ButtonProps) => ButtonProps;
  getClearProps: (questionId: string, props?: ButtonProps) => ButtonProps;
  getSkipProps: (questionId: string, props?: ButtonProps) => ButtonProps;
  /** The `alertdialog` that asks before answers are lost or a long one is sent. */
  getConfirmationProps: (props?: DivProps) => DivProps;
  getConfirmProps: (props?: ButtonProps) => ButtonProps;
  getDismissProps: (props?: ButtonProps) => ButtonProps;
}

interface GetterContext {
  state: AskUserState;
  ids: Ids;
  intents: AskUserIntents;
  proceed: () => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  onCompositionStart: () => void;
  onCompositionEnd: (event: { timeStamp: number }) => void;
}

export function createPropGetters(context: GetterContext): AskUserPropGetters {
  const { state, ids, intents } = context;
  const { request, phase, active, drafts } = state;
  const locked = phase !== 'answering';
  const at = (questionId: string) => questionIndex(state, questionId);

  const button = (act: () => void, props: ButtonProps = {}, busy = phase === 'submitting'): ButtonProps => ({
    type: 'button',
    'aria-disabled': busy || undefined,
    ...props,
    onClick: chain(props.onClick, (_: MouseEvent<HTMLButtonElement>) => {
      if (!busy) act();
    }),
  });

  const text = (value: string, write: (text: string) => void, props: TextareaProps = {}): TextareaProps => ({
    ...part('field'),
    dir: 'auto',
    autoComplete: 'off',
    readOnly: locked,
    ...props,
    value,
    onChange: chain(props.onChange, (event: ChangeEvent<HTMLTextAreaElement>) => write(event.target.value)),
  });

  return {
    getRootProps: (props = {}) => ({
      ...part('card'),
      role: 'region',
      'aria-labelledby': props['aria-label'] === undefined ? ids.title : undefined,
      'aria-busy': phase === 'submitting' || undefined,
      ...props,
      onKeyDown: chain(props.onKeyDown, context.onKeyDown),
      onCompositionStart: chain(props.onCompositionStart, context.onCompositionStart),
      onCompositionEnd: chain(props.onCompositionEnd, context.onCompositionEnd),
    }),
    getTitleProps: (props) => ({ ...part('title'), id: ids.title, tabIndex: -1, ...props }),
    getTabListProps: (props) => ({ role: 'tablist', 'aria-labelledby': ids.title, ...props }),
    getTabProps: (index, props = {}) => ({
      ...part('tab'),
      ...button(() => intents.goTo(index), props),
      role: 'tab',
      id: ids.tab(index),
      'aria-selected': active === index,
      'aria-controls': ids.panel(index),
      tabIndex: active === index ? 0 : -1,
    }),
    getPanelProps: (index, props) => ({
      ...(request.questions.length > 1 && { role: 'tabpanel', 'aria-labelledby': ids.tab(index) }),
      id: ids.panel(index),
      hidden: active !== index,
      ...props,
    }),
    getQuestionProps: (questionId, props) => ({
      ...part('question'),
      id: ids.heading(at(questionId)),
      tabIndex: -1,
      ...props,
    }),
    getOptionsProps: (questionId, props) => ({
      role: request.questions[at(questionId)]?.multiSelect ? 'group' : 'radiogroup',
      'aria-labelledby': ids.heading(at(questionId)),
      ...props,
    }),
    getOptionProps(questionId, option, props = {}) {
      const index = at(questionId);
      const draft = drafts[index];
      const many = request.questions[index]?.multiSelect;
      const act = () => (many ? intents.toggleOption : intents.selectOption)(questionId, option);
      return {
        ...part('control'),
        type: many ? 'checkbox' : 'radio',
        id: ids.control(index, option),
        name: ids.heading(index),
        // Of no form: the host's own must not send it.
        form: '',
        ...props,
        value: String(option),
        checked: (option === 'other' ? draft?.other : draft?.selected.includes(option)) === true,
        onChange: chain(props.onChange, (_: ChangeEvent<HTMLInputElement>) => act()),
      };
    },
    getOptionLabelProps: (questionId, option, props) => ({
      id: ids.label(at(questionId), option),
      htmlFor: ids.control(at(questionId), option),
      ...props,
    }),
    getFieldProps(questionId, props) {
      const index = at(questionId);
      const other = (request.questions[index]?.options.length ?? 0) > 0;
      return {
        id: ids.field(index),
        'aria-labelledby': other ? ids.label(index, 'other') : ids.heading(index),
        'aria-invalid': state.missing.includes(index) || undefined,
        ...text(drafts[index]?.custom ?? '', (value) => intents.setCustom(questionId, value), props),
      };
    },
    getNotesProps: (questionId, props) => ({
      id: ids.notes(at(questionId)),
      ...text(drafts[at(questionId)]?.notes ?? '', (value) => intents.setNotes(questionId, value), props),
    }),
    getPrimaryProps: (props) => button(context.proceed, props),
    getBackProps: (props) => button(intents.back, props),
    getCancelProps: (props) => button(() => intents.cancel(), props),
    getDeclineProps: (props) => button(() => intents.decline(), props),
    getRetryProps: (props) => button(intents.retry, props),
    getClearProps: (questionId, props) => button(() => intents.clear(questionId), props),
    getSkipProps: (questionId, props) => button(() => intents.skip(questionId), props),
    getConfirmationProps: (props) => ({ role: 'alertdialog', 'aria-labelledby': ids.confirmTitle, ...props }),
    getConfirmProps: (props) => button(intents.confirm, props),
    getDismissProps: (props) => button(intents.dismiss, props),
  };
}
