// Typesets the formulas of a text. One that can't be read stays the text that it is. Loads KaTeX.
//
// - A formula is a stranger's: it can't load, link or name anything (`trust`); the page's styles keep it within its own box.
import katex from 'katex';
import { formulaOf } from './formulas.ts';

/** Sizes that a formula may ask for, in em, and how often its macros may be expanded. */
const LIMITS = { maxSize: 20, maxExpand: 300 } as const;
/** A formula takes about a millisecond, and a page may have thousands. Milliseconds. */
const SPELL = 8;

/** What comes out: MathML for every reader, with or without what KaTeX's own styles and fonts draw. */
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
    // A keyboard must be able to scroll it.
    if (formula.isBlock) node.tabIndex = 0;
    node.replaceChildren(shown);
  }
}
