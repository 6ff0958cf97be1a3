import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HOOK_EVENT } from '../ask-user/hook-event.js';
import { openPage } from '../cli/open-page.js';
import { createHome } from './helpers/ask-user-mcp.js';

const MAIN = fileURLToPath(new URL('../../packages/ask-user/main.js', import.meta.url));

/** Runs the built command of the package `ask-user`. */
function start(args: readonly string[], { env, folder }: { env: Record<string, string>; folder: string }, input = '') {
  const child = spawn(process.execPath, [MAIN, ...args], { env, cwd: folder });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end(input);
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]).then(
    ([stdout, stderr, [code]]) => ({ stdout, stderr, code: code as number }),
  );
  return { child, ended };
}

describe('ask-user hook claude-code as a program [R-HOOK]', () => {
  it('asks in the page, and prints the decision with the answers', async () => {
    const home = createHome();
    const { ended } = start(['hook', 'claude-code'], home, JSON.stringify(HOOK_EVENT));
    const { client, request } = await openPage(await home.address());
    expect(request).toMatchObject({
      asker: 'Claude Code',
      questions: [{ header: 'Database' }, { header: 'Features' }],
    });
    await client.answer(request.requestId, [
      { questionId: 'q1', selected: [1] },
      { questionId: 'q2', selected: [0, 1] },
    ]);
    const { stdout, stderr, code } = await ended;
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      hookSpecificOutput: {
        hookEventName: 'PreToolUse',
        permissionDecision: 'allow',
        updatedInput: {
          ...HOOK_EVENT.tool_input,
          answers: { 'Which "database"?': 'SQLite', 'Which features?': 'Auth, Mail' },
        },
      },
    });
  });

  it('denies the call if the user cancels', async () => {
    const home = createHome();
    const { ended } = start(['hook', 'claude-code'], home, JSON.stringify(HOOK_EVENT));
    const { client, request } = await openPage(await home.address());
    await client.cancel(request.requestId);
    const { stdout, code } = await ended;
    expect({ code, decision: JSON.parse(stdout) as unknown }).toMatchObject({
      code: 0,
      decision: { hookSpecificOutput: { permissionDecision: 'deny' } },
    });
  });

  it('steps aside without a screen, and if the browser cannot start', async () => {
    const home = createHome();
    const headless = await start(['hook', 'claude-code'], { ...home, env: home.headless }, JSON.stringify(HOOK_EVENT))
      .ended;
    expect(headless).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Claude Code asks instead.'),
    });
    const env = { ...home.env, BROWSER: join(home.folder, 'missing') };
    const broken = await start(['hook', 'claude-code'], { ...home, env }, JSON.stringify(HOOK_EVENT)).ended;
    expect(broken).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('No browser could be opened'),
    });
  });

  it('tells the page when Claude Code stops it, and decides nothing', async () => {
    const home = createHome();
    const { child, ended } = start(['hook', 'claude-code'], home, JSON.stringify(HOOK_EVENT));
    const { client } = await openPage(await home.address());
    child.kill('SIGTERM');
    expect(await ended).toMatchObject({ code: 143, stdout: '' });
    await expect.poll(() => client.getState().requests, { timeout: 20_000 }).toEqual([]);
  });

  it('ends, and tells the page, once Claude Code is gone without a word', async () => {
    const home = createHome();
    const hook = `require('node:child_process').spawn(process.execPath, ${JSON.stringify([MAIN, 'hook', 'claude-code'])}, { stdio: ['pipe', 'ignore', 'ignore'] }).stdin.end(${JSON.stringify(JSON.stringify(HOOK_EVENT))})`;
    const agent = spawn(process.execPath, ['--eval', hook], { env: home.env, cwd: home.folder, stdio: 'ignore' });
    onTestFinished(() => void agent.kill('SIGKILL'));
    const address = await home.address();
    const { client } = await openPage(address);
    agent.kill('SIGKILL');
    await expect.poll(() => client.getState().requests, { timeout: 20_000 }).toEqual([]);
    client.close();
    const isServing = () =>
      fetch(new URL(address).origin).then(
        () => true,
        () => false,
      );
    await expect.poll(isServing, { timeout: 20_000 }).toBe(false);
  });
});

describe('ask-user add as a program [R-ADD]', () => {
  it('writes settings whose server starts, and removes them', async () => {
    const home = createHome();
    const env = { ...home.headless, HOME: home.folder, USERPROFILE: home.folder };
    const at = { env, folder: home.folder };
    const added = await start(['add', 'cursor', '--local', '--yes'], at).ended;
    expect(added).toMatchObject({ code: 0, stderr: '', stdout: expect.stringContaining('+     "ask": {') });
    const settings = JSON.parse(readFileSync(join(home.folder, '.cursor/mcp.json'), 'utf8')) as {
      mcpServers: { ask: { command: string; args: string[] } };
    };
    const { command, args } = settings.mcpServers.ask;
    expect({ command, args }).toEqual({ command: process.execPath, args: [MAIN, 'mcp'] });
    expect(await start(['doctor'], at).ended).toMatchObject({ code: 0, stdout: expect.stringContaining('ok: ') });
    const refused = await start(['remove', 'cursor'], at).ended;
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('Agree with --yes') });
    expect(await start(['remove', 'cursor', '--yes'], at).ended).toMatchObject({ code: 0 });
    expect((await start(['doctor', 'cursor'], at).ended).stdout).toContain('not added to Cursor');
  });
});
