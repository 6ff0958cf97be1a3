import { trusted } from './trusted.js';

/** Maximum length in UTF-16 code units. */
const MAX_LENGTH = 50_000;
const MAX_ELEMENTS = 8000;
const MAX_CELLS = 2000;
const MAX_DEPTH = 60;
/** Length of the markup that is parsed between two checks, in UTF-16 code units. */
const STEP = 1000;

function depthOf(element: Element | null): number {
  let depth = 0;
  for (let at = element; at; at = at.parentElement) depth += 1;
  return depth;
}

/**
 * Checks the numbers of elements and table cells, and the nesting of the elements after the first `counted`. Returns
 * the number of elements.
 *
 * @throws {RangeError} If one of them is over its limit.
 */
function checkSize(page: Document, counted: number): number {
  const elements = page.getElementsByTagName('*');
  const { length } = elements;
  if (length > MAX_ELEMENTS) throw new RangeError(`The preview has more than ${MAX_ELEMENTS} elements.`);
  if (page.querySelectorAll('td, th').length > MAX_CELLS) {
    throw new RangeError(`The preview has more than ${MAX_CELLS} table cells.`);
  }
  for (let at = counted; at < length; at += 1) {
    // `<html>` and `<body>` are not part of the preview.
    if (depthOf(elements[at] ?? null) > MAX_DEPTH + 2) {
      throw new RangeError(`The preview is nested more than ${MAX_DEPTH} elements deep.`);
    }
  }
  return length;
}

/**
 * Parses an HTML fragment into a document without a window, in which nothing runs or loads.
 *
 * Checks the size while parsing, because a parser repeats formatting elements that are not closed: 50 kB of source can
 * become millions of elements.
 *
 * @throws {RangeError} If the fragment is too long, has too many elements or table cells, or is nested too deep.
 * @throws {TypeError} If the page's `trusted-types` directive refuses the policy.
 */
export function parse(html: string): HTMLElement {
  if (html.length > MAX_LENGTH) throw new RangeError(`The preview is longer than ${MAX_LENGTH} characters.`);
  const page = document.implementation.createHTMLDocument('');
  page.open();
  page.write(trusted('<!doctype html><body>'));
  let counted = 0;
  for (let at = 0; at < html.length; at += STEP) {
    page.write(trusted(html.slice(at, at + STEP)));
    counted = checkSize(page, counted);
  }
  page.close();
  checkSize(page, 0);
  return page.body;
}
