import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createRequire } from 'node:module';
import { build } from 'esbuild';
import { parseSync } from 'vite';
import { entries, root } from './repo.mjs';

const require = createRequire(import.meta.url);

/** Returns the gzip size at the highest level, as the budgets use it. */
export const gzipped = (code) => gzipSync(code, { level: 9 }).length;

/**
 * Bundles what an application loads when it imports these names from the built package, minified, without React.
 *
 * @param {Record<string, string | string[]>} imports entry → the imported names
 * @param {{ without?: RegExp }} [options] `without` matches files of the package to leave out, to measure their size:
 * their names stay, and do nothing
 * @returns {Promise<{ code: string, minified: number, gzip: number, inputs: { file: string, bytes: number }[],
 *   later: { file: string, minified: number, gzip: number }[] }>} what is loaded at once. `inputs` are the files with
 * bytes in it. `later` are the separate chunks of each `import()`, which do not count
 */
export async function bundle(imports, { without } = {}) {
  const contents = Object.entries(imports)
    .map(([from, names]) => `export { ${[names].flat().join(', ')} } from '${from}';`)
    .join('\n');
  const { outputFiles, metafile } = await build({
    // An import whose constant was inlined.
    logOverride: { 'ignored-bare-import': 'silent' },
    stdin: { contents, resolveDir: root },
    absWorkingDir: root,
    bundle: true,
    minify: true,
    splitting: true,
    write: false,
    metafile: true,
    outdir: 'out',
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    legalComments: 'none',
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [resolution(), ...(without ? [leaveOut(without)] : [])],
  });
  const loaded = new Set(
    Object.keys(metafile.outputs).filter((file) => metafile.outputs[file].entryPoint === '<stdin>'),
  );
  for (const file of loaded) {
    for (const { path, kind } of metafile.outputs[file].imports) {
      if (kind === 'import-statement' && metafile.outputs[path]) loaded.add(path);
    }
  }
  const code = outputFiles
    .filter(({ path }) => loaded.has(relative(root, path)))
    .map(({ text }) => text)
    .join('\n');
  const inputs = [...loaded].flatMap((file) =>
    Object.entries(metafile.outputs[file].inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput })),
  );
  const later = outputFiles.flatMap(({ path, text }) => {
    const { entryPoint } = metafile.outputs[relative(root, path)];
    if (!entryPoint || loaded.has(relative(root, path))) return [];
    return [{ file: entryPoint, minified: Buffer.byteLength(text), gzip: gzipped(text) }];
  });
  return { code, minified: Buffer.byteLength(code), gzip: gzipped(code), inputs, later };
}

/** Resolves the package by its name, leaves out React, and uses each Radix package once. */
function resolution() {
  const own = new Map(entries().map(({ name, dist }) => [name, join(root, dist)]));
  const first = new Map();
  return {
    name: 'resolution',
    setup({ onLoad, onResolve, resolve }) {
      onResolve({ filter: /^react-ask-user(\/|$)/ }, ({ path }) => ({ path: own.get(path) }));
      onResolve({ filter: /^react(-dom)?(\/|$)/ }, ({ path }) => ({ path, namespace: 'host' }));
      onLoad({ filter: /./, namespace: 'host' }, ({ path }) => ({ contents: hostModule(path) }));
      onResolve({ filter: /^@radix-ui\// }, async ({ path, resolveDir, kind, pluginData }) => {
        if (pluginData?.resolved) return undefined;
        const found = await resolve(path, { resolveDir, kind, pluginData: { resolved: true } });
        if (found.errors.length) return { errors: found.errors };
        // Two copies of one version are one copy to an application, which installs them flat.
        const { folder, id } = packageOf(found.path);
        const key = id + found.path.slice(folder.length);
        if (!first.has(key)) first.set(key, found);
        return { path: first.get(key).path, sideEffects: found.sideEffects };
      });
    },
  };
}

const leaveOut = (files) => ({
  name: 'leave-out',
  setup({ onLoad }) {
    onLoad({ filter: files }, ({ path }) => {
      const { module } = parseSync(path, readFileSync(path, 'utf8'));
      const names = module.staticExports.flatMap(({ entries }) => entries.map(({ exportName }) => exportName.name));
      return { contents: names.map((name) => `export const ${name} = () => null;`).join('\n') };
    });
  },
});

/**
 * React as the host already has it. If it were external, each file would count its `import … from 'react'`, which no
 * application's bundle contains.
 */
const hostModule = (name) =>
  Object.keys(require(name))
    .map((key) => `export const ${key} = /* @__PURE__ */ (() => host.${key})();`)
    .join('\n') + '\nexport default host;';

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
