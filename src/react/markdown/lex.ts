import { getDefaults, Lexer, Tokenizer, type Token } from 'marked';

/** Maximum length in UTF-16 code units. Some input takes the lexer quadratic time. */
const MAX_LENGTH = 10_000;

/** Matches 24 quotes or list items that begin on one line. The lexer recurses for each and can overflow the stack. */
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))){24}/m;

/**
 * Maximum sum of what the lexer may read for the emphasis marks of a text, in UTF-16 code units. Each mark counts the
 * whole inline text around it, such as a paragraph.
 */
const MAX_EMPHASIS = 1_000_000;
const MAX_PIECES = 3_000;

/**
 * Tokenizer without HTML, link definitions and underlined headings, and without indented code, because agents indent
 * text. It throws a `RangeError` above `MAX_EMPHASIS` or `MAX_PIECES`.
 */
class TextTokenizer extends Tokenizer {
  #emphasis = 0;
  #pieces = 0;

  override html(): undefined {}
  override tag(): undefined {}
  override def(): undefined {}
  override code(): undefined {}
  override lheading(): undefined {}

  override emStrong(...args: Parameters<Tokenizer['emStrong']>): ReturnType<Tokenizer['emStrong']> {
    const [source, masked] = args;
    if (/^[*_]/.test(source)) this.#emphasis += masked.length;
    this.#check();
    return super.emStrong(...args);
  }

  override inlineText(source: string): ReturnType<Tokenizer['inlineText']> {
    this.#pieces += 1;
    this.#check();
    return super.inlineText(source);
  }

  #check() {
    if (this.#emphasis > MAX_EMPHASIS || this.#pieces > MAX_PIECES) throw new RangeError('Too many marks.');
  }
}

function prepare(text: string) {
  if (text.length > MAX_LENGTH || TOO_DEEP.test(text)) throw new RangeError('Too long, or nested too deep.');
  // The host's global options may contain extensions.
  return { ...getDefaults(), tokenizer: new TextTokenizer() };
}

export const lexBlocks = (text: string): Token[] => Lexer.lex(text, prepare(text));

/** Removes heading marks at the start of lines, because a question is already a heading. */
export const lexInline = (text: string): Token[] =>
  Lexer.lexInline(text.replace(/^ {0,3}#{1,6}[ \t]+/gm, ''), prepare(text));
