import type { RequestInstance, Settlement } from '../store/types.js';
import type { RpcCancel } from './messages.js';

const REASONS: Readonly<Record<RpcCancel['status'], string>> = {
  answered: 'It was answered elsewhere.',
  cancelled: 'It was cancelled elsewhere.',
  declined: 'It was declined elsewhere.',
  aborted: 'The agent withdrew the question.',
  superseded: 'Something newer replaced the question.',
  connectionLost: 'The connection was lost.',
  timedOut: 'The time for an answer has run out.',
  unavailable: 'The question could not be shown.',
  invalid: 'The question was not valid.',
  orphaned: 'Nobody waits for the answer any more.',
};

export const cancelOf = (
  requestId: string,
  instanceId: string,
  status: RpcCancel['status'],
  reason = REASONS[status],
): RpcCancel => ({ type: 'ask_user_cancel', requestId, instanceId, status, reason });

export function settledOf({ request, instanceId }: RequestInstance, { result, by }: Settlement): RpcCancel {
  const { status } = result;
  const why = ('reason' in result && result.reason) || undefined;
  const reason = by !== undefined && status === 'answered' ? `It was answered elsewhere, by ${by}.` : why;
  return cancelOf(request.requestId, instanceId, status, reason);
}
