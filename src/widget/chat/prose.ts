// Renders a growing Markdown text as elements, from data: no markup is parsed.
import type { Piece } from '../../markdown/reading.ts';
import { markAnswer } from '../../markdown/mark-answer.ts';
import { markContinued, RenderedMarkdown } from '../../markdown/rendered-markdown.ts';
import { make, type Child } from '../dom.ts';
import type { AnswerReader } from '../host.ts';
import { chatIcon } from './icons.ts';
import type { LinkRule, ProseElement, ProseNode } from './prose-nodes.ts';

/** Milliseconds that a button shows “copied”. */
const SAID = 1500;

export interface ProseWords {
  copyCode: string;
  copied: string;
  /** Above an answer that could not be formatted. */
  plainText: string;
}

export interface ProseActions {
  linkTo: LinkRule;
  /** Renders a source number. */
  cite(number: number): HTMLElement;
}

export class Prose {
  readonly root = make('div', { class: 'prose', part: 'answer-text', dir: 'auto' });
  readonly #rendered: RenderedMarkdown<ProseNode[]>;
  #text = '';
  readonly #note = make('p', { class: 'unformatted' });

  constructor(
    reader: AnswerReader,
    private readonly actions: ProseActions,
    private readonly words: ProseWords,
  ) {
    this.#rendered = new RenderedMarkdown(this.root, {
      reader,
      nodes: (piece) => this.#nodes(piece),
      drawn: typesetFormulas,
    });
    this.#rendered.onproblem = (problem) => {
      this.#note.textContent = problem ? words.plainText : '';
      if (problem) this.root.before(this.#note);
      else this.#note.remove();
    };
  }

  set(text: string, isComplete: boolean): void {
    this.#text = text;
    this.#rendered.set(text, isComplete);
  }

  /** Marks parts of the text, once it is rendered. */
  mark(ranges: readonly { start: number; end: number }[]): void {
    void this.#rendered.settled.then(() => {
      const text = this.#text;
      // Also renders everything before it: a mark is found by its position in the text.
      this.#rendered.rangeOf(0, Math.max(...ranges.map(({ end }) => end)));
      markAnswer(this.root, text, ranges);
    });
  }

  remove(): void {
    this.#rendered.stop();
    this.#note.remove();
    this.root.remove();
  }

  #nodes({ content, text, continued }: Piece<ProseNode[]>): DocumentFragment {
    const fragment = document.createDocumentFragment();
    if (text !== undefined) fragment.append(make('p', { class: 'plain' }, text));
    for (const nodes of content) fragment.append(...this.#blocks(nodes));
    markContinued(fragment, continued);
    return fragment;
  }

  /** Content between blocks, such as a tag, becomes a paragraph. */
  #blocks(nodes: readonly ProseNode[]): Node[] {
    return nodes.map((node) =>
      typeof node === 'string' || 'cite' in node ? make('p', {}, ...this.#all([node])) : this.#element(node),
    );
  }

  #all(nodes: readonly ProseNode[]): Child[] {
    return nodes.map((node) => {
      if (typeof node === 'string') return node;
      if ('cite' in node) return this.actions.cite(node.cite);
      return this.#element(node);
    });
  }

  #element({ tag, href, start, align, children }: ProseElement): HTMLElement {
    if (tag === 'tex-inline' || tag === 'tex-block') {
      const formula = document.createElement(tag);
      formula.append(...children.filter((child) => typeof child === 'string'));
      return formula;
    }
    const target = href === undefined ? undefined : this.actions.linkTo(href);
    // A link without a safe target becomes its text.
    if (tag === 'a' && target === undefined) return make('span', {}, ...this.#all(children));
    const isOut = target !== undefined;
    const element = make(
      tag,
      {
        href: target,
        target: isOut && '_blank',
        rel: isOut && 'noopener noreferrer',
        start: start === undefined ? undefined : String(start),
        class: align && `at-${align}`,
        // Makes it scrollable by keyboard.
        tabindex: tag === 'pre' && '0',
        dir: (tag === 'ul' || tag === 'ol' || tag === 'blockquote') && 'auto',
      },
      ...this.#all(children),
    );
    if (tag === 'table') return make('div', { class: 'wide', tabindex: '0', role: 'group' }, element);
    return tag === 'pre' ? make('div', { class: 'code', dir: 'ltr' }, element, this.#copy(element)) : element;
  }

  #copy(pre: HTMLElement): HTMLElement {
    const label = this.words.copyCode;
    const button = make(
      'button',
      { type: 'button', class: 'quiet', part: 'copy-code', 'aria-label': label, title: label },
      chatIcon('copy'),
    );
    button.addEventListener('click', () => void copyTo(button, pre.textContent ?? '', this.words.copied));
    return button;
  }
}

/** If the typesetter fails to load, formulas stay text. */
function typesetFormulas(place: HTMLElement): void {
  if (!place.querySelector('tex-inline, tex-block')) return;
  void import('./formulas.ts').then(
    ({ typeset }) => typeset(place),
    () => undefined,
  );
}

/** @param copied the button's temporary label; nothing happens where a page may not write to the clipboard. */
export async function copyTo(button: HTMLElement, text: string, copied: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    return;
  }
  const before = [...button.childNodes];
  const label = button.getAttribute('aria-label');
  button.replaceChildren(chatIcon('check'), make('span', {}, copied));
  button.removeAttribute('aria-label');
  setTimeout(() => {
    button.replaceChildren(...before);
    if (label !== null) button.setAttribute('aria-label', label);
  }, SAID);
}
