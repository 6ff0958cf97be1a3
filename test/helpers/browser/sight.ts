/** Whether the center of an element is topmost, so that the user can press it. */
export function inSight(element: Element): boolean {
  const { left, top, width, height } = element.getBoundingClientRect();
  // The document or the shadow root that contains the element.
  const at = element.getRootNode() as Document | ShadowRoot;
  return element.contains(at.elementFromPoint(left + width / 2, top + height / 2));
}
