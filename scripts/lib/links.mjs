import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './repo.mjs';

const LINK = /\]\(([^)\s]+)\)/g;

/**
 * Returns the relative links of Markdown pages that lead to no file or to no heading, one line each.
 *
 * @param {readonly string[]} pages
 */
export function brokenLinks(pages) {
  const anchors = new Map();
  const anchorsOf = (page) => {
    if (!anchors.has(page)) anchors.set(page, headingIds(readFileSync(join(root, page), 'utf8')));
    return anchors.get(page);
  };
  return pages.flatMap((page) =>
    [...withoutCode(readFileSync(join(root, page), 'utf8')).matchAll(LINK)]
      .map(([, href]) => href)
      .filter((href) => !/^[a-z]+:/.test(href))
      .filter((href) => {
        const [path, id] = href.split('#');
        const target = path ? posix.join(posix.dirname(page), path) : page;
        return !existsSync(join(root, target)) || (id !== undefined && !anchorsOf(target).has(id));
      })
      .map((href) => `${page}: the link to ${href} leads nowhere`),
  );
}

const withoutCode = (text) => text.replaceAll(/^ *```.*?^ *```$/gms, '').replaceAll(/(`+)[^`].*?\1/gs, '');

/** Returns the ids that GitHub gives to the headings of a page, and those of its anchors. */
function headingIds(text) {
  const ids = new Set([...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id));
  const counts = new Map();
  for (const [, heading] of text.replaceAll(/^ *```.*?^ *```$/gms, '').matchAll(/^#+ (.+)$/gm)) {
    const id = heading
      .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-');
    const count = counts.get(id) ?? 0;
    counts.set(id, count + 1);
    ids.add(count ? `${id}-${count}` : id);
  }
  return ids;
}
