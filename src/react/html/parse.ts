import { trusted } from './trusted.js';

/** In UTF-16 code units. `LIMITS.display` has the same number for texts. */
const MAX_LENGTH = 50_000;
const MAX_ELEMENTS = 8000;
const MAX_CELLS = 2000;
const MAX_DEPTH = 60;
/** Markup that is read between two counts, in UTF-16 code units. */
const STEP = 1000;

function depthOf(element: Element | null): number {
  let depth = 0;
  for (let at = element; at; at = at.parentElement) depth += 1;
  return depth;
}

/** Throws if a document has more than a picture can show, or than a browser lays out without a pause. */
function checkSize(page: Document, counted: number): number {
  const elements = page.getElementsByTagName('*');
  const { length } = elements;
  if (length > MAX_ELEMENTS) throw new RangeError(`The preview has more than ${MAX_ELEMENTS} elements.`);
  if (page.querySelectorAll('td, th').length > MAX_CELLS) {
    throw new RangeError(`The preview has more than ${MAX_CELLS} table cells.`);
  }
  for (let at = counted; at < length; at += 1) {
    // `html` and `body` are not the preview's.
    if (depthOf(elements[at] ?? null) > MAX_DEPTH + 2) {
      throw new RangeError(`The preview is nested more than ${MAX_DEPTH} elements deep.`);
    }
  }
  return length;
}

/**
 * Parses a fragment of HTML into a document without a window, in which nothing runs or loads.
 *
 * The size is counted while the parser reads, since a parser repeats formatting elements that are not closed: 50 kB of
 * source can become millions of elements.
 *
 * @throws {RangeError} If the fragment is larger than a preview may be.
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
