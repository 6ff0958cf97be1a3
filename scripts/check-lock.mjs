// Checks that the lockfiles install anywhere: without URLs of one registry, and with every platform's optional
// packages. If a registry lacks one of these, npm omits it from the lockfile, and `npm ci` then fails on all machines.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, root } from './lib/repo.mjs';

await main(() => {
  const beside = [
    'acp',
    'agents',
    'hosts',
    'package',
    'pi',
    'real-agents',
    'registry',
    'restate',
    'servers',
    'stacks',
    'stacks-heavy',
  ].map((name) => `test/${name}/package-lock.json`);
  const locks = ['package-lock.json', 'site/package-lock.json', ...beside].map(check);
  const problems = locks.flatMap((lock) => lock.problems);
  if (problems.length) throw new Error(problems.join('\n'));
  console.log(locks.map(({ file, count }) => `${file}: ${count} packages, complete`).join('; '));
});

function check(file) {
  const { packages } = JSON.parse(readFileSync(join(root, file), 'utf8'));
  const problems = [];
  for (const [path, entry] of Object.entries(packages)) {
    if (/^https?:/.test(entry.resolved ?? '')) problems.push(`${path}: contains the URL of a registry. See .npmrc`);
    for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
      const found = resolve(packages, path, name);
      const exact = /^\d/.test(range);
      if (!found) problems.push(`${path}: optional ${name}@${range} is missing`);
      else if (exact && found.version !== range) problems.push(`${path}: ${name} is ${found.version}, not ${range}`);
    }
  }
  return { file, count: Object.keys(packages).length - 1, problems: problems.map((one) => `${file}: ${one}`) };
}

/** Returns the entry that Node would find from the package at `path`. */
function resolve(packages, path, name) {
  for (let at = path; ; at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')))) {
    const found = packages[`${at && `${at}/`}node_modules/${name}`];
    if (found || !at) return found;
  }
}
