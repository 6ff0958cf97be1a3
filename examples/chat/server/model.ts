import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import type { LanguageModel } from 'ai';
import { askUser } from 'react-ask-user/dialects';
import { RELEASES } from './script/script.js';
import { createScriptedModel } from './script/scripted-model.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ChosenModel {
  model: LanguageModel;
  /** Model of the second agent in a shared chat. */
  releaseModel: LanguageModel;
  /** Name for the line that the server prints. */
  name: string;
}

/**
 * Returns the models of the provider whose key is set, or the built-in script. `SCRIPT_DELAY_MS` sets the script's
 * pace. A base URL includes the version, such as `https://api.openai.com/v1`.
 */
export function chooseModel(env: Environment): ChosenModel {
  const openaiKey = env['OPENAI_API_KEY'];
  if (openaiKey) {
    const baseURL = env['OPENAI_BASE_URL'];
    const id = env['OPENAI_MODEL'] || 'gpt-5-mini';
    const provider = createOpenAI({ apiKey: openaiKey, ...(baseURL && { baseURL }) });
    return { model: provider(id), releaseModel: provider(id), name: `OpenAI ${id}` };
  }
  const anthropicKey = env['ANTHROPIC_API_KEY'];
  if (anthropicKey) {
    const baseURL = env['ANTHROPIC_BASE_URL'];
    const id = env['ANTHROPIC_MODEL'] || 'claude-haiku-4-5';
    const provider = createAnthropic({ apiKey: anthropicKey, ...(baseURL && { baseURL }) });
    return { model: provider(id), releaseModel: provider(id), name: `Anthropic ${id}` };
  }
  const delayMs = Number(env['SCRIPT_DELAY_MS'] || 20);
  const toolName = askUser.tool.name;
  const model = createScriptedModel({ toolName, delayMs });
  const releaseModel = createScriptedModel({ toolName, delayMs, topics: RELEASES });
  return { model, releaseModel, name: 'scripted model' };
}
