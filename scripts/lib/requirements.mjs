/** A list item of the page: the id, its sentences, and the line of its tests, if there is one. */
const ITEM = /^- `(R-[A-Z-]+)`:.*(?:\n {2}(?!- ).*)*(\n {2}- .*)?/gm;
/** The bracket that ends or begins a title. A quote in it means that it is an array. */
const BRACKET = /\[([^\]'"`\n]*\bR-[^\]'"`\n]*)\]/g;
const ID = /\bR-[A-Z]+(?:-[A-Z]+)*/g;

/**
 * The requirement ids of a test file's titles, once for each title.
 *
 * @param {string} code
 * @returns {string[]}
 */
export function idsInTitles(code) {
  return code
    .split('\n')
    .filter((line) => !/^\s*(?:\/\/|\/?\*)/.test(line))
    .flatMap((line) => [...new Set([...line.matchAll(BRACKET)].flatMap(([, text]) => text.match(ID)))]);
}

/**
 * Writes the tests of each requirement into the page.
 *
 * @param {string} page
 * @param {readonly { file: string, ids: readonly string[] }[]} tests
 * @returns {{ page: string, problems: string[] }}
 */
export function fillRequirements(page, tests) {
  const unlisted = new Map();
  const byId = new Map();
  for (const { file, ids } of tests) {
    for (const id of ids) {
      byId.set(id, [...(byId.get(id) ?? []), file]);
      unlisted.set(id, file);
    }
  }
  const problems = [];
  const filled = page.replaceAll(ITEM, (item, id, line = '') => {
    const text = item.slice(0, item.length - line.length);
    const files = byId.get(id) ?? [];
    unlisted.delete(id);
    if (files.length === 0) problems.push(`${id}: no test title has this id`);
    return `${text}\n  - ${files.length} ${files.length === 1 ? 'title' : 'titles'}: ${byFolder(files)}`;
  });
  for (const [id, file] of unlisted) problems.push(`${id}: named in ${file}, but not listed on the page`);
  return { page: filled, problems };
}

/** File names without their ending, grouped by folder. */
function byFolder(files) {
  const folders = new Map();
  for (const file of [...new Set(files)].toSorted((a, b) => (a < b ? -1 : 1))) {
    const [, folder, name] = /^(.*)\/([^/]*?)(?:\.test)?\.tsx?$/.exec(file);
    folders.set(folder, [...(folders.get(folder) ?? []), name]);
  }
  const listed = (names) => (names.length === 1 ? names[0] : `{${names.join(', ')}}`);
  return [...folders].map(([folder, names]) => `\`${folder}/${listed(names)}\``).join(', ');
}
