import * as restate from '@restatedev/restate-sdk';
import { connect } from '@restatedev/restate-sdk-clients';
import type { AskUserResult } from 'react-ask-user';
import { createAskUserTool, type AskUserBroker, type AskUserTransport } from 'react-ask-user/server';
import { callModel, reply, type Message } from './chat.js';

export interface Run {
  readonly conversationId: string;
  readonly prompt: string;
}

/** Name of the callback, which is stored with each question. */
const CALLBACK = 'restate';

/** Stores the question in a step, and waits for the awakeable that `deliverAnswers` resolves. */
const askFrom = (ctx: restate.Context, broker: AskUserBroker): AskUserTransport => ({
  async ask(request, { conversationId = '', ...options }) {
    const answer = ctx.awakeable<AskUserResult>();
    const question = { ...request, metadata: { ...request.metadata, awakeableId: answer.id } };
    const issues = await ctx.run('storeQuestion', async () => {
      const opened = await broker.open(question, { ...options, conversationId, callback: CALLBACK });
      return opened.ok ? [] : opened.issues;
    });
    if (issues.length) return { status: 'invalid', issues };
    return answer.promise;
  },
});

/** Creates the workflow for `restate.serve({ services: [createAgent(broker)] })`. */
export function createAgent(broker: AskUserBroker) {
  async function run(ctx: restate.WorkflowContext, { conversationId, prompt }: Run): Promise<void> {
    const tool = createAskUserTool({ transport: askFrom(ctx, broker) });
    const messages: Message[] = [{ role: 'user', text: prompt }];
    for (;;) {
      const said = await ctx.run('callModel', () => callModel(messages));
      const index = messages.push(said) - 1;
      if (said.calls.length === 0) {
        await ctx.run('reply', () => reply(ctx.key, said.text));
        return;
      }
      // Restate records the steps of a workflow, so a second run must have the same order: one call after the other.
      for (const { id, input } of said.calls) {
        const toolCallId = `${ctx.key}/${index}/${id}`;
        const { content } = await tool.execute(input, { conversationId, toolCallId });
        messages.push({ role: 'tool', callId: id, text: content[0].text });
      }
    }
  }
  return restate.workflow({ name: 'agent', handlers: { run } });
}

/** Sends each settlement to the workflow that asked, through Restate's ingress. Call this on any number of nodes. */
export function deliverAnswers(broker: AskUserBroker, url: string): () => void {
  const ingress = connect({ url });
  return broker.registerCallback(CALLBACK, async ({ request, settlement }) => {
    // The first call counts: Restate ignores a second resolve of an awakeable.
    await ingress.resolveAwakeable(String(request.metadata?.['awakeableId']), settlement.result);
  });
}
