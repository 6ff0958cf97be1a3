import { cdp } from 'vitest/browser';

export interface AccessibleNode {
  role: string;
  name: string;
  description: string;
  /** `checked`, `selected`, `required`, `invalid`, `level`, … as the browser exposes them. */
  properties: Readonly<Record<string, unknown>>;
}

interface Frame {
  frame: { id: string; url: string };
  childFrames?: Frame[] | undefined;
}

const frameOf = ({ frame, childFrames = [] }: Frame): string | undefined =>
  frame.url.split('#')[0] === location.href.split('#')[0] ? frame.id : childFrames.map(frameOf).find(Boolean);

/** Returns what the browser exposes to assistive technology about this page, in document order. */
export async function accessibilityTree(): Promise<AccessibleNode[]> {
  await cdp().send('Accessibility.enable');
  const { frameTree } = await cdp().send('Page.getFrameTree');
  const frameId = frameOf(frameTree);
  if (frameId === undefined) throw new Error('This page was not found among the frames.');
  const { nodes } = await cdp().send('Accessibility.getFullAXTree', { frameId });
  // Disable it again: otherwise the browser reports every later change of the page.
  await cdp().send('Accessibility.disable');
  const byId = new Map(nodes.map((node) => [node.nodeId, node]));
  const inOrder = (id: string): typeof nodes => {
    const node = byId.get(id);
    return node ? [node, ...(node.childIds ?? []).flatMap(inOrder)] : [];
  };
  return inOrder(nodes[0]?.nodeId ?? '')
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, description, properties = [] }) => ({
      role: String(role?.value ?? ''),
      // Visually hidden text has a separate box, so the browser adds a space before it.
      name: String(name?.value ?? '').replaceAll(' ,', ','),
      description: String(description?.value ?? ''),
      properties: Object.fromEntries(properties.map((property) => [property.name, property.value.value])),
    }));
}
