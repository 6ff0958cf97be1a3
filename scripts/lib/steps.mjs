import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './repo.mjs';

/**
 * One check of `npm test`.
 *
 * @typedef {object} Step
 * @property {string} name
 * @property {string} [only] the file or folder it checks; without it there is nothing to do, and no such step
 * @property {string} [project] its Vitest project, instead of a command
 * @property {string[]} [command] what to run
 * @property {string[][]} [before] what to run first, one after the other
 * @property {string[]} [after] what to run with the project's report, once its tests have passed
 * @property {boolean} [build] reads dist
 * @property {boolean} [browser] drives Chromium
 * @property {boolean} [beside] runs beside those that do not
 * @property {boolean} [terminal] drives tmux
 * @property {number} [workers] test files at the same time; Vitest's own choice leaves one processor idle, and on two that is half
 * @property {boolean} [databases] starts PostgreSQL and Redis, and skips their tests where they can't be had
 */

/** @type {Step[]} in the order they run, those with `beside` and those without: the quick ones first */
export const STEPS = [
  { name: 'lock', command: ['node', 'scripts/check-lock.mjs'] },
  { name: 'build', command: ['node', 'scripts/build.mjs'] },
  { name: 'typecheck', command: [bin('tsc'), '--noEmit'] },
  { name: 'lint', command: [bin('oxlint'), '--type-aware', '--deny-warnings', '--format=unix'] },
  { name: 'format', command: [bin('oxfmt'), '--check', '.'] },
  { name: 'size', command: ['node', 'scripts/size.mjs'], build: true },
  { name: 'api', command: ['node', 'scripts/api.mjs', '--check'], build: true },
  { name: 'docs', only: 'README.md', command: ['node', 'scripts/check-docs.mjs'], build: true },
  { name: 'unit', project: 'unit', workers: 2 },
  { name: 'agents', only: 'test/agents', before: [['node', 'scripts/beside.mjs', 'test/agents']], project: 'agents' },
  {
    name: 'servers',
    only: 'test/servers',
    before: [['node', 'scripts/beside.mjs', 'test/servers']],
    project: 'servers',
    databases: true,
  },
  {
    name: 'stacks',
    only: 'test/stacks',
    before: [
      ['node', 'scripts/beside.mjs', 'test/stacks'],
      ['node', 'scripts/check-docs.mjs', 'docs/integrations'],
    ],
    project: 'stacks',
    after: ['node', 'scripts/stacks.mjs', '--check'],
    workers: 3,
    build: true,
    browser: true,
  },
  { name: 'cli', only: 'test/cli', project: 'cli', workers: 3, build: true, browser: true, terminal: true },
  { name: 'bench', command: ['node', 'scripts/bench.mjs', '--exact'], browser: true },
  { name: 'browser', only: 'test/browser', project: 'browser', browser: true, beside: true },
  { name: 'stories', only: 'stories', project: 'storybook', browser: true, beside: true },
  { name: 'package', command: ['node', 'scripts/test-package.mjs'], build: true, browser: true },
  {
    name: 'example',
    only: 'test/e2e',
    before: [['npm', 'run', 'example:build']],
    project: 'e2e',
    workers: 4,
    build: true,
    browser: true,
  },
];

const NONE = { passed: 0, failed: 0, skipped: 0 };

/** The steps that have something to check. */
export const availableSteps = () => STEPS.filter(({ only }) => !only || existsSync(join(root, only)));

/**
 * Runs one step to its end.
 *
 * @param {Step} step
 * @param {string} dir a folder for its report
 * @returns {Promise<{ ok: boolean, passed: number, failed: number, skipped: number, output: string, ms: number }>}
 */
export async function runStep({ name, project, command, before = [], after, workers }, dir) {
  const start = performance.now();
  for (const [first, ...rest] of before) {
    const prepared = await run(first, rest);
    if (prepared.code !== 0)
      return { ok: false, ...NONE, failed: 1, output: prepared.output, ms: performance.now() - start };
  }
  const report = join(dir, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const vitest = [bin('vitest'), 'run', '--project', project, ...reporters];
  const [file, ...args] = project ? [...vitest, ...(workers ? [`--maxWorkers=${workers}`] : [])] : command;
  const { code, output } = await run(file, args);
  const checked = after && code === 0 ? await run(after[0], [...after.slice(1), report]) : { code: 0, output: '' };
  const ms = performance.now() - start;
  if (!project) return { ok: code === 0, ...NONE, [code === 0 ? 'passed' : 'failed']: 1, output, ms };
  const counts = existsSync(report) ? countTests(JSON.parse(readFileSync(report, 'utf8'))) : { ...NONE };
  // A run that fails without a failed test (an error outside of one, nothing to run) is one failure.
  if ((code !== 0 || checked.code !== 0) && counts.failed === 0) counts.failed = 1;
  return { ok: code === 0 && counts.failed === 0, ...counts, output: checked.code === 0 ? output : checked.output, ms };
}

/** Counts a report of Vitest's: a file that could not be loaded has no tests, and counts as one that failed. */
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
