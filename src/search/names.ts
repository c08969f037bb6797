// Names of a segment, stored as one text. A name becomes a string only when it is requested, so that opening costs
// nothing.

/** Available in every engine, though missing in the language's own type library. */
declare const TextDecoder: new (
  label: 'utf-8',
  options: { ignoreBOM: true },
) => { decode(bytes: Uint8Array): string };
declare const TextEncoder: new () => { encode(text: string): Uint8Array<ArrayBuffer> };

/** Immutable. A lone surrogate does not survive a file. */
export class Names implements Iterable<string> {
  /** Per name: its end, in UTF-16 units of all names together. */
  readonly ends: Uint32Array<ArrayBuffer>;
  #bytes: Uint8Array<ArrayBuffer> | undefined;
  #text: string | undefined;

  private constructor(ends: Uint32Array<ArrayBuffer>) {
    this.ends = ends;
  }

  static of(names: readonly string[]): Names {
    const ends = new Uint32Array(names.length);
    let end = 0;
    for (let i = 0; i < names.length; i++) ends[i] = end += names[i]!.length;
    const made = new Names(ends);
    made.#text = names.join('');
    return made;
  }

  /** @param bytes all names together in UTF-8; decoded when the first name is requested */
  static read(ends: Uint32Array<ArrayBuffer>, bytes: Uint8Array<ArrayBuffer>): Names {
    const made = new Names(ends);
    made.#bytes = bytes;
    return made;
  }

  get length(): number {
    return this.ends.length;
  }

  /** All names together in UTF-8. */
  get bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes ?? new TextEncoder().encode(this.#text!);
  }

  /** Undefined beyond the last one. */
  at(position: number): string | undefined {
    const end = this.ends[position];
    return end === undefined ? undefined : this.#all.slice(position === 0 ? 0 : this.ends[position - 1], end);
  }

  /** In UTF-16 units; 0 beyond the last one. */
  lengthAt(position: number): number {
    return (this.ends[position] ?? 0) - (this.ends[position - 1] ?? 0);
  }

  *[Symbol.iterator](): Generator<string> {
    for (let i = 0; i < this.length; i++) yield this.at(i)!;
  }

  get #all(): string {
    return (this.#text ??= new TextDecoder('utf-8', { ignoreBOM: true }).decode(this.#bytes!));
  }
}
