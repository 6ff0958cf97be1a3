export { parseAnswers, type GivenAnswers } from './answers.js';
export { PendingFileError } from './errors.js';
export type { PendingFile } from './file.js';
export type { GetPendingCommands, PendingCommands } from './instructions.js';
export { askUserPendingTool, type AskUserPendingOutput } from './tool.js';
export { createPendingTransport, type PendingTransport, type PendingTransportOptions } from './transport.js';
