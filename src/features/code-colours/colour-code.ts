// Colours code blocks without touching their nodes (CSS custom highlights such as `::highlight(code-keyword)`).
// Browsers without custom highlights show plain code.
import { CODE_KINDS, type CodeStretch, type ReadCode } from '../../core/code-stretch.ts';

/** Milliseconds. A streaming text is redrawn with each token, so its code is read once it pauses. */
const RESTED = 150;

/** Colours the blocks below `root` that name their language, once the text pauses. */
export function colourCode(root: HTMLElement, read: ReadCode): void {
  if (!('highlights' in CSS)) return;
  const blocks = root.querySelectorAll<HTMLElement>('pre[data-language]');
  if (blocks.length === 0) return;
  setTimeout(() => {
    for (const block of blocks) if (block.isConnected) void colour(block, read);
  }, RESTED);
}

async function colour(block: HTMLElement, read: ReadCode): Promise<void> {
  const code = block.textContent ?? '';
  const stretches = await read(code, block.dataset['language'] ?? '');
  if (!block.isConnected || block.textContent !== code) return;
  forgetGone();
  for (const [kind, range] of rangesOf(block, stretches)) highlightOf(kind).add(range);
}

function* rangesOf(block: HTMLElement, stretches: readonly CodeStretch[]): Generator<[string, StaticRange]> {
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

/** Forgets blocks that have left the page. */
function forgetGone(): void {
  for (const kind of CODE_KINDS) {
    const highlight = highlightOf(kind);
    highlight.forEach((range) => {
      if (!range.startContainer.isConnected) highlight.delete(range);
    });
  }
}
