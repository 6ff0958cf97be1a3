import type { FlowOptions, AskUserState } from '../core/flow/types.js';
import type { Key } from './key.js';
import type { Hint } from './panel.js';
import type { Step, Ui } from './ui.js';

/** Handles Ctrl+X, which declines, and Ctrl+T, which starts a discussion, on questions and on Review. */
export function leaveKeys({ name, ctrl, meta }: Key, { options }: AskUserState, ui: Ui): Step | undefined {
  if (!ctrl || meta) return undefined;
  if (name === 'x' && options.allowDecline) return { actions: [{ type: 'decline' }], ui: { ...ui, choice: 0 } };
  if (name === 't' && options.allowDiscuss) return { actions: [{ type: 'decline', discuss: true }], ui };
  return undefined;
}

/** The key hints of `leaveKeys`. */
export const leaveHints = ({ allowDecline, allowDiscuss }: FlowOptions): readonly Hint[] => [
  ...(allowDecline ? [{ text: 'Ctrl+X decline', rank: 0 }] : []),
  ...(allowDiscuss ? [{ text: 'Ctrl+T discuss', rank: 0 }] : []),
];
