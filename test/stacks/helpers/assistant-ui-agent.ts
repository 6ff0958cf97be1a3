import type { ChatModelRunResult, ThreadMessage } from '@assistant-ui/react';

/** The part of a thread that the page sends to the agent, as to a model provider. */
export type Sent = Pick<ThreadMessage, 'role' | 'content'>;

export const DATABASE = {
  header: 'Database',
  question: 'Which database should we use?',
  options: [{ label: 'Postgres' }, { label: 'SQLite' }],
};
export const FEATURES = {
  header: 'Features',
  question: 'Which features should we include?',
  multiSelect: true,
  options: [{ label: 'Login' }, { label: 'Search' }, { label: 'Exports' }],
};

/** Questions of the model, by the message that it answers. Each list is one call. */
const SCRIPT: Record<string, readonly (readonly object[])[]> = {
  'Set up a service': [[DATABASE, FEATURES]],
  'Only the database': [[DATABASE]],
  'Ask both at once': [[DATABASE], [FEATURES]],
  'Ask nothing': [[]],
};

let calls = 0;

/**
 * A scripted model and its provider. The model asks and repeats the results. Like real providers, it refuses messages
 * in which a tool call has no result.
 *
 * @param pause - Awaited between the parts, so that a test can stop in the middle.
 */
export async function* agent(
  sent: readonly Sent[],
  pause: () => Promise<void> = () => Promise.resolve(),
): AsyncGenerator<ChatModelRunResult, void> {
  const results = sent.map(toolResults);
  const dangling = results.flat().find(({ result }) => result === undefined);
  if (dangling) throw new Error(`400: the call ${dangling.id.replace(/\d+/, 'N')} has no result`);

  const last = sent.at(-1);
  const told = results.flat().map(({ result }) => summary(result));
  const text = last?.content.map((part) => (part.type === 'text' ? part.text : '')).join('') ?? '';
  const script = last?.role === 'user' ? SCRIPT[text] : undefined;
  if (!script) {
    const words = last?.role === 'user' ? `You wrote "${text}".` : '';
    yield { content: [{ type: 'text', text: `${words} I was told: ${told.join(' | ') || 'nothing'}.`.trim() }] };
    return;
  }
  const asking = script.map((questions) => ({ id: `call_${calls++}`, questions }));
  for (const upTo of [1, 2]) {
    yield { content: asking.map(({ id, questions }) => call(id, { questions: questions.slice(0, upTo) })) };
    await pause();
  }
  yield {
    content: asking.map(({ id, questions }) => call(id, { questions })),
    status: { type: 'requires-action', reason: 'tool-calls' },
  };
}

function call(toolCallId: string, args: { questions: readonly object[] }) {
  const argsText = JSON.stringify(args);
  return { type: 'tool-call' as const, toolCallId, toolName: 'ask_user', args: JSON.parse(argsText), argsText };
}

const toolResults = ({ content }: Sent): { id: string; result: unknown }[] =>
  content.flatMap((part) => (part.type === 'tool-call' ? [{ id: part.toolCallId, result: part.result }] : []));

interface Result {
  answered?: boolean;
  answers?: { answer: string | string[]; wasCustom: boolean }[];
  cancelled?: boolean;
  status?: string;
}

function summary(result: unknown): string {
  const { answered, answers, cancelled, status } = result as Result;
  if (!answered) return cancelled ? 'cancelled' : (status ?? JSON.stringify(result));
  const said = answers?.map(
    ({ answer, wasCustom }) => [answer].flat().join(' and ') + (wasCustom ? ' (own words)' : ''),
  );
  return said?.join('; ') ?? '';
}
