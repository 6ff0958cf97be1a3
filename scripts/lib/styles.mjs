import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'lightningcss';

const IMPORT = /^@import\s+(?:url\()?['"]([^'"]+)['"]\)?\s*;[ \t]*\n?/gm;

/**
 * Returns the stylesheet as one text. Each `@import` is replaced by the file that it names, verbatim. Nothing is
 * transpiled, so `light-dark()` and the comments stay. Lightning CSS only parses the result, to reject invalid CSS.
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
