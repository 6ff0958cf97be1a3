/** What is painted there is what the user can press. */
export function inSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  const root = element.getRootNode();
  const at = root instanceof ShadowRoot ? root : document;
  return element.contains(at.elementFromPoint(left + width / 2, top + height / 2));
}
