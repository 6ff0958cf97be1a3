import { Lexer, type MarkedToken, type Token } from 'marked';

/** In UTF-16 code units. The page renders longer text without Markdown, too. */
const MAX_LENGTH = 10_000;

const all = (tokens: readonly Token[]): string => tokens.map((token) => words(token as MarkedToken)).join('');

function words(token: MarkedToken): string {
  switch (token.type) {
    case 'heading':
    case 'paragraph':
    case 'blockquote':
    case 'list_item':
      return `${all(token.tokens)}\n`;
    case 'list':
      return all(token.items);
    case 'table':
      return [token.header, ...token.rows]
        .map((row) => `${row.map(({ tokens }) => all(tokens)).join(', ')}\n`)
        .join('');
    case 'code':
      return `${token.text}\n`;
    case 'strong':
    case 'em':
    case 'del':
    case 'link':
      return all(token.tokens);
    case 'text':
      return token.tokens ? all(token.tokens) : token.text;
    case 'escape':
    case 'codespan':
    case 'image':
      return token.text;
    case 'space':
    case 'hr':
    case 'checkbox':
      return '';
    default:
      return token.raw;
  }
}

/** Returns the text of Markdown as a screen reader reads it, without the syntax. */
export function spoken(markdown: string): string {
  if (markdown.length > MAX_LENGTH) return markdown;
  try {
    return all(Lexer.lex(markdown)).trim();
  } catch {
    // Nested too deeply to parse.
    return markdown;
  }
}
