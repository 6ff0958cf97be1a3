// npm run mutation [-- flow/reducer.ts question]: makes every small change to src/core, one at a time, and runs its
// tests. Prints the changes that no test detects: a missing test, dead code, or an equivalent change.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { main, must, packageJson, root } from './lib/repo.mjs';

const { devDependencies } = packageJson;
// A separate folder, because they bring a hundred packages that nothing else needs. Stryker 10 needs Node 22.
const STRYKER = '9.6.1';
const dir = join(tmpdir(), `react-ask-user-mutation-${STRYKER}`);

await main(async () => {
  const wanted = process.argv.slice(2);
  mkdirSync(dir, { recursive: true });
  for (const folder of ['src', 'test']) rmSync(join(dir, folder), { recursive: true, force: true });
  cpSync(join(root, 'src/core'), join(dir, 'src/core'), { recursive: true });
  cpSync(join(root, 'test/core'), join(dir, 'test/core'), { recursive: true });
  cpSync(join(root, 'test/helpers/arbitraries.ts'), join(dir, 'test/helpers/arbitraries.ts'));
  cpSync(join(root, 'test/setup.ts'), join(dir, 'test/setup.ts'));
  // These tests inspect the whole repository, not the behavior of core.
  for (const name of ['import-graph', 'no-react']) rmSync(join(dir, `test/core/${name}.test.ts`), { force: true });

  write('package.json', { name: 'mutation', private: true, type: 'module' });
  write('stryker.config.json', {
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.config.mjs' },
    // Stryker needs TypeScript 5 or 6 to read one.
    tsconfigFile: 'no-such-tsconfig.json',
    mutate: wanted.length > 0 ? wanted.map((path) => `src/core/**/${path}*`) : ['src/core/**/*.ts'],
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    allowConsoleColors: false,
    concurrency: 1,
    // A mutant that never ends counts as detected.
    timeoutMS: 4000,
    tempDirName: '.stryker-tmp',
  });
  writeFileSync(
    join(dir, 'vitest.config.mjs'),
    `export default { test: { include: ['test/core/**/*.test.ts'], environment: 'node', testTimeout: 30_000, setupFiles: ['test/seed.mjs'] } };\n`,
  );
  // The same random inputs for each mutant. Otherwise the result differs between runs.
  writeFileSync(join(dir, 'test/seed.mjs'), `import fc from 'fast-check';\nfc.configureGlobal({ seed: 20240229 });\n`);

  const versions = {
    '@stryker-mutator/core': STRYKER,
    '@stryker-mutator/vitest-runner': STRYKER,
    'fast-check': devDependencies['fast-check'],
    vitest: devDependencies.vitest,
  };
  const stale = Object.entries(versions).some(([name, version]) => installed(name) !== version);
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  if (stale) await must('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...packages], { cwd: dir });
  const output = await must('node', ['node_modules/.bin/stryker', 'run'], { cwd: dir, timeoutMs: 3 * 60 * 60_000 });
  console.log(
    output
      .slice(Math.max(0, output.search(/^\[(Survived|NoCoverage)\]/m)))
      .replaceAll(/^.*Mutation testing .*\n/gm, ''),
  );
});

function write(name, value) {
  writeFileSync(join(dir, name), JSON.stringify(value, null, 2));
}

function installed(name) {
  const manifest = join(dir, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
