import { text } from 'node:stream/consumers';
import { RunContext, RunState, tool } from '@openai/agents';
import { answerInterruption, openAiStoredAskTool, createStoredContext } from 'react-ask-user/openai-agents';
import type { AskUserResult } from '../../../src/core/answer/types.js';
import { agentOf, retells, runner } from './openai-agents.js';

/** A process that continues a stored run: it reads the state and the answers, and writes the model's last text. */
const { stored, answers } = JSON.parse(await text(process.stdin)) as {
  stored: string;
  answers: Record<string, AskUserResult>;
};
const agent = agentOf([retells()], tool(openAiStoredAskTool()));
const runContext = new RunContext(createStoredContext(stored));
const state = await RunState.fromStringWithContext(agent, stored, runContext);
const outcomes = Object.entries(answers).map(([id, result]) => answerInterruption({ state, runContext }, id, result));
const { finalOutput } = await runner.run(agent, state);
process.stdout.write(JSON.stringify({ outcomes, finalOutput }));
