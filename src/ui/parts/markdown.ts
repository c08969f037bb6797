// Markdown to nodes, block by block, so that a streamed answer redraws only its last block.
//
// - marked and DOMPurify load on first use.
// - What comes out has been through `sanitise`; nothing else turns text into nodes.
import { boundedMarked, escapeHtml } from './bounded-marked.ts';
import { sanitise } from './sanitise.ts';

/** One paragraph, list, table …: compare by identity to see whether it changed. */
export interface Block {
  html: string;
}

export interface Markdown {
  /** Cuts a text into blocks. `known` keeps the ones that did not change: give the same map while a text grows. */
  blocks(text: string, known: Map<string, Block>): Block[];
  nodes(block: Block): DocumentFragment;
}

/** What has a side where it begins: numbers, a bar, the first column. It is that of the writing within. */
const RUNNING = 'ul, ol, dl, blockquote, table';

let loading: Promise<Markdown> | undefined;

export function loadMarkdown(): Promise<Markdown> {
  loading ??= load().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(): Promise<Markdown> {
  const [library, { default: purify }] = await Promise.all([import('marked'), import('dompurify')]);
  const htmlOf = boundedMarked(library, {
    gfm: true,
    renderer: {
      // An image would be fetched from wherever the text says; a link waits for a click.
      image: ({ href, text }) => `<a href="${escapeHtml(href)}">${escapeHtml(text || href)}</a>`,
      checkbox: ({ checked }) => (checked ? '☑ ' : '☐ '),
    },
  });
  return {
    blocks(text, known) {
      const blocks = htmlOf(text).map((html) => known.get(html) ?? { html });
      known.clear();
      for (const block of blocks) known.set(block.html, block);
      return blocks;
    },
    nodes({ html }) {
      const nodes = sanitise(purify, html);
      for (const part of nodes.querySelectorAll(RUNNING)) part.setAttribute('dir', 'auto');
      return nodes;
    },
  };
}
