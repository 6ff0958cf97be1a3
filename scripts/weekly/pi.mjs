// node scripts/weekly/pi.mjs: runs the extension in each version of pi, and writes the table of rows into test/pi/README.md. Fails if a
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { failuresIn } from '../lib/failures.mjs';
import { bin, main, must, root, run, withTempDir } from '../lib/repo.mjs';
import { ensureTmux } from '../lib/tmux.mjs';

const FOLDER = 'test/pi';
const PAGE = `${FOLDER}/README.md`;
const block = (name) => new RegExp(`(<!-- ${name}:[^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`);

const { versions, areas } = JSON.parse(readFileSync(join(root, FOLDER, 'catalogue.json'), 'utf8'));

await main(async () => {
  ensureTmux();
  await must('node', ['scripts/build.mjs']);
  await must('node', ['scripts/beside.mjs', FOLDER]);
  await withTempDir(async (dir) => {
    const [report, quote] = [join(dir, 'report.json'), join(dir, 'quote.json')];
    const args = ['run', '--project', 'pi', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`];
    const env = { ...process.env, PI_QUOTE: quote };
    const { code, output } = await run(bin('vitest'), args, { env, timeoutMs: 60 * 60_000 });
    if (code !== 0) throw new Error(`${failuresIn(report)}\n${output.slice(-4000)}`);
    const passed = passedIn(JSON.parse(readFileSync(report, 'utf8')));
    const missing = missingIn(passed);
    if (missing.length) throw new Error(`No passed test covers these rows:\n${missing.join('\n')}`);
    const page = readFileSync(join(root, PAGE), 'utf8');
    const quoted = `\`\`\`json\n${JSON.stringify(JSON.parse(readFileSync(quote, 'utf8')), undefined, 2)}\n\`\`\``;
    writeFileSync(join(root, PAGE), filled(filled(page, 'rows', tables(passed)), 'quote', quoted));
  });
  await must(bin('oxfmt'), [PAGE]);
  console.log(`${versions.map(({ id }) => `pi ${id}`).join(', ')}: every row, written to ${PAGE}`);
});

/** Counts the passed tests of each row in each version. */
function passedIn({ testResults }) {
  const passed = Object.fromEntries(versions.map(({ id }) => [id, {}]));
  for (const { ancestorTitles, title, status } of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    const version = versions.find(({ id }) => ancestorTitles.join(' ').includes(id));
    if (!version || status !== 'passed') continue;
    for (const [, row] of title.matchAll(/\[(\w+)\]/g)) passed[version.id][row] = (passed[version.id][row] ?? 0) + 1;
  }
  return passed;
}

function missingIn(passed) {
  return areas.flatMap(({ rows }) =>
    Object.keys(rows).flatMap((row) =>
      versions.filter(({ id }) => !passed[id][row]).map(({ id }) => `${row} in pi ${id}`),
    ),
  );
}

function tables(passed) {
  return areas
    .map(({ area, rows }) =>
      [
        `| ${area} | ${versions.map(({ id, node }) => `pi ${id}, ${node}`).join(' | ')} |`,
        `| --- | ${versions.map(() => '---').join(' | ')} |`,
        ...Object.entries(rows).map(
          ([row, text]) => `| ${text} | ${versions.map(({ id }) => `✓ ${passed[id][row]}`).join(' | ')} |`,
        ),
      ].join('\n'),
    )
    .join('\n\n');
}

function filled(page, name, content) {
  if (!block(name).test(page)) throw new Error(`${PAGE} has no <!-- ${name}: … --> to write to`);
  return page.replace(block(name), (_, start, end) => `${start}\n${content}\n\n${end}`);
}
