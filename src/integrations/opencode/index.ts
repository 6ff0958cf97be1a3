export { bridgeOpencode } from './bridge.js';
export type { BridgeOpencodeOptions, OpencodeBridge, OpencodeClient, OpencodeQuestion } from './types.js';
