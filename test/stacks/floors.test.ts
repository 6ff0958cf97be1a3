import * as old from 'langgraph-0.2';
import { Agent, Runner, tool, type Model, type ModelResponse } from 'openai-agents-0.1';
import { createAskUserBroker } from 'react-ask-user/server';
import { runWithQuestions, langGraphAskTool, openQuestions, supersedeOpenQuestions } from 'react-ask-user/langgraph';
import { openAiAskTool } from 'react-ask-user/openai-agents';
import { describe, expect, it } from 'vitest';
import { DATABASE } from './helpers/langgraph.js';

const broker = createAskUserBroker();

describe('stack: langgraph', () => {
  const { Annotation, Command, END, interrupt, MemorySaver, START, StateGraph } = old;
  const State = Annotation.Root({ told: Annotation<string> });
  const [ask] = langGraphAskTool(interrupt);
  const graphOf = () =>
    new StateGraph(State)
      .addNode('work', (_, config) => ({ told: ask(DATABASE, config) }))
      .addEdge(START, 'work')
      .addEdge('work', END)
      .compile({ checkpointer: new MemorySaver() });
  const NEEDED = /the user was not asked\. Install @langchain\/langgraph 0\.4\.6 or newer\.$/;

  it('throws with LangGraph 0.2, whose questions cannot be resumed [R-FLOOR]', async () => {
    const graph = graphOf();
    const config = { configurable: { thread_id: 'first' } };
    await expect(runWithQuestions(graph, {}, config, { broker, Command })).rejects.toThrow(NEEDED);
    await expect(runWithQuestions(graph, null, config, { broker, Command })).rejects.toThrow(NEEDED);
    await expect(supersedeOpenQuestions(graph, config, { Command })).rejects.toThrow(NEEDED);
    expect(await broker.pending()).toEqual([]);
  });

  it('ends the run of LangGraph 0.2 silently with the question in its state without this package [trap]', async () => {
    const graph = graphOf();
    const config = { configurable: { thread_id: 'alone' } };
    expect(openQuestions(await graph.invoke({}, config))).toEqual([]);
    const state = await graph.getState(config);
    expect(state.tasks[0]?.interrupts).toMatchObject([{ value: { type: 'ask_user' }, when: 'during' }]);
    expect(state.tasks[0]?.interrupts[0]).not.toHaveProperty('id');
    expect(() => openQuestions(state)).toThrow(NEEDED);
  });

  it('ignores the interrupts of other tools in every version [R-FLOOR]', () => {
    const other = { value: { type: 'approve' }, when: 'during', resumable: true, ns: ['work:1'] };
    expect(openQuestions({ __interrupt__: [other] })).toEqual([]);
  });
});

describe('stack: openai-agents', () => {
  const usage = { requests: 1, inputTokens: 1, outputTokens: 1, totalTokens: 2 };
  /** A model that asks at once. */
  const model = {
    getResponse: async (): Promise<ModelResponse> => ({
      usage: usage as never,
      output: [
        {
          type: 'function_call',
          callId: 'call_1',
          name: 'ask_user',
          status: 'completed',
          arguments: JSON.stringify(DATABASE),
        },
      ],
    }),
    getStreamedResponse: () => {
      throw new Error('This model does not stream.');
    },
  } satisfies Model;

  it('throws with OpenAI Agents 0.1, whose aborted runs would never end [R-FLOOR]', async () => {
    const agent = new Agent({
      name: 'Helper',
      instructions: 'Ask.',
      model,
      tools: [tool(openAiAskTool({ broker, conversationId: 'c' }))],
    });
    const { signal } = new AbortController();
    await expect(new Runner({ tracingDisabled: true }).run(agent, 'go', { signal })).rejects.toThrow(
      /The user was not asked\. Install @openai\/agents 0\.14\.0 or newer\.$/,
    );
    expect(await broker.pending()).toEqual([]);
  });
});
