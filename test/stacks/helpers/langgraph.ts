import { AIMessage, type BaseMessage } from '@langchain/core/messages';
import { tool } from '@langchain/core/tools';
import {
  Annotation,
  END,
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

/** What the model asks after a message: one call each. */
const CALLS: Readonly<Record<string, readonly unknown[]>> = {
  'set up': [DATABASE],
  'set up both': [DATABASE, FEATURES],
  'set up all': [{ questions: [...DATABASE.questions, ...FEATURES.questions, { question: 'Which name?' }] }],
  'ask nothing': [{ questions: [] }],
  'ask blank': [{ questions: [{ question: ' ' }] }],
};

/** The text of what the tools have given since the last message of the person. */
const toolTexts = (messages: readonly BaseMessage[]): string[] => {
  const from = messages.findLastIndex((message) => message.getType() === 'human');
  return messages.slice(from + 1).flatMap((message) => (message.getType() === 'tool' ? [message.text] : []));
};

/** A model by the book: it asks what its user's message is for, then says what it was told. `seen` is all that it was called with. */
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

/** The tool, handed to LangGraph as a host does. */
export const askUser = tool(...langGraphAskTool(interrupt));

/** An agent with one tool. Compiled anew it is what another process has: the checkpointer is all that they share. */
export function createAgent({
  checkpointer = new MemorySaver(),
  model = createModel().model,
}: { checkpointer?: BaseCheckpointSaver; model?: ReturnType<typeof createModel>['model'] } = {}) {
  return new StateGraph(MessagesAnnotation)
    .addNode('model', model)
    .addNode('tools', new ToolNode([askUser]))
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

/** Two nodes at once that ask without a model, by the function that the tool is made of; then one that says what they were told. */
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
