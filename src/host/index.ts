export { continueOnce, type ContinueOnceOptions, type ContinueOptions } from './claims/continue-once.js';
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
export {
  createAskUserClient,
  type AskUserClient,
  type AskUserClientOptions,
  type AskUserClientState,
  type ConnectionStatus,
  type DeliveryResult,
  type DeliveryOptions,
  type SettledRequest,
} from './client/index.js';
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
export type { AgentRef, AskUserTransport, AskOptions } from './types.js';
export type { ClaimOptions, ClaimStore } from './store/claims.js';
export { createMemoryClaims, type MemoryClaimsOptions } from './store/memory/claims.js';
export type {
  NextStep,
  Outbox,
  ParkedSettlement,
  SettledStoredRequest,
  TakenSettlement,
  TakeOptions,
} from './store/outbox.js';
export type { Presence } from './store/presence.js';
export { createMemoryStore } from './store/memory/index.js';
export type {
  NewRequest,
  StoreChange,
  StoreChanges,
  Lease,
  LeaseMs,
  RequestInstance,
  RequestState,
  RequestStore,
  Settlement,
  StoreSettleOptions,
  StoredRequest,
} from './store/types.js';
export { createWebhook, type WebhookOptions, type WebhookPayload } from './webhook.js';
export type { WireSettlement, WireList, WireLookup, WireMessages, WireRefusal, WireRequest } from './wire.js';
