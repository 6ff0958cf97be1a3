import type { Declaration } from './styles.js';

/** Controls and regions of a page, and the plain elements that replace them. */
const PLAIN: Readonly<Record<string, 'span' | 'div'>> = {
  a: 'span',
  button: 'span',
  input: 'span',
  label: 'span',
  textarea: 'span',
  address: 'div',
  article: 'div',
  aside: 'div',
  details: 'div',
  fieldset: 'div',
  footer: 'div',
  form: 'div',
  header: 'div',
  legend: 'div',
  main: 'div',
  nav: 'div',
  section: 'div',
  summary: 'div',
};

export const REPLACED: readonly string[] = Object.keys(PLAIN);

const BOX: readonly Declaration[] = [
  ['display', 'inline-block'],
  ['padding', '0.35em 0.7em'],
  ['border', '1px solid color-mix(in srgb, currentcolor 35%, #0000)'],
  ['border-radius', '6px'],
  ['min-height', '1.5em'],
];

function shownValue(input: Element, type: string): string {
  const value = (input.getAttribute('value') || input.getAttribute('placeholder')) ?? '';
  const checked = input.hasAttribute('checked');
  if (type === 'checkbox') return checked ? '☑' : '☐';
  if (type === 'radio') return checked ? '◉' : '○';
  if (type === 'password') return '•'.repeat(value.length);
  return type === 'hidden' ? '' : value;
}

export function replaceControls(
  content: DocumentFragment,
  styles: Map<Element, readonly Declaration[]>,
  checkTime: () => void,
): void {
  for (const control of content.querySelectorAll(REPLACED.join())) {
    checkTime();
    const { localName } = control;
    const picture = control.ownerDocument.createElement(PLAIN[localName] ?? 'span');
    const type = control.getAttribute('type')?.toLowerCase() ?? '';
    if (localName === 'input') picture.append(shownValue(control, type));
    else picture.append(...control.childNodes);
    const boxed = /^(?:button|input|textarea)$/.test(localName) && !/^(?:checkbox|radio|hidden)$/.test(type);
    styles.set(picture, [...(boxed ? BOX : []), ...(styles.get(control) ?? [])]);
    // Screen readers must read a label and its field as two words.
    if (picture.localName === 'span') control.replaceWith(' ', picture, ' ');
    else control.replaceWith(picture);
  }
}
