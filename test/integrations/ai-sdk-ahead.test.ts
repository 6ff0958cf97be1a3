import { describe, expect, it, onTestFinished } from 'vitest';
import { askUser, codexAsync, type ToolSpec } from '../../src/dialects/index.js';
import { createAskUserBroker } from '../../src/host/index.js';
import { aiSdkAskTool } from '../../src/integrations/ai-sdk/index.js';

const LATER = { ...askUser.tool, name: 'ask_user_later', blocking: false } as const;
const CALL = { questions: [{ question: 'Which port?' }] };

function start() {
  const broker = createAskUserBroker();
  onTestFinished(() => broker.close());
  return broker;
}

describe('a tool of the AI SDK whose agent does not wait [R-AHEAD]', () => {
  it.each<[ToolSpec<unknown> & { readonly blocking: false }, Record<string, unknown>]>([
    [LATER, CALL],
    [codexAsync.tool, { questions: [{ title: 'Which port?' }] }],
  ])('returns at once, opens its request once, and the model reads that it goes on: %#', async (tool, input) => {
    const broker = start();
    const stop = new AbortController();
    const ask = aiSdkAskTool({ tool, broker, conversationId: 'c1', callback: 'answers' });
    const call = { toolCallId: 'call_1', messages: [], abortSignal: stop.signal };
    const outputs = [await ask.execute(input, call), await ask.execute(input, call)];
    expect(outputs).toEqual([{ accepted: true }, { accepted: true }]);
    expect(ask.toModelOutput({ toolCallId: 'call_1', input, output: outputs[0] })).toEqual({
      type: 'text',
      value: expect.stringMatching(/^\{"accepted":true\}\n.* Go on without the answers/),
    });
    stop.abort();
    expect(await broker.pending()).toMatchObject([
      { request: { blocking: false }, callback: 'answers', conversationId: 'c1', allow: { partial: true } },
    ]);
  });

  it('returns that the call is invalid if no user could answer it', async () => {
    const ask = aiSdkAskTool({ tool: LATER, broker: start(), conversationId: 'c1', requestId: () => '..' });
    expect(await ask.execute(CALL, { toolCallId: 'call_1' })).toMatchObject({ answered: false, status: 'invalid' });
  });

  it('needs a broker, because the agent would wait for the page', () => {
    expect(() => aiSdkAskTool({ tool: LATER })).toThrow(
      /^The agent does not wait for `ask_user_later`, but .*Pass a `broker`/,
    );
  });
});
