import type { ChangeEvent, ComponentPropsWithoutRef, KeyboardEvent, MouseEvent } from 'react';
import { questionIndex } from '../../core/flow/selectors.js';
import type { AskUserState, OptionRef } from '../../core/flow/types.js';
import { chain, chainAll } from '../chain.js';
import type { FileHandlers } from '../files.js';
import type { Ids } from '../ids.js';
import type { Composition } from '../keys/press.js';
import type { FocusKind } from '../keys/route.js';
import { textDirection } from '../text/direction.js';
import { writing } from '../writing.js';
import type { AskUserIntents } from './intents.js';

type DivProps = ComponentPropsWithoutRef<'div'>;
type ButtonProps = ComponentPropsWithoutRef<'button'>;
type InputProps = ComponentPropsWithoutRef<'input'>;
type TextareaProps = ComponentPropsWithoutRef<'textarea'>;
type HeadingProps = ComponentPropsWithoutRef<'h3'>;

/**
 * What a button does. `primary` is Next, Review or Submit, whichever `primaryAction` says. `clear` takes back
 * the choice, or the skipping, of the question shown; `skip` goes on without its answer.
 */
export type ButtonAction =
  | 'primary'
  | 'submitPartial'
  | 'back'
  | 'cancel'
  | 'decline'
  | 'discuss'
  | 'retry'
  | 'confirm'
  | 'dismiss'
  | 'clear'
  | 'skip';

/** Acts, and takes the focus from an element to where that has led; unless told otherwise, as Next and Submit do. */
export type Follow = (
  from: Element,
  act: () => void,
  focus?: (now: AskUserState) => string | false | undefined,
) => void;

/**
 * Props for a UI of one's own on native elements. Each getter takes the props to merge: a handler of the host's runs
 * first, and ours does not run if it called `preventDefault()`.
 */
export interface AskUserPropGetters {
  /** The element around everything, a `region`: hears the keys. Name it with `aria-label`. */
  getRootProps: (props?: DivProps) => DivProps;
  /**
   * A `<button>` in an element with the role `tablist`; the number of questions is Review. One of them is in the tab
   * order, and ← → Home End lead to the others.
   */
  getTabProps: (index: number, props?: ButtonProps) => ButtonProps;
  /** A question's panel, or Review's; a `tabpanel` where there are several. */
  getPanelProps: (index: number, props?: DivProps) => DivProps;
  /**
   * A question's heading: names the options, and is where Next takes the focus, unless the question has no options and a
   * field. By id or position; the number of questions is Review.
   */
  getQuestionProps: (target: string | number, props?: HeadingProps) => HeadingProps;
  /** Around the options: a `radiogroup`, or a `group`. */
  getOptionsProps: (questionId: string, props?: DivProps) => DivProps;
  /** An `<input>` of type radio or checkbox. Put it inside its `<label>`. */
  getOptionProps: (questionId: string, option: OptionRef, props?: InputProps) => InputProps;
  /**
   * The `<textarea>` under Other, or of a question without options; masked for a secret. Name the former with
   * `aria-label`.
   */
  getFieldProps: (questionId: string, props?: TextareaProps) => TextareaProps;
  /**
   * What `problemOf` says of a question, in your words, while `state.missing` has its position: described by it, and spoken
   * at once.
   */
  getProblemProps: (questionId: string, props?: DivProps) => DivProps;
  /** A `<textarea>`, where Enter is a new line. Name it with a `<label>`. */
  getNotesProps: (questionId: string, props?: TextareaProps) => TextareaProps;
  getButtonProps: (action: ButtonAction, props?: ButtonProps) => ButtonProps;
}

interface GetterContext {
  files: FileHandlers;
  state: AskUserState;
  ids: Ids;
  intents: AskUserIntents;
  composition: Composition;
  proceed: () => void;
  follow: Follow;
  /** Chooses, and goes on where the host wants a choice to do that. */
  choose: (from: Element, questionId: string, option: OptionRef) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
}

/** What an element is to the router. */
const hears = (key: FocusKind) => ({ 'data-ask-user-key': key });

export function createPropGetters(context: GetterContext): AskUserPropGetters {
  const { state, ids, intents, composition, follow } = context;
  const { phase, active, drafts, missing } = state;
  const { questions } = state.request;
  const sending = phase === 'submitting';
  const at = (questionId: string) => questionIndex(state, questionId);

  const problem = (index: number) => (missing.includes(index) ? ids('problem', index) : undefined);

  const button = (act: () => void, props: ButtonProps = {}, focus?: () => string): ButtonProps => ({
    type: 'button',
    'aria-disabled': sending || undefined,
    ...props,
    onClick: chain(props.onClick, ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
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
      readOnly: sending,
      ...(answer && {
        ...hears('answer'),
        'aria-labelledby': question?.options.length ? undefined : ids('heading', index),
        'aria-describedby': problem(index),
        'aria-invalid': missing.includes(index) || undefined,
      }),
      ...(question ? writing(question, props) : props),
      value,
      onChange: chain(props.onChange, ({ target }: ChangeEvent<HTMLTextAreaElement>) =>
        intents[answer ? 'setCustom' : 'setNotes'](questionId, target.value),
      ),
    };
  };

  return {
    getRootProps: (props = {}) => ({
      role: 'region',
      'aria-busy': sending || undefined,
      ...props,
      onKeyDown: chain(props.onKeyDown, context.onKeyDown),
      onCompositionStart: chain(props.onCompositionStart, composition.start),
      onCompositionEnd: chain(props.onCompositionEnd, composition.end),
      onBlur: chain(props.onBlur, composition.reset),
      ...chainAll(props, context.files),
    }),
    getTabProps: (index, props) => ({
      ...hears('tab'),
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
      ...hears('heading'),
      id: ids('heading', typeof target === 'number' ? target : at(target)),
      tabIndex: -1,
      ...props,
    }),
    getOptionsProps: (questionId, props) => ({
      role: questions[at(questionId)]?.multiSelect ? 'group' : 'radiogroup',
      'aria-labelledby': ids('heading', at(questionId)),
      'aria-describedby': problem(at(questionId)),
      ...props,
    }),
    getOptionProps(questionId, option, props = {}) {
      const index = at(questionId);
      const draft = drafts[index];
      const many = questions[index]?.multiSelect;
      return {
        ...hears('option'),
        type: many ? 'checkbox' : 'radio',
        id: ids('control', index, option),
        name: ids('heading', index),
        // Of no form: the host's own must not send it.
        form: '',
        ...props,
        value: option,
        checked: (option === 'other' ? draft?.other : draft?.selected.includes(option)) === true,
        onChange: chain(props.onChange, ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
          context.choose(currentTarget, questionId, option),
        ),
      };
    },
    getFieldProps: (questionId, props) => text('field', questionId, props),
    getProblemProps: (questionId, props) => ({ role: 'alert', id: ids('problem', at(questionId)), ...props }),
    getNotesProps: (questionId, props) => text('notes', questionId, props),
    getButtonProps(action, props) {
      const id = questions[active]?.id ?? '';
      const act = () => {
        if (action === 'primary') return context.proceed();
        if (action !== 'clear' && action !== 'skip') return intents[action]();
        intents[action](id);
        if (action === 'skip') intents.next();
      };
      // These two go with what they are for.
      return button(act, props, action === 'clear' || action === 'retry' ? () => ids('heading', active) : undefined);
    },
  };
}
