// node scripts/weekly/speech.mjs: tests what Orca speaks for the card in Chromium and in Firefox. `--write` writes the
// speech into test/speech/README.md.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { ensureFirefox, ensureXvfb } from '../lib/engines.mjs';
import { bin, main, must, root, withTempDir } from '../lib/repo.mjs';
import { ensureProgram, onPath } from '../lib/system-package.mjs';

const PAGE = 'test/speech/README.md';
const BLOCK = /(<!-- heard:[^>]*-->\n)[\s\S]*?(<!-- \/heard -->)/;
const NEEDED = 'speech';
const AT_SPI = '/usr/libexec/at-spi-bus-launcher';

const BROWSERS = { chromium: ensureWindowedChromium, firefox: () => ensureFirefox(NEEDED) };

await main(async () => {
  ensureXvfb(NEEDED);
  for (const name of ['orca', 'openbox', 'xdotool']) ensure(name);
  ensure('at-spi2-core', () => (existsSync(AT_SPI) ? AT_SPI : undefined));
  ensure('dbus', () => onPath('dbus-run-session'));
  const chosen = Object.keys(BROWSERS).filter(
    (name) => !process.argv.slice(2).some((arg) => arg in BROWSERS) || process.argv.includes(name),
  );
  const heard = {};
  for (const name of chosen) {
    const BROWSER = BROWSERS[name]();
    heard[name] = await withTempDir(async (dir) => {
      const report = join(dir, 'report.json');
      const command = ['node', 'test/speech/session.mjs', name, report];
      await must('dbus-run-session', ['--', ...command], { env: { ...process.env, BROWSER }, timeoutMs: 30 * 60_000 });
      return { version: versionOf(BROWSER), steps: JSON.parse(readFileSync(report, 'utf8')) };
    });
  }
  const problems = Object.entries(heard).flatMap(([name, { steps }]) => steps.flatMap((step) => check(name, step)));
  for (const [name, { steps }] of Object.entries(heard)) {
    const wrong = steps.filter((step) => check(name, step).length > 0).length;
    console.log(`${name}: ${steps.length - wrong} passed, ${wrong} failed`);
    if (process.argv.includes('--print')) console.log(JSON.stringify(steps, undefined, 1));
  }
  if (problems.length) throw new Error(problems.join('\n'));
  if (!process.argv.includes('--write')) return;
  const page = readFileSync(join(root, PAGE), 'utf8');
  if (!BLOCK.test(page)) throw new Error(`${PAGE} has no <!-- heard: … --> to write to.`);
  writeFileSync(
    join(root, PAGE),
    page.replace(BLOCK, (_, start, end) => `${start}\n${table(heard)}\n\n${end}`),
  );
  await must(bin('oxfmt'), [PAGE]);
});

/** Returns what is wrong with the speech of a step. */
function check(name, { title, once, lines, error }) {
  if (error) return [`${name}: “${title}”: ${error}`];
  const all = lines.join('\n');
  return once.flatMap((words) => {
    const times = all.split(words).length - 1;
    return times === 1 ? [] : [`${name}: “${title}”: “${words}” was spoken ${times} times in:\n${all || '(nothing)'}`];
  });
}

function table(heard) {
  const columns = Object.values(heard);
  const quote = (lines) => lines.map((line) => `“${line.replaceAll('|', '\\|')}”`).join('<br>');
  return [
    `| The user’s step | ${columns.map(({ version }) => version).join(' | ')} |`,
    `| --- | ${columns.map(() => '---').join(' | ')} |`,
    ...columns[0].steps.map(
      ({ title }, index) => `| ${title} | ${columns.map(({ steps }) => quote(steps[index].lines)).join(' | ')} |`,
    ),
    '',
    `Recorded with Orca ${versionOf('orca')}.`,
  ].join('\n');
}

function ensure(name, find = () => onPath(name)) {
  return ensureProgram(name, {
    title: name,
    needed: NEEDED,
    find,
    advice: `Install ${name}; on Debian with apt-get install ${name}.`,
  });
}

/** Finds a Chromium that opens windows, because the one for the other tests may not. */
function ensureWindowedChromium() {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
  return ensure('chromium', () => names.map(onPath).find(Boolean));
}

function versionOf(program) {
  const { stdout } = spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  const line = stdout.trim().split('\n').at(-1);
  return /[\d.]+/.test(line) ? line.replace(/ built on.*/, '') : program;
}
