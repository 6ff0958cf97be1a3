// npm run size: measures what the built package costs an application, in gzip bytes as Vite bundles it, and checks it
// against bench/budgets.json. `npm run size -- --files` also prints what each file of the package adds to the dialog, and
// `npm run size -- --entries` also measures each entry, and writes the table of docs/performance.md. That takes minutes.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from 'vite';
import { entryCosts, listedEntries } from './lib/entry-costs.mjs';
import { bin, main, must, root } from './lib/repo.mjs';
import { kB, measureSizes } from './lib/sizes.mjs';

const PAGE = join(root, 'docs/performance.md');
const ENTRIES = /(<!-- entries:[^>]*-->\n)[^]*?(\n<!-- \/entries -->)/;
const budgets = JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8'));

await main(async () => {
  const { rows, problems } = await measureSizes(budgets);
  const width = Math.max(...rows.map((row) => row.name.length));
  const column = (bytes) => kB(bytes).padStart(8);
  console.log(`${`Vite ${version}`.padEnd(width)}  minified      gzip    budget`);
  for (const row of rows) {
    const figures = [row.minified, row.gzip, row.limit].map(column).join('  ');
    console.log(`${row.name.padEnd(width)}  ${figures}`);
  }
  const dialog = rows.find((row) => row.name === budgets.unused.of);
  for (const { file, minified, gzip } of dialog.later) {
    console.log(
      `${'  and later, if needed'.padEnd(width)}  ${[minified, gzip].map(column).join('  ')}            ${file}`,
    );
  }
  if (process.argv.includes('--files')) printFiles(dialog.inputs);
  if (process.argv.includes('--entries')) await writeEntries();
  const page = readFileSync(PAGE, 'utf8');
  const missing = listedEntries().filter(({ name }) => !page.includes(`\`${name}\``));
  problems.push(...missing.map(({ name }) => `docs/performance.md lacks ${name}. Run: npm run size -- --entries`));
  if (problems.length) throw new Error(`\n${problems.join('\n')}`);
  console.log(`\nall sizes are within their budgets: dialog ${kB(dialog.gzip)} gzip`);
});

/** Prints the package's files in a bundle, largest first, in bytes before they are minified. */
function printFiles(inputs) {
  const own = inputs.filter(({ file }) => file.startsWith('dist/')).sort((a, b) => b.bytes - a.bytes);
  console.log(`\nfiles of the package, not minified: ${kB(own.reduce((sum, { bytes }) => sum + bytes, 0))}`);
  for (const { file, bytes } of own) console.log(`${String(bytes).padStart(8)}  ${file}`);
}

async function writeEntries() {
  const table = await entryCosts();
  const page = readFileSync(PAGE, 'utf8');
  writeFileSync(
    PAGE,
    page.replace(ENTRIES, (_, start, end) => `${start}\n${table}\n${end}`),
  );
  await must(bin('oxfmt'), [PAGE]);
}
