/** A process that starts a LangGraph thread, or follows one that its checkpointer has in PostgreSQL. */
import { HumanMessage } from '@langchain/core/messages';
import { Command } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import { runWithQuestions } from 'react-ask-user/langgraph';
import { createAgent, createModel } from './langgraph.js';
import { broker, options, pool, say, turns } from './shared-run.js';

const { runId, stored } = options;
const checkpointer = new PostgresSaver(pool);
const { model, seen } = createModel();
const graph = createAgent({ checkpointer, model });
const config = { configurable: { thread_id: runId } };

if (stored === undefined) {
  await checkpointer.setup();
  await graph.invoke({ messages: [new HumanMessage('set up')] }, config);
  say({ stored: runId });
} else {
  const { messages } = await runWithQuestions(graph, null, config, { broker, Command, store: turns });
  say({ value: messages.at(-1)?.text, modelCalls: seen.length });
}
