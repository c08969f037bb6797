// Splits tokens into pieces that a page can show one at a time, each in a few milliseconds for any text. Pure.
//
// - A block is a piece. Long lists, tables, paragraphs and code are split inside: open elements are closed and
//   reopened.
// - Many short blocks share a piece.
import { ELEMENT, HtmlWeight } from './html-weight.ts';
import type { MarkdownToken } from './parser.ts';
import { stretchesOf } from './stretches.ts';

/** Maximum weight of a piece in characters (see `ELEMENT`): a few screens of text, about 5 ms to sanitise and insert. */
const HEAVY = 8000;
/** Maximum nesting of emphasis and links. */
const DEEPEST_INLINE = 20;
/** HTML can't be split, so larger blocks of it are shown as text. */
const HEAVIEST_HTML = 60_000;
/** Beyond this number, blocks share pieces. */
const MANY = 300;

export interface TokenPiece {
  /** Each run is sanitised separately, so HTML left open does not affect the next. */
  runs: MarkdownToken[][];
  /** Lines of the text, the last one not included. */
  lines: [number, number];
  /** Index of the last block that starts before or in this piece. */
  block: number;
  /** Number of elements, from the outermost inwards, that continue from the previous piece. */
  continued: number;
}

interface Weighed extends TokenPiece {
  weight: number;
  hasHtml: boolean;
}

export function piecesOf(tokens: readonly MarkdownToken[]): TokenPiece[] {
  const cutter = new Cutter();
  for (const token of tokens) cutter.add(token);
  return grouped(cutter.pieces);
}

class Cutter {
  readonly pieces: Weighed[] = [];
  #open: { token: MarkdownToken; items: number; head: readonly MarkdownToken[] }[] = [];
  #tokens: MarkdownToken[] = [];
  #weight = 0;
  #html = new HtmlWeight();
  #lines: [number, number] = [0, 0];
  #block = -1;
  #continued = 0;

  add(token: MarkdownToken): void {
    if (this.#open.length === 0 && token.nesting >= 0) {
      this.#block++;
      this.#lines = token.map ? [...token.map] : this.#lines;
    }
    if (token.nesting >= 0 && this.#weight > HEAVY && this.#mayCut()) this.#cut(token.map?.[0]);
    if (token.nesting > 0) this.#enter(token);
    else if (token.nesting < 0) this.#leave(token);
    else this.#place(token);
    if (this.#open.length === 0) this.#finish();
  }

  #enter(token: MarkdownToken): void {
    const list = this.#open.at(-1);
    if (token.type === 'list_item_open' && list) list.items++;
    this.#open.push({ token, items: 0, head: [] });
    this.#push(token, ELEMENT);
  }

  #leave(token: MarkdownToken): void {
    this.#push(token, 0);
    this.#open.pop();
    const around = this.#open.at(-1);
    if (token.type === 'thead_close' && around && this.#weight < HEAVY / 4) {
      around.head = this.#tokens.slice(this.#tokens.findLastIndex(({ type }) => type === 'thead_open'));
    }
  }

