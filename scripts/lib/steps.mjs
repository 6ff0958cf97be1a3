import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bin, root, run } from './repo.mjs';

/**
 * One check of `npm test`.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {number} seconds of processor time on an idle machine; the longest step starts first
 * @property {string} [only] the file or folder that it checks; the step does not exist without it
 * @property {string} [project] its Vitest project, instead of a command
 * @property {string[]} [command] what to run
 * @property {string[][]} [before] commands to run first, one after the other
 * @property {string[]} [after] command to run with the project's report, once its tests have passed
 * @property {boolean} [build] reads dist
 * @property {boolean} [browser] drives Chromium
 * @property {boolean} [terminal] drives tmux
 * @property {number} [workers] test files at the same time; Vitest's default leaves one processor idle, which is half
 * of two
 * @property {boolean} [databases] starts PostgreSQL and Redis; if they cannot be installed, their tests are skipped,
 * and fail in CI
 */

/** @type {Step[]} */
export const STEPS = [
  { name: 'lock', seconds: 1, command: ['node', 'scripts/check-lock.mjs'] },
  { name: 'build', seconds: 8, command: ['node', 'scripts/build.mjs'] },
  { name: 'typecheck', seconds: 10, command: [bin('tsc'), '--noEmit'] },
  { name: 'lint', seconds: 24, command: ['npm', 'run', '--silent', 'lint'] },
  { name: 'format', seconds: 4, command: [bin('oxfmt'), '--check', '.'] },
  { name: 'size', seconds: 2, command: ['node', 'scripts/size.mjs'], build: true },
  { name: 'api', seconds: 4, command: ['node', 'scripts/api.mjs', '--check'], build: true },
  { name: 'docs', seconds: 2, only: 'README.md', command: ['node', 'scripts/check-docs.mjs'], build: true },
  { name: 'unit', seconds: 90, project: 'unit', workers: 2 },
  {
    name: 'agents',
    seconds: 20,
    only: 'test/agents',
    before: [['node', 'scripts/beside.mjs', 'test/agents']],
    project: 'agents',
  },
  {
    name: 'servers',
    seconds: 59,
    only: 'test/servers',
    before: [['node', 'scripts/beside.mjs', 'test/servers', '--whole']],
    project: 'servers',
    databases: true,
  },
  {
    name: 'stacks',
    seconds: 150,
    only: 'test/stacks',
    before: [
      ['node', 'scripts/beside.mjs', 'test/stacks'],
      ['node', 'scripts/check-docs.mjs', 'docs/integrations'],
    ],
    project: 'stacks',
    after: ['node', 'scripts/stacks.mjs', '--check'],
    workers: 2,
    build: true,
    browser: true,
    databases: true,
  },
  {
    name: 'cli',
    seconds: 53,
    only: 'test/cli',
    project: 'cli',
    workers: 2,
    build: true,
    browser: true,
    terminal: true,
  },
  { name: 'bench', seconds: 46, command: ['node', 'scripts/bench.mjs', '--exact'], browser: true },
  { name: 'browser', seconds: 205, only: 'test/react', project: 'browser', browser: true },
  { name: 'stories', seconds: 60, only: 'stories', project: 'storybook', browser: true },
  {
    name: 'package',
    seconds: 47,
    before: [['node', 'scripts/beside.mjs', 'test/package']],
    command: ['node', 'scripts/test-package.mjs'],
    build: true,
    browser: true,
  },
  {
    name: 'example',
    seconds: 143,
    only: 'test/e2e',
    before: [['node', 'scripts/example.mjs']],
    project: 'e2e',
    workers: 2,
    browser: true,
  },
];

/** Steps of `npm test -- quick`: without a browser and without an installation. */
export const QUICK = ['lock', 'typecheck', 'lint', 'format', 'unit'];

/** Time limit of a step, in milliseconds. A busy machine takes several times as long as an idle one. */
const limitOf = ({ seconds }) => (90 + 8 * seconds) * 1000;

const NONE = { passed: 0, failed: 0, skipped: 0 };

/** Returns the steps that have something to check. */
export const availableSteps = () => STEPS.filter(({ only }) => !only || existsSync(join(root, only)));

/**
 * Runs one step to its end, or until its time limit.
 *
 * @param {Step} step
 * @param {string} dir a folder for its report
 * @returns {Promise<{ ok: boolean, passed: number, failed: number, skipped: number, output: string, ms: number,
 *   timedOut: boolean, failures: string[] }>} `failures` names every failed test
 */
export async function runStep(step, dir) {
  const { name, project, command, before = [], after, workers } = step;
  const start = performance.now();
  const execute = ([file, ...args]) => run(file, args, { timeoutMs: limitOf(step) });
  const outcome = ({ code, output, timedOut }, counts, failures = []) => {
    const ok = code === 0 && counts.failed === 0;
    return { ok, ...counts, output, timedOut, failures, ms: performance.now() - start };
  };
  for (const one of before) {
    const prepared = await execute(one);
    if (prepared.code !== 0) return outcome(prepared, { ...NONE, failed: 1 });
  }
  if (!project) {
    const done = await execute(command);
    return outcome(done, { ...NONE, [done.code === 0 ? 'passed' : 'failed']: 1 });
  }
  const file = join(dir, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const limit = workers ? [`--maxWorkers=${workers}`] : [];
  const tested = await execute([bin('vitest'), 'run', '--project', project, ...reporters, ...limit]);
  const done = after && tested.code === 0 ? await execute([...after, file]) : tested;
  const report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { testResults: [] };
  const counts = countTests(report);
  // A run that fails without a failed test (an error outside of a test, or no tests) counts as one failure.
  if (done.code !== 0 && counts.failed === 0) counts.failed = 1;
  return outcome(done, counts, failedTests(report));
}

/** Returns the name of each failed test in a Vitest report, and of each file that could not be loaded. */
function failedTests({ testResults }) {
  return testResults.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName);
    const titles = status === 'failed' && failed.length === 0 ? ['(the file itself)'] : failed;
    return titles.map((title) => `${relative(root, name)} > ${title}`);
  });
}

/** Counts the tests in a Vitest report. A file that could not be loaded has no tests, and counts as one failure. */
export function countTests({ testResults }) {
  const counts = { ...NONE };
  for (const { status, assertionResults } of testResults) {
    for (const test of assertionResults) {
      if (test.status === 'passed') counts.passed++;
      else if (test.status === 'failed') counts.failed++;
      else counts.skipped++;
    }
    if (status === 'failed' && !assertionResults.some((test) => test.status === 'failed')) counts.failed++;
  }
  return counts;
}
