// Renders a Markdown text in an element, and follows it while it grows. No text blocks the page: see
// `markdown/pieces.ts`.
//
// - A growing text is parsed again from its last block only, and as a whole once it is complete.
// - Unchanged pieces keep their nodes, so that they can be read and selected meanwhile.
// - Pieces of a long text are drawn as they come into view, the rest when idle. Their elements have the class
//   `slice`, and `empty` until then: the page's styles reserve space for them, with the height in `--room`.
import { GradualFiller } from './gradual-filler.ts';
import type { MarkdownReader, Reading } from './reader.ts';
import type { Piece } from './reading.ts';
import { passageRange } from './passage-range.ts';
import { roomsFor } from './room.ts';
import { textNodes } from './text-nodes.ts';

/** More pieces than these are drawn gradually. */
const FEW = 4;
/** A growing text is parsed again after a pause of this many times the last parsing time, so that the worker keeps up. */
const REST = 3;
/** Milliseconds of work at a time. */
const SPELL = 8;
/** Characters around a passage in which its words are searched. */
const NEAR = 60_000;
const MOST_NEAR = 6;

/** How texts are parsed, and how a piece is rendered. */
export interface Markdown<T> {
  reader: Pick<MarkdownReader<T>, 'read'>;
  nodes(piece: Piece<T>): DocumentFragment;
  /** Called when a piece was added to the page. */
  drawn?(place: HTMLElement): void;
}

export interface Dressing<T> {
  /** Changes the parsed content before it becomes nodes. */
  rewrite?: (content: T) => T;
  /** Adds context-specific nodes before the piece is shown. */
  dress?: (nodes: DocumentFragment, piece: Piece<T>) => void;
  /** Updates the shown nodes: after a piece is drawn, and at each `refresh`. */
  refresh?: (place: HTMLElement) => void;
}

interface Place<T> {
  piece: Piece<T>;
  node: HTMLElement;
  isDrawn: boolean;
}

export class RenderedMarkdown<T> {
  /** Reports why the text is shown without formatting. */
  onproblem: ((problem: Reading<T>['problem']) => void) | undefined;
  readonly #root: HTMLElement;
  readonly #markdown: Markdown<T>;
  readonly #dressing: Dressing<T>;
  #text = '';
  #isWhole = true;
  #places: Place<T>[] = [];
  #filler: GradualFiller | undefined;
  #abort: AbortController | undefined;
  #next: { text: string; isComplete: boolean } | undefined;
  #refreshing: ReturnType<typeof setTimeout> | undefined;
  #settled: Promise<void> = Promise.resolve();

  constructor(root: HTMLElement, markdown: Markdown<T>, dressing: Dressing<T> = {}) {
    this.#root = root;
    this.#markdown = markdown;
    this.#dressing = dressing;
  }

  /** @param isComplete false while more of the text is to come. */
  set(text: string, isComplete = true): void {
    if (this.#abort) {
      this.#next = { text, isComplete };
      return;
    }
    if (text === this.#text && (this.#isWhole || !isComplete)) return;
    const kept = isComplete || !text.startsWith(this.#text) ? 0 : this.#keptPieces();
    const from = this.#places[kept]?.piece.start ?? 0;
    const abort = new AbortController();
    const began = performance.now();
    const reading = this.#markdown.reader.read(text.slice(from), abort.signal);
    const accept = ({ pieces, problem }: Reading<T>): void => {
      this.#text = text;
      this.#isWhole = kept === 0;
      const block = this.#places[kept - 1]?.piece.block ?? -1;
      const moved = pieces.map((piece) => ({
        ...piece,
        start: piece.start + from,
        end: piece.end + from,
        block: piece.block + block + 1,
      }));
      this.#show([...this.#places.slice(0, kept).map(({ piece }) => piece), ...moved]);
      this.onproblem?.(problem);
    };
    if (!(reading instanceof Promise)) return accept(reading);
    this.#abort = abort;
    this.#root.ariaBusy = 'true';
    this.#settled = reading.then(async (answer) => {
      if (abort.signal.aborted) return;
      accept(answer);
      this.#root.ariaBusy = null;
      if (!isComplete) await rest((performance.now() - began) * REST);
      if (abort.signal.aborted) return;
      this.#abort = undefined;
      const { text: later, isComplete: isEnd } = this.#next ?? { text, isComplete };
      this.#next = undefined;
      this.set(later, isEnd);
    });
  }

  get isReading(): boolean {
    return this.#abort !== undefined;
  }

  /** Resolves when the text that was set is shown. */
  get settled(): Promise<void> {
    return this.#settled;
  }

