import { createElement, type ReactNode } from 'react';

const VOID = new Set(['br', 'hr', 'col']);
/** Attributes of the same meaning, by their names in HTML. */
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

/** Between rows and items, HTML allows no text, not even a line break. */
const STRUCTURE = /^(?:table|thead|tbody|tfoot|tr|colgroup|ul|ol|dl)$/;

/**
 * Returns a safe preview as React elements without styles: what a screen reader reads, and what is shown as text.
 * Headings are strong text, so that the outline of the host's page stays as it is.
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
    // A paragraph can't hold what an element between it and another one held, which is gone.
    return createElement(localName === 'p' ? 'div' : localName, props, children);
  });
}
