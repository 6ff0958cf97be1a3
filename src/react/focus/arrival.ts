import type { Phase } from '../../core/flow/types.js';
import type { AskUserContextValue } from '../dialog/context.js';

/** What `autoFocus` has to know of the page. */
export interface PageFacts {
  readonly windowFocused: boolean;
  /** Where focus is. `chat` stands for the form of the composer, this card, a settled one, or `returnFocusTo`. */
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

export interface ArrivalFacts {
  readonly phase: Phase;
  readonly modal: boolean;
  /** Whether focus is in the card. */
  readonly inside: boolean;
  readonly autoFocus: AskUserContextValue['autoFocus'];
  /** `undefined` without `autoFocus`, or if its file could not be loaded. Focus then does not move. */
  readonly page: PageFacts | undefined;
}

/**
 * What happens when a request arrives. `host` and `follow` move focus for this `FocusCause`. `wait` asks again after one
 * second.
 */
export type ArrivalStep = 'nothing' | 'announce' | 'wait' | 'host' | 'follow';

/** Time in milliseconds in which a card can follow a message. */
const FOLLOW_MS = 10_000;

/** Whether the user is probably waiting for the card. */
const isAwaited = ({ since = Infinity, windowFocused, focus, text, otherCards }: PageFacts): boolean =>
  since <= FOLLOW_MS && windowFocused && focus !== 'elsewhere' && text.trim() === '' && otherCards !== 'before';

/** Whether nothing is interrupted if focus moves. */
const isIdle = ({ windowFocused, focus, text, otherCards, input }: PageFacts): boolean =>
  windowFocused &&
  !input &&
  otherCards === 'none' &&
  (focus === 'page' || (focus === 'composer' && text.trim() === ''));

export function arrivalStep({ phase, modal, inside, autoFocus, page }: ArrivalFacts): ArrivalStep {
  if (phase !== 'answering') return 'nothing';
  if (page && autoFocus === 'follow' && isAwaited(page)) return 'follow';
  // A modal moves focus itself. If focus is in the card, the user knows about the request.
  if (page && autoFocus === 'if-idle' && !modal && isIdle(page)) return page.input === undefined ? 'wait' : 'host';
  return modal || inside ? 'nothing' : 'announce';
}
