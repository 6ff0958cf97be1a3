import type { FocusKind } from './route.js';

const TEXT = 'textarea, input:not([type="radio"], [type="checkbox"]), select, [contenteditable]:not([contenteditable="false"])';

/** What an element is to the router, by the parts' names. */
export function focusKind(target: Element): FocusKind {
  if (target.closest('[data-ask-user="notes"]')) return 'notes';
  switch (target.closest('[data-ask-user]')?.getAttribute('data-ask-user')) {
    case 'field':
      return 'answer';
    case 'control':
      return 'option';
    case 'tab':
      return 'tab';
    case 'question':
    case 'title':
      return 'heading';
  }
  // A field of the host's own inside the card keeps its keys.
  if (target.closest(TEXT)) return 'notes';
  return target.closest('button, a') ? 'button' : 'other';
}
