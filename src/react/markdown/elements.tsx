import { Fragment, type ReactNode } from 'react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { part } from '../anatomy.js';
import { excerpt } from '../text/clean.js';
import { destination, namesHost } from './link.js';
import { literal, shown } from './text.js';

/** Levels of quotes, lists and marks that become elements; what is deeper is shown as written. */
const MAX_DEPTH = 12;

const element = part('markdown-element');

/** The words of inline tokens, without their marks. */
const wordsOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? wordsOf(token.tokens) : shown(token.raw))).join('');

/** Older lexers find links within links, which no page can contain. */
const hasLink = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => token.type === 'link' || ('tokens' in token && hasLink(token.tokens ?? [])));

function link(token: Tokens.Link, depth: number): ReactNode {
  const to = destination(token.href);
  // As written, so that the user sees where it would lead.
  if (!to || hasLink(token.tokens)) return literal(token.raw);
  return (
    <a {...element} href={to.href} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
      {inlines(token.tokens, depth)}
      {!namesHost(wordsOf(token.tokens), to) && (
        <>
          {' ('}
          <bdi>{to.host}</bdi>)
        </>
      )}
    </a>
  );
}

function inline(token: MarkedToken, depth: number): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? inlines(token.tokens, depth) : shown(token.raw);
    case 'escape':
      return token.text;
    case 'strong':
      return <strong>{inlines(token.tokens, depth)}</strong>;
    case 'em':
      return <em>{inlines(token.tokens, depth)}</em>;
    case 'del':
      return <del>{inlines(token.tokens, depth)}</del>;
    case 'codespan':
      return (
        <code {...element} dir="auto">
          {literal(token.text)}
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return link(token, depth);
    case 'image':
      // Without alternative text there is nothing to say but where it is.
      return shown(token.text) || excerpt(token.raw);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return literal(token.raw);
  }
}

const keyed = (tokens: readonly Token[], render: (token: MarkedToken, index: number) => ReactNode): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{render(token as MarkedToken, index)}</Fragment>);

/** Inline tokens as elements: bold, italic, struck out, code, links. */
export const inlines = (tokens: readonly Token[], depth = 0): ReactNode =>
  keyed(tokens, (token) => (depth >= MAX_DEPTH ? literal(token.raw) : inline(token, depth + 1)));

/** Scrolls on its own, which a key can do only if it can have the focus. Its name comes from the content. */
const scroller = (name: string) => ({
  ...element,
  role: 'group',
  tabIndex: 0,
  'aria-label': excerpt(name) || undefined,
});

function table({ header, rows }: Tokens.Table, depth: number, dir: 'auto' | undefined): ReactNode {
  return (
    <div {...scroller(header.map(({ tokens }) => wordsOf(tokens)).join(', '))} dir={dir}>
      <table {...element}>
        <thead>
          <tr>
            {header.map(({ tokens }, column) => (
              <th {...element} key={column} scope="col">
                {inlines(tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens }, column) => (
                <td {...element} key={column}>
                  {inlines(tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The first text of an item stands beside its mark, whether or not an empty line follows later: nothing above moves. */
const item = ({ tokens }: Tokens.ListItem, depth: number): ReactNode => {
  const first = tokens.findIndex(({ type }) => type !== 'checkbox');
  return keyed(tokens, (token, index) => {
    const text = index <= first && (token.type === 'text' || token.type === 'paragraph');
    return text ? inlines(token.tokens ?? [], depth) : blocks([token], depth);
  });
};

function block(token: MarkedToken, depth: number): ReactNode {
  // One direction for a whole list or table. Browsers ignore an element with a `dir` when they find that of the box around it.
  const dir = depth === 1 ? 'auto' : undefined;
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      // Not a heading: the outline of the card and the page stays what it is.
      return (
        <p {...element} dir={dir}>
          <strong>{inlines(token.tokens, depth)}</strong>
        </p>
      );
    case 'paragraph':
      return (
        <p {...element} dir={dir}>
          {inlines(token.tokens, depth)}
        </p>
      );
    case 'text':
      return (
        <p {...element} dir={dir}>
          {inline(token, depth)}
        </p>
      );
    case 'blockquote':
      return (
        <blockquote {...element} dir={dir}>
          {blocks(token.tokens, depth)}
        </blockquote>
      );
    case 'list': {
      const items = token.items.map((one, index) => <li key={index}>{item(one, depth)}</li>);
      return token.ordered ? (
        <ol {...element} dir={dir} start={token.start === '' ? 1 : token.start}>
          {items}
        </ol>
      ) : (
        <ul {...element} dir={dir}>
          {items}
        </ul>
      );
    }
    case 'code':
      return (
        <pre {...scroller(shown(token.lang ?? '') || token.text)} dir="ltr">
          {literal(token.text)}
        </pre>
      );
    case 'hr':
      return <hr {...element} />;
    case 'table':
      return table(token, depth, dir);
    default:
      return inline(token, depth);
  }
}

/** Blocks as elements: paragraphs, lists, quotes, code, tables. */
export const blocks = (tokens: readonly Token[], depth = 0): ReactNode =>
  keyed(tokens, (token) => (depth >= MAX_DEPTH ? literal(token.raw) : block(token, depth + 1)));
