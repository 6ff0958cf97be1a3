/** A process that starts a run of the OpenAI Agents SDK, or follows a stored one. */
import { RunContext, RunState, tool } from '@openai/agents';
import type { ScriptedModel } from '@openai/agents/testing';
import {
  answerInterruption,
  runWithQuestions,
  openAiStoredAskTool,
  openQuestions,
  createStoredContext,
} from 'react-ask-user/openai-agents';
import { agentOf, calls, retells, runner } from './openai-agents.js';
import { ONE } from './questions.js';
import { broker, options, say, turns } from './shared-run.js';

const { runId, stored } = options;

if (stored === undefined) {
  const agent = agentOf([calls(ONE)], tool(openAiStoredAskTool()));
  const { state } = await runner.run(agent, 'Set it up', { context: {} });
  say({ stored: state.toString() });
} else {
  const agent = agentOf([retells()], tool(openAiStoredAskTool()));
  const runContext = new RunContext(createStoredContext(stored));
  const stopped = { state: await RunState.fromStringWithContext(agent, stored, runContext), runContext };
  for (const { request } of openQuestions(stopped)) {
    const named = { ...request, requestId: `${runId}:${request.requestId}` };
    answerInterruption(stopped, request.requestId, await broker.ask(named, { conversationId: runId }));
  }
  const value = await runWithQuestions(stopped, { store: turns, runId }, async (signal) => {
    const { finalOutput } = await runner.run(agent, stopped.state, { signal });
    return String(finalOutput);
  });
  say({ value, modelCalls: (agent.model as ScriptedModel).calls.length });
}
