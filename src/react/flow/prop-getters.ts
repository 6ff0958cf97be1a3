import type {
  ChangeEvent,
  ComponentPropsWithoutRef,
  CompositionEvent,
  KeyboardEvent,
  MouseEvent,
  RefCallback,
  SyntheticEvent,
} from 'react';
import { questionIndex } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState, OptionRef } from '../../core/flow/types.js';
import { composeEventHandlers, composeAllEventHandlers } from './compose-event-handlers.js';
import type { FileHandlers } from '../files/files.js';
import type { ClickHandlers } from '../keys/use-clicks.js';
import type { ElementIds } from '../dialog/ids.js';
import type { Composition } from '../keys/key-events.js';
import type { FocusKind } from '../keys/route.js';
import { getInputProps, textDirection } from '../text/field-props.js';
import type { AskUserConfirmation } from './confirmation.js';
import type { AskUserIntents } from './intents.js';

type DivProps = ComponentPropsWithoutRef<'div'>;
type ButtonProps = ComponentPropsWithoutRef<'button'>;
type InputProps = ComponentPropsWithoutRef<'input'>;
type TextareaProps = ComponentPropsWithoutRef<'textarea'>;
type HeadingProps = ComponentPropsWithoutRef<'h3'>;

/**
 * Action of a button. `primary` is Next, Review or Submit, according to `primaryAction`. `clear` clears the selection,
 * or the skipping, of the shown question. `skip` skips the shown question and then does what `next` does, if `canSkip`
 * is `true`.
 */
export type ButtonAction =
  | 'primary'
  | 'submitPartial'
  | 'back'
  | 'cancel'
  | 'decline'
  | 'discuss'
  | 'retry'
  | 'clear'
  | 'skip';

/** Runs `act`. Once its effect is rendered, moves focus to the element with the ID that `focus` returns. */
export type Follow = (
  from: Element,
  act: () => void,
  focus?: (now: AskUserState, act: () => void) => string | false | undefined,
) => void;

/**
 * Prop getters for your own UI on native elements. Each getter merges the props that you pass. Your event handler runs
 * first; the package's handler does not run if yours called `preventDefault()`.
 */
export interface AskUserPropGetters {
  /**
   * Returns props for the outermost element, a `region` that handles keys, and pasted or dropped files. Name it with
   * `aria-label`.
   */
  getRootProps: (props?: DivProps) => DivProps;
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

interface GetterContext {
  /** Title of the confirmation, if one waits for the user. */
  title: string | undefined;
  confirmationRef: RefCallback<HTMLElement>;
  handlers: FileHandlers & Pick<ClickHandlers, 'onClickCapture'>;
  store: AskUserStore;
  state: AskUserState;
  ids: ElementIds;
  intents: AskUserIntents;
  composition: Composition;
  canSkip: boolean;
  proceed: () => void;
  follow: Follow;
  /** Toggles an option, and continues if `advanceOnChoose` applies. */
  choose: (from: Element, questionId: string, option: OptionRef) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** Returns the attribute from which the key router reads what an element is. */
const listens = (key: FocusKind) => ({ 'data-ask-user-key': key });

export function createPropGetters(
  context: GetterContext,
): AskUserPropGetters & { confirmation: AskUserConfirmation | undefined } {
  const { state, ids, intents, composition, follow, title } = context;
  const { phase, active, drafts, missing } = state;
  const { questions } = state.request;
  const sending = phase === 'submitting';
  const at = (questionId: string) => questionIndex(state, questionId);

  const issue = (index: number) => (missing.includes(index) ? ids('answer-error', index) : undefined);

  const button = (act: () => void, props: ButtonProps = {}, focus?: () => string): ButtonProps => ({
    type: 'button',
    'aria-disabled': sending || undefined,
    ...props,
    onClick: composeEventHandlers(props.onClick, ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
      if (!sending) follow(currentTarget, act, focus);
    }),
  });

  const text = (name: 'field' | 'notes', questionId: string, props: TextareaProps = {}): TextareaProps => {
    const index = at(questionId);
    const answer = name === 'field';
    const question = answer ? questions[index] : undefined;
    const value = drafts[index]?.[answer ? 'custom' : 'notes'] ?? '';
    return {
      id: ids(name, index),
      dir: textDirection(value),
      autoComplete: 'off',
      readOnly: sending || title !== undefined,
      ...(answer && {
        ...listens('answer'),
        'aria-labelledby': question?.options.length ? undefined : ids('heading', index),
        'aria-describedby': issue(index),
        'aria-invalid': missing.includes(index) || undefined,
      }),
      ...(question ? getInputProps(question, props) : props),
      value,
      onChange: composeEventHandlers(props.onChange, ({ target }: ChangeEvent<HTMLTextAreaElement>) =>
        intents[answer ? 'setCustom' : 'setNotes'](questionId, target.value),
      ),
    };
  };

