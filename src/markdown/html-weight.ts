// Estimates the browser's work for untrusted HTML: the cost to parse it, with or without closed tags. Pure.

/** Cost of an element, in characters of text. */
export const ELEMENT = 30;
/** Maximum nesting of tables: each level is measured again for its parent. */
const DEEPEST_TABLES = 4;

/** HTML reopens these in every following block until they are closed, so unclosed ones multiply. */
const REOPENED = new Set('a b big code em font i nobr s small strike strong tt u'.split(' '));
const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;

export class HtmlWeight {
  readonly #open = new Map<string, number>();
  #unclosed = 0;
  #tables = 0;
  hasTags = false;

  /** @returns the cost of this HTML, after everything before it. */
  add(html: string): number {
    this.hasTags = true;
    let weight = html.length;
    for (const [, end, name = ''] of html.matchAll(TAG)) {
      weight += ELEMENT * (1 + this.#unclosed);
      this.#count(name.toLowerCase(), end === '/' ? -1 : 1);
      if (this.#tables > DEEPEST_TABLES) return Infinity;
    }
    return weight;
  }

  #count(name: string, change: 1 | -1): void {
    if (name === 'table') this.#tables = Math.max(0, this.#tables + change);
    if (!REOPENED.has(name)) return;
    const open = this.#open.get(name) ?? 0;
    if (open + change < 0) return;
    this.#open.set(name, open + change);
    this.#unclosed += change;
  }
}
