// node scripts/weekly/engines.mjs: runs the browser tests in Firefox and WebKitGTK. `node scripts/weekly/engines.mjs webkit keys/arrows keys/digits`
// runs one of the two, and these files. test/engines/not-judged.json lists the tests that cannot be judged there, with
// the reason.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureFirefox, ensureMiniBrowser, ensureXvfb } from '../lib/engines.mjs';
import { bin, main, root, run, withTempDir } from '../lib/repo.mjs';

const LIST = 'test/engines/not-judged.json';
const FOLDER = 'test/react';
const SUFFIX = '.browser.test.tsx';
const NEEDED = 'engine';
const TIMEOUT_MS = 20 * 60_000;
/** Files per browser. Firefox stops responding to its driver if one browser runs all files. */
const BATCH = 12;

/** Installs what each engine needs, and returns the variables that contain its path. */
const ENGINES = {
  firefox: () => ({ FIREFOX: ensureFirefox(NEEDED) }),
  webkit: () => {
    ensureXvfb(NEEDED);
    return { MINIBROWSER: ensureMiniBrowser(NEEDED) };
  },
};

const fileOf = (name) => `${FOLDER}/${name}${SUFFIX}`;
const nameOf = (path) => path.slice(path.indexOf(`${FOLDER}/`) + FOLDER.length + 1, -SUFFIX.length);
const args = process.argv.slice(2);
const chosen = args.filter((arg) => arg in ENGINES);
const files = args.filter((arg) => !(arg in ENGINES));

await main(async () => {
  const list = JSON.parse(readFileSync(join(root, LIST), 'utf8'));
  const unknown = list.filter(({ file }) => !existsSync(join(root, fileOf(file))));
  if (unknown.length) throw new Error(`${LIST} names missing files: ${unknown.map(({ file }) => file)}`);
  const problems = [];
  for (const engine of chosen.length ? chosen : Object.keys(ENGINES)) {
    const env = ENGINES[engine]();
    problems.push(
      ...(await judge(
        engine,
        env,
        list.filter(({ engines }) => engines.includes(engine)),
      )),
    );
  }
  if (problems.length) throw new Error(problems.join('\n'));
});

/** Runs the tests in one engine and prints their counts. Returns the problems. */
async function judge(engine, env, list) {
  const left = list.filter(({ tests }) => !tests).map(({ file }) => fileOf(file));
  const wanted = files.length > 0 ? files.map(fileOf) : allFiles().filter((file) => !left.includes(file));
  const report = { testResults: [] };
  for (let from = 0; from < wanted.length; from += BATCH) {
    const { testResults } = await runFiles(engine, env, wanted.slice(from, from + BATCH));
    report.testResults.push(...testResults);
  }
  const entries = list.flatMap(({ file, tests = [], because, run: runs = true }) =>
    tests.map((title) => ({ file, title, because, runs, seen: 0 })),
  );
  const counts = { passed: 0, failed: 0, 'not judged': 0 };
  const problems = [];
  const say = (text) => problems.push(`${engine}: ${text}`);
  for (const { name, message, assertionResults, status } of report.testResults) {
    const file = nameOf(name);
    if (status === 'failed' && assertionResults.length === 0) {
      counts.failed++;
      say(`${file} could not be run: ${message}`);
    }
    for (const test of assertionResults) {
      const entry = entries.find((one) => one.file === file && test.fullName.startsWith(one.title));
      if (entry) entry.seen++;
      if (entry?.runs === false && ['passed', 'failed'].includes(test.status))
        say(`${file} > ${test.fullName} was run, although ${LIST} excludes it.`);
      else if (entry && test.status === 'passed') say(`passes now. Remove it from ${LIST}: ${file} > ${test.fullName}`);
      if (test.status === 'passed') counts.passed++;
      else if (entry) counts['not judged']++;
      else {
        counts.failed++;
        say(`${file} > ${test.fullName}\n${test.failureMessages.join('\n') || 'It was not run.'}`);
      }
    }
  }
  const ran = new Set(report.testResults.map(({ name }) => nameOf(name)));
  for (const { file, title } of entries.filter((one) => one.seen === 0 && (ran.has(one.file) || files.length === 0)))
    say(`${LIST} names a missing test: ${file} > ${title}`);
  const line = Object.entries(counts).map(([what, count]) => `${count} ${what}`);
  console.log(`${engine}: ${line.join(', ')}${left.length ? `; ${left.length} files are left out` : ''}`);
  return problems;
}

function allFiles() {
  const names = readdirSync(join(root, FOLDER), { recursive: true }).filter((file) => file.endsWith(SUFFIX));
  return names.map((file) => `${FOLDER}/${file}`);
}

/** Runs these files in a new browser. Returns Vitest's report. */
function runFiles(engine, env, some) {
  return withTempDir(async (dir) => {
    const file = join(dir, 'report.json');
    const options = ['--config', 'vite.engines.config.ts', '--reporter=json', `--outputFile.json=${file}`];
    const { output } = await run(bin('vitest'), ['run', ...options, ...some], {
      env: { ...process.env, ...env, ENGINE: engine, NODE_OPTIONS: nodeOptions() },
      timeoutMs: TIMEOUT_MS,
    });
    if (!existsSync(file)) throw new Error(`${engine}: the tests could not be run.\n${output.slice(-4000)}`);
    return JSON.parse(readFileSync(file, 'utf8'));
  });
}

/** In Node.js 20, the WebSocket that drives Firefox is behind a flag. */
function nodeOptions() {
  return [process.env['NODE_OPTIONS'], '--experimental-websocket'].filter(Boolean).join(' ');
}
