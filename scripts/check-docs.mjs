// Type-checks every ```ts and ```tsx sample of README.md and docs/*.md against the built package, as an application would.
// A sample marked ```tsx no-check is left out. `node scripts/check-docs.mjs docs/integrations` checks the guides there, against the
// packages that are installed beside the tests; a guide to a stack that is not is left out.
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STACKS } from '../test/stacks/catalogue.mjs';
import { bin, main, packageJson, root, run, withTempDir } from './lib/repo.mjs';

const FENCE = /^( *)```(tsx?)([^\n]*)\n([\s\S]*?)^\1```/gm;
/** What a sample takes from its reader's own program, in a comment right before it: `<!-- with: declare const x: X; -->`. */
const WITH = /<!-- with:\s((?:(?!-->)[^])*) -->\s*$/;

/** Where the stacks of docs/integrations are installed, the light ones first. */
const BESIDE = ['test/stacks', 'test/agents', 'test/stacks-heavy'];

await main(async () => {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist to check against: npm run build makes it.');
  const [folder = 'docs'] = process.argv.slice(2);
  const docs = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [];
  const pages = [...(folder === 'docs' ? ['README.md'] : []), ...docs].filter(
    (file) => file.endsWith('.md') && existsSync(join(root, file)) && isThere(file),
  );
  const left = docs.filter((file) => !isThere(file));
  const samples = pages.flatMap(samplesOf);
  if (!samples.length) throw new Error(`${pages.join(', ')}: no sample to check`);

  await withTempDir(async (dir) => {
    for (const { name, code } of samples) writeFileSync(join(dir, name), `${code}\nexport {};\n`);
    const compilerOptions = {
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      skipLibCheck: true,
      noEmit: true,
      types: ['node', 'vite/client'],
    };
    writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
    linkModules(dir, folder === 'docs' ? [] : BESIDE);
    const { code, output } = await run(bin('tsc'), ['-p', dir], { cwd: dir });
    if (code !== 0) throw new Error(samples.reduce(inItsPage, output.trim()));
  });
  const without = left.length ? `; left out, their stack is not installed: ${left.join(', ')}` : '';
  console.log(`docs: ${samples.length} samples of ${pages.length} pages type-check${without}`);
});

/** The samples of a page, each with the line it starts at. */
function samplesOf(page) {
  const text = readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');
  return [...text.matchAll(FENCE)]
    .filter(([, , , info]) => !/\bno-check\b/.test(info))
    .map(({ 1: indent, 2: language, 4: code, index }) => {
      const line = text.slice(0, index).split('\n').length + 1;
      const name = `${page.replace(/\W+/g, '-')}-line-${line}.${language}`;
      const [, given = ''] = WITH.exec(text.slice(0, index)) ?? [];
      return { page, line, name, code: `${code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n${given}` };
    });
}

/** Whether the stack that a guide is about is installed. */
function isThere(page) {
  const stack = STACKS.find(({ guide }) => page === `docs/integrations/${guide}.md`);
  return (
    !stack ||
    [...BESIDE, ''].some((at) => stack.packages.some((name) => existsSync(join(root, at, 'node_modules', name))))
  );
}

/** The application's node_modules: ours, those beside the tests, the first there is of each name; and this package under its own name. */
function linkModules(dir, beside) {
  const modules = join(dir, 'node_modules');
  const link = (from, to) => existsSync(to) || symlinkSync(from, to, 'junction');
  mkdirSync(modules);
  for (const folder of [...beside, ''].map((at) => join(root, at, 'node_modules')).filter((at) => existsSync(at))) {
    for (const name of readdirSync(folder).filter((one) => !one.startsWith('.'))) {
      if (!name.startsWith('@')) link(join(folder, name), join(modules, name));
      else {
        mkdirSync(join(modules, name), { recursive: true });
        for (const one of readdirSync(join(folder, name))) link(join(folder, name, one), join(modules, name, one));
      }
    }
  }
  symlinkSync(root, join(modules, packageJson.name), 'junction');
}

/** TypeScript's messages, with the page and its line in place of the temporary file. */
function inItsPage(output, { page, line, name }) {
  return output.replaceAll(
    new RegExp(`^.*${name.replaceAll('.', '\\.')}\\((\\d+),(\\d+)\\)`, 'gm'),
    (_, row, column) => {
      return `${page}:${line + Number(row) - 1}:${column}`;
    },
  );
}
