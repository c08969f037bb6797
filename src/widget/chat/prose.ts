// A growing Markdown text as elements: blocks that did not change stay as they are, so that they can be read and selected.
import type { Token } from 'marked';
import { make, type Child } from '../dom.ts';
import type { TokensOf } from '../host.ts';
import { chatIcon } from './icons.ts';
import { blockNodes, type LinkRule, type ProseElement, type ProseNode } from './prose-nodes.ts';

/** Time in ms that a button says it has copied. */
const SAID = 1500;

export interface ProseWords {
  copyCode: string;
  copied: string;
}

export interface ProseActions {
  linkTo: LinkRule;
  /** The number of a source. */
  cite(number: number): HTMLElement;
}

export class Prose {
  readonly root = make('div', { class: 'prose', part: 'answer-text', dir: 'auto' });
  #shown: string[] = [];

  constructor(
    private readonly tokensOf: TokensOf,
    private readonly actions: ProseActions,
    private readonly words: ProseWords,
  ) {}

  set(text: string): void {
    const blocks = this.tokensOf(text);
    const first = blocks.findIndex(({ raw }, index) => raw !== this.#shown[index]);
    if (first < 0 && blocks.length === this.#shown.length) return;
    const from = first < 0 ? blocks.length : first;
    for (const old of [...this.root.children].slice(from)) old.remove();
    this.root.append(...blocks.slice(from).map((token) => this.#block(token)));
    this.#shown = blocks.map(({ raw }) => raw);
  }

  /** One element for each block, so that they can be counted. */
  #block(token: Token): HTMLElement {
    const nodes = blockNodes(token, this.actions.linkTo);
    const [only] = nodes;
    if (nodes.length === 1 && only !== undefined && typeof only !== 'string' && 'tag' in only) {
      return this.#element(only);
    }
    return make('p', {}, ...this.#all(nodes));
  }

  #all(nodes: readonly ProseNode[]): Child[] {
    return nodes.map((node) => {
      if (typeof node === 'string') return node;
      return 'cite' in node ? this.actions.cite(node.cite) : this.#element(node);
    });
  }

  #element({ tag, href, start, align, children }: ProseElement): HTMLElement {
    const isOut = href !== undefined;
    const element = make(
      tag,
      {
        href,
        target: isOut && '_blank',
        rel: isOut && 'noopener noreferrer',
        start: start === undefined ? undefined : String(start),
        class: align && `at-${align}`,
        // A keyboard must be able to scroll it.
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

/** @param copied what the button says for a moment; nothing happens where a page may not write to the clipboard. */
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
