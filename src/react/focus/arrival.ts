import type { Phase } from '../../core/flow/types.js';
import type { AskUserContextValue } from '../dialog/context.js';

/** State of the card and of its page when a request has arrived. */
export interface ArrivalFacts {
  readonly autoFocus: AskUserContextValue['autoFocus'];
  readonly phase: Phase;
  readonly modal: boolean;
  readonly windowFocused: boolean;
  /** Where focus is. `chat` stands for this card, a settled one, the form of the composer, or `returnFocusTo`. */
  readonly focus: 'page' | 'composer' | 'chat' | 'elsewhere';
  /** Text of the composer. */
  readonly text: string;
  /** Where other pending cards are, relative to this one in the document. */
  readonly otherCards: 'none' | 'before' | 'after';
  /** Milliseconds since `lastMessage` of `UserActivity`, or `undefined` if it is missing or for another agent. */
  readonly since: number | undefined;
  /** Whether the user pressed a key or a pointer, or entered text, during the wait. `undefined` before the wait. */
  readonly input: boolean | undefined;
}

/** Time in milliseconds in which a card can follow a message. */
const FOLLOW_MS = 10_000;

/** Whether the user is probably waiting for the card. */
const isAwaited = ({ since = Infinity, focus, text, otherCards }: ArrivalFacts): boolean =>
  since <= FOLLOW_MS && focus !== 'elsewhere' && text.trim() === '' && otherCards !== 'before';

/** Whether nothing is interrupted if focus moves. A modal moves focus itself. */
const isIdle = ({ modal, focus, text, otherCards, input }: ArrivalFacts): boolean =>
  !modal && !input && otherCards === 'none' && (focus === 'page' || (focus === 'composer' && text.trim() === ''));

/**
 * Returns what `autoFocus` does when a request arrives: it moves focus for the cause `host` or `follow`, lets focus
 * `stay`, or decides again after the `wait`. If focus stays, the request is announced, unless the card is a modal or
 * contains focus.
 */
export function arrivalStep(facts: ArrivalFacts): 'host' | 'follow' | 'wait' | 'stay' {
  if (facts.phase !== 'answering' || !facts.windowFocused) return 'stay';
  if (facts.autoFocus === 'follow') return isAwaited(facts) ? 'follow' : 'stay';
  if (!isIdle(facts)) return 'stay';
  return facts.input === undefined ? 'wait' : 'host';
}
