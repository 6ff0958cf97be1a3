export { askUser, type AskUserUnanswered, type AskUserOutput } from './families/ask-user/index.js';
export {
  askUserQuestion,
  type AskUserQuestionUnanswered,
  type AskUserQuestionOutput,
} from './families/ask-user-question/index.js';
export {
  pilotDeck,
  formatPilotDeckText,
  type PilotDeckError,
  type PilotDeckOutput,
} from './families/pilot-deck/index.js';
export { askUserJson, type AskUserJsonOutput } from './families/ask-user-json/index.js';
export { checkReply, formatPrompt, type AskUserJsonPrompt } from './families/ask-user-json/prompt.js';
export { toJsonError, type AskUserJsonError, type AskUserJsonErrorCode } from './families/ask-user-json/error.js';
export { agUi, type AgUiAnswers, type AgUiUnanswered, type AgUiResumeEntry } from './families/ag-ui/index.js';
export { claudeCode, createClaudeCodeDialect, type ClaudeCodeOptions } from './families/claude-code/index.js';
export { claudeCodeHookOutput, type ClaudeCodeHookOutput } from './families/claude-code/hook.js';
export type { ClaudeCodeAllow, ClaudeCodeDeny, ClaudeCodeInput } from './families/claude-code/result.js';
export { cline } from './families/cline/index.js';
export { codex, type CodexInterrupt, type CodexResponse } from './families/codex/index.js';
export { deepAgents, type DeepAgentsUnanswered } from './families/deep-agents/index.js';
export { geminiCli, type GeminiCliUnanswered, type GeminiCliOutput } from './families/gemini-cli/index.js';
export { kimi, type KimiOutput } from './families/kimi/index.js';
export {
  mcpElicitation,
  type McpElicitationAccept,
  type McpElicitationUnanswered,
  type McpElicitationOutput,
} from './families/mcp-elicitation/index.js';
export {
  mcpInputRequired,
  type McpInputResponse,
  type McpInputResponses,
} from './families/mcp-input-required/index.js';
export { mastra } from './families/mastra/index.js';
export { ohMyPi, type OhMyPiUnanswered, type OhMyPiOutput } from './families/oh-my-pi/index.js';
export { opencode, type OpencodeReject, type OpencodeReply } from './families/opencode/index.js';
export { phoenixIde, type PhoenixIdeUnanswered, type PhoenixIdeOutput } from './families/phoenix-ide/index.js';
export { piAskUser, type PiAskUserUnanswered, type PiAskUserOutput } from './families/pi-ask-user/index.js';
export {
  piQuestionnaire,
  type PiQuestionnaireUnanswered,
  type PiQuestionnaireOutput,
} from './families/pi-questionnaire/index.js';
export { qwenCode, type QwenCodeUnanswered, type QwenCodeOutput } from './families/qwen-code/index.js';
export { roo, rooMode } from './families/roo/index.js';
export { rpiv, type RpivUnanswered, type RpivOutput } from './families/rpiv/index.js';
export { vsCode, type VsCodeUnanswered, type VsCodeOutput } from './families/vs-code/index.js';
export { DIALECTS } from './catalogue.js';
export { detectDialect, type DetectionResult } from './detect.js';
export { getLosses } from './losses.js';
export type { AgentDialect, DialectCapabilities, Dialect, ToolDialect, ToolSpec } from './types.js';
