import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { query, type Options, type SDKMessage, type SDKResultMessage } from '@anthropic-ai/claude-agent-sdk';
import { onTestFinished } from 'vitest';
import { startFakeAnthropic, type Said, type Turn } from './fake-anthropic.js';

/** Claude Code with a scripted model and a temporary home. */
export async function claude(script: (turn: Turn) => Said) {
  const model = await startFakeAnthropic(script);
  const home = mkdtempSync(join(tmpdir(), 'claude-'));
  onTestFinished(async () => {
    await model.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 9, retryDelay: 100 });
  });
  const options: Options = {
    cwd: home,
    model: 'claude-sonnet-4-5',
    maxTurns: 6,
    settingSources: [],
    tools: ['AskUserQuestion'],
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      CLAUDE_CONFIG_DIR: home,
      ANTHROPIC_BASE_URL: model.url,
      ANTHROPIC_API_KEY: 'none',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      ENABLE_TOOL_SEARCH: 'false',
    },
  };
  return {
    model,
    options,
    run: (more: Options, prompt: Parameters<typeof query>[0]['prompt'] = 'Set it up.') =>
      collect(query({ prompt, options: { ...options, ...more } })),
  };
}

/** Returns the messages and results of a run, and the error of the iterator. */
export async function collect(run: AsyncIterable<SDKMessage>) {
  const messages: SDKMessage[] = [];
  let error: unknown;
  try {
    for await (const message of run) messages.push(message);
  } catch (thrown) {
    error = thrown;
  }
  const results = messages.filter((message): message is SDKResultMessage => message.type === 'result');
  const last = results.at(-1);
  return { messages, results, error, last, words: last?.subtype === 'success' ? last.result : undefined };
}

const DATABASE = {
  question: 'Which database?',
  header: 'Database',
  multiSelect: false,
  options: [
    { label: 'SQLite', description: 'A file.' },
    { label: 'Postgres', description: 'A server.' },
  ],
};

const PARTS = {
  question: 'Which parts?',
  header: 'Parts',
  multiSelect: true,
  options: [
    { label: 'Auth', description: 'To log in.' },
    { label: 'Mail, SMS', description: 'To tell.' },
    { label: 'Search', description: 'To find.' },
  ],
};

export const NAME = {
  question: 'Which name?',
  header: 'Name',
  multiSelect: false,
  options: [
    { label: 'Atlas', description: 'Short.' },
    { label: 'Beacon', description: 'Bright.' },
  ],
};

export const BOTH = { questions: [DATABASE, PARTS] };
export const ONE = { questions: [DATABASE] };

/** Calls of one message. Their default tool is `AskUserQuestion`. */
export type Calls = readonly { readonly id: string; readonly input: unknown; readonly name?: string }[];

/** A model that makes these calls, message by message, and then repeats the results. */
export const asking =
  (...steps: readonly Calls[]) =>
  ({ results, messages }: Turn): Said => {
    const made = messages.filter(
      ({ role, content }) => role === 'assistant' && JSON.stringify(content).includes('"tool_use"'),
    ).length;
    const calls = steps[made]?.map(({ name = 'AskUserQuestion', ...call }) => ({ name, ...call }));
    return calls?.length ? { calls } : `Told: ${results.map(({ id, text }) => `${id}: ${text}`).join(' | ')}`;
  };
