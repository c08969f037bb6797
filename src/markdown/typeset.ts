// Typesets the formulas of a text. An invalid formula stays text. Loads KaTeX.
//
// - A formula is untrusted: it can't load, link or name anything (`trust`), and the page's styles confine it to its
//   own box.
import katex from 'katex';
import { formulaOf } from './formulas.ts';

/** Maximum size that a formula can request, in em, and maximum macro expansions. */
const LIMITS = { maxSize: 20, maxExpand: 300 } as const;
/** Milliseconds of work at a time. A formula takes about one, and a page may have thousands. */
const SPELL = 8;

/** The output: MathML for every reader, with or without the HTML for KaTeX's own styles and fonts. */
export type FormulaOutput = 'mathml' | 'htmlAndMathml';

export class Typesetter {
  readonly #output: FormulaOutput;
  #waiting: HTMLElement[] = [];

  constructor(output: FormulaOutput) {
    this.#output = output;
  }

  typeset(place: ParentNode): void {
    const isWorking = this.#waiting.length > 0;
    this.#waiting.push(...place.querySelectorAll<HTMLElement>('tex-inline, tex-block'));
    if (!isWorking) this.#work();
  }

  #work(): void {
    const end = performance.now() + SPELL;
    let done = 0;
    while (done < this.#waiting.length && performance.now() < end) this.#show(this.#waiting[done++]!);
    this.#waiting = this.#waiting.slice(done);
    if (this.#waiting.length > 0) setTimeout(() => this.#work());
  }

  #show(node: HTMLElement): void {
    const formula = formulaOf(node.textContent ?? '');
    if (!formula || !node.isConnected || node.firstElementChild) return;
    const shown = document.createElement('span');
    try {
      katex.render(formula.tex, shown, {
        ...LIMITS,
        displayMode: formula.isBlock,
        throwOnError: true,
        strict: 'ignore',
        trust: false,
        output: this.#output,
      });
    } catch {
      node.classList.add('unread');
      return;
    }
    // Formulas run from left to right in every language.
    node.dir = 'ltr';
    // Makes it scrollable by keyboard.
    if (formula.isBlock) node.tabIndex = 0;
    node.replaceChildren(shown);
  }
}
