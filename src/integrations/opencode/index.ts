export { bridgeOpencode } from './bridge.js';
export type { BridgeOpencodeOptions, OpencodeBridge } from './types.js';
