import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { tool, type StructuredToolInterface } from '@langchain/core/tools';
import {
  Annotation,
  END,
  GraphInterrupt,
  interrupt,
  MemorySaver,
  MessagesAnnotation,
  Send,
  START,
  StateGraph,
  type BaseCheckpointSaver,
} from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { langGraphAskTool } from 'react-ask-user/langgraph';

export const DATABASE = {
  questions: [
    { question: 'Which database?', header: 'Database', options: [{ label: 'Postgres' }, { label: 'SQLite' }] },
  ],
};
export const FEATURES = {
  questions: [
    {
      question: 'Which features?',
      header: 'Features',
      multiSelect: true,
      options: [{ label: 'Auth' }, { label: 'Mail' }],
    },
  ],
};

/** Questions of the model by message, one call each. */
const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  'set up': [DATABASE],
  'set up both': [DATABASE, FEATURES],
  'set up all': [{ questions: [...DATABASE.questions, ...FEATURES.questions, { question: 'Which name?' }] }],
  'ask nothing': [{ questions: [] }],
  'ask blank': [{ questions: [{ question: ' ' }] }],
};

/** Returns the tool results since the user's last message as text. */
const toolTexts = (messages: readonly BaseMessage[]): string[] => {
  const from = messages.findLastIndex((message) => message.getType() === 'human');
  return messages.slice(from + 1).flatMap((message) => (message.getType() === 'tool' ? [message.text] : []));
};

/**
 * A scripted model: it asks what the user's message requests, then repeats the results. `seen` contains all its
 * inputs.
 */
export function createModel() {
  const seen: (readonly BaseMessage[])[] = [];
  function model({ messages }: typeof MessagesAnnotation.State): { messages: AIMessage[] } {
    seen.push(messages);
    const last = messages.at(-1);
    if (last?.getType() === 'tool') return { messages: [new AIMessage(`Told: ${toolTexts(messages).join(' | ')}`)] };
    const calls = CALLS[last?.text ?? ''];
    if (!calls) return { messages: [new AIMessage(`You said: ${last?.text}`)] };
    const tool_calls = calls.map((args, i) => ({
      id: `call_${messages.length}_${i}`,
      name: 'ask_user',
      args: args as Record<string, unknown>,
    }));
    return { messages: [new AIMessage({ content: '', tool_calls })] };
  }
  return { model, seen };
}

/** Creates the tool as a host does. */
export const askUser = tool(...langGraphAskTool(interrupt));

/** Compiles an agent with one tool. A new compilation acts as another process: they share only the checkpointer. */
export function createAgent({
  checkpointer = new MemorySaver(),
  model = createModel().model,
  ask = askUser,
}: {
  checkpointer?: BaseCheckpointSaver;
  model?: ReturnType<typeof createModel>['model'];
  ask?: StructuredToolInterface;
} = {}) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', model)
    .addNode('tools', new ToolNode([ask]))
    .addEdge(START, 'model')
    .addConditionalEdges('model', ({ messages }) => ((messages.at(-1) as AIMessage).tool_calls?.length ? 'tools' : END))
    .addEdge('tools', 'model')
    .compile({ checkpointer });
}

const Fan = Annotation.Root({
  messages: MessagesAnnotation.spec.messages,
  name: Annotation<string>,
  told: Annotation<string[]>({ reducer: (a, b) => [...a, ...b], default: () => [] }),
});

/** Two parallel nodes that ask without a model, with the function of the tool, and a node that repeats the results. */
export function createFanOut({
  checkpointer = new MemorySaver(),
  names = ['x', 'y'],
}: { checkpointer?: BaseCheckpointSaver; names?: readonly string[] } = {}) {
  const [ask] = langGraphAskTool(interrupt);
  return new StateGraph(Fan)
    .addNode('work', ({ name }, config) => ({ told: [`${name}: ${ask(name === 'x' ? DATABASE : FEATURES, config)}`] }))
    .addNode('say', ({ told }) => ({ messages: [new AIMessage(`Told: ${told.join(' | ')}`)] }))
    .addConditionalEdges(START, () => names.map((name) => new Send('work', { name })))
    .addEdge('work', 'say')
    .addEdge('say', END)
    .compile({ checkpointer });
}

/**
 * A node that asks twice at once and collects its interrupts, as a tool node for simultaneous calls does. LangGraph gives
 * both interrupts the same id.
 */
export function createCollecting() {
  const [ask] = langGraphAskTool(interrupt);
  return new StateGraph(MessagesAnnotation)
    .addNode('ask', async (_state, config) => {
      const calls = [DATABASE, FEATURES].map(async (input) => ask(input, config));
      const ended = await Promise.allSettled(calls);
      const interrupts = ended.flatMap((one) =>
        one.status === 'rejected' && one.reason instanceof GraphInterrupt ? one.reason.interrupts : [],
      );
      if (interrupts.length > 0) throw new GraphInterrupt(interrupts);
      return { messages: [new AIMessage(`Told: ${(await Promise.all(calls)).join(' | ')}`)] };
    })
    .addEdge(START, 'ask')
    .addEdge('ask', END)
    .compile({ checkpointer: new MemorySaver() });
}
