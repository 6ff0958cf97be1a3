// node bench/upstream/radix-keep-names.mjs: bundles the installed Radix packages as an application does, with each lever
// of radix-keep-names.md, and prints the sizes. Uses the packages and bundlers that are installed in the working
// directory, and skips webpack if it is not there.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

const root = process.cwd();
const require = createRequire(join(root, 'package.json'));
const RADIX = ['@radix-ui/react-radio-group', '@radix-ui/react-checkbox', '@radix-ui/react-tabs'];

const TABS = `import * as Tabs from '@radix-ui/react-tabs';\nexport const tabs = [Tabs.Root, Tabs.List, Tabs.Trigger, Tabs.Content];`;
const ENTRIES = {
  'RadioGroup.Item, Checkbox.Root, Tabs': `
    import * as RadioGroup from '@radix-ui/react-radio-group';
    import * as Checkbox from '@radix-ui/react-checkbox';
    export const controls = [RadioGroup.Root, RadioGroup.Item, Checkbox.Root];
    ${TABS}`,
  'their Provider and Trigger parts, Tabs': `
    import * as RadioGroup from '@radix-ui/react-radio-group';
    import * as Checkbox from '@radix-ui/react-checkbox';
    export const controls = [RadioGroup.Root, RadioGroup.unstable_ItemProvider, RadioGroup.unstable_ItemTrigger];
    export const boxes = [Checkbox.unstable_Provider, Checkbox.unstable_Trigger];
    ${TABS}`,
};

/** Removes what `keepNames` adds as statements. The calls inside of expressions are annotated, and stay. */
const withoutStatements = (code) =>
  code.replace(/^ *__name\(\w+, "\w+"\);$/gm, '').replace(/^ *static \{\s*__name\(this, "\w+"\);\s*\}$/gm, '');

const isRadix = /node_modules[\\/]@radix-ui[\\/].*\.m?js$/;
const isReact = /^react(-dom)?(\/|$)/;

async function withEsbuild(entry, { pure = [], patched = false }) {
  const patch = {
    name: 'patch',
    setup: ({ onLoad }) =>
      onLoad({ filter: isRadix }, ({ path }) => ({ contents: withoutStatements(readFileSync(path, 'utf8')) })),
  };
  const { outputFiles } = await require('esbuild').build({
    stdin: { contents: entry, resolveDir: root },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['react', 'react-dom'],
    define: { 'process.env.NODE_ENV': '"production"' },
    plugins: patched ? [patch] : [],
    pure,
  });
  return outputFiles[0].text;
}

async function withRolldown(entry, { pure = [], patched = false }) {
  const { rolldown } = await import(require.resolve('rolldown'));
  const bundle = await rolldown({
    input: 'entry',
    cwd: root,
    external: isReact,
    platform: 'browser',
    logLevel: 'silent',
    treeshake: { manualPureFunctions: pure },
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === 'entry' ? join(root, 'entry.js') : undefined),
        load: (id) => (id === join(root, 'entry.js') ? entry : undefined),
        transform: (code, id) => (patched && isRadix.test(id) ? withoutStatements(code) : undefined),
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  return output.map(({ code }) => code).join('');
}

async function withWebpack(entry, { pure = [], patched = false }) {
  const webpack = require('webpack');
  const { default: Terser } = await import(createRequire(require.resolve('webpack')).resolve('terser-webpack-plugin'));
  const folder = mkdtempSync(join(tmpdir(), 'keep-names-'));
  const write = (name, text) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const loader = write('loader.cjs', `module.exports = ${withoutStatements};`);
  const compiler = webpack({
    mode: 'production',
    context: root,
    entry: write('entry.mjs', entry),
    resolve: { modules: [join(root, 'node_modules')] },
    module: { rules: patched ? [{ test: isRadix, use: loader }] : [] },
    externals: ({ request }, answer) => (isReact.test(request) ? answer(null, `module ${request}`) : answer()),
    experiments: { outputModule: true },
    output: { path: folder, filename: 'out.mjs', library: { type: 'module' } },
    optimization: { minimizer: [new Terser({ terserOptions: { compress: { pure_funcs: pure } } })] },
  });
  const stats = await new Promise((done, fail) =>
    compiler.run((error, result) => (error ? fail(error) : done(result))),
  );
  const code = stats.hasErrors() ? undefined : readFileSync(join(folder, 'out.mjs'), 'utf8');
  rmSync(folder, { recursive: true });
  if (code === undefined) throw new Error(stats.toString('errors-only'));
  return code;
}

const BUNDLERS = { esbuild: withEsbuild, rolldown: withRolldown, webpack: withWebpack };
const LEVERS = {
  'as published': {},
  '`__name` declared pure by the application': { pure: ['__name'] },
  'without the `__name` statements, as proposed': { patched: true },
};

const versionOf = (name) => {
  try {
    return JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8')).version;
  } catch {
    return undefined;
  }
};

console.log(RADIX.map((name) => `${name} ${versionOf(name)}`).join(', '));
for (const [what, entry] of Object.entries(ENTRIES)) {
  console.log(`\n${what}\n\n| bundler | packages | minified | gzip |\n| --- | --- | --: | --: |`);
  for (const [name, bundle] of Object.entries(BUNDLERS)) {
    if (!versionOf(name)) console.log(`| ${name} | not installed | | |`);
    else
      for (const [lever, options] of Object.entries(LEVERS)) {
        const code = await bundle(entry, options);
        const gzip = gzipSync(code, { level: 9 }).length;
        console.log(`| ${name} ${versionOf(name)} | ${lever} | ${Buffer.byteLength(code)} | ${gzip} |`);
      }
  }
}
