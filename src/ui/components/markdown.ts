// Renders Markdown to nodes, piece by piece. Short texts are parsed immediately, long ones in a worker.
//
// - Parser and DOMPurify load on first use.
// - All output has passed `sanitise`; nothing else turns text into nodes.
import type { Extensions } from '../../core/extensions.ts';
import type { QueueWorker } from '../../base/worker-queue.ts';
import type { Piece } from '../../markdown/reading.ts';
import { markContinued, type Markdown as MarkdownOf } from '../../markdown/rendered-markdown.ts';
import { sanitise } from './sanitise.ts';

/** `content` is unsanitised HTML. */
export type HtmlPiece = Piece<string>;

export type Markdown = MarkdownOf<string>;

/** Elements whose start side matters (numbers, a bar, the first column): it follows the direction of their text. */
const RUNNING = 'ul, ol, dl, blockquote, table';

let loading: Promise<Markdown> | undefined;

export function loadMarkdown(extensions: Pick<Extensions, 'of'>): Promise<Markdown> {
  loading ??= load(extensions).catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function load(extensions: Pick<Extensions, 'of'>): Promise<Markdown> {
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
      nameLanguages(nodes, piece.content.join(''));
      for (const part of nodes.querySelectorAll(RUNNING)) part.setAttribute('dir', 'auto');
      markTasks(nodes);
      markContinued(nodes, piece.continued);
      return nodes;
    },
    drawn(place) {
      if (place.querySelector(SPECIAL)) void dressParts(place, extensions);
      if (place.querySelector(NOTES))
        void import('./footnotes.ts').then(({ linkNotes }) => linkNotes(place), stay);
    },
  };
}

/** Parts that features may render specially. */
const SPECIAL = 'pre[data-language], tex-inline, tex-block';
const NOTES = 'note-ref, note-text';

/** Without its feature, or offline before its first use, a part stays text. */
async function dressParts(place: HTMLElement, extensions: Pick<Extensions, 'of'>): Promise<void> {
  for (const { selector, load } of await extensions.of('textPart'))
    if (place.querySelector(selector)) void load().then((dress) => dress(place), stay);
}

function stay(): void {
  // Nothing is lost: the text is there.
}

const BOX = /^[☐☑]\s/;

/** Replaces the bullets of task lists by checkboxes. */
function markTasks(nodes: DocumentFragment): void {
  for (const item of nodes.querySelectorAll('li'))
    item.classList.toggle('task', BOX.test(item.textContent?.trimStart() ?? ''));
}

/** Copies the language of code fences, if it is a plain word; sanitising has removed the classes that named it. */
function nameLanguages(nodes: DocumentFragment, html: string): void {
  const blocks = nodes.querySelectorAll('pre');
  const languages = blocks.length === 0 ? [] : languagesIn(html);
  if (languages.length !== blocks.length) return;
  for (const [index, block] of blocks.entries()) {
    const language = languages[index];
    if (language) block.dataset['language'] = language;
  }
}

export function languagesIn(html: string): (string | undefined)[] {
  return [...html.matchAll(/<pre><code(?: class="language-([^"]*)")?>/g)].map(([, name = '']) =>
    /^[\w+#.-]{1,24}$/.test(name) ? name : undefined,
  );
}

function startWorker(): QueueWorker {
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
