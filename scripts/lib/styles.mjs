import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transform } from 'lightningcss';

const IMPORT = /^@import\s+(?:url\()?['"]([^'"]+)['"]\)?\s*(?:layer\(([^)]+)\))?\s*;[ \t]*\n?/gm;
const ORDER = /^@layer\s+[^{;]+;[ \t]*\n+/gm;

/**
 * The stylesheet as one text: each `@import` becomes the file it names, as it was written. Nothing is transpiled,
 * so `light-dark()` and the comments stay; Lightning CSS only reads the result, to refuse one that does not parse.
 *
 * @param {string} file the stylesheet to start from
 * @param {{ layers: boolean }} options without layers the same rules stand outside any `@layer`
 */
export function composeStyles(file, { layers }) {
  let css = inline(file);
  if (!layers) {
    // A host's reset that is in no layer either would win over no specificity at all: one attribute's worth.
    css = css.replace(ORDER, '').replace(/^(\s*):where\(/gm, '$1[data-ask-user]:where(');
    const left = css.match(/^.*@layer\b.*$/m);
    if (left)
      throw new Error(`${file}: the unlayered copy would still hold "${left[0].trim()}"; name layers only in @import`);
  }
  transform({ filename: file, code: Buffer.from(css) });
  return css;

  function inline(path) {
    return readFileSync(path, 'utf8').replace(IMPORT, (_, name, layer) => {
      const body = inline(join(dirname(path), name)).trim();
      return layer && layers ? `@layer ${layer} {\n${indent(body)}\n}\n` : `${body}\n`;
    });
  }
}

const indent = (css) => css.replace(/^(?=.)/gm, '  ');
