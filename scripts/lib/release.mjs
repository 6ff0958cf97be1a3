/** Fields that only the owner of the repository can set: why, and an example. */
const OWNED = {
  repository: [
    'npm refuses the provenance of a package without it',
    '{ "type": "git", "url": "git+https://github.com/OWNER/NAME.git" }',
  ],
  homepage: ['the page on npm has no link to the documentation', '"https://OWNER.github.io/NAME/"'],
  bugs: ['the page on npm has no link for reports', '{ "url": "https://github.com/OWNER/NAME/issues" }'],
};
const HEADING = /^## \[(\d[^\]]*)\](?: - (\d{4}-\d{2}-\d{2}))?$/m;

/** @typedef {{ versions: string[], repository?: string | { url: string } }} Published */

/**
 * Returns what keeps a version from being released, one line each.
 *
 * @param {object} release
 * @param {Record<string, any>} release.manifest package.json
 * @param {Record<string, any>} release.alias package.json of the alias package
 * @param {string} release.changelog
 * @param {string} [release.tag] such as `v0.1.0`
 * @param {string} [release.repository] `owner/name` of the repository that runs the release
 * @param {Record<string, Published | undefined>} release.registry what npm has under each of the two names; `undefined`
 * if a name is free
 * @returns {string[]}
 */
export function releaseProblems({ manifest, alias, changelog, tag, repository, registry }) {
  const { name, version } = manifest;
  const missing = Object.entries(OWNED)
    .filter(([field]) => !manifest[field])
    .map(([field, [why, example]]) => `package.json has no "${field}", so ${why}. Set it, such as ${example}.`);
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
    ...[manifest, alias].flatMap((one) => [
      !one.publishConfig?.provenance && lacksProvenance(one),
      registryProblem(one, registry[one.name], url),
    ]),
  ].filter(Boolean);
}

const lacksProvenance = ({ name }) =>
  `${name} has no "publishConfig.provenance", so nobody could check from which commit it was built. Set it to true in its package.json.`;

/** Returns why the release cannot publish a package under its name. */
function registryProblem({ name, version }, published, url) {
  const [, ownerAndName = 'OWNER/NAME'] = /github\.com\/(.*)/.exec(url ?? '') ?? [];
  if (!published)
    return (
      `${name} is not on npm, and a workflow can only publish a package that exists. Publish a version 0.0.0 by hand, with ` +
      `nothing but a package.json that has this "repository", and let this workflow publish the next ones: ` +
      `npm trust github ${name} --repo ${ownerAndName} --file release.yml --env npm --allow-publish`
    );
  const theirs = repositoryUrl(published);
  if (url && theirs !== url)
    return `${name} on npm belongs to ${theirs ?? 'an unknown repository'}, so npm refuses this release. Rename the package, or publish from that repository.`;
  if (published.versions.includes(version))
    return `${name} ${version} is on npm already, and a version can't be published twice. Release the next version.`;
  return undefined;
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
