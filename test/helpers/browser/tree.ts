import { accessibilityTree, type AccessibleNode } from './accessibility-tree.js';

/** Roles that are left out, because they are only boxes. Their text is included. */
const BOXES = new Set(
  'RootWebArea InlineTextBox generic none LineBreak LabelText paragraph term definition'.split(' '),
);
const STATES = ['checked', 'selected', 'expanded', 'pressed', 'invalid', 'disabled', 'readonly', 'modal'] as const;

function line({ role, name, description, properties }: AccessibleNode): string {
  const states = STATES.filter((state) => properties[state] === true || properties[state] === 'true');
  const level = role === 'heading' ? ` ${String(properties['level'])}` : '';
  return [`${role}${level}`, name && `“${name}”`, description && `(${description})`, ...states]
    .filter(Boolean)
    .join(' ');
}

/**
 * Reads the accessibility tree between the buttons around the card, one line per node. Format: `role “name”
 * (description) state`. Text that is not part of a name or description has a separate line.
 */
export async function tree(): Promise<string[]> {
  const nodes = await accessibilityTree();
  const at = (name: string) => nodes.findIndex((node) => node.role === 'button' && node.name === name);
  const [start, end] = [at('Before'), at('After')];
  const lines: string[] = [];
  let last = nodes[start];
  // With a modal, the tree does not contain the page around it.
  for (const node of start < 0 ? nodes : nodes.slice(start + 1, end)) {
    if (node.role === 'StaticText') {
      const said = `${last?.name} ${last?.description}`.includes(node.name.trim());
      if (!said) lines.push(node.name.trim());
    } else if (!BOXES.has(node.role)) {
      last = node;
      lines.push(line(node));
    }
  }
  return lines;
}
