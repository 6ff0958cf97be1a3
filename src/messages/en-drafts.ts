import type { AskUserDraftMessages } from './lazy-types.js';

export const enDrafts: AskUserDraftMessages = {
  restored: 'Your earlier entries are back.',
  startOver: 'Start over',
  startedOver: 'Your earlier entries were removed.',
  undo: 'Undo',
};
