import { agUi } from './families/ag-ui/index.js';
import { askUser } from './families/ask-user/index.js';
import { askUserJson } from './families/ask-user-json/index.js';
import { askUserQuestion } from './families/ask-user-question/index.js';
import { claudeCode } from './families/claude-code/index.js';
import { cline } from './families/cline/index.js';
import { codex } from './families/codex/index.js';
import { codexAsync } from './families/codex-async/index.js';
import { deepAgents } from './families/deep-agents/index.js';
import { geminiCli } from './families/gemini-cli/index.js';
import { kimi } from './families/kimi/index.js';
import { mastra } from './families/mastra/index.js';
import { mcpElicitation } from './families/mcp-elicitation/index.js';
import { mcpInputRequired } from './families/mcp-input-required/index.js';
import { ohMyPi } from './families/oh-my-pi/index.js';
import { opencode } from './families/opencode/index.js';
import { phoenixIde } from './families/phoenix-ide/index.js';
import { piAskUser } from './families/pi-ask-user/index.js';
import { piQuestionnaire } from './families/pi-questionnaire/index.js';
import { pilotDeck } from './families/pilot-deck/index.js';
import { qwenCode } from './families/qwen-code/index.js';
import { roo } from './families/roo/index.js';
import { rpiv } from './families/rpiv/index.js';
import { vsCode } from './families/vs-code/index.js';
import type { AgentDialect } from './types.js';

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
  codexAsync,
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
