import { Agent, Runner, type Tool } from '@openai/agents';
import {
  assistantMessage,
  functionCall,
  modelResponder,
  ScriptedModel,
  type ScriptedModelInput,
} from '@openai/agents/testing';

export const runner = new Runner({ tracingDisabled: true });

/** What the model writes: a call of the ask tool for each input, with ids that are counted from `call_1`. */
export const calls = (...inputs: readonly (string | Record<string, unknown>)[]): ScriptedModelInput =>
  inputs.map((input, i) => functionCall('ask_user', input, { callId: `call_${i + 1}` }));

/** The model's last words: what it was given for each of its calls, and what the user wrote. */
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

/** What the model said that it had read, by call; `user` is the last thing that the user wrote. */
export const readBy = ({ finalOutput }: { finalOutput?: unknown }): Record<string, string> =>
  JSON.parse(String(finalOutput)) as Record<string, string>;
