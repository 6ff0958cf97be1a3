// Helpers of host for integrations and pi. They are not part of the public entry.
export { checkReplies } from './broker/check-replies.js';
export { checkTimeout, reasonOf, withReason } from './broker/requests.js';
export { after, LONGEST_TIMER_MS } from './time.js';
export { checkInterval } from './check.js';
export { storeWhileHeld } from './claims/continue-once.js';
export { acquireLease, pause } from './claims/hold-claim.js';
export { fromRpcResponse, toRpcRequest } from './rpc/convert.js';
export { checkedRecord } from './tool.js';
