import { askUser } from './ask-user.js';
import { askUserJson } from './ask-user-json.js';
import { askUserQuestion } from './ask-user-question.js';
import { pilotDeck } from './pilot-deck.js';
import type { AgentDialect, ToolSpec } from './types.js';
import { askUserTool } from './tools/ask-user.js';
import { askUserJsonTool } from './tools/ask-user-json.js';
import { askUserQuestionTool } from './tools/ask-user-question.js';
import { pilotDeckTool } from './tools/pilot-deck.js';

/** Every dialect, for programs that take its name from elsewhere. Import the one you need by its own name, and carry only that. */
export const DIALECTS: readonly AgentDialect[] = [askUser, askUserQuestion, pilotDeck, askUserJson];

/** The tool of every dialect whose family has one. */
export const TOOLS: readonly ToolSpec<unknown>[] = [askUserTool, askUserQuestionTool, pilotDeckTool, askUserJsonTool];