  refresh(): void {
    clearTimeout(this.#refreshing);
    this.#refreshFrom(0);
  }

  stop(): void {
    this.#abort?.abort();
    this.#filler?.stop();
    clearTimeout(this.#refreshing);
  }

  /** Draws the text from `start` to `end`. @returns its range on the page; undefined when it has no words. */
  rangeOf(start: number, end: number): Range | undefined {
    const first = this.#places.findIndex(({ piece }) => piece.end > start);
    if (first < 0) return undefined;
    const within: Place<T>[] = [];
    for (let at = first; at < this.#places.length; at++) {
      const place = this.#places[at]!;
      if (place.piece.start >= end || place.piece.start - this.#places[first]!.piece.start > NEAR) break;
      this.#draw(at);
      within.push(place);
      if (within.length >= MOST_NEAR) break;
    }
    return rangeWithin(
      within.map(({ node }) => node),
      this.#text.slice(start, Math.min(end, start + NEAR)),
    );
  }

  #refreshFrom(index: number): void {
    const end = performance.now() + SPELL;
    for (let at = index; at < this.#places.length; at++) {
      const { node, isDrawn } = this.#places[at]!;
      if (isDrawn) this.#dressing.refresh?.(node);
      if (performance.now() < end) continue;
      this.#refreshing = setTimeout(() => this.#refreshFrom(at + 1));
      return;
    }
  }

  /** Returns the number of pieces before the block that may still grow. */
  #keptPieces(): number {
    const last = this.#places.at(-1)?.piece;
    if (!last || last.text !== undefined) return 0;
    const first = this.#places.findIndex(({ piece }) => piece.block >= last.block);
    // Without a position of its own, it continues from the previous one.
    return this.#places[first]!.piece.continued > 0 ? 0 : first;
  }

  #show(pieces: readonly Piece<T>[]): void {
    this.#filler?.stop();
    const isLong = pieces.length > FEW;
    const places = pieces.map((piece, index) => this.#placeOf(piece, this.#places[index]));
    for (const { node } of this.#places.slice(pieces.length)) node.remove();
    this.#places = places;
    const added = places.filter(({ node }) => !node.parentNode).map(({ node }) => node);
    this.#root.append(...added);
    for (const { node } of places) {
      if (isLong) node.classList.add('slice');
      if (isLong && !node.hasChildNodes()) node.classList.add('empty');
    }
    if (isLong) {
      const rooms = roomsFor(pieces);
      for (const [index, { node }] of places.entries())
        node.style.setProperty('--room', `${rooms[index]!}px`);
    }
    const waiting = places.flatMap(({ isDrawn }, index) => (isDrawn ? [] : [index]));
    if (!isLong) return waiting.forEach((index) => this.#draw(index));
    const nodes = waiting.map((index) => places[index]!.node);
    this.#filler = new GradualFiller(nodes, (index) => this.#draw(waiting[index]!));
    this.#filler.start();
  }

  #placeOf(piece: Piece<T>, before: Place<T> | undefined): Place<T> {
    if (!before) return { piece, node: document.createElement('div'), isDrawn: false };
    return { piece, node: before.node, isDrawn: before.isDrawn && isSame(piece, before.piece) };
  }

  #draw(index: number): void {
    const place = this.#places[index];
    if (!place || place.isDrawn) return;
    place.isDrawn = true;
    const { rewrite } = this.#dressing;
    const { piece } = place;
    const nodes = this.#markdown.nodes(rewrite ? { ...piece, content: piece.content.map(rewrite) } : piece);
    this.#dressing.dress?.(nodes, place.piece);
    place.node.replaceChildren(nodes);
    place.node.classList.remove('empty');
    this.#markdown.drawn?.(place.node);
    this.#dressing.refresh?.(place.node);
  }
}

function isSame<T>(one: Piece<T>, other: Piece<T>): boolean {
  return (
    one.text === other.text &&
    one.continued === other.continued &&
    one.content.length === other.content.length &&
    one.content.every((each, index) => isEqual(each, other.content[index]))
  );
}

/** Compares HTML, or nodes as plain data. */
function isEqual(one: unknown, other: unknown): boolean {
  return one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
}

/** Finds the words of a passage in the rendered text. */
function rangeWithin(roots: readonly HTMLElement[], passage: string): Range | undefined {
  // A button beside code, or below a table, is not part of the passage.
  const texts = roots.flatMap((root) => textNodes(root, 'button:not(.cite)'));
  const found = passageRange(texts.map(({ data }) => data).join('\n'), passage);
  if (!found) return undefined;
  const range = new Range();
  let at = 0;
  for (const text of texts) {
    const [start, end] = [found[0] - at, found[1] - at];
    if (start >= 0 && start < text.length) range.setStart(text, start);
    if (end > 0 && end <= text.length) range.setEnd(text, end);
    at += text.length + 1;
  }
  return range;
}

function rest(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

/** An item that continues from the previous piece already has its number there. */
export function markContinued(nodes: DocumentFragment, depth: number): void {
  let node = nodes.firstElementChild;
  for (let level = 0; node && level < depth; level++, node = node.firstElementChild) {
    if (node.localName === 'li') node.classList.add('continued');
  }
}
