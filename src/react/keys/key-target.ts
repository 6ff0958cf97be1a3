import type { AskUserState, OptionRef } from '../../core/flow/types.js';
import type { FocusKind, KeyContext } from './route.js';

const KINDS: Readonly<Record<string, FocusKind>> = {
  field: 'answer',
  control: 'option',
  tab: 'tab',
  question: 'heading',
  title: 'heading',
};

/** Not by class: it may be drawn into a window of its own. */
export const isElement = (target: EventTarget | null | undefined): target is Element =>
  (target as Partial<Node> | null | undefined)?.nodeType === 1;

/** What an element is to the router, by the parts' names. A field of the host's own keeps its keys, like notes. */
export function focusKind(target: Element): FocusKind {
  // A UI on native elements says it itself, and keeps clear of the stylesheet's names.
  const said = target.getAttribute('data-ask-user-key');
  if (said) return said as FocusKind;
  // What is folded is not chosen from.
  if (target.closest('[data-ask-user="notes"], [data-ask-user="bar"]')) return 'notes';
  const kind = KINDS[target.getAttribute('data-ask-user') ?? ''];
  if (kind) return kind;
  if (target.closest('textarea, input, select, [contenteditable]:not([contenteditable="false"])')) return 'notes';
  return target.closest('button, a') ? 'button' : 'other';
}

/** Which option this is the radio or checkbox of. */
export function optionOf(target: Element): OptionRef | undefined {
  if (focusKind(target) !== 'option') return undefined;
  const value = target.getAttribute('value');
  return value === 'other' ? value : Number(value);
}

/** What the router has to know of a state and the element that has the focus. */
export function keyContext({ phase, active, request, drafts }: AskUserState, target: Element): KeyContext {
  const focus = focusKind(target);
  return {
    phase,
    focus,
    option: focus === 'option' ? optionOf(target) : undefined,
    question: request.questions[active],
    draft: drafts[active],
    coarse: () => globalThis.matchMedia?.('(pointer: coarse)').matches,
  };
}
