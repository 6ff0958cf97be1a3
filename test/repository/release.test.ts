import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { absoluteLinks, releaseNotes, releaseProblems, repositoryUrl } from '../../scripts/lib/release.mjs';

const CHANGELOG =
  '# Changelog\n\n## [Unreleased]\n\n- Later.\n\n## [1.2.0] - 2026-01-31\n\n- New.\n\n## [1.1.0] - 2026-01-01\n\n- Old.\n';
const MANIFEST = {
  name: 'pkg',
  version: '1.2.0',
  repository: { url: 'git+https://github.com/o/r.git' },
  homepage: 'https://o.github.io/r/',
  bugs: { url: 'https://github.com/o/r/issues' },
  publishConfig: { provenance: true },
};
const ALIAS = {
  name: 'alias',
  version: '1.2.0',
  repository: MANIFEST.repository,
  dependencies: { pkg: '1.2.0' },
  publishConfig: { provenance: true },
};
const OURS = { versions: ['1.0.0'], repository: MANIFEST.repository };
const RELEASE = {
  manifest: MANIFEST,
  alias: ALIAS,
  changelog: CHANGELOG,
  tag: 'v1.2.0',
  repository: 'o/r',
  registry: { pkg: OURS, alias: OURS },
};

describe('the check before a release', () => {
  it('accepts a release in which everything agrees', () => {
    expect(releaseProblems(RELEASE)).toEqual([]);
    expect(releaseProblems({ ...RELEASE, manifest: { ...MANIFEST, repository: 'https://github.com/o/r' } })).toEqual(
      [],
    );
  });

  it.each([
    [
      'an unknown owner',
      { manifest: { name: 'pkg', version: '1.2.0', publishConfig: { provenance: true } } },
      ['"repository"', '"homepage"', '"bugs"'],
    ],
    ['another repository', { repository: 'fork/r' }, ['the release runs in fork/r']],
    [
      'a repository elsewhere',
      { manifest: { ...MANIFEST, repository: 'https://example.com/o/r' } },
      ['not the address'],
    ],
    ['another tag', { tag: 'v1.3.0' }, ['Tag v1.2.0.']],
    ['a changelog without the version', { changelog: '## [1.1.0] - 2026-01-01\n' }, ['is 1.1.0']],
    ['a changelog without a version', { changelog: '## [Unreleased]\n' }, ['is missing']],
    ['a version without a date', { changelog: '## [1.2.0]\n' }, ['has no date']],
    [
      'an alias without the repository',
      { alias: { ...ALIAS, repository: '' } },
      ['does not have the "repository" of pkg'],
    ],
    ['an alias of another version', { alias: { ...ALIAS, version: '1.1.0' } }, ['Both are released together']],
    [
      'an alias of another package',
      { alias: { ...ALIAS, dependencies: { pkg: '^1.2.0' } } },
      ['depends on pkg ^1.2.0'],
    ],
    [
      'packages without provenance',
      { manifest: { ...MANIFEST, publishConfig: {} }, alias: { ...ALIAS, publishConfig: {} } },
      ['pkg has no "publishConfig.provenance"', 'alias has no "publishConfig.provenance"'],
    ],
    [
      'names that nobody has published',
      { registry: {} },
      ['npm trust github pkg --repo o/r --file release.yml', 'npm trust github alias --repo o/r --file release.yml'],
    ],
    [
      'a name of another project',
      { registry: { pkg: OURS, alias: { versions: ['9.0.0'], repository: 'https://github.com/else/where' } } },
      ['alias on npm belongs to https://github.com/else/where'],
    ],
    [
      'a name of an unknown project',
      { registry: { pkg: { versions: ['0.0.0'] }, alias: OURS } },
      ['pkg on npm belongs to an unknown repository'],
    ],
    [
      'a version that was published',
      { registry: { pkg: { ...OURS, versions: ['1.2.0'] }, alias: OURS } },
      ['pkg 1.2.0 is on npm already'],
    ],
  ])('refuses %s, and says what to do', (_, change, expected) => {
    const problems = releaseProblems({ ...RELEASE, ...change });
    expect(problems).toHaveLength(expected.length);
    expected.forEach((part, i) => expect(problems[i]).toContain(part));
  });

  it('takes the notes of a release from its section of the changelog', () => {
    expect(releaseNotes(CHANGELOG, '1.2.0')).toBe('- New.\n');
    expect(releaseNotes(CHANGELOG, '1.1.0')).toBe('- Old.\n');
  });

  it('makes relative links and pictures absolute, and leaves others', () => {
    const readme =
      '[a](docs/a.md#b) [c](https://c.example) [d](#d) <img src="docs/x.png" /> <source srcset="docs/y.webp" />';
    expect(absoluteLinks(readme, repositoryUrl(MANIFEST)!, 'v1.2.0')).toBe(
      '[a](https://github.com/o/r/blob/v1.2.0/docs/a.md#b) [c](https://c.example) [d](#d) ' +
        '<img src="https://raw.githubusercontent.com/o/r/v1.2.0/docs/x.png" /> ' +
        '<source srcset="https://raw.githubusercontent.com/o/r/v1.2.0/docs/y.webp" />',
    );
  });
});

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

it('this version differs from a release only in the fields that its owner sets', () => {
  const release = {
    manifest: json('package.json'),
    alias: json('packages/ask-user/package.json'),
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
    registry: { 'react-ask-user': { versions: [] }, 'ask-user': { versions: [] } },
  };
  expect(
    releaseProblems(release).filter((one) => !/^package\.json has no "(repository|homepage|bugs)"/.test(one)),
  ).toEqual([]);
});
