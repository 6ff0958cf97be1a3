import { bundle, Features } from 'lightningcss';

/**
 * Returns the stylesheet of the package, composed from its short source: `.option` is the part `option`, and
 * `[data-ask-user]` any part. Each selector has the specificity (0,2,0), which element rules of a host do not reach: only
 * its last part counts, and everything else is in `:where()`. Browsers find the rules of an element by the class at the
 * start of the last compound.
 *
 * @param {string} file the stylesheet to start from
 */
export function composeStyles(file) {
  const { code } = bundle({
    filename: file,
    // Otherwise, Lightning CSS writes `(width <= 480px)`, which not all supported browsers know.
    include: Features.MediaRangeSyntax,
    visitor: { Selector: expand },
  });
  return code.toString();
}

const ANY_PART = { type: 'attribute', name: 'data-ask-user' };
const isPart = ({ type, name }) => type === 'class' || (type === 'attribute' && name === ANY_PART.name);

/** Turns `.option:hover > .key` into `:where(.au-option:hover) > .au-key[data-ask-user]`. */
function expand(selector) {
  const names = prefixed(selector);
  const part = names.findLast(isPart);
  if (!part) throw new Error(`A selector names no part: ${JSON.stringify(selector)}`);
  const expanded = [];
  let others = [];
  const close = () => {
    if (others.length) expanded.push({ type: 'pseudo-class', kind: 'where', selectors: [others] });
    others = [];
  };
  for (const name of names) {
    if (name === part) {
      expanded.push(part, ANY_PART);
    } else if (name.type === 'combinator' || name.type === 'pseudo-element') {
      close();
      expanded.push(name);
    } else {
      others.push(name);
    }
  }
  close();
  return expanded;
}

/** Adds the prefix to the classes, also to those in `:not()` and `:is()`. */
const prefixed = (selector) =>
  selector.map((name) => {
    if (name.type === 'class') return { ...name, name: `au-${name.name}` };
    return name.selectors ? { ...name, selectors: name.selectors.map(prefixed) } : { ...name };
  });
