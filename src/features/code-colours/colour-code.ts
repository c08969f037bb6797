// Colours code blocks without touching their nodes (CSS custom highlights such as `::highlight(code-keyword)`).
// Browsers without custom highlights show plain code.
//
// Only blocks near the window have ranges: with those of a megabyte of code, each change takes the browser seconds.
import type { CodeStretch, ReadCode } from '../../core/code-stretch.ts';

/** Milliseconds. A streaming text is redrawn with each token, so its code is read once it pauses. */
const RESTED = 150;
/** How far outside the window code is coloured. */
const AHEAD = '600px 0px';

type KindRange = readonly [kind: string, range: StaticRange];

const readers = new WeakMap<Element, ReadCode>();
const coloured = new Map<Element, readonly KindRange[]>();
const near = new WeakSet<Element>();
let watch: IntersectionObserver | undefined;

/** Colours the blocks below `root` that name their language, once the text pauses and they come into view. */
export function colourCode(root: HTMLElement, read: ReadCode): void {
  if (!('highlights' in CSS)) return;
  const blocks = root.querySelectorAll<HTMLElement>('pre[data-language]');
  if (blocks.length === 0) return;
  watch ??= new IntersectionObserver(onView, { rootMargin: AHEAD, scrollMargin: AHEAD });
  const watching = watch;
  setTimeout(() => {
    for (const block of blocks) {
      if (!block.isConnected) continue;
      readers.set(block, read);
      // Once more for a block known already, whose text may have changed.
      watching.unobserve(block);
      watching.observe(block);
    }
  }, RESTED);
}

/** Also called for a block that has left the page. */
function onView(entries: IntersectionObserverEntry[]): void {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) {
      near.add(target);
      void colour(target as HTMLElement);
    } else {
      near.delete(target);
      forget(target);
      if (!target.isConnected) watch?.unobserve(target);
    }
  }
}

async function colour(block: HTMLElement): Promise<void> {
  const code = block.textContent ?? '';
  const stretches = (await readers.get(block)?.(code, block.dataset['language'] ?? '')) ?? [];
  if (!near.has(block) || !block.isConnected || block.textContent !== code) return;
  forget(block);
  const ranges = [...rangesOf(block, stretches)];
  coloured.set(block, ranges);
  for (const [kind, range] of ranges) highlightOf(kind).add(range);
}

function forget(block: Element): void {
  for (const [kind, range] of coloured.get(block) ?? []) highlightOf(kind).delete(range);
  coloured.delete(block);
}

function* rangesOf(block: HTMLElement, stretches: readonly CodeStretch[]): Generator<KindRange> {
  const texts: { text: Text; start: number }[] = [];
  const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
  for (let at = 0; walker.nextNode(); at += texts.at(-1)!.text.length)
    texts.push({ text: walker.currentNode as Text, start: at });
  for (const { kind, start, end } of stretches) {
    const first = texts.findLast((each) => each.start <= start);
    const last = texts.findLast((each) => each.start < end);
    if (!first || !last) continue;
    yield [
      kind,
      new StaticRange({
        startContainer: first.text,
        startOffset: start - first.start,
        endContainer: last.text,
        endOffset: end - last.start,
      }),
    ];
  }
}

function highlightOf(kind: string): Highlight {
  const name = `code-${kind}`;
  let highlight = CSS.highlights.get(name);
  if (!highlight) CSS.highlights.set(name, (highlight = new Highlight()));
  return highlight;
}