  /** Keeps a row whole, and leaves nothing open and empty. */
  #mayCut(): boolean {
    const around = this.#open.at(-1)?.token.type;
    const isFirst = this.#tokens.at(-1)?.nesting === 1;
    return around !== undefined && !isFirst && !/^(tr|thead|th|td)_open$/.test(around);
  }

  #place(token: MarkdownToken): void {
    if (token.type === 'inline') this.#placeInline(token);
    else if (token.type === 'fence' || token.type === 'code_block') {
      for (const content of stretchesOf(token.content, '\n')) {
        if (this.#weight > HEAVY) this.#cut();
        this.#push(changed(token, { content }), content.length + ELEMENT);
      }
    } else if (token.type === 'html_block') {
      const weight = this.#html.add(token.content);
      if (weight <= HEAVIEST_HTML) this.#push(token, weight);
      else this.#place(changed(token, { type: 'code_block', tag: 'code' }));
    } else this.#push(token, ELEMENT);
  }

  #placeInline(token: MarkdownToken): void {
    const open: MarkdownToken[] = [];
    let children: MarkdownToken[] = [];
    let weight = 0;
    const put = (): void => {
      this.#push(changed(token, { children: [...children, ...closing(open)] }), weight);
      children = open.map((each) => changed(each, {}));
      weight = 0;
    };
    for (const child of withoutDepths(token.children ?? [])) {
      for (const part of partsOf(child, this.#html)) {
        const isFirst = children.length === open.length;
        if (!isFirst && part.token.nesting >= 0 && this.#weight + weight > HEAVY) {
          put();
          this.#cut();
        }
        if (part.token.nesting > 0) open.push(part.token);
        else if (part.token.nesting < 0) open.pop();
        children.push(part.token);
        weight += part.weight;
      }
    }
    put();
  }

  #push(token: MarkdownToken, weight: number): void {
    this.#tokens.push(token);
    this.#weight += weight;
  }

  /** @param line where the next piece begins, if known. */
  #cut(line?: number): void {
    const [from, to] = this.#lines;
    this.#tokens.push(...closing(this.#open.map(({ token }) => token)));
    if (line !== undefined) this.#lines = [from, line];
    this.#emit();
    this.#lines = [line ?? from, to];
    this.#tokens = this.#open.map(({ token, items }) => {
      if (token.type !== 'ordered_list_open') return changed(token, {});
      const start = Number(token.attrGet('start') ?? 1) + items;
      return changed(token, { attrs: [['start', String(start - (this.#isWithin(token) ? 1 : 0))]] });
    });
    this.#continued = this.#tokens.length;
    const head = this.#open.findLast(({ token }) => token.type === 'table_open')?.head ?? [];
    const body = this.#tokens.findLastIndex(({ type }) => type === 'tbody_open');
    if (body >= 0) this.#tokens.splice(body, 0, ...head);
  }

  /** Tells whether an item of the list is open and continues. */
  #isWithin(list: MarkdownToken): boolean {
    return this.#open.at(-1)?.token !== list;
  }

  #finish(): void {
    if (this.#weight > 0) this.#emit();
    this.#tokens = [];
    this.#weight = 0;
    this.#continued = 0;
    this.#html = new HtmlWeight();
  }

  #emit(): void {
    const { pieces } = this;
    pieces.push({
      runs: [this.#tokens],
      lines: this.#lines,
      block: this.#block,
      continued: this.#continued,
      weight: this.#weight,
      hasHtml: this.#html.hasTags,
    });
    this.#weight = 0;
    this.#html = new HtmlWeight();
  }
}

/** Turns emphasis marks that are nested too deeply back into text. */
function* withoutDepths(children: readonly MarkdownToken[]): Generator<MarkdownToken> {
  let depth = 0;
  for (const child of children) {
    if (child.nesting < 0) depth--;
    const isTooDeep = child.nesting !== 0 && depth >= DEEPEST_INLINE;
    yield isTooDeep ? changed(child, { type: 'text', nesting: 0, content: child.markup }) : child;
    if (child.nesting > 0) depth++;
  }
}

interface Part {
  token: MarkdownToken;
  weight: number;
}

function partsOf(child: MarkdownToken, html: HtmlWeight): Part[] {
  if (child.type === 'html_inline') {
    const weight = html.add(child.content);
    if (weight <= HEAVY) return [{ token: child, weight }];
    return partsOf(changed(child, { type: 'text' }), html);
  }
  if (child.type === 'text' || child.type === 'code_inline') {
    return [...stretchesOf(child.content, ' ')].map((content) => ({
      token: changed(child, { content }),
      weight: content.length + (child.type === 'text' ? 0 : ELEMENT),
    }));
  }
  // A link weighs as much as its address, a picture as its description.
  const attributes = (child.attrs ?? []).reduce((sum, [, value]) => sum + String(value).length, 0);
  if (attributes <= HEAVY) return [{ token: child, weight: ELEMENT + attributes + child.content.length }];
  return [{ token: changed(child, { attrs: [] }), weight: ELEMENT }];
}

/** Returns the tokens that close these, innermost first. */
function closing(open: readonly MarkdownToken[]): MarkdownToken[] {
  return open.toReversed().map((token) =>
    changed(token, {
      type: token.type.replace(/_open$/, '_close'),
      nesting: -1,
      attrs: null,
      map: null,
    }),
  );
}

function changed(token: MarkdownToken, changes: Partial<MarkdownToken>): MarkdownToken {
  return Object.assign(Object.create(Object.getPrototypeOf(token) as object), token, changes);
}

/** Prevents a hundred thousand one-word paragraphs from becoming as many pieces. */
function grouped(pieces: readonly Weighed[]): TokenPiece[] {
  const groups: Weighed[] = [];
  for (const piece of pieces) {
    const last = groups.at(-1);
    const joins =
      pieces.length > MANY && last && piece.continued === 0 && last.weight + piece.weight <= HEAVY;
    if (!joins) {
      groups.push({ ...piece, runs: piece.runs.map((run) => [...run]) });
      continue;
    }
    if (last.hasHtml || piece.hasHtml) last.runs.push(...piece.runs);
    else last.runs.at(-1)!.push(...piece.runs.flat());
    last.hasHtml = piece.hasHtml;
    last.weight += piece.weight;
    last.lines = [last.lines[0], piece.lines[1]];
    last.block = piece.block;
  }
  return groups.map(({ runs, lines, block, continued }) => ({ runs, lines, block, continued }));
}
