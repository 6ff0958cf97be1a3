/** What is painted there is what the user can press. */
export function inSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  // Its own page's, or the shadow root's that it is in.
  const at = element.getRootNode() as Document | ShadowRoot;
  return element.contains(at.elementFromPoint(left + width / 2, top + height / 2));
}
