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
export { agUi, type AgUiAnswers, type AgUiNoAnswer, type AgUiResumeEntry } from './ag-ui.js';
export { claudeCode, claudeCodeWith, type ClaudeCodeOptions } from './claude-code.js';
export { claudeCodeHookOutput, type ClaudeCodeHookOutput } from './claude-code-hook.js';
export type { ClaudeCodeAllow, ClaudeCodeAnnotation, ClaudeCodeDeny, ClaudeCodeInput } from './claude-code-result.js';
export { claudeCodeTool } from './tools/claude-code.js';
export { cline } from './cline.js';
export { clineTool } from './tools/cline.js';
export { codex, type CodexInterrupt, type CodexResponse } from './codex.js';
export { codexTool } from './tools/codex.js';
export { deepAgents, type DeepAgentsAnswered, type DeepAgentsEnding } from './deep-agents.js';
export { deepAgentsTool } from './tools/deep-agents.js';
export { geminiCli, type GeminiCliEnding, type GeminiCliOutput } from './gemini-cli.js';
export { geminiCliTool } from './tools/gemini-cli.js';
export { kimi, type KimiOutput } from './kimi.js';
export { kimiTool } from './tools/kimi.js';
export {
  mcpElicitation,
  type McpElicitationAccept,
  type McpElicitationEnding,
  type McpElicitationOutput,
} from './mcp-elicitation.js';
export { mcpInputRequired, type McpInputResponse, type McpInputResponses } from './mcp-input-required.js';
export { mastra, type MastraAnswer } from './mastra.js';
export { mastraTool } from './tools/mastra.js';
export { ohMyPi, type OhMyPiAnswer, type OhMyPiEnding, type OhMyPiOutput } from './oh-my-pi.js';
export { ohMyPiTool } from './tools/oh-my-pi.js';
export { opencode, type OpencodeReject, type OpencodeReply } from './opencode.js';
export { opencodeTool } from './tools/opencode.js';
export { phoenixIde, type PhoenixIdeAnnotation, type PhoenixIdeEnding, type PhoenixIdeOutput } from './phoenix-ide.js';
export { phoenixIdeTool } from './tools/phoenix-ide.js';
export {
  piAskUser,
  type PiAskUserDetails,
  type PiAskUserEnding,
  type PiAskUserOutput,
  type PiAskUserResponse,
} from './pi-ask-user.js';
export { piAskUserTool } from './tools/pi-ask-user.js';
export {
  piQuestionnaire,
  type PiQuestionnaireAnswer,
  type PiQuestionnaireEnding,
  type PiQuestionnaireOutput,
  type PiQuestionnaireQuestion,
} from './pi-questionnaire.js';
export { piQuestionnaireTool } from './tools/pi-questionnaire.js';
export { qwenCode, type QwenCodeEnding, type QwenCodeOutput } from './qwen-code.js';
export { qwenCodeTool } from './tools/qwen-code.js';
export { roo, rooMode } from './roo.js';
export { rooTool } from './tools/roo.js';
export { rpiv, type RpivAnswer, type RpivEnding, type RpivInvalidCode, type RpivOutput } from './rpiv.js';
export { rpivTool } from './tools/rpiv.js';
export { vsCode, type VsCodeAnswer, type VsCodeEnding, type VsCodeOutput } from './vs-code.js';
export { vsCodeTool } from './tools/vs-code.js';
export { DIALECTS, TOOLS } from './catalogue.js';
export { detectDialect, type Detected } from './detect.js';
export { lossesOf } from './losses.js';
export type { AgentDialect, Carries, Dialect, ToolSpec } from './types.js';
