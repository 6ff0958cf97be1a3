import { agUi } from '../../dialects/index.js';
import type { AskUserResult, UnansweredResult } from '../../core/index.js';
import { requestOf } from '../shared/dialect.js';
import type { AgUiInterrupt } from './types.js';

/** Entries of `resume`, one for each interrupt. */
export type ResumeEntries = ReturnType<typeof agUi.formatResult>;

/**
 * The interrupts that a run left open, as one request, because the protocol requires an entry for each of them in the
 * next run.
 */
export interface InterruptRequest {
  readonly requestId: string;
  /** The agent's list of interrupts. A different list object is a new request. */
  readonly interrupts: readonly AgUiInterrupt[];
  /** Id of the last message before the interrupts; `undefined` in a thread without messages. */
  readonly after: string | undefined;
  result?: AskUserResult;
  /** Entries that are in flight or delivered. */
  sent?: ResumeEntries | undefined;
}

/** Returns the milliseconds until the interrupt expires; `NaN` if it does not. */
const msLeft = ({ expiresAt }: AgUiInterrupt): number =>
  expiresAt === undefined ? NaN : new Date(expiresAt).getTime() - Date.now();

const isExpired = (interrupt: AgUiInterrupt): boolean => msLeft(interrupt) <= 0;

export const hasExpired = ({ interrupts }: InterruptRequest): boolean => interrupts.every(isExpired);

/** Returns the milliseconds until the next interrupt expires; `Infinity` if none will. */
export const nextExpiry = ({ interrupts }: InterruptRequest): number =>
  Math.min(...interrupts.map(msLeft).filter((ms) => ms > 0));

const formatUnansweredEntry = (id: string, result: UnansweredResult): ResumeEntries =>
  agUi.formatResult(result, { requestId: id, questions: [] });

/** Formats an entry for each interrupt. An expired interrupt gets `timedOut`. */
export function entriesOf(request: InterruptRequest, result: AskUserResult): ResumeEntries {
  const { requestId, interrupts } = request;
  const asked = requestOf(agUi.parse(interrupts, { requestId }), requestId, interrupts);
  const entries = agUi.formatResult(result, asked);
  const unanswered: UnansweredResult =
    result.status === 'answered' ? { status: 'unavailable', reason: 'This question could not be read.' } : result;
  return interrupts.flatMap((one) => {
    if (isExpired(one)) return formatUnansweredEntry(one.id, { status: 'timedOut' });
    return entries.find(({ interruptId }) => interruptId === one.id) ?? formatUnansweredEntry(one.id, unanswered);
  });
}
