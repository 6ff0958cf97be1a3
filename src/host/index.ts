export { createAskUserBroker } from './broker/broker.js';
export type { CallbackContext, CallbackHandler, CallbackOptions } from './broker/callback-types.js';
export type { BrokerOptions } from './broker/options.js';
export type {
  AskUserBroker,
  BrokerAskOptions,
  BrokerEvent,
  DeclineOptions,
  SettleOptions,
  OpenResult,
  OpenOptions,
  SettleResult,
  PendingRequest,
  SubscribeOptions,
} from './broker/types.js';
export { AbandonedError, AskUserError, CallbackError, type AskUserErrorCode } from './errors.js';
export { createAskUserHandler } from './http/handler.js';
export type { AskUserHandlerOptions, Authorized } from './http/types.js';
export {
  createAskUserTool,
  type AskUserTool,
  type AskUserToolOptions,
  type ToolContext,
  type ToolResult,
} from './tool.js';
export type { Allow } from '../core/flow/allow.js';
export type { AgentRef, AskUserTransport, AskOptions } from './types.js';
export { createWebhook, type WebhookOptions, type WebhookPayload } from './webhook.js';
