import { questionIndex } from '../../core/flow/selectors.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { OptionRef } from '../../core/flow/types.js';
import type { AskUserResult } from '../../core/answer/types.js';
import type { SetCollapsed } from './collapsed-state.js';

/** What a person, or a host on their behalf, can do. Each names its question by id. */
export interface AskUserIntents {
  /** Single-select: the choice is now this option (by position) or `'other'`. Multi-select: adds it. */
  selectOption: (questionId: string, option: OptionRef) => void;
  /** Multi-select: adds or removes. Single-select: as `selectOption`. */
  toggleOption: (questionId: string, option: OptionRef) => void;
  selectOther: (questionId: string) => void;
  toggleOther: (questionId: string) => void;
  /** The text under Other, or the answer to a question without options. Typing chooses Other. */
  setCustom: (questionId: string, text: string) => void;
  setNotes: (questionId: string, text: string) => void;
  /** Takes the choice back; typed text is kept. */
  clear: (questionId: string) => void;
  /** Only where the question may be skipped: by its own rule, else where the host set `allowSkip`. */
  skip: (questionId: string) => void;
  /** By id or position; the number of questions is Review. */
  goTo: (target: string | number) => void;
  next: () => void;
  back: () => void;
  submit: () => void;
  /** Sends the answers so far, where `canSubmitPartial` says so; unanswered questions go as skipped. Elsewhere as `submit`. */
  submitPartial: () => void;
  /** Sends again what the host did not take. */
  retry: () => void;
  cancel: (reason?: string) => void;
  /** Only where the host set `allowDecline`. */
  decline: (reason?: string) => void;
  /** The message that goes with a wish to discuss. Only if the host set `allowDiscuss`. */
  setMessage: (text: string) => void;
  /** Asks for the message: in `confirmingDiscard`, with `result.discuss`. Only if the host set `allowDiscuss`. */
  discuss: () => void;
  /** Yes to the open confirmation. */
  confirm: () => void;
  /** Back from the open confirmation, nothing lost. */
  dismiss: () => void;
  /** Folds the card into one line; nothing is lost. Takes the event that asked for it, if one did. */
  collapse: (event?: unknown) => void;
  expand: (event?: unknown) => void;
  /** An ending from outside; calls neither `onSubmit` nor `onCancel`. */
  settle: (result: AskUserResult) => void;
}

/** The intents of one flow; the same functions for as long as the store lives. */
export function createIntents({ dispatch, getState }: AskUserStore, setCollapsed: SetCollapsed): AskUserIntents {
  const step = (by: number) => dispatch({ type: 'goTo', to: getState().active + by });
  return {
    selectOption: (questionId, option) => dispatch({ type: 'selectOption', questionId, option }),
    toggleOption: (questionId, option) => dispatch({ type: 'toggleOption', questionId, option }),
    selectOther: (questionId) => dispatch({ type: 'selectOption', questionId, option: 'other' }),
    toggleOther: (questionId) => dispatch({ type: 'toggleOption', questionId, option: 'other' }),
    setCustom: (questionId, text) => dispatch({ type: 'setCustom', questionId, text }),
    setNotes: (questionId, text) => dispatch({ type: 'setNotes', questionId, text }),
    clear: (questionId) => dispatch({ type: 'clearAnswer', questionId }),
    skip: (questionId) => dispatch({ type: 'skip', questionId }),
    goTo: (target) =>
      dispatch({ type: 'goTo', to: typeof target === 'number' ? target : questionIndex(getState(), target) }),
    next: () => step(1),
    back: () => step(-1),
    submit: () => dispatch({ type: 'submit' }),
    submitPartial: () => dispatch({ type: 'submit', partial: true }),
    retry: () => dispatch({ type: 'retry' }),
    // Handlers are often passed as they are; an event is no reason.
    cancel: (reason) => dispatch({ type: 'cancel', ...(typeof reason === 'string' && { reason }) }),
    decline: (reason) => dispatch({ type: 'decline', ...(typeof reason === 'string' && { reason }) }),
    setMessage: (text) => dispatch({ type: 'setMessage', text }),
    discuss: () => dispatch({ type: 'decline', discuss: true }),
    confirm: () => dispatch({ type: 'confirm' }),
    dismiss: () => dispatch({ type: 'dismiss' }),
    collapse: (event) => setCollapsed(true, 'collapse', event),
    expand: (event) => setCollapsed(false, 'expand', event),
    settle: (result) => dispatch({ type: 'settle', result }),
  };
}
