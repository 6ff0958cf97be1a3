import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, parseSync } from 'vite';
import { root } from './repo.mjs';

/** Returns the gzip size at the highest level, as the budgets use it. */
export const gzipped = (code) => gzipSync(code, { level: 9 }).length;

/** The entry of the application. It does not exist as a file. */
const ENTRY = join(root, 'application.js');

/**
 * Bundles an application that uses these names of the built package with Vite, without React.
 *
 * @param {Record<string, string | string[]>} imports entry → the imported names
 * @param {{ without?: RegExp, pure?: string[] }} [options] `without` matches files of the package to leave out, to
 * measure their size: their names stay, and do nothing. `pure` are names of functions whose unused calls Vite removes
 * @returns {Promise<{ code: string, minified: number, gzip: number, inputs: { file: string, bytes: number }[],
 *   later: { file: string, minified: number, gzip: number }[] }>} what is loaded at once. `inputs` are the files in it,
 * with their bytes before they are minified. `later` are the separate chunks of each `import()`, which do not count
 */
export async function bundle(imports, { without, pure = [] } = {}) {
  const { output } = await build({
    root,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    plugins: [application(imports), ...(without ? [leaveOut(without)] : [])],
    build: {
      write: false,
      rolldownOptions: { input: ENTRY, external: /^react(-dom)?(\/|$)/, treeshake: { manualPureFunctions: pure } },
    },
  });
  const chunks = new Map(output.flatMap((chunk) => (chunk.type === 'chunk' ? [[chunk.fileName, chunk]] : [])));
  const loaded = new Set([...chunks.values()].filter(({ isEntry }) => isEntry));
  for (const { imports: names } of loaded) for (const name of names) if (chunks.has(name)) loaded.add(chunks.get(name));
  const code = [...loaded].map((chunk) => chunk.code).join('\n');
  const inputs = [...loaded].flatMap(({ modules }) =>
    Object.entries(modules)
      .filter(([, { renderedLength }]) => renderedLength > 0)
      .map(([file, { renderedLength }]) => ({ file: relative(root, file), bytes: renderedLength })),
  );
  const later = [...chunks.values()].flatMap((chunk) =>
    chunk.isDynamicEntry && !loaded.has(chunk)
      ? [{ file: relative(root, chunk.facadeModuleId), ...sizeOf(chunk.code) }]
      : [],
  );
  return { code, ...sizeOf(code), inputs, later };
}

const sizeOf = (code) => ({ minified: Buffer.byteLength(code), gzip: gzipped(code) });

const application = (imports) => ({
  name: 'application',
  resolveId: (id) => (id === ENTRY ? ENTRY : undefined),
  load(id) {
    if (id !== ENTRY) return undefined;
    const names = Object.entries(imports).map(([from, some]) => [from, [some].flat()]);
    return [
      ...names.map(([from, some], i) => `import { ${some.map((name) => `${name} as ${name}${i}`)} } from '${from}';`),
      `globalThis.used = [${names.flatMap(([, some], i) => some.map((name) => name + i))}];`,
    ].join('\n');
  },
});

const leaveOut = (files) => ({
  name: 'leave-out',
  load(file) {
    if (!files.test(file)) return undefined;
    const { module } = parseSync(file, readFileSync(file, 'utf8'));
    const names = module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name));
    return names.map((name) => `export const ${name} = () => null;`).join('\n');
  },
});

/** Returns the package that a file under node_modules belongs to. */
function packageOf(file) {
  const folder = file.replace(/(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\/.*/, '$1');
  const { name, version } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return { folder, id: `${name}@${version}` };
}

/** Returns the versions of Radix in a bundle. Format: `name@version`. */
export function radixVersions(inputs) {
  const files = inputs.filter(({ file }) => /node_modules\/@radix-ui/.test(file));
  return [...new Set(files.map(({ file }) => packageOf(join(root, file)).id))];
}
