import type { Ended, AskUserResult } from '../../core/answer/types.js';
import type { AskUserRequest } from '../../core/question/types.js';
import { agUi, type AgUiResumeEntry } from '../../dialects/ag-ui.js';
import type { AgUiInterrupt } from './types.js';

/** What a run left open: together one request, since the protocol wants an entry for each in the next run. */
export interface Asking {
  readonly requestId: string;
  /** The agent's own list: another list is another asking. */
  readonly interrupts: readonly AgUiInterrupt[];
  /** The message that it came after. */
  readonly after: string | undefined;
  /** How it ended; the agent learns of it with the next run. */
  result?: AskUserResult;
  /** What is on its way, or has arrived. */
  sent?: readonly AgUiResumeEntry[] | undefined;
}

/** As the client sees it: it refuses an answer from then on. */
export const isExpired = ({ expiresAt }: AgUiInterrupt, now = Date.now()): boolean =>
  expiresAt !== undefined && new Date(expiresAt).getTime() <= now;

export const hasExpired = ({ interrupts }: Asking): boolean => interrupts.every((one) => isExpired(one));

/** Milliseconds until the next of them expires; `undefined` if none will. */
export function nextExpiry({ interrupts }: Asking): number | undefined {
  const times = interrupts
    .map(({ expiresAt }) => (expiresAt === undefined ? NaN : new Date(expiresAt).getTime() - Date.now()))
    .filter((time) => time > 0);
  return times.length > 0 ? Math.min(...times) : undefined;
}

/** An ending of one interrupt, whatever it asked. */
const endingOf = (id: string, result: Ended): AgUiResumeEntry[] =>
  agUi.formatResult(result, { requestId: id, questions: [] });

/** The interrupts as one request; what can't be asked has no question. */
function requestOf({ requestId, interrupts }: Asking): AskUserRequest {
  const read = agUi.parse(interrupts, { requestId });
  return read.ok ? read.value : { requestId, questions: [], raw: interrupts };
}

/** An entry for every interrupt. One that has expired is cancelled, as the client demands, whatever was entered. */
export function entriesOf(asking: Asking, result: AskUserResult): readonly AgUiResumeEntry[] {
  const wire = agUi.formatResult(result, requestOf(asking));
  const ended: Ended = result.status === 'answered' ? { status: 'unavailable', reason: 'Not read.' } : result;
  return asking.interrupts.flatMap((one) => {
    if (isExpired(one)) return endingOf(one.id, { status: 'timedOut' });
    return wire.find(({ interruptId }) => interruptId === one.id) ?? endingOf(one.id, ended);
  });
}
