// Checks that the relative links of all pages lead somewhere, that the pages of the parts are complete, and type-checks
// every ```ts and ```tsx sample of README.md, the skill, docs/*.md and docs/api/agents.md against the built package, as an
// application would. Samples that run in Node, also those that equal a file (```typescript), are checked without the types
// of a page, too. A sample marked ```tsx no-check is skipped. `node scripts/check-docs.mjs docs/integrations` checks the
// guides there, against the packages that are installed for the tests. A guide whose stack is not installed is skipped.
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { STACKS } from '../test/stacks/catalogue.mjs';
import { partPages } from '../site/lib/parts.mjs';
import { brokenLinks } from './lib/links.mjs';
import { bin, main, must, packageJson, root, run, withTempDir } from './lib/repo.mjs';

/** A sample that runs in Node. */
const SERVER = /^\/\/ server\/|from '(?:node:|react-ask-user\/(?:server|store|node|rpc|pending))|process\.env/m;
const FENCE = /^( *)```(tsx?|typescript)\b([^\n]*)\n([\s\S]*?)^\1```/gm;
/**
 * Declarations that a sample takes from the reader's program, in a comment right before it: `<!-- with: declare const
 * x: X; -->`.
 */
const WITH = /<!-- with:\s((?:(?!-->)[^])*) -->\s*$/;

/** Folders in which the stacks of docs/integrations are installed, the small ones first. */
const BESIDE = ['test/stacks', 'test/agents', 'test/stacks-heavy'];

await main(async () => {
  if (!existsSync(join(root, 'dist'))) throw new Error('There is no dist. Run: npm run build');
  const [folder = 'docs'] = process.argv.slice(2);
  const docs = existsSync(join(root, folder)) ? readdirSync(join(root, folder)).map((name) => `${folder}/${name}`) : [];
  const pages = [
    ...(folder === 'docs' ? ['README.md', 'skills/react-ask-user/SKILL.md', 'docs/api/agents.md'] : []),
    ...docs,
  ].filter((file) => file.endsWith('.md') && existsSync(join(root, file)) && isThere(file));
  if (folder === 'docs') {
    const broken = brokenLinks((await must('git', ['ls-files', '*.md'])).trim().split('\n'));
    if (broken.length) throw new Error(broken.join('\n'));
    // Throws if a part or an element is missing in the pages of the parts.
    partPages();
  }
  const left = docs.filter((file) => !isThere(file));
  const all = pages.flatMap(samplesOf);
  const [samples, files] = [false, true].map((isFile) => all.filter((sample) => sample.isFile === isFile));
  if (!samples.length) throw new Error(`${pages.join(', ')}: no sample to check`);

  await withTempDir(async (dir) => {
    for (const { name, code } of [...samples, ...files]) writeFileSync(join(dir, name), `${code}\nexport {};\n`);
    const inPage = {
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
    const inNode = { ...inPage, lib: ['es2023'], types: ['node'] };
    linkModules(dir, folder === 'docs' ? [] : BESIDE);
    const ofServers = [...samples, ...files].filter((sample) => isOfServer(sample, join(dir, 'node_modules')));
    for (const [compilerOptions, checked] of [
      [inPage, samples],
      [inNode, ofServers],
    ]) {
      const config = { compilerOptions, files: checked.map(({ name }) => name) };
      writeFileSync(join(dir, 'tsconfig.json'), JSON.stringify(config));
      const { code, output } = await run(bin('tsc'), ['-p', dir], { cwd: dir });
      if (code !== 0) throw new Error(checked.reduce(inItsPage, output.trim()));
    }
  });
  const without = left.length ? `; skipped, because their stack is not installed: ${left.join(', ')}` : '';
  console.log(`docs: ${samples.length} samples of ${pages.length} pages type-check${without}`);
});

/** Returns the samples of a page, each with its first line. */
function samplesOf(page) {
  const text = readFileSync(join(root, page), 'utf8').replaceAll('\r\n', '\n');
  return [...text.matchAll(FENCE)]
    .filter(([, , , info]) => !/\bno-check\b/.test(info))
    .map(({ 1: indent, 2: language, 4: code, index }) => {
      const line = text.slice(0, index).split('\n').length + 1;
      const name = `${page.replace(/\W+/g, '-')}-line-${line}.${language === 'tsx' ? 'tsx' : 'ts'}`;
      const [, given = ''] = WITH.exec(text.slice(0, index)) ?? [];
      return {
        page,
        line,
        name,
        isFile: language === 'typescript',
        code: `${code.replaceAll(new RegExp(`^${indent}`, 'gm'), '')}\n${given}`,
      };
    });
}

/** Whether a sample runs in Node, and can be checked by itself. */
function isOfServer({ name, code }, modules) {
  const packages = [...code.matchAll(/from '((?:@[^/']+\/)?[^/']+)/g)].map(([, from]) => from);
  const isThere = (from) => from.startsWith('node:') || (from !== '.' && existsSync(join(modules, from)));
  return name.endsWith('.ts') && SERVER.test(code) && packages.every(isThere);
}

/** Whether the stack of a guide is installed. */
function isThere(page) {
  const stack = STACKS.find(({ guide }) => page === `docs/integrations/${guide}.md`);
  return (
    !stack ||
    [...BESIDE, ''].some((at) => stack.packages.some((name) => existsSync(join(root, at, 'node_modules', name))))
  );
}

/**
 * Links the application's node_modules: those of this project and of the tests, the first of each name, and this
 * package under its name.
 */
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

/** Replaces the temporary file in TypeScript's messages by the page and its line. */
function inItsPage(output, { page, line, name }) {
  return output.replaceAll(
    new RegExp(`^.*${name.replaceAll('.', '\\.')}\\((\\d+),(\\d+)\\)`, 'gm'),
    (_, row, column) => {
      return `${page}:${line + Number(row) - 1}:${column}`;
    },
  );
}
