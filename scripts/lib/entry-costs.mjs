import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { pack } from './consumer.mjs';
import { entries, must, packageJson, root, withTempDir } from './repo.mjs';

/** Runs of each import. The fastest counts, because other programs can only make one slower. */
const RUNS = 9;
/** Entries without React that a page imports too. */
const PAGES = /\/(core|dialects|client|messages\/\w+)$/;

/** The languages are alike, so English stands for them. */
const LANGUAGE = /\/messages\/(?!en$)\w\w$/;

/** The entries of the table. */
export const listedEntries = () => entries().filter(({ name }) => !LANGUAGE.test(name));

/** Returns what each JavaScript entry of the built package costs, as Markdown: a sentence and a table. */
export async function entryCosts() {
  const { own, others, packages } = await measureInstallation();
  const rows = [];
  for (const entry of listedEntries()) rows.push(await rowOf(entry));
  return [
    `An installation has ${mB(own)} of this package and ${mB(others)} of its ${packages} dependencies, whatever you import.`,
    [
      ['import', 'loads, of this package', 'of other packages', 'import in Node', 'in a page, gzip'],
      ['---', '---:', '---', '---:', '---:'],
      ...rows,
    ]
      .map((cells) => `| ${cells.join(' | ')} |`)
      .join('\n'),
  ].join('\n\n');
}

async function rowOf({ name, dist }) {
  const files = await loadedBy(name);
  const loaded = [...new Set(files.map(packageOf).filter(Boolean))];
  const others = loaded.filter((one) => !/^react(-dom)?$/.test(one));
  const folders = sum(others.map((one) => sizeOf(join(root, 'node_modules', one))));
  const isForPages = loaded.includes('react') || PAGES.test(name);
  return [
    `\`${name}\``,
    kB(sum(files.filter((file) => file.startsWith('dist/')).map((file) => statSync(join(root, file)).size))),
    [
      ...(loaded.includes('react') ? ['React'] : []),
      ...(others.length ? [`${inWords(others)}, ${kB(folders)}`] : []),
    ].join('; '),
    `${Math.round(await fastestImport(name))} ms`,
    isForPages ? kB(await gzipOf(name, dist)) : '',
  ];
}

/** Returns the names of packages. Those of Radix are only counted. */
function inWords(names) {
  const others = names.filter((one) => !one.startsWith('@radix-ui/'));
  const radix = names.length - others.length;
  return [...(radix ? [`${radix} of Radix`] : []), ...others].join(', ');
}

/**
 * Measures the folders of an installation without peers.
 *
 * @returns {Promise<{ own: number, others: number, packages: number }>} bytes of this package and of its dependencies,
 * and their number
 */
export function measureInstallation() {
  return withTempDir(async (dir) => {
    const { tarball } = await pack(dir);
    writeFileSync(
      join(dir, 'package.json'),
      JSON.stringify({ dependencies: { [packageJson.name]: `file:${tarball}` } }),
    );
    await must('npm', ['install', '--legacy-peer-deps', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: dir });
    const { packages } = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8'));
    const folders = Object.keys(packages).filter((path) => path.startsWith('node_modules/'));
    const own = sizeOf(join(dir, 'node_modules', packageJson.name));
    return { own, others: sum(folders.map((path) => sizeOf(join(dir, path)))) - own, packages: folders.length - 1 };
  });
}

const kB = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const mB = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
const sum = (numbers) => numbers.reduce((total, one) => total + one, 0);
const packageOf = (file) => /^node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1];

/** Returns the files that Node loads for an entry, relative to the root. */
function loadedBy(name) {
  return withTempDir(async (dir) => {
    // The report of the coverage lists every file that was loaded.
    const env = { ...process.env, NODE_V8_COVERAGE: dir };
    await must('node', ['--input-type=module', '--eval', `import '${name}';`], { env });
    const [report] = readdirSync(dir);
    const { result } = JSON.parse(readFileSync(join(dir, report), 'utf8'));
    const urls = result.map(({ url }) => url).filter((url) => url.startsWith('file:'));
    return urls.map((url) => relative(root, fileURLToPath(url)));
  });
}

async function fastestImport(name) {
  const code = `await import('${name}'); const { user, system } = process.cpuUsage(start); console.log(user + system);`;
  let fastest = Infinity;
  for (let i = 0; i < RUNS; i++) {
    const printed = await must('node', ['--input-type=module', '--eval', `const start = process.cpuUsage(); ${code}`]);
    fastest = Math.min(fastest, Number(printed) / 1000);
  }
  return fastest;
}

async function gzipOf(name, dist) {
  const { gzip } = await bundle({ [name]: Object.keys(await import(join(root, dist))) });
  return gzip;
}

function sizeOf(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return sum(files.map((one) => statSync(join(one.parentPath, one.name)).size));
}
