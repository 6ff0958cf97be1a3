export { parseAnswers } from './answers.js';
export { PendingFileError } from './errors.js';
export { askUserPendingTool } from './tool.js';
export { createPendingTransport, type PendingTransport, type PendingTransportOptions } from './transport.js';
