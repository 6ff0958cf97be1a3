export { askUser, type AskUserEnding, type AskUserOutput } from './ask-user.js';
export { askUserTool } from './tools/ask-user.js';
export { askUserQuestion, type AskUserQuestionEnding, type AskUserQuestionOutput } from './ask-user-question.js';
export { askUserQuestionTool } from './tools/ask-user-question.js';
export {
  pilotDeck,
  pilotDeckText,
  type PilotDeckAnnotation,
  type PilotDeckError,
  type PilotDeckOutput,
} from './pilot-deck.js';
export { pilotDeckTool, type PilotDeckToolSpec } from './tools/pilot-deck.js';
export { askUserJson, type AskUserJsonOutput } from './ask-user-json.js';
export { checkReply, formatPrompt, type AskUserJsonPrompt } from './ask-user-json-prompt.js';
export {
  toJsonError,
  type AskUserJsonEndingCode,
  type AskUserJsonError,
  type AskUserJsonErrorCode,
  type AskUserJsonInputCode,
} from './ask-user-json-error.js';
export { askUserJsonTool } from './tools/ask-user-json.js';
export { DIALECTS, TOOLS } from './catalogue.js';
export { detectDialect, type Detected } from './detect.js';
export { lossesOf } from './losses.js';
export type { AgentDialect, Carries, Dialect, ToolSpec } from './types.js';
