import createDOMPurify, { type UponSanitizeAttributeHookEvent } from 'dompurify';
import type { cleanText } from '../text/clean.js';
import { REPLACED, drawControls } from './controls.js';
import { parse } from './parse.js';
import { keepStyle, setsColors, type Declaration } from './styles.js';
import { trustedTypesPolicy } from './trusted.js';

/** A preview that is safe to draw, in a document without a window. */
export interface SafePreview {
  /** Elements and text alone: inline styles are in `styles`. */
  readonly content: DocumentFragment;
  /** The style of each element, in document order. */
  readonly styles: readonly (readonly Declaration[])[];
  /** Whether the preview sets colors itself, which its author chose for a white page. */
  readonly colored: boolean;
}

const TAGS =
  'p br hr div span b strong i em u s del ins sub sup small mark code pre kbd samp var q cite blockquote ul ol li dl dt dd table caption colgroup col thead tbody tfoot tr th td h1 h2 h3 h4 h5 h6 figure figcaption abbr time img';
/** `type`, `value`, `placeholder` and `checked` are read from controls, and go with them. */
const ATTRIBUTES =
  'alt src width height colspan rowspan span scope dir lang start reversed abbr type value placeholder checked style';
/** These go with everything in them. What stands in no list is replaced by its content. */
const WITH_CONTENT =
  'script style template noscript noembed noframes iframe frame frameset object embed applet svg math select datalist title xmp plaintext head audio video canvas map portal';
const RASTER = /^data:image\/(?:png|gif|jpeg|webp|avif);base64,[a-z0-9+/=\s]*$/i;

/** What an attribute may say, by its name. */
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

/** Entities are decoded by now, and may have brought characters back that nobody sees. */
function cleanContent(content: DocumentFragment, clean: typeof cleanText): void {
  const texts = content.ownerDocument.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.nodeValue = clean(texts.currentNode.nodeValue ?? '', { lines: true });
  for (const image of content.querySelectorAll('img')) {
    const alt = clean(image.getAttribute('alt') ?? '');
    if (image.hasAttribute('src')) image.setAttribute('alt', alt);
    else image.replaceWith(alt);
  }
}

/**
 * Makes a preview in HTML safe to draw: the tags and attributes of an allowlist, inline styles by property, texts
 * without hidden characters.
 *
 * @throws {RangeError} If it is too large.
 * @throws {TypeError} If the page enforces Trusted Types without the policy `react-ask-user`.
 * @throws {Error} If nothing is left of it.
 */
export function sanitize(html: string, clean: typeof cleanText): SafePreview {
  const body = parse(html);
  // An instance of its own: the host's DOMPurify keeps its hooks.
  const purify = createDOMPurify(window);
  if (!purify.isSupported) throw new Error('This browser has no DOM that DOMPurify can work in.');
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
  drawControls(content, styles);
  cleanContent(content, clean);
  const kept = [...content.querySelectorAll('*')].map((element) => styles.get(element) ?? []);
  const colored = kept.some(setsColors);
  if (!colored && !content.textContent?.trim() && !content.querySelector('img')) {
    throw new Error('Nothing of the preview can be drawn.');
  }
  return { content, styles: kept, colored };
}
