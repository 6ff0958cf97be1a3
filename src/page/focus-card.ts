import type { AskUserCardElement, AskUserRequest } from 'react-ask-user';

/**
 * Moves the focus into the card of a page that contains nothing else: into the field of a first question without
 * options, as in a terminal, and else to the title. The keys of the card wait for a moment, because the user may have
 * pressed them for another window.
 */
export function focusCard(card: AskUserCardElement | null, { questions: [first] }: AskUserRequest): void {
  card?.focus();
  if (first?.options.length === 0) card?.querySelector<HTMLElement>('[data-ask-user="field"]')?.focus();
}
