import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { entries, root } from '../../scripts/lib/repo.mjs';
import { composeStyles } from '../../scripts/lib/styles.mjs';

/** Names of the contestants. The package comes first. */
export const CONTESTANTS = ['ask-user', 'plain-react', 'radix-tuned'];

/**
 * Bundles the contestants' pages, the counter, and the measurements of core and broker into a folder, for production.
 * Uses the sources, so that no older build is measured by mistake.
 *
 * @param {string} dir
 */
export async function bundlePages(dir) {
  const file = (name) => join(root, 'bench', name);
  const shared = {
    absWorkingDir: root,
    bundle: true,
    outdir: dir,
    target: 'es2022',
    jsx: 'automatic',
    // Do not minify names, because they identify the rendered components.
    minifyWhitespace: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: [ownSources],
  };
  await build({
    ...shared,
    format: 'iife',
    entryPoints: [...CONTESTANTS.map((name) => file(`pages/${name}.tsx`)), file('pages/count-renders.ts')],
  });
  const modules = { ...shared, format: 'esm', outExtension: { '.js': '.mjs' } };
  await build({ ...modules, entryPoints: [file('core.ts')] });
  await build({ ...modules, platform: 'node', entryPoints: [file('broker.ts')] });

  const styles = {
    'ask-user': composeStyles(join(root, 'src/styles/index.css')),
    twin: readFileSync(file('twins/twins.css'), 'utf8'),
  };
  for (const name of CONTESTANTS) {
    writeFileSync(
      join(dir, `${name}.html`),
      `<!doctype html><meta charset="utf-8"><title>${name}</title><style>${styles[name] ?? styles.twin}</style>` +
        `<body><script src="${name}.js"></script>`,
    );
  }
}

const ownSources = {
  name: 'own-sources',
  setup({ onResolve }) {
    const own = new Map(entries().map(({ name, source }) => [name, join(root, source)]));
    onResolve({ filter: /^react-ask-user(\/|$)/ }, ({ path }) => ({ path: own.get(path) }));
  },
};
