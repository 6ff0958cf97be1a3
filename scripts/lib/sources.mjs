/** A paragraph of a docstring that starts with `Source:`, without the asterisks of its lines. */
const PARAGRAPH = /^Source: [^]*?(?=\n\s*\n|\*\/|$(?![^]))/gm;
const NPM = /`((?:@[\w.-]+\/)?[\w.-]+)` (\d+\.\d+\.\d+)/g;
const GITHUB = /(?<![\w.@/`-])([\w.-]+\/[\w.-]+) (v?\d+\.\d+\.\d+|[\da-f]{7,40})\b/g;

/**
 * Returns what the docstrings in a text name as their sources: packages on npm (`` `name` 1.2.3 ``), tags and commits on
 * GitHub (`owner/name v1.2.3`), and specifications, which have no versions to compare.
 *
 * @param {string} text
 * @returns {{ registry: 'npm' | 'GitHub' | 'specification', name: string, version: string }[]}
 */
export function sourcesIn(text) {
  const paragraphs = text.replaceAll(/^ *\*(?!\/) ?/gm, '').match(PARAGRAPH) ?? [];
  return paragraphs.flatMap((paragraph) => {
    const words = paragraph.replaceAll(/\s+/g, ' ');
    const found = (registry, pattern) =>
      [...words.matchAll(pattern)].map(([, name, version]) => ({ registry, name, version }));
    const programs = [...found('npm', NPM), ...found('GitHub', GITHUB)];
    const isSpecified = programs.length === 0 && /\bspecification\b/.test(words);
    return isSpecified ? [{ registry: 'specification', name: '', version: '' }] : programs;
  });
}

const RELEASE = /^(v?)(\d+)\.(\d+)\.(\d+)$/;

/**
 * Returns the releases after a version, oldest first, without prereleases and without tags of another form.
 *
 * @param {string} version such as `1.2.3` or `v1.2.3`
 * @param {readonly string[]} others
 * @returns {string[]}
 */
export function releasesAfter(version, others) {
  const [, prefix] = RELEASE.exec(version) ?? [];
  return others.filter((other) => RELEASE.exec(other)?.[1] === prefix && compare(other, version) > 0).toSorted(compare);
}

/** Compares numbers, so that 1.10.0 is after 1.9.0. */
const compare = (a, b) => a.localeCompare(b, 'en', { numeric: true });
