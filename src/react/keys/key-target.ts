import type { OptionRef } from '../../core/flow/types.js';
import type { FocusKind } from './route.js';

/** Whether the target is an element. `instanceof` fails for elements of another window. */
export const isElement = (target: EventTarget | null | undefined): target is Element =>
  (target as Partial<Node> | null | undefined)?.nodeType === 1;

/** Whether the element is the host of the node's shadow root, or of one around it. */
function isHostOf(element: EventTarget | undefined, node: Node): boolean {
  const { host } = node.getRootNode() as Partial<ShadowRoot>;
  return host !== undefined && (host === element || isHostOf(element, host));
}

/**
 * Returns the target of an event that was caught outside of the card. If the card is in a closed shadow root, the event
 * names only the root's host, and the focused element is meant.
 */
export function targetFor(card: Element, event: Event): EventTarget | null | undefined {
  const [target] = event.composedPath();
  return isHostOf(target, card) ? (card.getRootNode() as ShadowRoot).activeElement : target;
}

/** Returns what an element is to the key router. Other fields, such as the host's, count as notes. */
export function focusKind(target: Element): FocusKind {
  const kind = target.getAttribute('data-ask-user-key');
  if (kind) return kind as FocusKind;
  // Keys must not select options of a collapsed card.
  if (target.closest('[data-ask-user="collapsed-bar"]')) return 'notes';
  if (target.closest('textarea, input, select, [contenteditable]:not([contenteditable="false"])')) return 'notes';
  return target.closest('button, a') ? 'button' : 'elsewhere';
}

export function optionOf(target: Element): OptionRef | undefined {
  if (focusKind(target) !== 'option') return undefined;
  const value = target.getAttribute('value');
  return value === 'other' ? value : Number(value);
}
