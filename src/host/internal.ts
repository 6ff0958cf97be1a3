// Helpers of host for integrations and pi. They are not part of the public entry.
export { checkReplies } from './broker/check-replies.js';
export { checkTimeout, reasonOf, withReason } from './broker/requests.js';
export { after, LONGEST_TIMER_MS, pause } from './time.js';
export { checkInterval } from './check.js';
export { toRpcRequest } from './rpc/request.js';
export { fromRpcResponse } from './rpc/response.js';
export { checkedRecord } from './tool.js';
