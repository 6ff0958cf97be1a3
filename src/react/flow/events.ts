import { isBlank } from '../../core/guards.js';
import { isDiscussion } from '../../core/flow/is-discussion.js';
import type { AskUserResult } from '../../core/answer/types.js';
import type { AskUserAction, AskUserState, Draft, OptionRef } from '../../core/flow/types.js';

/**
 * Something that happened to a request or its card, usually an action of the user. Questions and options are indexes,
 * `'review'` or `'other'`. No event contains text of the agent or the user.
 *
 * - `shown`: the first questions are shown; `questions` is their number so far.
 * - `question`: another question, or Review, is shown.
 * - `chosen`: an option or Other was selected or deselected. An option that another one replaces causes no event.
 * - `refused`: a submit, or Enter in the empty field of Other, was refused. `missing` contains the indexes of the
 *   missing or invalid answers; for Enter, only those that were not marked before.
 * - `confirm`: a confirmation was opened, confirmed or dismissed.
 * - `submitted`: the answers were passed to `onSubmit`. Reported again for a retry.
 * - `cancelled`: a cancellation or a decline was passed to `onCancel`. Reported again for a retry.
 * - `collapsed`: the card was collapsed or expanded.
 * - `failed`: a delivery failed. `code` is set if it is a code that the dialog knows.
 */
export type AskUserEvent = { readonly requestId: string } & (
  | { readonly type: 'shown'; readonly questions: number }
  | { readonly type: 'question'; readonly question: number | 'review' }
  | { readonly type: 'chosen'; readonly question: number; readonly option: OptionRef; readonly selected: boolean }
  | { readonly type: 'refused'; readonly missing: readonly number[] }
  | {
      readonly type: 'confirm';
      readonly about: 'discard' | 'discuss' | 'longAnswer' | 'unsentQuestion';
      readonly step: 'asked' | 'confirmed' | 'dismissed';
    }
  | { readonly type: 'submitted'; readonly answered: number; readonly skipped: number }
  | { readonly type: 'cancelled'; readonly status: 'cancelled' | 'declined'; readonly discuss: boolean }
  | { readonly type: 'collapsed'; readonly collapsed: boolean }
  | {
      readonly type: 'failed';
      readonly status: AskUserResult['status'];
      readonly code?: 'already_resolved' | 'unknown' | 'orphaned' | 'invalid';
    }
);

/** Action of the flow, or a change that the flow store does not contain. */
export type StepAction =
  | AskUserAction
  | { readonly type: 'shown' }
  | { readonly type: 'collapsed'; readonly collapsed: boolean };

export interface Step {
  readonly before: AskUserState;
  readonly action: StepAction;
  readonly after: AskUserState;
}

type Confirmation = Extract<AskUserEvent, { type: 'confirm' }>['about'];
type WithoutId<Event> = Event extends unknown ? Omit<Event, 'requestId'> : never;
type EventBody = WithoutId<AskUserEvent>;

const CODES = ['already_resolved', 'unknown', 'orphaned', 'invalid'] as const;

const selectionOf = (draft: Draft | undefined): OptionRef[] =>
  draft ? [...draft.selected, ...(draft.other ? (['other'] as const) : [])] : [];

function chosen(before: AskUserState, after: AskUserState): EventBody[] {
  return after.request.questions.flatMap(({ multiSelect }, question) => {
    if (before.drafts[question] === after.drafts[question]) return [];
    const [was, is] = [selectionOf(before.drafts[question]), selectionOf(after.drafts[question])];
    const event = (selected: boolean) => (option: OptionRef) => ({
      type: 'chosen' as const,
      question,
      option,
      selected,
    });
    const on = is.filter((option) => !was.includes(option)).map(event(true));
    const off = was.filter((option) => !is.includes(option)).map(event(false));
    return on.length > 0 && !multiSelect ? on : [...off, ...on];
  });
}

function confirmation({ phase, drafts, result }: AskUserState): Confirmation | undefined {
  if (phase === 'confirmingLongAnswer')
    return drafts.every(({ askBack = '' }) => isBlank(askBack)) ? 'longAnswer' : 'unsentQuestion';
  if (phase !== 'confirmingDiscard') return undefined;
  return isDiscussion(result) ? 'discuss' : 'discard';
}

