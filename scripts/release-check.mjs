// `node scripts/release-check.mjs v0.1.0`: refuses a release until package.json, its alias, CHANGELOG.md, the tag and npm
// agree. With `--write`, it also makes the links of README.md absolute, and writes release-notes.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { absoluteLinks, releaseNotes, releaseProblems, repositoryUrl } from './lib/release.mjs';
import { main, must, packageJson, root, run } from './lib/repo.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const write = (file, text) => writeFileSync(join(root, file), text);

await main(async () => {
  const tag = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  const changelog = read('CHANGELOG.md');
  const alias = JSON.parse(read('packages/ask-user/package.json'));
  const names = [packageJson.name, alias.name];
  const problems = releaseProblems({
    manifest: packageJson,
    alias,
    changelog,
    tag,
    repository: process.env['GITHUB_REPOSITORY'],
    registry: Object.fromEntries(await Promise.all(names.map(async (name) => [name, await published(name)]))),
  });
  await must('node', ['scripts/check-lock.mjs']);
  if (problems.length) throw new Error(problems.join('\n'));
  const { version } = packageJson;
  if (process.argv.includes('--write')) {
    write('README.md', absoluteLinks(read('README.md'), repositoryUrl(packageJson), tag ?? `v${version}`));
    write('release-notes.md', releaseNotes(changelog, version));
  }
  console.log(`${packageJson.name} ${version} can be released`);
});

/** Returns what npm has under a name, or `undefined` if the name is free. */
async function published(name) {
  const { code, output } = await run('npm', ['view', name, 'versions', 'repository', '--json', '--loglevel=silent']);
  const { error, versions, repository } = JSON.parse(output);
  if (error?.code === 'E404') return undefined;
  if (code !== 0)
    throw new Error(`npm could not tell whether ${name} can be published (${error?.summary}). Try again.`);
  return { versions: [versions].flat(), repository };
}
