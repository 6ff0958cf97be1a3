// npm test: runs every check. The last line counts them. `npm test -- unit lint` runs only these, and `npm test --
// quick` the quick ones.
import { cpus } from 'node:os';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './lib/chromium.mjs';
import { ensureDatabases } from './lib/databases.mjs';
import { inLanes, withTempDir } from './lib/repo.mjs';
import { availableSteps, QUICK, runStep } from './lib/steps.mjs';
import { ensureTmux } from './lib/tmux.mjs';

const SHOWN_LINES = 80;
/** Number of steps that run at the same time: on two processors three, because a browser waits half of its time. */
const LANES = 3;

Object.assign(process.env, {
  NO_COLOR: '1',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  npm_config_loglevel: 'error',
  npm_config_update_notifier: 'false',
});
delete process.env['FORCE_COLOR'];

const all = availableSteps();
const asked = process.argv.slice(2).flatMap((name) => (name === 'quick' ? QUICK : name));
const unknown = asked.filter((name) => !all.some((step) => step.name === name));
if (unknown.length) {
  console.error(`No such step: ${unknown.join(', ')}. There are: quick, ${all.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
const chosen = asked.length ? all.filter(({ name }) => asked.includes(name)) : all;
const needsBuild = chosen.some(({ build }) => build);
const steps = all.filter((step) => chosen.includes(step) || (needsBuild && step.name === 'build'));

const total = { passed: 0, failed: 0, skipped: 0 };
const seconds = (ms) => `${(ms / 1000).toFixed(1)} s`.padStart(8);
const line = (state, { name }, ms, note = '') =>
  console.log(`${state.padEnd(5)} ${name.padEnd(12)} ${seconds(ms)}  ${note}`.trimEnd());

/** Requirements of the steps, by the property of the step that needs them. */
const NEEDS = {
  browser: { title: 'Chromium', ensure: () => (process.env['CHROMIUM'] = ensureChromium()) },
  terminal: { title: 'tmux', ensure: ensureTmux },
  databases: { title: 'PostgreSQL and Redis', ensure: ensureDatabases, optional: true },
};
const lacking = [];
for (const [need, { ensure, optional }] of Object.entries(NEEDS)) {
  try {
    if (steps.some((step) => step[need])) ensure();
  } catch (error) {
    if (!optional) lacking.push(need);
    console.log(error.message);
  }
}

/** Processor time of the whole machine so far, in milliseconds. A browser that is killed counts, too. */
const busy = () => cpus().reduce((sum, { times: { user, nice, sys, irq } }) => sum + user + nice + sys + irq, 0);
const start = performance.now();
const busyBefore = busy();
await withTempDir(async (dir) => {
  let built = true;
  const check = async (step) => {
    const lack = lacking.find((need) => step[need]);
    if (lack) {
      total.failed++;
      line('FAIL', step, 0, `no ${NEEDS[lack].title}`);
      return;
    }
    if (step.build && !built) {
      total.skipped++;
      line('skip', step, 0, 'the build failed');
      return;
    }
    const { ok, passed, failed, skipped, output, ms, timedOut, failures } = await runStep(step, dir);
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    if (step.name === 'build') built = ok;
    const note = step.project ? summary({ passed, failed, skipped }) : ok ? output.trim().split('\n').at(-1) : '';
    line(ok ? 'ok' : 'FAIL', step, ms, timedOut ? 'stopped: it hung, or the machine is too busy' : note);
    if (ok) return;
    // Print the names first, because the end of the output may not contain the first failure.
    for (const name of failures) console.log(`      x ${name}`);
    const [, seed] = /Running tests with seed "(\d+)"/.exec(output) ?? [];
    if (seed) console.log(`      in this order: npx vitest run --project ${step.project} --sequence.seed=${seed}`);
    console.log(tail(output));
  };
  const first = steps.filter(({ name }) => name === 'lock' || name === 'build');
  for (const step of first) await check(step);
  const others = steps.filter((step) => !first.includes(step));
  await inLanes(
    LANES,
    others.toSorted((a, b) => b.seconds - a.seconds),
    check,
  );
});
console.log(
  `\n${all.length > steps.length ? `${steps.length} of ${all.length} steps` : `${steps.length} steps`} in ${seconds(performance.now() - start).trim()}, ${seconds(busy() - busyBefore).trim()} of processor time`,
);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
console.log(summary(total));

function summary({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;
}

function tail(output) {
  const lines = stripVTControlCharacters(output).trimEnd().split('\n');
  const cut = lines.length > SHOWN_LINES ? [`… ${lines.length - SHOWN_LINES} lines before`] : [];
  return [...cut, ...lines.slice(-SHOWN_LINES)].map((text) => `      | ${text}`).join('\n');
}
