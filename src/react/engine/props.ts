import type { ChangeEvent, MouseEvent } from 'react';
import { isSelected, primaryAction } from '../../core/flow/selectors.js';
import type { AskUserState, Draft, OptionRef } from '../../core/flow/types.js';
import type { Question } from '../../core/question/types.js';
import { composeAllEventHandlers } from '../flow/compose-event-handlers.js';
import type { FocusKind } from '../keys/route.js';
import type { Filter } from '../keys/shown-options.js';
import type { Engine, EngineAction } from './engine.js';

/*
 * The props of each kind of element, for a part and for a getter of `useAskUser`. These functions are pure: the caller
 * has subscribed to the values that it passes.
 */

/** Merges a host's props into ours. Its handlers run first; ours do not run if they prevented the event. */
export const mergeProps = <Ours extends object, Theirs extends object>(ours: Ours, theirs: Theirs): Ours & Theirs => ({
  ...ours,
  ...theirs,
  ...composeAllEventHandlers<object>(theirs, ours),
});

/** Attribute by which the keys recognize an element. */
export const keyKind = (kind: FocusKind) => ({ 'data-ask-user-key': kind });

export type OptionState = 'checked' | 'tabStop' | undefined;

/** Returns what an option shows of its draft. Without a selection, the first radio that is shown is the tab stop. */
export function optionState(draft: Draft, option: OptionRef, filter: () => Filter | undefined): OptionState {
  if (isSelected(draft, option)) return 'checked';
  if (draft.other || draft.selected.length > 0) return undefined;
  return option === (filter()?.first ?? 0) ? 'tabStop' : undefined;
}

/** A `<button>` with the role of an option. */
export const optionButtonProps = (
  engine: Engine,
  { multiSelect }: Question,
  index: number,
  option: OptionRef,
  state: OptionState,
) => ({
  ...keyKind('option'),
  type: 'button' as const,
  role: multiSelect ? 'checkbox' : 'radio',
  id: engine.ids('control', index, option),
  value: String(option),
  tabIndex: multiSelect || state ? 0 : -1,
  'aria-checked': state === 'checked',
  onClick({ currentTarget, detail }: MouseEvent<HTMLButtonElement>) {
    // Some phones open the keyboard only if a tap on Other focuses its field synchronously.
    const isTapOnOther = option === 'other' && detail > 0;
    // Safari does not focus a button on click.
    if (!isTapOnOther) currentTarget.focus({ preventScroll: true });
    engine.choose(index, option, isTapOnOther);
  },
});

/** An `<input>` of an option. Arrow keys do not change it, because the engine uses them. */
export const optionInputProps = (
  engine: Engine,
  { multiSelect }: Question,
  index: number,
  option: OptionRef,
  state: OptionState,
) => {
  const choose = ({ nativeEvent }: { nativeEvent: Event }) => {
    const isTap = 'detail' in nativeEvent && Number(nativeEvent.detail) > 0;
    engine.choose(index, option, option === 'other' && isTap);
  };
  return {
    ...keyKind('option'),
    type: multiSelect ? 'checkbox' : 'radio',
    id: engine.ids('control', index, option),
    name: engine.ids('heading', index),
    // Detach from an ancestor `<form>`, so that the input is not submitted with the form.
    form: '',
    value: String(option),
    checked: state === 'checked',
    onChange: choose,
    // A click on a selected radio does not change it, but still advances.
    ...(state === 'checked' && !multiSelect && { onClick: choose }),
  };
};

export const tabProps = ({ ids, intents, store }: Engine, index: number, shown: boolean) => {
  // A press focuses the tab before it clicks it. The host's `stateReducer` receives one action.
  const show = () => {
    if (store.getState().active !== index) intents.goTo(index);
  };
  return {
    ...keyKind('tab'),
    type: 'button' as const,
    role: 'tab',
    id: ids('tab', index),
    'aria-controls': ids('panel', index),
    'aria-selected': shown,
    tabIndex: shown ? 0 : -1,
    onFocus: show,
    onMouseDown(event: MouseEvent<HTMLButtonElement>) {
      // Other presses, such as one that opens a menu, must not show the tab. Safari does not focus a button on click.
      if (event.button !== 0 || event.ctrlKey) return event.preventDefault();
      event.currentTarget.focus();
    },
    // Scripts and some assistive technology only click.
    onClick({ currentTarget, ctrlKey }: MouseEvent<HTMLButtonElement>) {
      if (ctrlKey) return;
      currentTarget.focus();
      show();
    },
  };
};

export const panelProps = ({ ids }: Engine, index: number, shown: boolean, isOnly: boolean) => ({
  ...(!isOnly && { role: 'tabpanel', 'aria-labelledby': ids('tab', index) }),
  id: ids('panel', index),
  hidden: !shown,
});

export const headingProps = ({ ids }: Engine, index: number) => ({
  ...keyKind('heading'),
  id: ids('heading', index),
  tabIndex: -1,
});

/** The kind of each text area for the keys, and the intent that it calls. */
const FIELDS = {
  field: ['answer', 'setCustom'],
  notes: ['notes', 'setNotes'],
  'ask-back': ['ask-back', 'setAskBack'],
} as const;

/** A `<textarea>` of a question, without its value: a part writes that to the element. */
export const fieldProps = (
  { ids, intents }: Engine,
  { id }: Question,
  index: number,
  name: keyof typeof FIELDS,
  isLocked: boolean,
) => ({
  ...keyKind(FIELDS[name][0]),
  id: ids(name, index),
  // Detach from an ancestor `<form>`, whose reset would change the text.
  form: '',
  autoComplete: 'off',
  readOnly: isLocked,
  onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) => intents[FIELDS[name][1]](id, target.value),
});

/** Not `disabled` while a delivery is in flight, so that it keeps focus. */
export const buttonProps = (engine: Engine, action: EngineAction, isSending: boolean) => ({
  type: 'button' as const,
  'aria-disabled': isSending || undefined,
  onClick: ({ detail }: MouseEvent) => engine.press(action, detail),
});

export const primaryProps = (engine: Engine, state: AskUserState) => {
  const isBlocked = state.streaming && primaryAction(state) === 'submit';
  return buttonProps(engine, 'primary', isBlocked || state.phase === 'submitting');
};