function confirmed({ before, action, after }: Step): EventBody[] {
  const [was, is] = [confirmation(before), confirmation(after)];
  const events: EventBody[] = [];
  if (was && was !== is && (action.type === 'confirm' || action.type === 'dismiss'))
    events.push({ type: 'confirm', about: was, step: action.type === 'confirm' ? 'confirmed' : 'dismissed' });
  if (is && was !== is) events.push({ type: 'confirm', about: is, step: 'asked' });
  return events;
}

function refused({ before, action, after }: Step): EventBody[] {
  if (after.phase !== 'answering' || after.streaming) return [];
  const isSubmit =
    action.type === 'submit' ||
    (action.type === 'confirm' && before.phase === 'confirmingLongAnswer') ||
    (action.type === 'retry' && before.error?.result.status === 'answered');
  // Enter in the empty field of Other is refused, too. The mark of the question is reported once.
  const isValidation = action.type === 'validateQuestion';
  const missing = isValidation ? after.missing.filter((at) => !before.missing.includes(at)) : after.missing;
  return (isSubmit || isValidation) && missing.length > 0 ? [{ type: 'refused', missing }] : [];
}

function delivered({ before, action, after }: Step): EventBody[] {
  const { result } = after;
  if (after.phase === 'submitting' && before.phase !== 'submitting') {
    if (result?.status === 'answered') {
      const skipped = result.answers.filter((answer) => answer.skipped).length;
      return [{ type: 'submitted', answered: result.answers.length - skipped, skipped }];
    }
    if (result?.status === 'cancelled' || result?.status === 'declined')
      return [{ type: 'cancelled', status: result.status, discuss: isDiscussion(result) }];
  }
  if (action.type !== 'deliveryFailed' || after === before || !before.result) return [];
  const code = CODES.find((known) => known === action.code);
  return [{ type: 'failed', status: before.result.status, ...(code && { code }) }];
}

export function eventsOf(step: Step): AskUserEvent[] {
  const { before, action, after } = step;
  const { requestId, questions } = after.request;
  const bodies: EventBody[] = [];
  if (action.type === 'shown') bodies.push({ type: 'shown', questions: questions.length });
  else if (action.type === 'collapsed') bodies.push({ type: 'collapsed', collapsed: action.collapsed });
  // What stored drafts or another request change is not an action of the user.
  else if (action.type !== 'restore' && after.request === before.request) {
    bodies.push(...chosen(before, after), ...confirmed(step), ...refused(step), ...delivered(step));
    if (after.active !== before.active)
      bodies.push({ type: 'question', question: after.active < questions.length ? after.active : 'review' });
  }
  return bodies.map((body) => ({ requestId, ...body }) as AskUserEvent);
}

/** Reports an error as uncaught, for the host's monitoring. Without `reportError`, logs it. */
function reportUncaught(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}

/** `collapsed` is `undefined` once the flow is no longer shown. */
interface Committed {
  readonly steps: readonly Step[];
  readonly now: AskUserState;
  readonly collapsed?: boolean | undefined;
}

/** Flows whose cards were shown, and whether they were collapsed at the last report. */
const shownFlows = new WeakMap<object, boolean | undefined>();

export function reportSteps(
  flow: object,
  { steps, now, collapsed }: Committed,
  onEvent: (event: AskUserEvent) => unknown,
): void {
  const step = (action: StepAction): Step => ({ before: now, action, after: now });
  const all = [...steps];
  if (!shownFlows.has(flow)) {
    if (now.phase !== 'settled' && now.drafts.length > 0) shownFlows.set(flow, collapsed);
    if (shownFlows.has(flow)) all.unshift(step({ type: 'shown' }));
  } else if (collapsed !== undefined && collapsed !== shownFlows.get(flow)) {
    shownFlows.set(flow, collapsed);
    all.push(step({ type: 'collapsed', collapsed }));
  }
  for (const event of all.flatMap(eventsOf)) {
    // In a promise, throwing and rejecting are the same, and the next event is still reported.
    new Promise((resolve) => resolve(onEvent(event))).catch(reportUncaught);
  }
}
