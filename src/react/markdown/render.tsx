import type { ReactNode } from 'react';
import { part } from '../anatomy.js';
import type { RenderPreview, RenderText } from '../context.js';
import { cleanText } from '../text/clean.js';
import { blocks, inlines } from './elements.js';
import { lexBlocks, lexInline } from './lex.js';

/** The text as the card shows it without Markdown. */
const plain = (text: string): ReactNode => cleanText(text, { lines: true });

function attempt(text: string, render: () => ReactNode): ReactNode {
  try {
    return render();
  } catch {
    // Input over a limit, or an error of the lexer: the user reads the source.
    return plain(text);
  }
}

const asBlocks = (text: string): ReactNode => (
  <div {...part('markdown')}>{attempt(text, () => blocks(lexBlocks(text)))}</div>
);

/**
 * Renders Markdown in a question's text, its context and notes. Pass it as `renderText`.
 *
 * A question gets inline marks only, because it is a heading; context and notes get paragraphs, lists, code and tables too. Links
 * lead to `https` and `mailto` addresses only and show their host. HTML stays text, and an image becomes its alternative text. Text
 * over 10,000 UTF-16 code units, nested more than 24 levels deep, or with too many marks is shown as written. Never throws.
 *
 * A pure function without hooks and a constant, so it works in server components and re-renders nothing. Needs the package `marked`.
 */
export const markdownText: RenderText = (text, { kind }) =>
  kind === 'question' ? attempt(text, () => inlines(lexInline(text))) : asBlocks(text);

/**
 * Renders an option's preview as Markdown if the request's `previewFormat` is `markdown`. Pass it as `renderPreview`.
 *
 * Returns `undefined` for other formats, which selects the default. The rules of `markdownText` apply. Never throws.
 */
export const markdownPreview: RenderPreview = (preview, { format }) =>
  format === 'markdown' ? asBlocks(preview) : undefined;
