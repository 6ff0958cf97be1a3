import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Actions } from './actions.js';
import { createCleanup, type Cleanup, type Driver } from './driver.js';

const READY_MS = 120_000;
const MINIBROWSER = process.env['MINIBROWSER'] ?? '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

/** Opens WebKitGTK’s MiniBrowser on a virtual screen and controls it through W3C WebDriver. */
export async function openWebKit(url: string): Promise<Driver> {
  const cleanup = createCleanup();
  try {
    const home = mkdtempSync(join(tmpdir(), 'ask-user-webkit-'));
    cleanup.add(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
    // This GTK setting requests reduced motion, as the tests’ pages have in Chromium.
    mkdirSync(join(home, 'gtk-3.0'));
    writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    const DISPLAY = await openScreen(cleanup);
    const env = { ...process.env, DISPLAY, XDG_CONFIG_HOME: home, WEBKIT_DISABLE_COMPOSITING_MODE: '1' };
    const send = await startDriver(env, cleanup);
    const capabilities = {
      alwaysMatch: {
        browserName: 'MiniBrowser',
        pageLoadStrategy: 'none',
        'webkitgtk:browserOptions': {
          binary: MINIBROWSER,
          args: ['--automation', '--javascript-can-open-windows-automatically=true'],
        },
      },
    };
    const { sessionId } = await send<{ sessionId: string }>('POST', '/session', { capabilities });
    const session = `/session/${sessionId}`;
    cleanup.add(() => send('DELETE', session).catch(() => undefined));
    await send('POST', `${session}/window/rect`, { x: 0, y: 0, width: 1280, height: 800 });
    await send('POST', `${session}/timeouts`, { pageLoad: READY_MS });
    await send('POST', `${session}/url`, { url });
    return {
      perform: async (actions: Actions) => void (await send('POST', `${session}/actions`, { actions })),
      release: async () => void (await send('DELETE', `${session}/actions`)),
      close: cleanup.run,
    };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

/** Starts an X server without a monitor and returns the name of its display. */
function openScreen({ add }: Cleanup): Promise<string> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'];
  const child = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  add(() => child.kill());
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`Xvfb did not start: exit code ${code}`)));
    child.stdio[3]?.once('data', (number: Buffer) => resolve(`:${number.toString().trim()}`));
  });
}

type Send = <Result>(method: string, path: string, body?: object) => Promise<Result>;

async function startDriver(env: NodeJS.ProcessEnv, { add }: Cleanup): Promise<Send> {
  const port = await freePort();
  const child = spawn('WebKitWebDriver', [`--port=${port}`], { env, stdio: 'ignore' });
  add(() => child.kill());
  const failed = new Promise<never>((_, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`WebKitWebDriver has ended: exit code ${code}`)));
  });
  failed.catch(() => undefined);
  const send: Send = async (method, path, body) => {
    const init = method === 'POST' ? { method, body: JSON.stringify(body ?? {}) } : { method };
    const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
    const { value } = await response.json();
    if (value?.error) throw new Error(`WebKit: ${value.error}: ${value.message}`);
    return value;
  };
  const until = performance.now() + READY_MS;
  const ready = async () => {
    while (performance.now() < until) {
      if (await send('GET', '/status').catch(() => false)) return;
      await sleep(50);
    }
    throw new Error('WebKitWebDriver does not answer.');
  };
  await Promise.race([ready(), failed]);
  return send;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
