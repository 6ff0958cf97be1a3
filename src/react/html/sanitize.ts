import createDOMPurify, { type UponSanitizeAttributeHookEvent } from 'dompurify';
import { cleanText } from '../../core/clean.js';
import { REPLACED, replaceControls } from './controls.js';
import { parse, startTimeLimit } from './parse.js';
import { keepStyle, setsColors, type Declaration } from './styles.js';
import { trustedTypesPolicy } from './trusted.js';

/** Sanitized preview, in a document without a window. */
export interface SafePreview {
  /** Elements and text without inline styles, which are in `styles`. */
  readonly content: DocumentFragment;
  /** Safe inline styles of each element, in document order. */
  readonly styles: readonly (readonly Declaration[])[];
  /** Whether the preview sets a text or background color, which its author chose for a white page. */
  readonly colored: boolean;
}

const TAGS =
  'p br hr div span b strong i em u s del ins sub sup small mark code pre kbd samp var q cite blockquote ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td h1 h2 h3 h4 h5 h6 figure figcaption abbr time img';
/** `type`, `value`, `placeholder` and `checked` are needed to replace controls. */
const ATTRIBUTES =
  'alt src width height colspan rowspan span scope dir lang start reversed abbr type value placeholder checked style';
/** These elements are removed with their content. */
const WITH_CONTENT =
  'script style template noscript noembed noframes iframe frame frameset object embed applet svg math select datalist title xmp plaintext head audio video canvas map portal';
const RASTER = /^data:image\/(?:png|gif|jpeg|webp|avif);base64,[a-z0-9+/=\s]*$/i;

const VALUES: Readonly<Record<string, (value: string) => boolean>> = {
  src: (value) => RASTER.test(value),
  width: (value) => /^\d{1,3}%?$|^1\d{3}$/.test(value),
  height: (value) => /^\d{1,3}$/.test(value),
  colspan: (value) => /^[1-4]?\d$/.test(value),
  rowspan: (value) => /^[1-4]?\d$/.test(value),
  span: (value) => /^[1-4]?\d$/.test(value),
  start: (value) => /^\d{1,6}$/.test(value),
  dir: (value) => /^(?:ltr|rtl|auto)$/i.test(value),
  lang: (value) => /^[a-z-]{2,35}$/i.test(value),
};

/**
 * Cleans the decoded text, because entities may have produced hidden characters. Replaces images without a source by
 * their alternative text.
 */
function cleanContent(content: DocumentFragment, checkTime: () => void): void {
  const texts = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    checkTime();
    texts.currentNode.nodeValue = cleanText(texts.currentNode.nodeValue ?? '', { lines: true });
  }
  for (const image of content.querySelectorAll('img')) {
    checkTime();
    const alt = cleanText(image.getAttribute('alt') ?? '');
    if (image.hasAttribute('src')) image.setAttribute('alt', alt);
    else image.replaceWith(alt);
  }
}

/**
 * Sanitizes an HTML preview.
 *
 * @throws {Error} If the preview cannot be rendered, for example because nothing of it is left.
 */
export function sanitize(html: string): SafePreview {
  const checkTime = startTimeLimit();
  const body = parse(html, checkTime);
  // A separate instance, so that the host's DOMPurify does not get this hook.
  const purify = createDOMPurify(window);
  if (!purify.isSupported) throw new Error('DOMPurify does not support this browser.');
  const styles = new Map<Element, Declaration[]>();
  // The object model parses a style even if a content security policy refuses the attribute.
  const scratch = body.ownerDocument.createElement('span').style;
  purify.addHook('uponSanitizeAttribute', (element: Element, attribute: UponSanitizeAttributeHookEvent) => {
    const { attrName, attrValue } = attribute;
    if (attrName === 'style') {
      scratch.cssText = attrValue;
      styles.set(element, keepStyle(scratch));
      attribute.keepAttr = false;
    } else if (VALUES[attrName]?.(attrValue) === false || attrValue.length > 50_000) attribute.keepAttr = false;
  });
  purify.addHook('beforeSanitizeElements', checkTime);
  const content = purify.sanitize(body, {
    ALLOWED_TAGS: ['body', ...TAGS.split(' '), ...REPLACED],
    ALLOWED_ATTR: ATTRIBUTES.split(' '),
    ALLOW_ARIA_ATTR: false,
    ALLOW_DATA_ATTR: false,
    FORBID_CONTENTS: WITH_CONTENT.split(' '),
    RETURN_DOM_FRAGMENT: true,
    TRUSTED_TYPES_POLICY: trustedTypesPolicy(),
  });
  for (const outer of content.querySelectorAll('body')) outer.replaceWith(...outer.childNodes);
  replaceControls(content, styles, checkTime);
  cleanContent(content, checkTime);
  const safeStyles = [...content.querySelectorAll('*')].map((element) => styles.get(element) ?? []);
  const colored = safeStyles.some(setsColors);
  if (!colored && !content.textContent?.trim() && !content.querySelector('img')) {
    throw new Error('The preview contains nothing that can be rendered.');
  }
  return { content, styles: safeStyles, colored };
}
