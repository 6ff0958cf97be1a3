import { Agent, Runner, type Tool } from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
  type ScriptedModelInput,
} from '@openai/agents/testing';

export const runner = new Runner({ tracingDisabled: true });

/** Output of the model: a call of the ask tool per input, with the ids `call_1`, `call_2`, and so on. */
export const calls = (...inputs: readonly (string | Record<string, unknown>)[]): ScriptedModelInput =>
  inputs.map((input, i) => functionCall('ask_user', input, { callId: `call_${i + 1}` }));

/** The model's last text: the result of each of its calls, and the user's message. */
export const retells = (): ScriptedModelInput =>
  modelResponder(({ request: { input } }) => {
    const read: Record<string, unknown> = {};
    for (const item of typeof input === 'string' ? [] : input) {
      if (item.type === 'function_call_result') {
        const { output } = item;
        read[item.callId] = typeof output === 'object' && 'text' in output ? output.text : output;
      } else if ('role' in item && item.role === 'user') read['user'] = item.content;
    }
    return [assistantMessage(JSON.stringify(read))];
  });

export const agentOf = <Context>(steps: readonly ScriptedModelInput[], ...tools: Tool<Context>[]) =>
  new Agent<Context>({ name: 'Helper', instructions: 'Ask.', model: new ScriptedModel(steps), tools });

/** Parses what the model reported to have read, by call; `user` is the user's last message. */
export const readBy = ({ finalOutput }: { finalOutput?: unknown }): Record<string, string> =>
  JSON.parse(String(finalOutput)) as Record<string, string>;
