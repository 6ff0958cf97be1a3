// Usage: node test/speech/session.mjs chromium|firefox REPORT
// Starts one browser under Orca on a virtual screen and presses real keys. scripts/weekly/speech.mjs runs it in a D-Bus session.
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { servePage } from './host.mjs';
import { STEPS } from './steps.mjs';
import { walk } from './walk.mjs';

const [browser = '', report = ''] = process.argv.slice(2);
/** Time limit for a program to start, in milliseconds. A busy machine starts a browser slowly. */
const READY_MS = 180_000;

const PREFERENCES = {
  'accessibility.force_disabled': -1,
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.shell.checkDefaultBrowser': false,
  'datareporting.policy.dataSubmissionEnabled': false,
};

const BROWSERS = {
  firefox(profile, url) {
    const lines = Object.entries(PREFERENCES).map(([name, value]) => `user_pref('${name}', ${value});`);
    writeFileSync(join(profile, 'user.js'), lines.join('\n'));
    return ['--no-remote', '--profile', profile, '--new-instance', url];
  },
  chromium: (profile, url) => [
    ...[
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      '--disable-component-update',
    ],
    ...['--no-first-run', '--force-renderer-accessibility', `--user-data-dir=${profile}`, url],
  ],
};

const home = mkdtempSync(join(tmpdir(), 'ask-user-speech-'));
const log = join(home, 'speech.log');
const started = [];
const page = await servePage();
try {
  const env = prepare();
  env.DISPLAY = await openScreen();
  start('openbox', [], env);
  start('/usr/libexec/at-spi-bus-launcher', ['--launch-immediately', '--a11y=1', '--screen-reader=1'], env);
  start('orca', ['--replace', '-e', 'speech', '-d', 'braille', '-d', 'braille-monitor'], env);
  await until('Orca', () => readFileSync(log, 'utf8').includes('ready\t'));
  const profile = join(home, 'profile');
  mkdirSync(profile);
  start(process.env.BROWSER, BROWSERS[browser](profile, page.url), { ...env, MOZ_DISABLE_CONTENT_SANDBOX: '1' });
  await page.opened;
  await until('the window', () => xdotool('search', '--onlyvisible', '--name', 'Speech').status === 0);
  const windows = xdotool('search', '--onlyvisible', '--name', 'Speech').stdout.trim().split('\n');
  xdotool('windowactivate', '--sync', windows.at(-1));
  const steps = await walk(STEPS, {
    tell: page.tell,
    log,
    press: (...keys) => xdotool('key', '--clearmodifiers', ...keys),
  });
  writeFileSync(report, JSON.stringify(steps));
} finally {
  page.close();
  for (const child of started.reverse()) await ended(child);
  // The browser's child processes may still write files.
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
process.exit(0);

/** Creates a home directory with Orca's customization file, and returns the environment for the programs. */
function prepare() {
  const orca = join(home, '.local/share/orca');
  const runtime = join(home, 'runtime');
  mkdirSync(orca, { recursive: true });
  mkdirSync(runtime, { mode: 0o700 });
  copyFileSync(new URL('orca-customizations.py', import.meta.url), join(orca, 'orca-customizations.py'));
  writeFileSync(log, '');
  const access = {
    ACCESSIBILITY_ENABLED: '1',
    GNOME_ACCESSIBILITY: '1',
    GTK_MODULES: 'gail:atk-bridge',
    NO_AT_BRIDGE: '0',
  };
  const own = { HOME: home, XDG_RUNTIME_DIR: runtime, SPEECH_LOG: log, GSETTINGS_BACKEND: 'memory', LANG: 'C.UTF-8' };
  return { ...process.env, ...access, ...own };
}

function start(command, args, env, stdio = 'ignore') {
  const child = spawn(command, args, { env, stdio });
  child.on('error', ({ message }) => console.error(`${command}: ${message}`));
  started.push(child);
  return child;
}

function ended(child) {
  if (child.exitCode !== null || child.pid === undefined) return undefined;
  const over = new Promise((resolve) => child.once('exit', resolve));
  child.kill();
  return Promise.race([over, sleep(10_000).then(() => child.kill('SIGKILL'))]);
}

function openScreen() {
  const args = ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'];
  const child = start('Xvfb', args, process.env, ['ignore', 'ignore', 'ignore', 'pipe']);
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`Xvfb did not start: exit code ${code}`)));
    child.stdio[3].once('data', (number) => resolve((process.env.DISPLAY = `:${number.toString().trim()}`)));
  });
}

function xdotool(...args) {
  return spawnSync('xdotool', args, { encoding: 'utf8' });
}

async function until(what, check) {
  for (const end = performance.now() + READY_MS; performance.now() < end; await sleep(100)) if (check()) return;
  throw new Error(`Waited in vain for ${what}.`);
}
