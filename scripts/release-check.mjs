// `node scripts/release-check.mjs v0.1.0`: refuses a release until package.json, its alias, CHANGELOG.md and the tag
// agree. With `--write`, it also makes the links of README.md absolute, and writes release-notes.md.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { absoluteLinks, releaseNotes, releaseProblems, repositoryUrl } from './lib/release.mjs';
import { main, must, packageJson, root } from './lib/repo.mjs';

const read = (file) => readFileSync(join(root, file), 'utf8');
const write = (file, text) => writeFileSync(join(root, file), text);

await main(async () => {
  const tag = process.argv.slice(2).find((argument) => !argument.startsWith('--'));
  const changelog = read('CHANGELOG.md');
  const problems = releaseProblems({
    manifest: packageJson,
    alias: JSON.parse(read('packages/ask-user/package.json')),
    changelog,
    tag,
    repository: process.env['GITHUB_REPOSITORY'],
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
