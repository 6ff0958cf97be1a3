import { agUi } from './ag-ui.js';
import { askUser } from './ask-user.js';
import { askUserJson } from './ask-user-json.js';
import { askUserQuestion } from './ask-user-question.js';
import { claudeCode } from './claude-code.js';
import { cline } from './cline.js';
import { codex } from './codex.js';
import { deepAgents } from './deep-agents.js';
import { geminiCli } from './gemini-cli.js';
import { kimi } from './kimi.js';
import { mastra } from './mastra.js';
import { mcpElicitation } from './mcp-elicitation.js';
import { mcpInputRequired } from './mcp-input-required.js';
import { ohMyPi } from './oh-my-pi.js';
import { opencode } from './opencode.js';
import { phoenixIde } from './phoenix-ide.js';
import { piAskUser } from './pi-ask-user.js';
import { piQuestionnaire } from './pi-questionnaire.js';
import { pilotDeck } from './pilot-deck.js';
import { qwenCode } from './qwen-code.js';
import { roo } from './roo.js';
import { rpiv } from './rpiv.js';
import { vsCode } from './vs-code.js';
import type { AgentDialect, ToolSpec } from './types.js';
import { askUserTool } from './tools/ask-user.js';
import { askUserJsonTool } from './tools/ask-user-json.js';
import { askUserQuestionTool } from './tools/ask-user-question.js';
import { claudeCodeTool } from './tools/claude-code.js';
import { clineTool } from './tools/cline.js';
import { codexTool } from './tools/codex.js';
import { deepAgentsTool } from './tools/deep-agents.js';
import { geminiCliTool } from './tools/gemini-cli.js';
import { kimiTool } from './tools/kimi.js';
import { mastraTool } from './tools/mastra.js';
import { ohMyPiTool } from './tools/oh-my-pi.js';
import { opencodeTool } from './tools/opencode.js';
import { phoenixIdeTool } from './tools/phoenix-ide.js';
import { piAskUserTool } from './tools/pi-ask-user.js';
import { piQuestionnaireTool } from './tools/pi-questionnaire.js';
import { pilotDeckTool } from './tools/pilot-deck.js';
import { qwenCodeTool } from './tools/qwen-code.js';
import { rooTool } from './tools/roo.js';
import { rpivTool } from './tools/rpiv.js';
import { vsCodeTool } from './tools/vs-code.js';

/** Every dialect, for lookup by name. To bundle only one dialect, import it by its name instead. */
export const DIALECTS: readonly AgentDialect[] = [
  askUser,
  askUserQuestion,
  pilotDeck,
  askUserJson,
  agUi,
  claudeCode,
  cline,
  codex,
  deepAgents,
  geminiCli,
  kimi,
  mastra,
  mcpElicitation,
  mcpInputRequired,
  ohMyPi,
  opencode,
  phoenixIde,
  piAskUser,
  piQuestionnaire,
  qwenCode,
  roo,
  rpiv,
  vsCode,
];

/** The tool of each dialect that has one. */
export const TOOLS: readonly ToolSpec<unknown>[] = [
  askUserTool,
  askUserQuestionTool,
  pilotDeckTool,
  askUserJsonTool,
  claudeCodeTool,
  clineTool,
  codexTool,
  deepAgentsTool,
  geminiCliTool,
  kimiTool,
  mastraTool,
  ohMyPiTool,
  opencodeTool,
  phoenixIdeTool,
  piAskUserTool,
  piQuestionnaireTool,
  qwenCodeTool,
  rooTool,
  rpivTool,
  vsCodeTool,
];
