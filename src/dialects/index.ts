export { askUser, type AskUserEnding, type AskUserOutput } from './ask-user.js';
export { askUserTool } from './ask-user-tool.js';
export { askUserQuestion, type AskUserQuestionEnding, type AskUserQuestionOutput } from './ask-user-question.js';
export { askUserQuestionTool } from './ask-user-question-tool.js';
export {
  pilotDeck,
  pilotDeckText,
  type PilotDeckAnnotation,
  type PilotDeckError,
  type PilotDeckOutput,
} from './pilot-deck.js';
export { pilotDeckTool, type PilotDeckToolSpec } from './pilot-deck-tool.js';
export { askUserJson, type AskUserJsonOutput } from './ask-user-json.js';
export { checkReply, formatPrompt, type AskUserJsonPrompt } from './ask-user-json-prompt.js';
export {
  toJsonError,
  type AskUserJsonEndingCode,
  type AskUserJsonError,
  type AskUserJsonErrorCode,
  type AskUserJsonInputCode,
} from './ask-user-json-error.js';
export { askUserJsonTool } from './ask-user-json-tool.js';
export type { Dialect, ToolSpec } from './types.js';
