import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { client, methods, ndJsonStream, PROTOCOL_VERSION } from '@agentclientprotocol/sdk';
import { acpElicitation } from 'react-ask-user/acp';
import { createAskUserBroker } from 'react-ask-user/server';
import { onTestFailed, onTestFinished } from 'vitest';

/** Creates a folder for the files of an agent, which is removed after the test. */
export function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'acp-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 9, retryDelay: 100 }));
  return home;
}

/**
 * Starts an adapter as a program, and a session of a client whose user answers through a broker.
 *
 * @param env - Environment in addition to `PATH`. Nothing of the user's own configuration or credentials is passed on.
 */
export async function startAdapter(program: string, home: string, env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [program], {
    cwd: home,
    detached: true,
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      // The port refuses connections, so a request to another machine fails.
      HTTPS_PROXY: 'http://127.0.0.1:1',
      HTTP_PROXY: 'http://127.0.0.1:1',
      NO_PROXY: '127.0.0.1',
      ...env,
    },
  });
  const closed = once(child, 'close');
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  onTestFailed(() => void process.stderr.write(log));
  onTestFinished(async () => {
    // Also the agent below the adapter, which would go on writing into its home.
    if (child.pid && child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL');
    await closed;
  });

  const broker = createAskUserBroker();
  const questions = acpElicitation({ broker, conversationId: (sessionId) => sessionId });
  const { agent } = client({ name: 'host' })
    .onRequest(methods.client.elicitation.create, questions.onRequest)
    .onNotification(methods.client.session.update, () => {})
    .connect(ndJsonStream(Writable.toWeb(child.stdin), Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>));
  await agent.request('initialize', {
    protocolVersion: PROTOCOL_VERSION,
    clientCapabilities: { ...questions.capabilities },
  });
  const { sessionId } = await agent.request('session/new', { cwd: home, mcpServers: [] });
  return {
    broker,
    questions,
    sessionId,
    /** Sends a message of the user, and returns why the agent's turn ended. */
    async prompt() {
      const { stopReason } = await agent.request('session/prompt', {
        sessionId,
        prompt: [{ type: 'text', text: 'Set it up.' }],
      });
      return stopReason;
    },
    stop: () => agent.notify('session/cancel', { sessionId }),
  };
}
