import { createScriptedModel } from '../../../examples/chat/server/script/scripted-model.js';
import type { Prompt, ScriptedQuestion } from '../../../examples/chat/server/script/types.js';

type ToolOutput = Extract<
  Extract<Prompt[number], { role: 'tool' }>['content'][number],
  { type: 'tool-result' }
>['output'];

/** Text and questions of the agent in one turn. */
export interface AgentTurn {
  text: string;
  questions: readonly ScriptedQuestion[];
  callId: string | undefined;
}

/** Starts a conversation with the scripted model, without a server or a page. */
export function startChat() {
  const prompt: Prompt = [];
  let calls = 0;
  let open: string | undefined;
  const model = createScriptedModel({ toolName: 'ask_user_question', delayMs: 0, nextId: () => String(++calls) });

  async function turn(): Promise<AgentTurn> {
    const { content } = await model.doGenerate({ prompt });
    const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('');
    const call = content.find((part) => part.type === 'tool-call');
    const input: { questions: ScriptedQuestion[] } = call ? JSON.parse(call.input) : { questions: [] };
    prompt.push({
      role: 'assistant',
      content: [
        { type: 'text', text },
        ...(call ? [{ type: 'tool-call' as const, toolCallId: call.toolCallId, toolName: call.toolName, input }] : []),
      ],
    });
    open = call?.toolCallId;
    return { text, questions: input.questions, callId: open };
  }

  function settle(output: ToolOutput): void {
    if (!open) throw new Error('No question is open.');
    prompt.push({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: open, toolName: 'ask_user_question', output }],
    });
  }

  function say(text: string): Promise<AgentTurn> {
    prompt.push({ role: 'user', content: [{ type: 'text', text }] });
    return turn();
  }

  return {
    prompt,
    model,
    say,
    answer(answers: Record<string, string>, notes: Record<string, string> = {}): Promise<AgentTurn> {
      const entries = Object.entries(notes).map(([question, note]) => [question, { notes: note }] as const);
      const annotations = entries.length > 0 ? { annotations: Object.fromEntries(entries) } : {};
      settle({ type: 'json', value: { answers, ...annotations } });
      return turn();
    },
    cancel(): Promise<AgentTurn> {
      settle({ type: 'json', value: { answers: {}, cancelled: true } });
      return turn();
    },
    supersede(text: string): Promise<AgentTurn> {
      settle({ type: 'json', value: { answers: {}, status: 'superseded' } });
      return say(text);
    },
    stopped(): Promise<AgentTurn> {
      settle({ type: 'json', value: { answers: {}, status: 'aborted' } });
      return turn();
    },
    fail(): Promise<AgentTurn> {
      settle({ type: 'error-text', value: 'The question could not be shown.' });
      return turn();
    },
  };
}

export const DATABASE = 'Which database should we use?';
export const FEATURES = 'Which features should we include?';
export const NAME = 'What should we name this service?';
export const DEPLOYMENT = 'Where will the service run?';
