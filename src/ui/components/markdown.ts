// Markdown to nodes, piece by piece. Short texts are read at once, long ones in a worker.
//
// - Parser and DOMPurify load on first use.
// - What comes out has been through `sanitise`; nothing else turns text into nodes.
import type { MarkdownWorker } from '../../markdown/reader.ts';
import type { Piece } from '../../markdown/reading.ts';
import { markContinued, type Markdown as MarkdownOf } from '../../markdown/rendered-markdown.ts';
import { sanitise } from './sanitise.ts';

/** `content` is HTML that is not sanitised yet. */
export type HtmlPiece = Piece<string>;

export type Markdown = MarkdownOf<string>;

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
  const [{ MarkdownReader }, { htmlOf, readPieces }, { default: purify }] = await Promise.all([
    import('../../markdown/reader.ts'),
    import('../../markdown/reading.ts'),
    import('dompurify'),
  ]);
  return {
    reader: new MarkdownReader((text) => readPieces(text, htmlOf), startWorker),
    nodes(piece) {
      const nodes = document.createDocumentFragment();
      if (piece.text !== undefined) nodes.append(plainNode(piece.text));
      for (const html of piece.content) nodes.append(sanitise(purify, html));
      for (const part of nodes.querySelectorAll(RUNNING)) part.setAttribute('dir', 'auto');
      markContinued(nodes, piece.continued);
      return nodes;
    },
  };
}

function startWorker(): MarkdownWorker {
  return new Worker(new URL('../../markdown/html-worker.ts', import.meta.url), {
    type: 'module',
    name: 'markdown',
  });
}

function plainNode(text: string): HTMLElement {
  const node = document.createElement('p');
  node.className = 'plain';
  node.textContent = text;
  return node;
}
