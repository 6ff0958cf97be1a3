export { answerRpc, type RpcContext, type RpcHandler } from './answer.js';
export { createRpcTransport, type RpcTransport, type RpcTransportOptions } from './transport.js';
export { nodeChannel, webChannel, type RpcChannel } from './channel.js';
export type {
  RpcAnswer,
  RpcCancel,
  RpcError,
  RpcMessage,
  RpcOptions,
  RpcPeer,
  RpcErrorEvent,
  RpcReply,
  RpcRequest,
  RpcResponse,
} from './messages.js';
export { serveRpc, type ServeRpcOptions } from './serve.js';
