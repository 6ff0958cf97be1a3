// Writes the tests of each requirement into docs/requirements.md, from the ids in the titles of the tests.
// `node scripts/requirements.mjs --check` fails if the page is out of date, if a title names an id that the page does not list,
// or if no title names a listed id.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './lib/repo.mjs';
import { fillRequirements, idsInTitles } from './lib/requirements.mjs';

const PAGE = 'docs/requirements.md';

await main(async () => {
  const before = readFileSync(join(root, PAGE), 'utf8');
  const { page, problems } = fillRequirements(before, tests());
  if (problems.length) throw new Error(problems.join('\n'));
  if (process.argv.includes('--check')) {
    if (page !== before) throw new Error(`${PAGE} is out of date. Run: node scripts/requirements.mjs`);
  } else writeFileSync(join(root, PAGE), page);
  console.log(`${page.match(/^- `R-/gm).length} requirements, each with a test`);
});

function tests() {
  return filesIn('test').map((file) => ({ file, ids: idsInTitles(readFileSync(join(root, file), 'utf8')) }));
}

/** The TypeScript files in a folder, without those of installed packages. */
function filesIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules')
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return filesIn(path);
      return /\.tsx?$/.test(entry.name) ? [path] : [];
    });
}
