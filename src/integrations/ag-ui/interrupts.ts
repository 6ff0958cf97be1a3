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

export const isExpired = ({ expiresAt }: AgUiInterrupt, now = Date.now()): boolean =>
  expiresAt !== undefined && new Date(expiresAt).getTime() <= now;

export const hasExpired = ({ interrupts }: InterruptRequest): boolean => interrupts.every((one) => isExpired(one));

/** Returns the milliseconds until the next interrupt expires; `undefined` if none will. */
export function nextExpiry({ interrupts }: InterruptRequest): number | undefined {
  const times = interrupts
    .map(({ expiresAt }) => (expiresAt === undefined ? NaN : new Date(expiresAt).getTime() - Date.now()))
    .filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : undefined;
}

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
