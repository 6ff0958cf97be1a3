import { createElement, type ReactNode } from 'react';

const VOID = new Set(['br', 'hr', 'col']);
const PROPS: Readonly<Record<string, string>> = {
  abbr: 'abbr',
  colspan: 'colSpan',
  dir: 'dir',
  lang: 'lang',
  reversed: 'reversed',
  rowspan: 'rowSpan',
  scope: 'scope',
  span: 'span',
  start: 'start',
};

/** Elements in which white space between the children has no meaning. */
const STRUCTURE = /^(?:table|thead|tbody|tfoot|tr|colgroup|ul|ol|dl)$/;

/**
 * Returns a sanitized preview as React elements without styles, for screen readers and for the view as text. Headings
 * become strong text, so that the outline of the host's page does not change.
 */
export function toElements(from: Node): ReactNode {
  return [...from.childNodes].map((node, at) => {
    if (!(node instanceof Element)) {
      return node.nodeValue?.trim() || !STRUCTURE.test(from.nodeName.toLowerCase()) ? node.nodeValue : null;
    }
    const { localName } = node;
    if (localName === 'img') return node.getAttribute('alt');
    const children = VOID.has(localName) ? undefined : toElements(node);
    if (/^h[1-6]$/.test(localName)) {
      return (
        <div key={at}>
          <strong>{children}</strong>
        </div>
      );
    }
    const props: Record<string, string | number | boolean> = { key: at };
    for (const { name, value } of node.attributes) {
      const prop = PROPS[name];
      if (prop) props[prop] = prop === 'reversed' || value;
    }
    // A `<p>` cannot contain all elements that sanitizing may have left in it.
    return createElement(localName === 'p' ? 'div' : localName, props, children);
  });
}
