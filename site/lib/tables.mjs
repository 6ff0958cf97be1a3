/**
 * Wraps each table into an element that scrolls, with a name that no other table of the page has. An empty header
 * becomes a cell.
 */
export function wrapTables() {
  return (tree) => {
    let count = 0;
    const walk = (node) => {
      node.children?.forEach((child, index) => {
        if (child.tagName === 'th' && !child.children.length) child.tagName = 'td';
        walk(child);
        if (child.tagName !== 'table') return;
        const properties = { className: ['table'], tabIndex: 0, role: 'region', ariaLabel: `Table ${++count}` };
        node.children[index] = { type: 'element', tagName: 'div', properties, children: [child] };
      });
    };
    walk(tree);
  };
}
