// Writes test/stacks/results.json and the table of stacks in docs/agents.md from a run of their tests. `node
// scripts/stacks.mjs test/stacks test/stacks-heavy` installs and runs the tests there, and writes the results. `node
// scripts/stacks.mjs --check REPORT` fails if the report of a run differs from them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CASES, STACKS } from '../test/stacks/catalogue.mjs';
import { ensureDatabases } from './lib/databases.mjs';
import { failuresIn } from './lib/failures.mjs';
import { bin, main, must, root, run, withTempDir } from './lib/repo.mjs';

const RESULTS = 'test/stacks/results.json';
const PAGE = 'docs/agents.md';
const TABLE = /(<!-- stacks:[^>]*-->\n)[\s\S]*?(\n<!-- \/stacks -->)/;
/** The command that runs the tests of a folder. */
const RUN = { 'test/stacks': 'npm test', 'test/stacks-heavy': 'node scripts/stacks.mjs test/stacks-heavy' };

const read = (file) => readFileSync(join(root, file), 'utf8');

await main(async () => {
  const [first, ...rest] = process.argv.slice(2);
  if (first === '--check') return check(reportOf(rest[0]));
  const folders = [first, ...rest];
  ensureDatabases();
  await must('node', ['scripts/build.mjs']);
  await withTempDir(async (dir) => {
    for (const folder of folders) {
      if (!RUN[folder]) throw new Error(`${folder}: unknown folder. Use ${Object.keys(RUN).join(', ')}`);
      // The tests of the other folder use the helpers of this one.
      await must('node', ['scripts/beside.mjs', 'test/stacks']);
      if (folder === 'test/stacks-heavy') await must('node', ['scripts/beside.mjs', folder, '--whole']);
      await must('node', ['scripts/check-docs.mjs', 'docs/integrations']);
      const report = join(dir, 'report.json');
      const args = [
        'run',
        '--project',
        folder.slice('test/'.length),
        // A machine that runs two of the large ones cannot run a third.
        `--maxWorkers=${folder === 'test/stacks-heavy' ? 2 : 3}`,
        '--reporter=json',
        `--outputFile=${report}`,
      ];
      const { code, output } = await run(bin('vitest'), args);
      if (code !== 0) throw new Error(`${failuresIn(report)}\n${output.slice(-4000)}`);
      write(reportOf(report), folder);
    }
  });
});

/** Returns the stacks in a report, each with the number of passed tests for each case. */
function reportOf(file) {
  const tests = JSON.parse(readFileSync(file, 'utf8')).testResults.flatMap(({ assertionResults }) => assertionResults);
  const stacks = {};
  for (const { ancestorTitles, title, status } of tests) {
    const id = ancestorTitles.map((name) => /^stack: (\S+)/.exec(name)?.[1]).find(Boolean);
    if (!id) continue;
    if (!STACKS.some((stack) => stack.id === id)) throw new Error(`"stack: ${id}" is not in test/stacks/catalogue.mjs`);
    const cases = (stacks[id] ??= { cases: {} }).cases;
    if (status !== 'passed') continue;
    for (const [, name] of `${ancestorTitles.join(' ')} ${title}`.matchAll(/\[(\w+)\]/g)) {
      if (name in CASES) cases[name] = (cases[name] ?? 0) + 1;
    }
  }
  for (const [id, { cases }] of Object.entries(stacks)) {
    const stack = STACKS.find((one) => one.id === id);
    const lacking = Object.keys(CASES).filter((name) => !cases[name] && !stack.without?.[name]);
    if (lacking.length)
      throw new Error(`stack: ${id} has no passed test of ${lacking.map((name) => `[${name}]`).join(' ')}`);
    stacks[id] = {
      versions: versionsOf(stack),
      cases: Object.fromEntries(Object.keys(CASES).map((name) => [name, cases[name] ?? 0])),
    };
  }
  return stacks;
}

function versionsOf({ packages, folder }) {
  const manifests = packages.map((name) => JSON.parse(read(`${folder}/node_modules/${name}/package.json`)));
  return Object.fromEntries(manifests.map(({ name, version }) => [name, version]));
}

function results() {
  return existsSync(join(root, RESULTS)) ? JSON.parse(read(RESULTS)) : {};
}

function write(stacks, folder) {
  const date = new Date().toISOString().slice(0, 10);
  const before = results();
  for (const [id, { versions, cases }] of Object.entries(stacks))
    before[id] = { versions, cases, run: RUN[folder], date };
  const ordered = Object.fromEntries(STACKS.flatMap(({ id }) => (before[id] ? [[id, before[id]]] : [])));
  writeFileSync(join(root, RESULTS), `${JSON.stringify(ordered, null, 2)}\n`);
  writeFileSync(
    join(root, PAGE),
    read(PAGE).replace(TABLE, (_, start, end) => `${start}\n${table(ordered)}\n${end}`),
  );
  console.log(`${folder}: ${Object.keys(stacks).length} stacks, written to ${RESULTS} and ${PAGE}`);
}

function check(stacks) {
  const known = results();
  const told = (entry) => JSON.stringify([entry?.versions, entry?.cases]);
  const other = Object.keys(stacks).filter((id) => told(stacks[id]) !== told(known[id]));
  const missing = STACKS.filter(({ id, folder }) => folder === 'test/stacks' && !stacks[id]).map(({ id }) => id);
  const stale = read(PAGE).match(TABLE)?.[0].includes(table(known)) ? [] : [PAGE];
  const problems = [
    ...missing.map((id) => `${id}: no test of this stack was run`),
    ...[...other, ...stale].map((what) => `${what}: the run differs from ${RESULTS}`),
  ];
  if (problems.length)
    throw new Error(`${problems.join('\n')}\nTo accept the new results, run: node scripts/stacks.mjs test/stacks`);
  console.log(`${Object.keys(stacks).length} stacks match ${RESULTS}`);
}

/** Formats the table as oxfmt does. */
function table(known) {
  const rows = [['Stack', 'Tested version', 'The question waits in']];
  for (const { id, name, guide, waits } of STACKS) {
    const entry = known[id];
    if (!entry) continue;
    const [version] = Object.values(entry.versions);
    rows.push([`[${name}](integrations/${guide}.md)`, version, waits.join(', ')]);
  }
  const widths = rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)));
  const line = (row) => `| ${row.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`;
  return [
    line(rows[0]),
    `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`,
    ...rows.slice(1).map(line),
  ].join('\n');
}
