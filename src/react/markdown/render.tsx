import type { ReactNode } from 'react';
import { part } from '../dialog/anatomy.js';
import type { RenderPreview, RenderText } from '../index.js';
import { cleanText } from '../../core/clean.js';
import { blocks, line } from './elements.js';
import { lexBlocks, lexInline } from './lex.js';

const plain = (text: string): ReactNode => cleanText(text, { lines: true });

function attempt(text: string, render: () => ReactNode): ReactNode {
  try {
    return render();
  } catch {
    // The text exceeds a limit, or the lexer failed. Show the source.
    return plain(text);
  }
}

const asBlocks = (text: string): ReactNode => (
  <div {...part('markdown')}>{attempt(text, () => blocks(lexBlocks(text)))}</div>
);

/**
 * Renders Markdown in a question's text, its context and notes. Pass it as `renderText`.
 *
 * A question gets inline marks only, because it is a heading. Context and notes also get blocks, such as paragraphs,
 * lists and tables. Links lead to `https` and `mailto` addresses only, and show the host or the email address. HTML and
 * images are shown as text. A text is shown as written if it is longer than 10,000 UTF-16 code units or has too many
 * marks. If a text is nested too deep, at least the deep part is shown as written.
 *
 * It is a constant and a pure function without hooks, so it works in server components. Requires the package `marked`.
 */
export const markdownText: RenderText = (text, { kind }) =>
  kind === 'question' ? attempt(text, () => line(lexInline(text))) : asBlocks(text);

/**
 * Renders an option's preview as Markdown if the request's `previewFormat` is `markdown`. Pass it as `renderPreview`.
 *
 * Returns `undefined` for other formats, which selects the default rendering. A preview is rendered like the context of
 * a question; see `markdownText`.
 */
export const markdownPreview: RenderPreview = (preview, { format }) =>
  format === 'markdown' ? asBlocks(preview) : undefined;
