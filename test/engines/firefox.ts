import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Actions } from './actions.js';
import { createCleanup, type Driver } from './driver.js';

/**
 * Makes pages the same as in Chromium: light, with reduced motion, and without windows that Firefox opens by itself.
 */
const PREFERENCES = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'dom.disable_beforeunload': true,
  // Counts a window without a screen as active.
  'focusmanager.testmode': true,
  'layout.css.prefers-color-scheme.content-override': 1,
  'ui.prefersReducedMotion': 1,
};

const READY_MS = 120_000;

/** Opens Firefox and controls it through its built-in WebDriver BiDi. */
export async function openFirefox(url: string): Promise<Driver> {
  if (typeof WebSocket === 'undefined')
    throw new Error('Node.js has no WebSocket here, so Firefox can’t be driven. Run it with --experimental-websocket.');
  const cleanup = createCleanup();
  try {
    const profile = mkdtempSync(join(tmpdir(), 'ask-user-firefox-'));
    cleanup.add(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
    const lines = Object.entries(PREFERENCES).map(
      ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
    );
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    const send = await connect(await start(profile, cleanup.add), cleanup.add);
    await send('session.new', { capabilities: {} });
    // In the first tab the address bar has the focus, so nothing in the page would match `:focus`.
    const { context } = await send<{ context: string }>('browsingContext.create', { type: 'tab' });
    await send('browsingContext.setViewport', { context, viewport: { width: 1280, height: 1000 } });
    await send('browsingContext.navigate', { context, url, wait: 'complete' });
    await send('browsingContext.activate', { context });
    return {
      perform: async (actions: Actions) => void (await send('input.performActions', { context, actions })),
      release: async () => void (await send('input.releaseActions', { context })),
      close: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Starts Firefox and returns the address of its WebDriver BiDi server. */
function start(profile: string, onClose: (work: () => unknown) => void): Promise<string> {
  const args = ['--headless', '--no-remote', '--profile', profile, '--remote-debugging-port', '0', 'about:blank'];
  const child = spawn(process.env['FIREFOX'] ?? 'firefox-esr', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  onClose(async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    if (child.kill()) await ended;
  });
  return new Promise((resolve, reject) => {
    let said = '';
    const give = (why: string) => reject(new Error(`Firefox did not start: ${why}\n${said}`));
    const timer = setTimeout(() => give(`nothing heard of it for ${READY_MS / 1000} s`), READY_MS);
    child.once('error', ({ message }) => give(message));
    child.once('exit', (code) => give(`exit code ${code}`));
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      resolve(`${address}/session`);
    });
  });
}

type Send = <Result>(method: string, params: object) => Promise<Result>;

async function connect(address: string, onClose: (work: () => unknown) => void): Promise<Send> {
  const socket = new WebSocket(address);
  const waiting = new Map<number, PromiseWithResolversLike>();
  let last = 0;
  socket.addEventListener('message', ({ data }) => {
    const { id, type, result, error, message } = JSON.parse(String(data));
    const one = waiting.get(id);
    waiting.delete(id);
    if (type === 'error') one?.reject(new Error(`Firefox: ${error}: ${message}`));
    else one?.resolve(result);
  });
  socket.addEventListener('close', () => {
    for (const { reject } of waiting.values()) reject(new Error('Firefox has closed the connection.'));
  });
  await new Promise<unknown>((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true });
    socket.addEventListener('error', () => reject(new Error(`Firefox does not answer at ${address}.`)), { once: true });
  });
  onClose(() => socket.close());
  return (method, params) =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve: resolve as (value: unknown) => void, reject });
      socket.send(JSON.stringify({ id: last, method, params }));
    });
}

interface PromiseWithResolversLike {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}
