import { isBlank } from '../guards.js';
import type { Draft } from './types.js';

/** What the user has typed to ask the agent, and to which there is no reply. Another client's questions do not count. */
export const unrepliedTexts = ({
  askBack = '',
  exchanges = [],
}: { readonly [Name in 'askBack' | 'exchanges']?: Draft[Name] | undefined }): string[] => [
  askBack,
  ...exchanges.flatMap(({ text, reply, isElsewhere }) => (reply === undefined && !isElsewhere ? text : [])),
];

export const hasText = (draft: Draft): boolean =>
  !isBlank([draft.custom, draft.notes, ...unrepliedTexts(draft)].join(''));

/** Whether an option is selected, or a text of the answer is not blank. Other without text and a skip do not count. */
export const hasAnswer = ({ selected, custom, notes }: Draft): boolean =>
  selected.length > 0 || !isBlank(custom + notes);

/**
 * Whether an option is selected, a text is not blank, or a question of the user has no reply. Other without text and a skip
 * do not count.
 */
export const isTouched = (draft: Draft): boolean => draft.selected.length > 0 || hasText(draft);
