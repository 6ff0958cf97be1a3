/** Fields that only the owner of the repository can set, with an example. */
const OWNED = {
  repository: '{ "type": "git", "url": "git+https://github.com/OWNER/NAME.git" }',
  homepage: '"https://OWNER.github.io/NAME/"',
  bugs: '{ "url": "https://github.com/OWNER/NAME/issues" }',
};
const HEADING = /^## \[(\d[^\]]*)\](?: - (\d{4}-\d{2}-\d{2}))?$/m;

/**
 * Returns what keeps a version from being released, one line each.
 *
 * @param {object} release
 * @param {Record<string, any>} release.manifest package.json
 * @param {Record<string, any>} release.alias package.json of the alias package
 * @param {string} release.changelog
 * @param {string} [release.tag] such as `v0.1.0`
 * @param {string} [release.repository] `owner/name` of the repository that runs the release
 * @returns {string[]}
 */
export function releaseProblems({ manifest, alias, changelog, tag, repository }) {
  const { name, version } = manifest;
  const missing = Object.entries(OWNED)
    .filter(([field]) => !manifest[field])
    .map(([field, example]) => `package.json has no "${field}". Set it, such as ${example}.`);
  const url = repositoryUrl(manifest);
  const [, newest, date] = HEADING.exec(changelog) ?? [];
  return [
    ...missing,
    manifest.repository && !url && 'package.json: "repository" is not the address of a repository on GitHub.',
    url &&
      repository &&
      url !== `https://github.com/${repository}` &&
      `package.json: "repository" is ${url}, but the release runs in ${repository}. npm refuses its provenance.`,
    tag && tag !== `v${version}` && `The tag is ${tag}, but package.json has version ${version}. Tag v${version}.`,
    newest !== version &&
      `The newest version in CHANGELOG.md is ${newest ?? 'missing'}, but package.json has version ${version}.`,
    newest === version && !date && `CHANGELOG.md: the heading of ${version} has no date.`,
    url &&
      repositoryUrl(alias) !== url &&
      `${alias.name} does not have the "repository" of ${name}. Set it, because \`ask-user add\` recognizes its package by it.`,
    alias.version !== version &&
      `${alias.name} has version ${alias.version}, not ${version}. Both are released together.`,
    alias.dependencies?.[name] !== version &&
      `${alias.name} depends on ${name} ${alias.dependencies?.[name]}, not ${version}.`,
  ].filter(Boolean);
}

/** Returns the address of the repository without `git+` and `.git`, or `undefined` if it is not on GitHub. */
export function repositoryUrl({ repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  return /^(?:git\+)?(https:\/\/github\.com\/[^/]+\/[^/]+?)(?:\.git)?$/.exec(url ?? '')?.[1];
}

/**
 * Returns the README with absolute links and pictures, because npm's page of a package has no other files.
 *
 * @param {string} readme
 * @param {string} url of the repository
 * @param {string} tag
 */
export function absoluteLinks(readme, url, tag) {
  const raw = url.replace('https://github.com/', 'https://raw.githubusercontent.com/');
  return readme
    .replaceAll(/(\]\()(?![a-z]+:|#)([^)]+)(\))/g, `$1${url}/blob/${tag}/$2$3`)
    .replaceAll(/((?:src|srcset)=")(?![a-z]+:)([^"]+)"/g, `$1${raw}/${tag}/$2"`);
}

/** Returns the section of a version in the changelog, without its heading. */
export function releaseNotes(changelog, version) {
  const [, after = ''] = changelog.split(new RegExp(`^## \\[${version.replaceAll('.', '\\.')}\\].*\\n`, 'm'));
  return `${after.split(/^## /m)[0].trim()}\n`;
}
