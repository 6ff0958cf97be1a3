import { spawn, spawnSync, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAskUserTool } from '../../../src/host/index.js';
import { answerRpc, createRpcTransport, nodeChannel } from '../../../src/host/rpc/index.js';
import { CALL, DATABASE, NAME, problems, requestOf } from './helpers.js';

const dir = mkdtempSync(join(tmpdir(), 'ask-user-rpc-'));
const program = join(dir, 'child.mjs');

beforeAll(async () => {
  const entry = join(import.meta.dirname, 'child.ts');
  await build({
    entryPoints: [entry],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
});
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function start(how = '') {
  const child = spawn(process.execPath, [program, how], { stdio: ['pipe', 'pipe', 'pipe'] });
  const { list, onError } = problems();
  return { child, found: list, asker: createRpcTransport(nodeChannel(child.stdout, child.stdin), { onError }) };
}

const ended = async (child: ChildProcessByStdio<Writable, Readable, Readable>) => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode ?? child.signalCode;
};

describe('a program on its standard streams [R-RPC]', () => {
  it('answers the tool even if it writes logs, and exits when the connection is closed', async () => {
    const { child, asker, found } = start('chatty');
    const tool = createAskUserTool({ transport: asker });
    const { data, details } = await tool.execute({ questions: [DATABASE, NAME] }, CALL);
    expect(data).toEqual({
      answered: true,
      answers: [
        { question: 'Which database?', answer: 'SQLite', selectedOption: 'SQLite', wasCustom: false },
        { question: 'Which name?', answer: 'Zoë 😀\u2028', wasCustom: true },
      ],
    });
    expect(details?.mode).toBe('rpc');
    expect(found).toMatchObject([{ code: 'not_json', line: 'Starting up ...' }]);
    await asker.close();
    expect(await ended(child)).toBe(0);
  });

  it('answers a request that is longer than any pipe buffer', async () => {
    const { child, asker } = start();
    const options = Array.from({ length: 900 }, (_, i) => `${i} ${'é😀'.repeat(150)}`);
    const asked = Array.from({ length: 3 }, (_, i) =>
      asker.ask(requestOf(`r${i}`, { question: 'Which?', options }), CALL),
    );
    for (const result of await Promise.all(asked)) {
      expect(result).toMatchObject({ status: 'answered', answers: [{ selected: [{ index: 899 }] }] });
    }
    await asker.close();
    expect(await ended(child)).toBe(0);
  });

  it('that is killed causes the requests to settle as lost', async () => {
    const { child, asker } = start('hangs');
    const asked = [asker.ask(requestOf('a'), CALL), asker.ask(requestOf('b'), CALL)];
    await once(child.stderr, 'data');
    child.kill('SIGKILL');
    for (const result of await Promise.all(asked)) expect(result).toMatchObject({ status: 'connectionLost' });
    expect(await ended(child)).toBe('SIGKILL');
    expect(await asker.ask(requestOf('c'), CALL)).toMatchObject({ status: 'connectionLost' });
  });

  it('that cannot be started causes the requests to settle as lost', async () => {
    const child = spawn(join(dir, 'no-such-program'), { stdio: ['pipe', 'pipe', 'ignore'] });
    const failed = once(child, 'error');
    const asker = createRpcTransport(nodeChannel(child.stdout, child.stdin));
    expect(await asker.ask(requestOf('a'), CALL)).toMatchObject({ status: 'connectionLost' });
    expect(await failed).toMatchObject([{ code: 'ENOENT' }]);
  });
});

const python = spawnSync('python3', ['--version']).status === 0;

describe.skipIf(!python)('the Python peer of docs/channels.md [R-RPC]', () => {
  it('answers the tool', async () => {
    const guide = readFileSync(join(import.meta.dirname, '../../../docs/channels.md'), 'utf8');
    const [, code = ''] = /```python\n([^]*?)```/.exec(guide) ?? [];
    const child = spawn('python3', ['-c', code], { stdio: ['pipe', 'pipe', 'inherit'] });
    const asker = createRpcTransport(nodeChannel(child.stdout, child.stdin));
    const tool = createAskUserTool({ transport: asker });
    const strange = { question: 'Which\u2028one, \u0085 Zoë?', options: ['a', 'b\r\u2029'] };
    const { data } = await tool.execute({ questions: [strange, NAME] }, CALL);
    expect(data).toMatchObject({
      answers: [
        { question: strange.question, answer: 'b\r\u2029', wasCustom: false },
        { answer: 'order-processor', wasCustom: true },
      ],
    });
    await asker.close();
    if (child.exitCode === null) await once(child, 'exit');
    expect(child.exitCode).toBe(0);
  });
});

async function sockets(): Promise<{ near: Socket; far: Socket; stop: () => Promise<unknown> }> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const near = connect(typeof address === 'object' && address ? address.port : 0, '127.0.0.1');
  const [far] = await accepted;
  return { near, far, stop: () => once(server.close(), 'close') };
}

describe('a socket [R-RPC]', () => {
  it('transfers many requests one way and their answers the other way at once', async () => {
    const { near, far, stop } = await sockets();
    const side = answerRpc(nodeChannel(far), ({ requestId }) => [
      { questionId: 'q1', selected: [], custom: requestId },
    ]);
    const asker = createRpcTransport(nodeChannel(near));
    const ids = Array.from({ length: 200 }, (_, i) => `r${i}`);
    const results = await Promise.all(ids.map((id) => asker.ask(requestOf(id, NAME), CALL)));
    expect(results).toMatchObject(ids.map((id) => ({ answers: [{ custom: id }] })));
    await asker.close();
    await side.closed;
    await stop();
    expect([near.destroyed, far.destroyed]).toEqual([true, true]);
  });

  it.each(['end', 'resetAndDestroy'] as const)(
    'that the peer closes by %s causes the request to settle as lost',
    async (how) => {
      const { near, far, stop } = await sockets();
      const asker = createRpcTransport(nodeChannel(near));
      const result = asker.ask(requestOf('r1'), CALL);
      await once(far, 'data');
      far[how]();
      expect(await result).toMatchObject({ status: 'connectionLost' });
      await asker.closed;
      far.destroy();
      await stop();
    },
  );

  it('that is cut off aborts the request on the other side', async () => {
    const { near, far, stop } = await sockets();
    let why: unknown;
    const side = answerRpc(nodeChannel(far), (_, { signal }) => {
      near.destroy();
      return new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          why = signal.reason;
          resolve({ status: 'aborted' });
        });
      });
    });
    near.write('{"type":"ask_user_request","requestId":"r1","questions":[{"question":"Who?"}]}\n');
    await side.closed;
    expect(why).toBeInstanceOf(Error);
    await stop();
  });
});
