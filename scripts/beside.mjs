// `node scripts/beside.mjs test/agents`: installs the packages of a test folder if they are not installed yet, and
// checks the types of its tests, if it has a tsconfig.json. `--whole` also installs optional packages, which contain
// the binaries of programs.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, main, must, root } from './lib/repo.mjs';

const [folder = '', whole] = process.argv.slice(2);
const HOME = join(root, folder);
const NPM = [
  'ci',
  ...(whole ? [] : ['--omit=optional']),
  '--ignore-scripts',
  '--prefer-offline',
  '--no-audit',
  '--no-fund',
];

/** npm's record of an installation names every package with its version, as the lockfile does. */
function installed() {
  const note = join(HOME, 'node_modules/.package-lock.json');
  if (!existsSync(note)) return false;
  const versions = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;
  const there = versions(note);
  // An installation without optional packages contains none of them. One with optional packages contains those of this
  // machine.
  if (whole && !Object.values(there).some(({ optional }) => optional)) return false;
  return Object.entries(versions(join(HOME, 'package-lock.json'))).every(
    ([path, { version, optional, peer }]) => !path || optional || peer || there[path]?.version === version,
  );
}

await main(async () => {
  if (!installed()) await must('npm', NPM, { cwd: HOME });
  const types = join(HOME, 'tsconfig.json');
  const checked = existsSync(types);
  if (checked) await must(bin('tsc'), ['-p', types]);
  console.log(`${folder}: installed${checked ? ', and the tests type-check' : ''}`);
});
