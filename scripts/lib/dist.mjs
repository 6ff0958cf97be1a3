import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { importsOf } from './imports.mjs';
import { entries, packageJson, root } from './repo.mjs';
import { removedStatements } from './statements.mjs';

const DIRECTIVE = /^(?:#!.*\n)?\s*(['"])use client\1/;
/** APIs of React that server components cannot use. */
const CLIENT_ONLY = /^(use[A-Z]\w*|createContext|Component|PureComponent|flushSync|createPortal)$/;
/** Server components import these files, to use the dialog's parts by name and to call `cleanText`. */
const NEUTRAL = ['src/react/index', 'src/react/hook', 'src/react/dialog/parts/index'];

export const isClientFile = (code) => DIRECTIVE.test(code);

/** Resolves to the problems of the built files, one line each. */
export async function distProblems() {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const built = new Map(files('dist').map((file) => [file, read(file)]));
  const removed = await statements(built);
  return [...notBuilt(built), ...directives(built, read), ...onTheServer(built), ...contents(built), ...removed];
}

/** Checks the files that are built one by one. The command and its page are programs in one file. */
async function statements(built) {
  const sources = files('src').filter((name) => /(?<!\.d)\.tsx?$/.test(name) && !/^src\/(cli|page)\//.test(name));
  const problems = sources.map((file) =>
    removedStatements(file, built.get(file.replace(/^src/, 'dist').replace(/\.tsx?$/, '.js')) ?? ''),
  );
  return (await Promise.all(problems)).flat();
}

function notBuilt(built) {
  return entries()
    .flatMap(({ dist }) => [dist, dist.replace(/\.js$/, '.d.ts')])
    .filter((file) => !built.has(file))
    .map((file) => `${file}: not built`);
}

/** Checks that a built file has 'use client' exactly if its source has it, and only in files that may have it. */
function directives(built, read) {
  const problems = [];
  for (const file of files('src').filter((name) => /(?<!\.d)\.tsx?$/.test(name))) {
    const stem = file.replace(/\.tsx?$/, '');
    const client = isClientFile(read(file));
    const target = stem.replace(/^src/, 'dist') + '.js';
    if (client !== isClientFile(built.get(target) ?? '')) problems.push(`${target}: 'use client' differs from ${file}`);
    if (client && NEUTRAL.includes(stem)) problems.push(`${file}: must not contain 'use client'`);
    if (client && !/^src\/(react|integrations)\//.test(stem))
      problems.push(`${file}: 'use client' in a folder without React`);
  }
  return problems;
}

/**
 * A server component runs every file that it reaches without passing a client file. Checks that none of these files
 * needs a client.
 */
function onTheServer(built) {
  const reached = new Set(entries().map(({ dist }) => dist));
  const problems = [];
  for (const file of reached) {
    const code = built.get(file) ?? '';
    if (isClientFile(code)) continue;
    for (const { specifier, names } of importsOf(file, code)) {
      if (specifier.startsWith('.')) reached.add(resolved(file, specifier));
      const needed = /^react(-dom)?$/.test(specifier) && names.find((name) => CLIENT_ONLY.test(name));
      if (needed)
        problems.push(`${file}: uses React's ${needed} and is loaded by server components, so it needs 'use client'`);
    }
  }
  return problems;
}

/**
 * Checks that every relative import exists, that every package is a dependency, and that no path of this machine is
 * left.
 */
function contents(built) {
  const known = { ...packageJson.dependencies, ...packageJson.peerDependencies };
  const problems = [];
  for (const [file, code] of built) {
    if (code.includes(root)) problems.push(`${file}: contains a path of this machine`);
    if (code.includes('allow-scripts'))
      problems.push(`${file}: contains the sandbox token that lets a preview run scripts`);
    if (!/\.(js|d\.ts)$/.test(file)) continue;
    for (const { specifier } of importsOf(file, code)) {
      const [name] = specifier.match(/^(@[^/]+\/)?[^/]+/);
      const target = resolved(file, specifier);
      // A module with only types has no JavaScript.
      const found = built.has(target) || (file.endsWith('.d.ts') && built.has(target.replace(/\.js$/, '.d.ts')));
      if (specifier.startsWith('.') && !found) {
        problems.push(`${file}: ${specifier} does not exist`);
      } else if (!specifier.startsWith('.') && !specifier.startsWith('node:') && !known[name]) {
        problems.push(`${file}: imports ${name}, which is not a dependency`);
      }
    }
  }
  return problems;
}

const resolved = (file, specifier) => join(file, '..', specifier).replaceAll('\\', '/');

/** Returns all files below a folder, relative to the root, with `/`. */
function files(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
}
