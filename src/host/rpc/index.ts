export { answerRpc } from './answer.js';
export { createRpcTransport, type RpcTransport, type RpcTransportOptions } from './transport.js';
export { nodeChannel, webChannel, type RpcChannel } from './channel.js';
export { serveRpc, type ServeRpcOptions } from './serve.js';
export type { RpcPeer } from './messages.js';
