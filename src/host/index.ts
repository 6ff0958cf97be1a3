export { createAskUserBroker } from './broker/broker.js';
export type {
  AskUserBroker,
  BrokerEvent,
  BrokerOptions,
  EndOptions,
  Outcome,
  PendingRequest,
  SubscribeOptions,
} from './broker/types.js';
export { AskUserError, type AskUserErrorCode } from './errors.js';
export {
  createAskUserTool,
  type AskUserTool,
  type AskUserToolOptions,
  type ToolContext,
  type ToolResult,
} from './tool.js';
export type { AgentRef, Asker, AskOptions } from './types.js';
export { createMemoryStore } from './store/memory.js';
export type { AskedRequest, Change, RequestState, RequestStore, Settlement, StoredRequest } from './store/types.js';
export type { WireEnding, WireLookup, WireMessages, WireRefusal, WireRequest } from './wire.js';
