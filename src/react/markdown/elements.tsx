import { Fragment, type ReactNode } from 'react';
import type { MarkedToken, Token, Tokens } from 'marked';
import { part } from '../dialog/anatomy.js';
import { excerpt, isEmpty } from '../../core/clean.js';
import { destination, namesHost } from './link.js';
import { literal, shown } from './text.js';

/** Maximum depth of nested tokens. Deeper tokens are shown as written. */
const MAX_DEPTH = 12;

const element = part('markdown-element');

/**
 * Returns the text of inline tokens without marks around other tokens, such as `**`. Tokens without others inside, such
 * as code and escapes, keep their marks.
 */
const wordsOf = (tokens: readonly Token[]): string =>
  tokens.map((token) => ('tokens' in token && token.tokens ? wordsOf(token.tokens) : shown(token.raw))).join('');

/** Whether the tokens contain a link. The lexer can find links in links, which HTML does not allow. */
const hasLink = (tokens: readonly Token[]): boolean =>
  tokens.some((token) => token.type === 'link' || ('tokens' in token && hasLink(token.tokens ?? [])));

function link(token: Tokens.Link, depth: number): ReactNode {
  const to = destination(token.href);
  // Show the source, so that the user sees the destination.
  if (!to || hasLink(token.tokens)) return literal(token.raw);
  const isAddress = namesHost(wordsOf(token.tokens), to);
  return (
    <a
      {...element}
      href={to.href}
      target="_blank"
      rel="noopener noreferrer nofollow"
      dir="auto"
      translate={isAddress ? 'no' : undefined}
    >
      {inlines(token.tokens, depth)}
      {!isAddress && (
        <>
          {' ('}
          <bdi translate="no">{to.host}</bdi>)
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
        <code {...element} dir="auto" translate="no">
          {literal(token.text)}
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return link(token, depth);
    case 'image':
      // Without alternative text, show the source on one line, cut to 150 characters.
      return isEmpty(shown(token.text)) ? excerpt(token.raw) : shown(token.text);
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ ';
    default:
      return literal(token.raw);
  }
}

const keyed = (tokens: readonly Token[], render: (token: MarkedToken, index: number) => ReactNode): ReactNode =>
  tokens.map((token, index) => <Fragment key={index}>{render(token as MarkedToken, index)}</Fragment>);

const inlines = (tokens: readonly Token[], depth: number): ReactNode =>
  keyed(tokens, (token) => (depth >= MAX_DEPTH ? literal(token.raw) : inline(token, depth + 1)));

/**
 * Renders inline tokens in one element, which is replaced if their source changes. On a page that the browser
 * translates, React cannot update a text beside other nodes.
 */
export const line = (tokens: readonly Token[], depth = 0): ReactNode => (
  <span key={tokens.map(({ raw }) => raw).join('')}>{inlines(tokens, depth)}</span>
);

/** Returns props for an element that scrolls. It is focusable, so that keys can scroll it. */
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
                {line(tokens, depth)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map(({ tokens }, column) => (
                <td {...element} key={column}>
                  {line(tokens, depth)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * Renders text at the start of an item inline. As a paragraph, it would move if an empty line follows later while the
 * text is streaming.
 */
const item = ({ tokens }: Tokens.ListItem, depth: number): ReactNode => {
  const first = tokens.findIndex(({ type }) => type !== 'checkbox');
  return keyed(tokens, (token, index) => {
    const text = index <= first && (token.type === 'text' || token.type === 'paragraph');
    return text ? line(token.tokens ?? [], depth) : blocks([token], depth);
  });
};

function block(token: MarkedToken, depth: number): ReactNode {
  // One direction for a whole list, table or quote. Browsers skip an element with `dir` when they detect the direction
  // around it.
  const dir = depth === 1 ? 'auto' : undefined;
  switch (token.type) {
    case 'space':
      return null;
    case 'heading':
      // A paragraph, so that the outline of the card and the page does not change.
      return (
        <p {...element} dir={dir}>
          <strong>{line(token.tokens, depth)}</strong>
        </p>
      );
    case 'paragraph':
      return (
        <p {...element} dir={dir}>
          {line(token.tokens, depth)}
        </p>
      );
    case 'text':
      return (
        <p {...element} dir={dir}>
          {line([token], depth - 1)}
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
        <pre {...scroller(shown(token.lang ?? '') || token.text)} dir="ltr" translate="no">
          {literal(token.text)}
        </pre>
      );
    case 'hr':
      return <hr {...element} />;
    case 'table':
      return table(token, depth, dir);
    default:
      return line([token], depth - 1);
  }
}

export const blocks = (tokens: readonly Token[], depth = 0): ReactNode =>
  keyed(tokens, (token) =>
    depth >= MAX_DEPTH ? <span key={token.raw}>{literal(token.raw)}</span> : block(token, depth + 1),
  );
