import { cleanup } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';
import { frame, loaded } from './card.js';

const made = new WeakSet<Element>();

/** Calls `visit` with the text nodes of an element that a browser translates: not those of fields and frames. */
function eachText(from: Node, visit: (text: Text) => void): void {
  const walker = document.createTreeWalker(from, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const { parentElement } = text;
    if (parentElement && !parentElement.matches('textarea, script, style') && !made.has(parentElement)) visit(text);
  }
}

/**
 * Does to the page what a browser's translation does, until the test ends: replaces each text node by
 * `<font><font>text</font></font>`, now and whenever a text is added or changed. It also replaces texts with
 * `translate="no"`, as some extensions do.
 */
export function translatePage(translate = (text: string): string => text): void {
  const root = document.documentElement;
  const replaceAll = () =>
    eachText(document.body, (text) => {
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      for (const font of [outer, inner]) {
        font.style.verticalAlign = 'inherit';
        made.add(font);
      }
      inner.textContent = translate(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    });
  const observer = new MutationObserver(replaceAll);
  root.classList.add('translated-ltr');
  replaceAll();
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  onTestFinished(() => {
    observer.disconnect();
    root.classList.remove('translated-ltr');
  });
}

/**
 * Elements that are replaced as a whole when a text in them changes: a sentence with its asker, a line of Markdown, and
 * an HTML preview.
 */
const WHOLE =
  ':has(> [data-ask-user="asker"]), [data-ask-user="markdown"] span, [data-ask-user="question"] > bdi > span, [data-ask-user="preview-text"] > :not(pre)[dir]';

/** Texts that are not alone in their element, of which React loses track once they are replaced. */
export function mixedTexts(): string[] {
  const found: string[] = [];
  eachText(document.body, ({ data, parentElement, parentNode }) => {
    if (
      parentNode?.childNodes.length !== 1 &&
      parentElement?.closest('[data-ask-user]') &&
      !parentElement.closest(WHOLE)
    )
      found.push(data);
  });
  return found;
}

/** The part and the text of each element of the card, the queue or the receipt, in the order of the page. */
const partTexts = (): string[] =>
  [...document.querySelectorAll('[data-ask-user]')].map(
    (one) => `${one.getAttribute('data-ask-user')}: ${one.textContent ?? ''}`,
  );

/** Steps of a user and a host. Calls `look` after each. */
export type Flow = (look: () => Promise<void>) => Promise<unknown>;

/** Runs a flow and returns the texts of the card each time that it looks. */
async function record(flow: Flow): Promise<string[][]> {
  const seen: string[][] = [];
  await flow(async () => {
    await loaded();
    await frame();
    seen.push(partTexts());
    expect(mixedTexts()).toEqual([]);
  });
  cleanup();
  return seen;
}

/** Expects the same texts of a flow on a page that is translated from the first look on. */
export async function expectSame(flow: Flow): Promise<void> {
  const plain = await record(flow);
  let translating = false;
  const translated = await record((look) =>
    flow(async () => {
      await look();
      if (!translating) translatePage();
      translating = true;
    }),
  );
  expect(plain.length).toBeGreaterThan(0);
  expect(translated).toEqual(plain);
}
