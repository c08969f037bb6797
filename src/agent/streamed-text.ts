// Reads one text argument of a call while its JSON still arrives. Pure.

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f' };

/** Reads a field of the outermost object. Each character is looked at once. */
export class StreamedText {
  readonly #field: string;
  #depth = 0;
  /** What the string at this point is; undefined outside of strings. */
  #inside: 'key' | 'wanted' | 'other' | undefined;
  /** A key may follow, not a value. */
  #beforeKey = false;
  #key = '';
  /** The escape so far, from its backslash. */
  #escape = '';
  #isDone = false;

  constructor(field: string) {
    this.#field = field;
  }

  /** @returns the part of the text that this piece of JSON adds */
  push(piece: string): string {
    let added = '';
    for (const character of piece) {
      if (this.#isDone) break;
      const text = this.#inside === undefined ? this.#between(character) : this.#within(character);
      if (this.#inside === 'wanted') added += text;
      else if (this.#inside === 'key') this.#key += text;
    }
    return added;
  }

  #between(character: string): '' {
    if (character === '"') {
      const isKey = this.#depth === 1 && this.#beforeKey;
      const isWanted = this.#depth === 1 && this.#key === this.#field;
      this.#inside = isKey ? 'key' : isWanted ? 'wanted' : 'other';
      if (isKey) this.#key = '';
    } else if (character === '{' || character === '[') {
      this.#depth += 1;
      this.#beforeKey = character === '{';
    } else if (character === '}' || character === ']') {
      this.#depth -= 1;
    } else if (this.#depth === 1 && (character === ',' || character === ':')) {
      this.#beforeKey = character === ',';
    }
    return '';
  }

  #within(character: string): string {
    if (this.#escape !== '') return this.#escaped(character);
    if (character === '\\') {
      this.#escape = character;
      return '';
    }
    if (character !== '"') return character;
    this.#isDone = this.#inside === 'wanted';
    this.#inside = undefined;
    return '';
  }

  #escaped(character: string): string {
    this.#escape += character;
    const isCode = this.#escape[1] === 'u';
    if (isCode && this.#escape.length < 6) return '';
    const code = Number.parseInt(this.#escape.slice(2), 16);
    this.#escape = '';
    if (isCode) return Number.isNaN(code) ? '' : String.fromCharCode(code);
    return ESCAPES[character] ?? character;
  }
}
