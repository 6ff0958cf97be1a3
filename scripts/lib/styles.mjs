import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'lightningcss';

const IMPORT = /^@import\s+(?:url\()?['"]([^'"]+)['"]\)?\s*;[ \t]*\n?/gm;

/**
 * The stylesheet as one text: each `@import` becomes the file it names, as it was written. Nothing is transpiled,
 * so `light-dark()` and the comments stay; Lightning CSS only reads the result, to refuse one that does not parse.
 *
 * @param {string} file the stylesheet to start from
 */
export function composeStyles(file) {
  const css = inline(file);
  transform({ filename: file, code: Buffer.from(css) });
  return css;
}

const inline = (path) =>
  readFileSync(path, 'utf8').replace(IMPORT, (_, name) => `${inline(join(dirname(path), name)).trim()}\n`);
