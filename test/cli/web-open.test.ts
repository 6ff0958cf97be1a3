import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser } from 'playwright';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { askOnWeb } from '../../src/cli/web/index.js';
import { parseRequest } from '../../src/core/index.js';
import { launchOptions } from '../chromium.js';
import { ended, folder, main, start } from './helpers.js';
import { redeem } from './open-page.js';

const QUESTION = { question: 'Which database?', options: ['PostgreSQL', 'SQLite'] };
const SOON = { timeout: 20_000 };

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch(launchOptions);
});
afterAll(() => browser.close());

/** Input that a program named by `BROWSER` received, as seen by itself and by other local users. */
interface Received {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly cmdline: string;
  readonly environ: string;
}

const STUB = `#!${process.execPath}
const { existsSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const told = (name) => (existsSync('/proc/self/' + name) ? readFileSync('/proc/self/' + name, 'utf8') : '');
const { argv, env } = process;
const received = { argv, env, cwd: process.cwd(), cmdline: told('cmdline'), environ: told('environ') };
writeFileSync(env.RECEIVED + '.tmp', JSON.stringify(received));
renameSync(env.RECEIVED + '.tmp', env.RECEIVED);
`;

/** Creates a program for `BROWSER` that records everything it receives. */
function recorder() {
  const cwd = folder({ browser: STUB, 'questions.json': QUESTION });
  chmodSync(join(cwd, 'browser'), 0o755);
  const file = join(cwd, 'received.json');
  return {
    cwd,
    env: { BROWSER: join(cwd, 'browser'), RECEIVED: file },
    received: () => vi.waitFor(() => JSON.parse(readFileSync(file, 'utf8')) as Received, SOON),
  };
}

/** Runs `ask-user ask --web` with a browser that only records what it receives. */
function opened() {
  const { cwd, env, received } = recorder();
  const temporary = folder();
  const child = start(process.execPath, [main, 'ask', 'questions.json', '--web'], {
    cwd,
    env: { ...env, TMPDIR: temporary },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  let told = '';
  child.stderr?.on('data', (text: string) => (told += text));
  const run = ended(child);
  return {
    child,
    run,
    received,
    /** Returns the names of the files left in the temporary folder. */
    left: () => readdirSync(temporary),
    address: () => vi.waitFor(() => /http:\S+/.exec(told)?.[0] ?? expect.unreachable('no address yet'), SOON),
  };
}

describe('ask --web opens a browser', () => {
  it('with a private file, and with the token in no argument list and no environment [R-CLI]', async () => {
    const command = opened();
    const { argv, env, cwd, cmdline, environ } = await command.received();
    const address = await command.address();
    const token = new URL(address).hash.slice(1);
    expect(token.length).toBeGreaterThan(40);
    expect(argv).toHaveLength(3);
    for (const seen of [...argv, ...Object.entries(env).flat(), cwd, cmdline, environ])
      expect(seen).not.toContain(token);

    const file = fileURLToPath(argv[2]!);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(file)).mode & 0o777).toBe(0o700);
    expect(readFileSync(file, 'utf8')).toContain(address);
  });

  it('which goes from the file to the question, and the file is removed [R-CLI]', async () => {
    const command = opened();
    const url = (await command.received()).argv[2]!;
    expect(url).toMatch(/^file:/);
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    const referrers: (string | undefined)[] = [];
    page.on('request', (request) => void referrers.push(request.headers()['referer']));
    await page.goto(url);
    await page.getByRole('radio', { name: 'SQLite' }).click();
    expect(new URL(page.url()).hash).toBe('');
    expect(referrers.every((referrer) => !referrer?.startsWith('file:'))).toBe(true);
    await vi.waitFor(() => expect(command.left()).toEqual([]), SOON);
    await page.getByRole('button', { name: 'Submit' }).click();
    expect(await command.run).toMatchObject({ code: 0, stdout: expect.stringContaining('SQLite') });
  });

  it('with a link in the file for a browser that follows no redirect [R-CLI]', async () => {
    const command = opened();
    const file = fileURLToPath((await command.received()).argv[2]!);
    const address = await command.address();
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    // The same page without the element that redirects.
    await page.setContent(readFileSync(file, 'utf8').replace(/<meta http-equiv="refresh"[^>]*>/, ''));
    expect(await page.getByRole('link', { name: 'Open the question' }).getAttribute('href')).toBe(address);
    expect(await page.title()).toBe('A question from your terminal');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGALRM'] as const)(
    'and removes the file if %s ends the command [R-CLI]',
    async (signal) => {
      const command = opened();
      const file = fileURLToPath((await command.received()).argv[2]!);
      expect(existsSync(file)).toBe(true);
      command.child.kill(signal);
      const { code, signal: by } = await command.run;
      expect(code ?? by).not.toBe(0);
      expect(command.left()).toEqual([]);
    },
  );

  it('or asks the user to open the address if the file cannot be written [R-CLI]', async () => {
    const { cwd, env } = recorder();
    writeFileSync(join(cwd, 'no-folder'), '');
    const child = start(process.execPath, [main, 'ask', 'questions.json', '--web'], {
      cwd,
      env: { ...env, TMPDIR: join(cwd, 'no-folder') },
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    let told = '';
    child.stderr?.on('data', (text: string) => (told += text));
    await vi.waitFor(() => expect(told).toMatch(/that opens your browser: .*ENOTDIR.*\n/), SOON);
    expect((await redeem(/http:\S+/.exec(told)![0])).status).toBe(200);
  });
});

describe('ask --web waiting for a browser', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllEnvs();
  });

  /** Runs the web front end with fake timers. */
  async function asked(open: boolean, env: Readonly<Record<string, string>> = recorder().env) {
    const parsed = parseRequest(QUESTION);
    if (!parsed.ok) throw new Error('not a request');
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const stop = new AbortController();
    const lines: string[] = [];
    const { signal } = stop;
    await new Promise<void>((resolve) => {
      const say = (line: string) => {
        lines.push(line);
        resolve();
      };
      const result = askOnWeb(parsed.value, { flow: {}, signal, printMessage: say, open });
      onTestFinished(async () => {
        stop.abort();
        await result;
      });
    });
    return { lines, address: /http:\S+/.exec(lines[0]!)![0] };
  }

  it('asks the user to open the address after 5 s without a page [R-CLI]', async () => {
    const { lines } = await asked(true);
    vi.advanceTimersByTime(4_999);
    expect(lines).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(/^No page has opened yet.*Open the address above/);
  });

  it.each([
    ['does not exist', '/nowhere/browser', '/nowhere/browser: no such file or folder (ENOENT)'],
    ['reports an error', 'false', 'false ended with the code 1'],
  ])('says at once that the browser %s [R-CLI]', async (_, browserProgram, reason) => {
    const { lines } = await asked(true, { BROWSER: browserProgram });
    await expect.poll(() => lines[1], SOON).toBe(`No browser could be started: ${reason}. Open the address above.`);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(2);
  });

  it('prints nothing more once a page is open [R-CLI]', async () => {
    const { lines, address } = await asked(true);
    expect((await redeem(address)).status).toBe(200);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });

  it('prints nothing more with --no-open [R-CLI]', async () => {
    const { lines } = await asked(false);
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(1);
  });
});
