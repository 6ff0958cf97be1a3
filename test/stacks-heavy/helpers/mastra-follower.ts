/** A process that starts a Mastra run, or follows one from its storage. */
import { askUserTool } from '@mastra/core/tools';
import { runWithQuestions } from 'react-ask-user/mastra';
import { broker, options, say, turns } from '../../stacks/helpers/shared-run.js';
import { bootAgent, read, suspend } from './mastra-agent.js';

const { runId: conversationId, stored, model } = options;
if (!model) throw new Error('Mastra needs the URL of a model, and a folder for its storage.');
const { agent } = bootAgent(model.folder, model.url, { ask_user: askUserTool });

if (stored === undefined) {
  const { runId } = await suspend(agent);
  say({ stored: runId });
} else {
  const { text } = await read(runWithQuestions(agent, { runId: stored }, { broker, conversationId, store: turns }));
  say({ value: text });
}
