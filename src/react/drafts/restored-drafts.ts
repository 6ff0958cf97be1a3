import { EMPTY_DRAFT } from '../../core/flow/empty-draft.js';
import type { AskUserStore } from '../../core/flow/store.js';
import type { AskUserState, Draft } from '../../core/flow/types.js';
import { enDrafts } from '../../messages/en-drafts.js';
import type { AskUserMessages } from '../../messages/types.js';
import type { AskUserDraftMessages } from '../../messages/lazy-types.js';
import { readDrafts, restoreDrafts, writeDrafts } from './saved-drafts.js';

/** Notice that drafts were restored, or that the user has removed them since. */
export interface RestoredDrafts {
  /** Whether the user chose to start over. */
  readonly startedOver: boolean;
  /** Removes everything that was entered or, after that, restores it. Has an effect only in the phase `answering`. */
  readonly toggle: () => void;
  /** Returns the sentence and the label of the button. Missing messages are in English. */
  readonly getTexts: (
    messages: Partial<AskUserDraftMessages> | AskUserMessages,
  ) => readonly [text: string, button: string];
}

export interface RestoredNotice {
  show: (startedOver?: boolean) => void;
  /** Hides the notice after an edit or a settlement. Changes by a new request are not edits. */
  onStateChange: (state: AskUserState, hasNewRequest: boolean) => void;
  hide: () => void;
}

const isSameInput = ({ exchanges: _, ...now }: Draft, before: Draft | undefined): boolean => {
  const { exchanges: _before, ...then } = before ?? EMPTY_DRAFT;
  return JSON.stringify(now) === JSON.stringify(then);
};

/** Creates the notice. It disappears on the first edit, or when the request is settled. */
export function createRestoredNotice(
  store: AskUserStore,
  onRestoredChange: (restored: RestoredDrafts | undefined) => unknown,
  onStartOver: () => void,
): RestoredNotice {
  let shown: AskUserState | undefined;
  let removed = '';

  const startOver = () => {
    const state = store.getState();
    removed = writeDrafts(state, undefined, true);
    onStartOver();
    const drafts = state.request.questions.map(({ id: questionId }) => ({ questionId, ...EMPTY_DRAFT }));
    store.dispatch({ type: 'restore', drafts, message: '', active: 0 });
  };
  const notice: RestoredNotice = {
    show(startedOver = false) {
      shown = store.getState();
      onRestoredChange({
        startedOver,
        toggle() {
          if (store.getState().phase !== 'answering') return;
          // The following changes are not edits.
          shown = undefined;
          const removedDrafts = startedOver ? readDrafts(removed) : undefined;
          if (removedDrafts) restoreDrafts(store, removedDrafts);
          else startOver();
          notice.show(!startedOver);
        },
        getTexts(messages) {
          const { restored, startOver: start, startedOver: started, undo } = { ...enDrafts, ...messages };
          return startedOver ? [started, undo] : [restored, start];
        },
      });
    },
    onStateChange(state, hasNewRequest) {
      if (!shown) return;
      // The host can add exchanges, without the user.
      const { drafts } = shown;
      const isEdited =
        state.message !== shown.message ||
        state.drafts.length !== drafts.length ||
        state.drafts.some((draft, at) => draft !== drafts[at] && !isSameInput(draft, drafts[at]));
      if (state.phase === 'settled' || (isEdited && !hasNewRequest)) notice.hide();
      else shown = state;
    },
    hide() {
      shown = undefined;
      onRestoredChange(undefined);
    },
  };
  return notice;
}
