import { DBOS } from '@dbos-inc/dbos-sdk';
import type { AskUserResult } from 'react-ask-user';
import { createAskUserTool, type AskUserBroker, type AskUserTransport } from 'react-ask-user/server';
import { callModel, reply, type Message } from './chat.js';

/** Name of the callback, which is stored with each question. */
const CALLBACK = 'dbos';
/** `DBOS.recv` times out after 60 seconds by default. */
const TEN_YEARS = { timeoutSeconds: 10 * 365 * 24 * 60 * 60 };
/** A failed step, for example while the model is overloaded, is retried. */
const RETRIES = { retriesAllowed: true, maxAttempts: 5 };

/** Stores the question in a step, and waits for the message that `deliverAnswers` sends. */
const askInWorkflow = (broker: AskUserBroker): AskUserTransport => ({
  async ask(request, { conversationId = '', ...options }) {
    const question = { ...request, metadata: { ...request.metadata, workflowId: DBOS.workflowID } };
    const store = async () => {
      const opened = await broker.open(question, { ...options, conversationId, callback: CALLBACK });
      return opened.ok ? [] : opened.issues;
    };
    const issues = await DBOS.runStep(store, { ...RETRIES, name: 'storeQuestion' });
    if (issues.length) return { status: 'invalid', issues };
    const result = await DBOS.recv<AskUserResult>(request.requestId, TEN_YEARS);
    return result ?? { status: 'timedOut' };
  },
});

/** Registers the workflow. Call this before `DBOS.launch()`. */
export function createAgent(broker: AskUserBroker) {
  const tool = createAskUserTool({ transport: askInWorkflow(broker) });

  async function run(conversationId: string, prompt: string): Promise<void> {
    const messages: Message[] = [{ role: 'user', text: prompt }];
    for (;;) {
      const said = await DBOS.runStep(() => callModel(messages), { ...RETRIES, name: 'callModel' });
      const index = messages.push(said) - 1;
      if (said.calls.length === 0) {
        await DBOS.runStep(() => reply(DBOS.workflowID!, said.text), { ...RETRIES, name: 'reply' });
        return;
      }
      // DBOS numbers the steps of a workflow, so a second run must have the same order: one call after the other.
      for (const { id, input } of said.calls) {
        const toolCallId = `${DBOS.workflowID}/${index}/${id}`;
        const { content } = await tool.execute(input, { conversationId, toolCallId });
        messages.push({ role: 'tool', callId: id, text: content[0].text });
      }
    }
  }
  return DBOS.registerWorkflow(run, { name: 'agent' });
}

/** Sends each settlement to the workflow that asked. Call this after `DBOS.launch()`, on any number of nodes. */
export function deliverAnswers(broker: AskUserBroker): () => void {
  return broker.registerCallback(CALLBACK, async ({ request, instanceId, settlement }) => {
    const workflowId = String(request.metadata?.['workflowId']);
    // DBOS stores one message per `instanceId`, so a settlement that is delivered twice is sent once.
    await DBOS.send(workflowId, settlement.result, request.requestId, instanceId);
  });
}
