import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createOpencodeClient, type OpencodeClient } from '@opencode-ai/sdk/v2/client';
import { expect } from 'vitest';
import { startFakeOpenAi, type Said, type Turn } from './fake-openai.js';

const BINARY = fileURLToPath(new URL('../node_modules/opencode-linux-x64/bin/opencode', import.meta.url));

/** A server is slow after its start. */
export const POLL = { timeout: 60_000, interval: 20 };

const DATABASE = {
  header: 'Database',
  question: 'Which database?',
  options: [
    { label: 'SQLite', description: 'A file.' },
    { label: 'Postgres', description: 'A server.' },
  ],
};
const PARTS = {
  header: 'Parts',
  question: 'Which parts?',
  multiple: true,
  options: [
    { label: 'Auth', description: 'To log in.' },
    { label: 'Mail, SMS', description: 'To tell.' },
    { label: 'Search', description: 'To find.' },
  ],
};
export const ONE = { questions: [DATABASE] };
export const BOTH = { questions: [DATABASE, PARTS] };

/** A model that asks the questions of the first message in separate calls and then repeats the results. */
function asking({ tools, results, messages }: Turn): Said {
  const first = messages.find(({ role }) => role === 'user')?.content;
  const text = typeof first === 'string' ? first : (first as { text: string }[] | undefined)?.[0]?.text;
  // opencode also requests titles, without a tool.
  if (!text?.startsWith('[') || !tools.some(({ name }) => name === 'question')) return 'A title';
  if (results.length > 0) return `Told: ${results.join(' | ')}`;
  return { calls: (JSON.parse(text) as unknown[]).map((args) => ({ name: 'question', args })) };
}

/** opencode replaces port 0 with 4096, for which two simultaneous runs would compete. */
async function freePort(): Promise<string> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return String(port);
}

export type Opencode = Awaited<ReturnType<typeof startOpencode>>;

/** Starts a server in a separate process, with a scripted model and a separate home. */
export async function startOpencode() {
  const model = await startFakeOpenAi(asking);
  const home = mkdtempSync(join(tmpdir(), 'opencode-'));
  const directory = join(home, 'project');
  mkdirSync(directory);
  const fake = {
    npm: '@ai-sdk/openai-compatible',
    options: { baseURL: model.url, apiKey: 'none' },
    models: { fake: { tool_call: true, limit: { context: 100_000, output: 1_000 } } },
  };
  const config = { autoupdate: false, share: 'disabled', model: 'fake/fake', small_model: 'fake/fake' };
  writeFileSync(join(directory, 'opencode.json'), JSON.stringify({ ...config, provider: { fake } }));

  let child: ChildProcess | undefined;
  async function boot(port: string): Promise<string> {
    child = spawn(BINARY, ['serve', '--port', port], {
      cwd: directory,
      env: {
        PATH: process.env['PATH'],
        HOME: home,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    for await (const line of createInterface(child.stdout!)) {
      const url = /listening on (http:\S+)/.exec(line)?.[1];
      if (url) return url;
    }
    throw new Error('opencode ended before it listened');
  }
  async function kill(): Promise<void> {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  const url = await boot(await freePort());
  const client: OpencodeClient = createOpencodeClient({ baseUrl: url, directory });
  const isIdle = async (sessionID: string) =>
    ((await client.session.status()).data?.[sessionID]?.type ?? 'idle') === 'idle';

  /** Run the first turn before the tests, because it takes seconds. */
  async function warm(): Promise<void> {
    const sessionID = (await client.session.create({ title: 'First' })).data?.id ?? '';
    await client.session.prompt({ sessionID, parts: [{ type: 'text', text: 'Hello' }] });
  }
  await warm();

  return {
    client,
    model,
    /** Kills the server, like a crash. */
    kill,
    /** Starts the server again at the same address. */
    async restart(): Promise<void> {
      await boot(new URL(url).port);
      await warm();
    },
    async stop(): Promise<void> {
      await kill();
      await model.close();
      rmSync(home, { recursive: true, force: true, maxRetries: 9, retryDelay: 100 });
    },
    /** Returns the ids of the questions that are open at opencode. */
    async open(): Promise<string[]> {
      return ((await client.question.list()).data ?? []).map(({ id }) => id);
    },
    /** Creates a session whose agent asks, in one call per input. */
    async session(...inputs: readonly object[]) {
      const created = await client.session.create({ title: 'Setup' });
      const sessionID = created.data?.id ?? '';
      const say = (text: string) => client.session.promptAsync({ sessionID, parts: [{ type: 'text', text }] });
      await say(JSON.stringify(inputs));
      const messages = async () => (await client.session.messages({ sessionID })).data ?? [];
      return {
        id: sessionID,
        say,
        /** Returns the agent's last text. */
        words: async () =>
          (await messages())
            .flatMap(({ info, parts }) => (info.role === 'assistant' ? parts : []))
            .flatMap((part) => (part.type === 'text' ? [part.text] : []))
            .at(-1),
        /** Returns the results of its calls. */
        calls: async () =>
          (await messages())
            .flatMap(({ parts }) => parts)
            .flatMap((part) => (part.type === 'tool' ? [part.state] : [])),
        /** Waits until the session is idle. */
        async idle(): Promise<void> {
          await expect.poll(() => isIdle(sessionID), POLL).toBe(true);
        },
      };
    },
  };
}
