import { trusted } from './trusted.js';

/** Maximum length in UTF-16 code units. */
const MAX_LENGTH = 50_000;
const MAX_ELEMENTS = 8000;
const MAX_CELLS = 2000;
const MAX_DEPTH = 60;
/** Maximum time in milliseconds. Browsers need quadratic time for some markup, such as an `<option>` with many nodes. */
const MAX_MS = 1000;
/** Length of the markup that is parsed between two checks, in UTF-16 code units. */
const STEP = 1000;

/** Maximum number of elements in those whose direction depends on their text. Browsers need quadratic time for them. */
const MAX_AUTO = 1000;
/** Maximum length of the parsed markup. Escapes such as `&nbsp;` make markup at most six times as long as its source. */
const MAX_PARSED_LENGTH = 6 * MAX_LENGTH;

/** Starts the time limit of one preview. Returns a function that throws a `RangeError` once the limit is exceeded. */
export function startTimeLimit(): () => void {
  const end = performance.now() + MAX_MS;
  return () => {
    if (performance.now() > end) throw new RangeError(`The preview takes longer than ${MAX_MS} ms.`);
  };
}

/** Counts the elements below `parent`, also those in templates. Throws if they are nested too deep. */
function countElements(parent: ParentNode, depth = 1): number {
  // `<html>` and `<body>` are not part of the preview.
  if (depth > MAX_DEPTH + 2 && parent.firstElementChild) {
    throw new RangeError(`The preview is nested more than ${MAX_DEPTH} elements deep.`);
  }
  let count = 0;
  for (let at = parent.firstElementChild; at; at = at.nextElementSibling) {
    count += 1 + countElements(at, depth + 1);
    if (at instanceof HTMLTemplateElement) count += countElements(at.content, depth + 1);
  }
  return count;
}

/**
 * Checks the size of what was parsed until now. Always checks all of it, because a parser may insert elements before
 * others, such as those between the cells of a table.
 *
 * @throws {RangeError} If the size is over a limit.
 */
function checkSize(page: Document): void {
  if (countElements(page) > MAX_ELEMENTS) throw new RangeError(`The preview has more than ${MAX_ELEMENTS} elements.`);
  if (page.querySelectorAll('td, th').length > MAX_CELLS) {
    throw new RangeError(`The preview has more than ${MAX_CELLS} table cells.`);
  }
  if (page.querySelectorAll(':is(bdi, [dir="auto"]) *').length > MAX_AUTO) {
    throw new RangeError(`The preview has more than ${MAX_AUTO} elements in \`dir="auto"\`.`);
  }
  // Each repeated element has a copy of all attributes.
  if (page.documentElement.outerHTML.length > MAX_PARSED_LENGTH) {
    throw new RangeError(`The parsed preview is longer than ${MAX_PARSED_LENGTH} characters.`);
  }
}

/**
 * Parses an HTML fragment into a document without a window, in which nothing runs or loads.
 *
 * Checks the size while parsing, because a parser repeats formatting elements that are not closed: 50 kB of source can
 * become millions of elements.
 *
 * @throws {RangeError} If the fragment is too long, has too many elements or table cells, is nested too deep, repeats too
 *   much, or takes too long.
 * @throws {TypeError} If the page's `trusted-types` directive refuses the policy.
 */
export function parse(html: string, checkTime: () => void): HTMLElement {
  if (html.length > MAX_LENGTH) throw new RangeError(`The preview is longer than ${MAX_LENGTH} characters.`);
  const page = document.implementation.createHTMLDocument('');
  page.open();
  page.write(trusted('<!doctype html><body>'));
  for (let at = 0; at < html.length; at += STEP) {
    page.write(trusted(html.slice(at, at + STEP)));
    checkSize(page);
    checkTime();
  }
  page.close();
  checkSize(page);
  return page.body;
}
