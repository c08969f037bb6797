// The edited script's parameters as cards: read from the current script, and written back.
import type { JsonObject } from '../../../base/json.ts';
import {
  addParameter,
  moveParameter,
  readParameters,
  removeParameter,
  writeParameter,
  type ParameterTable,
} from '../../../lua-language/parameter-table.ts';
import { SCRIPT, type EditorState } from '../editor-state.svelte.ts';
import { freshName } from './parameter-fields.ts';

export class ParameterDeck {
  readonly #bench: EditorState;
  readonly #now = $derived.by(() => readParameters(this.#bench.source));
  /** The last one with cards, unless a readable one without followed. */
  #kept: ParameterTable | undefined;
  readonly #shown = $derived.by(() => {
    const now = this.#now;
    if (now.kind === 'list') this.#kept = now;
    else if (now.kind === 'fixed') this.#kept = undefined;
    return now.kind === 'broken' ? (this.#kept ?? now) : now;
  });

  constructor(bench: EditorState) {
    this.#bench = bench;
  }

  /** The previous one while the table does not parse. */
  get table(): ParameterTable {
    return this.#shown;
  }

  /** True while the table does not parse: the cards wait. */
  get waiting(): boolean {
    return this.#now.kind === 'broken';
  }

  get names(): (string | undefined)[] {
    if (this.#shown.kind !== 'list') return [];
    return this.#shown.entries.map(({ data: { name } }) => (typeof name === 'string' ? name : undefined));
  }

  change(index: number, data: JsonObject): void {
    this.#write((text) => writeParameter(text, index, data));
  }

  add(): void {
    this.#write((text) => addParameter(text, { name: freshName(this.names), type: 'string' }));
  }

  move(from: number, to: number): void {
    this.#write((text) => moveParameter(text, from, to));
  }

  /** @returns a function that restores it, including comments, unless the text has changed since */
  remove(index: number): () => void {
    const before = this.#bench.source;
    const entry = this.#now.kind === 'list' ? this.#now.entries[index] : undefined;
    this.#write((text) => removeParameter(text, index));
    const after = this.#bench.source;
    return () => {
      if (this.#bench.source === after) this.#bench.write(SCRIPT, before);
      else if (entry) this.#write((text) => addParameter(text, before.slice(entry.start, entry.end), index));
    };
  }

  #write(change: (text: string) => string): void {
    if (this.#now.kind === 'list') this.#bench.write(SCRIPT, change(this.#bench.source));
  }
}
