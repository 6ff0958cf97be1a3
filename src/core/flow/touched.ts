import { isBlank } from '../guards.js';
import type { Draft } from './types.js';

export const hasText = ({ custom, notes, askBack = '' }: Draft): boolean => !isBlank(custom + notes + askBack);

/** Whether an option is selected or a text is not blank. Other without text and a skip do not count. */
export const isTouched = (draft: Draft): boolean => draft.selected.length > 0 || hasText(draft);