  return {
    getRootProps: (props = {}) => ({
      role: 'region',
      'aria-busy': sending || undefined,
      ...props,
      onKeyDown: composeEventHandlers(props.onKeyDown, context.onKeyDown),
      onCompositionStart: composeEventHandlers(props.onCompositionStart, composition.start),
      onCompositionEnd: composeEventHandlers(props.onCompositionEnd, ({ nativeEvent }: CompositionEvent) =>
        composition.end(nativeEvent),
      ),
      onBlur: composeEventHandlers(props.onBlur, composition.reset),
      ...composeAllEventHandlers(props, context.handlers),
    }),
    getTabProps: (index, props) => ({
      ...listens('tab'),
      role: 'tab',
      id: ids('tab', index),
      tabIndex: active === index ? 0 : -1,
      'aria-selected': active === index,
      'aria-controls': ids('panel', index),
      ...button(
        () => intents.goTo(index),
        props,
        () => ids('tab', index),
      ),
    }),
    getPanelProps: (index, props) => ({
      ...(questions.length > 1 && { role: 'tabpanel', 'aria-labelledby': ids('tab', index) }),
      id: ids('panel', index),
      hidden: active !== index,
      ...props,
    }),
    getQuestionProps: (target, props) => ({
      ...listens('heading'),
      id: ids('heading', typeof target === 'number' ? target : at(target)),
      tabIndex: -1,
      ...props,
    }),
    getOptionsProps: (questionId, props) => ({
      role: questions[at(questionId)]?.multiSelect ? 'group' : 'radiogroup',
      'aria-labelledby': ids('heading', at(questionId)),
      'aria-describedby': issue(at(questionId)),
      ...props,
    }),
    getOptionProps(questionId, option, props = {}) {
      const index = at(questionId);
      const draft = drafts[index];
      const many = questions[index]?.multiSelect;
      const checked = (option === 'other' ? draft?.other : draft?.selected.includes(option)) === true;
      const choose = ({ currentTarget }: SyntheticEvent<HTMLInputElement>) =>
        context.choose(currentTarget, questionId, option);
      return {
        ...listens('option'),
        type: many ? 'checkbox' : 'radio',
        id: ids('control', index, option),
        name: ids('heading', index),
        // Detach from an ancestor `<form>`, so that the input is not submitted with the form.
        form: '',
        ...props,
        value: option,
        checked,
        onChange: composeEventHandlers(props.onChange, choose),
        // A click on a selected radio does not change it, but still advances.
        ...(checked &&
          !many && {
            onClick: composeEventHandlers(props.onClick, choose),
          }),
      };
    },
    getFieldProps: (questionId, props) => text('field', questionId, props),
    getAnswerErrorProps: (questionId, props) => ({ role: 'alert', id: ids('answer-error', at(questionId)), ...props }),
    getNotesProps: (questionId, props) => text('notes', questionId, props),
    getButtonProps(action, props) {
      if (action === 'primary') return button(context.proceed, props);
      const id = questions[active]?.id ?? '';
      const act = () => {
        if (action !== 'clear' && action !== 'skip') return intents[action]();
        if (action === 'skip' && !context.canSkip) return;
        intents[action](id);
        // The host may have refused the skip.
        if (action === 'skip' && context.store.getState().drafts[active]?.skipped) intents.next();
      };
      // A host may unmount Clear and Retry after use, so focus moves to the heading.
      return button(act, props, action === 'clear' || action === 'retry' ? () => ids('heading', active) : undefined);
    },
    confirmation:
      title === undefined
        ? undefined
        : {
            title,
            getDialogProps: (props = {}) => ({
              role: 'dialog',
              'aria-label': title,
              ...props,
              ref: context.confirmationRef,
              onKeyDown: composeEventHandlers(props.onKeyDown, context.onKeyDown),
              // A phone's Back button closes a `<dialog>`. A `close` event of an earlier opening may arrive late.
              onClose: composeEventHandlers(props.onClose, ({ currentTarget }: SyntheticEvent<HTMLElement>) => {
                if (!currentTarget.hasAttribute('open')) intents.dismiss();
              }),
            }),
            getDismissProps: (props) => ({ id: ids('dismiss'), ...button(intents.dismiss, props) }),
            getConfirmProps: (props) => button(intents.confirm, props),
          },
  };
}
