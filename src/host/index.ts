export { createAskUserBroker } from './broker/broker.js';
export type { CallbackHandler } from './broker/callback-types.js';
export type { BrokerOptions } from './broker/options.js';
export type { AskUserBroker, BrokerAskOptions, SettleResult, PendingRequest } from './broker/types.js';
export { AbandonedError, AskUserError, type AskUserErrorCode } from './errors.js';
export { createAskUserHandler } from './http/handler.js';
export type { AskUserHandlerOptions } from './http/types.js';
export {
  createAskUserTool,
  type AskUserTool,
  type AskUserToolOptions,
  type ToolContext,
  type ToolResult,
} from './tool.js';
export type { Allow } from '../core/flow/allow.js';
export type { AskUserTransport, AskOptions } from './types.js';
export type { Accepted } from './open-ahead.js';
export { toUserMessage, type UserMessage } from './user-message.js';
export { createWebhook } from './webhook.js';
