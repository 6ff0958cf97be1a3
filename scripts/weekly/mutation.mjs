// node scripts/weekly/mutation.mjs core [flow/reducer question]: makes every small change to a subject, one at a time, and runs its
// tests. Prints the changes that no test detects: a missing test, dead code, or an equivalent change. Fails if the
// score of a whole subject is below its floor in scripts/weekly/mutation.json.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, must, packageJson, root } from '../lib/repo.mjs';

// A separate installation, because Stryker brings a hundred packages that nothing else needs. Stryker 10 needs Node 22.
const STRYKER = '9.6.1';
const FLOORS = JSON.parse(readFileSync(join(root, 'scripts/weekly/mutation.json'), 'utf8'));
/** In the project, so that the tests resolve its packages. Tests without a browser cover these files. */
const dir = join(root, '.mutation');

const SUBJECTS = {
  core: { mutate: ['src/core/**/*.ts'], tests: 'test/core/**/*.test.ts' },
  dialects: {
    mutate: ['src/dialects/**/*.ts', '!src/dialects/lib/tool-schema.ts'],
    tests: 'test/dialects/**/*.test.ts',
  },
  keys: { mutate: ['src/react/keys/{guard,route}.ts'], tests: 'test/react/keys/*.test.ts' },
  text: { mutate: ['src/core/clean.ts', 'src/messages/labels.ts'], tests: 'test/{react/text,messages}/*.test.ts' },
  broker: { mutate: ['src/host/broker/*.ts'], tests: 'test/host/broker/*.test.ts' },
  client: { mutate: ['src/host/client/*.ts'], tests: 'test/host/client/*.test.ts' },
};
/** Tests that inspect the whole repository, not the behavior of a subject. */
const EXCLUDED = ['test/**/import-graph.test.ts', 'test/**/no-react.test.ts'];

await main(async () => {
  const [subject, ...files] = process.argv.slice(2);
  const { mutate, tests } = SUBJECTS[subject] ?? {};
  if (!mutate) throw new Error(`Name a subject: node scripts/weekly/mutation.mjs ${Object.keys(SUBJECTS).join(' | ')}`);
  await install();
  for (const folder of ['src', 'test']) rmSync(join(dir, folder), { recursive: true, force: true });
  const isOurs = (path) => !/node_modules|\/test\/(agents|pi|restate|servers|stacks|stacks-heavy)(\/|$)/.test(path);
  for (const folder of ['src', 'test'])
    cpSync(join(root, folder), join(dir, folder), { recursive: true, filter: isOurs });
  write('stryker.config.json', {
    testRunner: 'vitest',
    vitest: { configFile: 'vitest.config.mjs' },
    // Stryker needs TypeScript 5 or 6 to read one.
    tsconfigFile: 'no-such-tsconfig.json',
    mutate: files.length > 0 ? files.map((path) => `src/**/${path}*`) : mutate,
    reporters: ['clear-text', 'progress-append-only'],
    clearTextReporter: { allowColor: false, allowEmojis: false, logTests: false, reportTests: false },
    allowConsoleColors: false,
    concurrency: 1,
    // A mutant that never ends counts as detected.
    timeoutMS: 4000,
    thresholds: { high: 100, low: 100, break: files.length > 0 ? null : (FLOORS[subject] ?? null) },
    tempDirName: '.stryker-tmp',
  });
  writeFileSync(
    join(dir, 'vitest.config.mjs'),
    `export default { test: { include: ['${tests}'], exclude: ${JSON.stringify(EXCLUDED)}, environment: 'node', testTimeout: 30_000, setupFiles: ['test/seed.mjs'] } };\n`,
  );
  // The same random inputs for each mutant. Otherwise the result differs between runs.
  writeFileSync(join(dir, 'test/seed.mjs'), `import fc from 'fast-check';\nfc.configureGlobal({ seed: 20240229 });\n`);
  const output = await must('node', ['node_modules/.bin/stryker', 'run'], { cwd: dir, timeoutMs: 5 * 60 * 60_000 });
  console.log(
    output
      .slice(Math.max(0, output.search(/^\[(Survived|NoCoverage)\]/m)))
      .replaceAll(/^.*Mutation testing .*\n/gm, ''),
  );
});

/** Installs Stryker, and Vitest and fast-check at the versions of the project. */
async function install() {
  mkdirSync(dir, { recursive: true });
  const { vitest, 'fast-check': fastCheck } = packageJson.devDependencies;
  const versions = {
    '@stryker-mutator/core': STRYKER,
    '@stryker-mutator/vitest-runner': STRYKER,
    'fast-check': fastCheck,
    vitest,
  };
  write('package.json', { name: 'mutation', private: true, type: 'module' });
  if (Object.entries(versions).every(([name, version]) => installed(name) === version)) return;
  const packages = Object.entries(versions).map(([name, version]) => `${name}@${version}`);
  await must('npm', ['install', '--no-audit', '--no-fund', '--no-save', ...packages], { cwd: dir });
}

function write(name, value) {
  writeFileSync(join(dir, name), JSON.stringify(value, null, 2));
}

function installed(name) {
  const manifest = join(dir, 'node_modules', name, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}
