// node scripts/weekly/repeat.mjs: searches for tests that fail now and then. It runs every check of the last commit again and again, each
// time in a fresh clone, and keeps the output of each run. `-- --runs 5 --busy 0,2` runs it five times on a calm machine
// and five times beside two busy loops.
import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { main, must, root, run, withTempDir } from '../lib/repo.mjs';

const { values: flags } = parseArgs({
  options: {
    runs: { type: 'string', default: '5' },
    busy: { type: 'string', default: '0,2' },
    logs: { type: 'string', default: 'repeat-logs' },
  },
});
const RUN_LIMIT_MS = 90 * 60_000;

/** Calls `work` while `count` processes keep one processor busy each. */
async function beside(count, work) {
  const loops = Array.from({ length: count }, () => spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }));
  try {
    return await work();
  } finally {
    for (const loop of loops) loop.kill('SIGKILL');
  }
}

await main(async () => {
  const logs = resolve(flags.logs);
  mkdirSync(logs, { recursive: true });
  const commit = (await must('git', ['rev-parse', '--short', 'HEAD'])).trim();
  console.log(`Commit ${commit}. The output of each run is in ${logs}.`);
  const total = { passed: 0, failed: 0 };
  for (const busy of flags.busy.split(',').map(Number)) {
    for (let index = 1; index <= Number(flags.runs); index++) {
      const log = join(logs, `${commit}-busy-${busy}-run-${index}.log`);
      const start = performance.now();
      const { code, output } = await withTempDir(async (dir) => {
        await must('git', ['clone', '--quiet', root, dir]);
        return beside(busy, () => run('bash', ['.ci/run'], { cwd: dir, timeoutMs: RUN_LIMIT_MS }));
      });
      writeFileSync(log, output);
      total[code === 0 ? 'passed' : 'failed']++;
      const failures = output.split('\n').filter((line) => /^FAIL |^ {6}x /.test(line));
      const seconds = Math.round((performance.now() - start) / 1000);
      console.log(`busy ${busy}, run ${index}: ${seconds} s, ${output.trimEnd().split('\n').at(-1)}`);
      for (const line of failures) console.log(`  ${line}`);
    }
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
});
