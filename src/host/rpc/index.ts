export { answerRpc, type RpcContext, type RpcHandler } from './answer.js';
export { createRpcAsker, type RpcAsker, type RpcAskerOptions } from './transport.js';
export { nodeChannel, webChannel, type RpcChannel } from './channel.js';
export type {
  RpcAnswer,
  RpcCancel,
  RpcError,
  RpcMessage,
  RpcOptions,
  RpcPeer,
  RpcProblem,
  RpcReply,
  RpcRequest,
  RpcResponse,
} from './messages.js';
export { serveRpc, type ServeRpcOptions } from './serve.js';
