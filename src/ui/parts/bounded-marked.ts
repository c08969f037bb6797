// marked, kept from texts made to do harm: alone it needs minutes for 100 KB of marks that nothing closes, or fails.
import type { Lexer, Marked, MarkedExtension, MarkedOptions, Token, Tokenizer, Tokens } from 'marked';

type Library = Pick<typeof import('marked'), 'Lexer' | 'Marked' | 'Tokenizer'>;

/** Lists and quotes in each other. Deeper ones are text: each level reads all below it again. */
const DEEPEST = 20;
/** Marks of emphasis in a paragraph: each looks through all that follows. */
const MOST_MARKS = 1000;
/** At each mark all that could be an address is read again, up to the next blank. Characters. */
const LONGEST_WORD = /\S{1000}/;

/** @returns the HTML of each block of a text; not sanitised. */
export function boundedMarked(library: Library, extension: MarkedExtension): (text: string) => string[] {
  const marked: Marked = new library.Marked(extension);
  marked.setOptions({ tokenizer: boundedTokenizer(library) });
  const BoundedLexer = boundedLexer(library);
  return (text) => {
    try {
      return new BoundedLexer(marked.defaults)
        .lex(text)
        .filter(({ type }) => type !== 'space' && type !== 'def')
        .map((token) => marked.parser([token]));
    } catch {
      // It calls itself for every mark in a mark, and there is an end to that.
      return [`<pre>${escapeHtml(text)}</pre>`];
    }
  };
}

/** For those who make nodes of the blocks themselves, without HTML between. */
export function boundedTokens(library: Library): (text: string) => Token[] {
  const marked = new library.Marked({ gfm: true });
  marked.setOptions({ tokenizer: boundedTokenizer(library) });
  const BoundedLexer = boundedLexer(library);
  return (text) => {
    try {
      return new BoundedLexer(marked.defaults)
        .lex(text)
        .filter(({ type }) => type !== 'space' && type !== 'def');
    } catch {
      return [{ type: 'code', raw: text, text } satisfies Tokens.Code];
    }
  };
}

function boundedTokenizer({ Tokenizer }: Library): Tokenizer {
  let depth = 0;
  const within = <Token>(read: () => Token | undefined): Token | undefined => {
    if (depth >= DEEPEST) return undefined;
    depth++;
    try {
      return read();
    } finally {
      depth--;
    }
  };
  return new (class extends Tokenizer {
    override blockquote(source: string): ReturnType<Tokenizer['blockquote']> {
      return within(() => super.blockquote(source));
    }

    override list(source: string): ReturnType<Tokenizer['list']> {
      return within(() => super.list(source));
    }
  })();
}

function boundedLexer({ Lexer: Base }: Library): new (options: MarkedOptions) => Pick<Lexer, 'lex'> {
  return class extends Base {
    override inlineTokens(source: string, tokens: Token[] = []): Token[] {
      const isHostile =
        source.length > MOST_MARKS &&
        (LONGEST_WORD.test(source) || (source.match(/[*_~]+/g)?.length ?? 0) > MOST_MARKS);
      if (!isHostile) return super.inlineTokens(source, tokens);
      tokens.push({ type: 'text', raw: source, text: source, escaped: false });
      return tokens;
    }
  };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
