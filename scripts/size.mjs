// npm run size: what the built package costs an application, in gzip bytes, against bench/budgets.json.
// `npm run size -- --files` also prints what each of our files adds to the dialog.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { transform } from 'lightningcss';
import { bundle, gzipped, radixVersions } from './lib/bundle.mjs';
import { main, packageJson, root } from './lib/repo.mjs';

const budgets = JSON.parse(readFileSync(join(root, 'bench/budgets.json'), 'utf8'));

await main(async () => {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist to measure: npm run build makes it.');
  const problems = [];
  const rows = [];

  for (const { name, imports, radix, ...budget } of budgets.sizes) {
    const result = await bundle(imports, radix && { radix });
    rows.push({ name, ...budget, ...result });
    const names = radixVersions(result.inputs).map((version) => version.replace(/@[^@]+$/, ''));
    const twice = names.filter((value, i) => names.indexOf(value) !== i);
    if (twice.length) problems.push(`${name}: two versions of ${twice.join(', ')}`);
    if (name === budgets.unused.of) problems.push(...(await unusedInside(result)));
  }

  const { name, file, limit } = budgets.stylesheet;
  const css = transform({ filename: file, code: readFileSync(join(root, file)), minify: true }).code;
  rows.push({ name, limit, minified: css.length, gzip: gzipped(css) });

  const extra = Object.keys(packageJson.dependencies).filter(
    (dependency) => !budgets.dependencies.includes(dependency),
  );
  if (extra.length) problems.push(`dependencies: ${extra.join(', ')} not in bench/budgets.json`);

  const width = Math.max(...rows.map((row) => row.name.length));
  console.log(`${''.padEnd(width)}  minified      gzip    budget`);
  for (const row of rows) {
    const over = row.gzip - row.limit;
    const note =
      over > 0 ? `${over} B over: ${row.accepted?.because ?? ''}` : row.goal ? `goal ${kB(row.goal).trim()}` : '';
    console.log(`${row.name.padEnd(width)}  ${kB(row.minified)}  ${kB(row.gzip)}  ${kB(row.limit)}  ${note}`.trimEnd());
    // What is over its budget for a stated reason may not grow any further.
    const gate = Math.max(row.limit, row.accepted?.gzip ?? 0);
    if (row.gzip > gate) problems.push(`${row.name}: ${row.gzip} B gzip, and ${gate} is the most it may be`);
  }
  if (process.argv.includes('--files')) printFiles(rows.find((row) => row.name === budgets.unused.of).inputs);
  if (problems.length) throw new Error(`\n${problems.join('\n')}`);
  console.log(
    `\nno size is above what it may be: dialog ${kB(rows.find((row) => row.name === budgets.unused.of).gzip).trim()} gzip`,
  );
});

/** Our own files in a bundle, the largest first, in minified bytes. */
function printFiles(inputs) {
  const own = inputs.filter(({ file }) => file.startsWith('dist/')).sort((a, b) => b.bytes - a.bytes);
  console.log(`\nour own, minified: ${kB(own.reduce((sum, { bytes }) => sum + bytes, 0)).trim()}`);
  for (const { file, bytes } of own) console.log(`${String(bytes).padStart(8)}  ${file}`);
}

/** What is loaded with the dialog though nobody asked for it: other dialects, other languages, texts for the model. */
async function unusedInside({ inputs, code }) {
  const { of, dialect, files } = budgets.unused;
  const own = await bundle({ 'react-ask-user/dialects': dialect });
  const needed = new Set(own.inputs.map(({ file }) => file));
  const unwanted = ({ file }) =>
    (file.startsWith('dist/dialects/') && !needed.has(file)) ||
    files.some((pattern) => new RegExp(`^${pattern}`).test(file));
  const problems = inputs.filter(unwanted).map(({ file }) => `${of}: holds ${file}`);
  for (const [name, text] of await toolTexts()) {
    const [start] = text.split('\n');
    if (code.includes(start.slice(0, 60))) problems.push(`${of}: holds the text of ${name}, "${start}"`);
  }
  return problems;
}

/** The descriptions that the dialects give the model, from the built package. */
async function toolTexts() {
  const dialects = await import(pathToFileURL(join(root, 'dist/dialects/index.js')));
  const texts = Object.entries(dialects)
    .map(([name, value]) => [name, value?.description])
    .filter(([, description]) => typeof description === 'string');
  if (!texts.length) throw new Error('react-ask-user/dialects exports no tool with a description.');
  return texts;
}

function kB(bytes) {
  return `${(bytes / 1000).toFixed(2)} kB`.padStart(8);
}
