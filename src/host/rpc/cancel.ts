import { SENTENCES } from '../../core/answer/statuses.js';
import type { RequestInstance, Settlement } from '../store/types.js';
import type { RpcCancel } from './messages.js';

const reasonOf = (status: RpcCancel['status']): string => {
  if (status === 'answered') return 'It was answered elsewhere.';
  return status === 'orphaned' ? 'Nobody waits for the answer any more.' : `${SENTENCES[status]}.`;
};

export const cancelOf = (
  requestId: string,
  instanceId: string,
  status: RpcCancel['status'],
  reason = reasonOf(status),
): RpcCancel => ({ type: 'ask_user_cancel', requestId, instanceId, status, reason });

export function settledOf({ request, instanceId }: RequestInstance, { result, by }: Settlement): RpcCancel {
  const { status } = result;
  const why = ('reason' in result && result.reason) || undefined;
  const reason = by !== undefined && status === 'answered' ? `It was answered elsewhere, by ${by}.` : why;
  return cancelOf(request.requestId, instanceId, status, reason);
}
