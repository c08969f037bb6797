// An OpenAPI document being read: follows references inside it, and collects notes about it.
import { isObject } from '../../base/json.ts';

export class DocumentReader {
  readonly #document: Record<string, unknown>;
  readonly #notes = new Set<string>();

  constructor(document: Record<string, unknown>) {
    this.#document = document;
  }

  get notes(): readonly string[] {
    return [...this.#notes];
  }

  /** @param sentence noted only once */
  note(sentence: string): void {
    this.#notes.add(sentence);
  }

  /** Resolves a reference completely; undefined when it leads nowhere or in a circle. */
  resolve(value: unknown): unknown {
    const seen = new Set<string>();
    let found = value;
    for (;;) {
      const pointer = referenceOf(found);
      if (pointer === undefined) return found;
      if (seen.has(pointer)) return this.#lost(pointer, 'it leads in a circle');
      seen.add(pointer);
      const target = this.#at(pointer);
      if (target === undefined) {
        return this.#lost(
          pointer,
          pointer.startsWith('#') ? 'there is nothing' : 'it is in another document',
        );
      }
      found = target;
    }
  }

  #at(pointer: string): unknown {
    if (!pointer.startsWith('#/')) return undefined;
    let found: unknown = this.#document;
    for (const part of pointer.slice(2).split('/')) {
      const key = decode(part).replaceAll('~1', '/').replaceAll('~0', '~');
      if (typeof found !== 'object' || found === null || !Object.hasOwn(found, key)) return undefined;
      found = (found as Record<string, unknown>)[key];
    }
    return found;
  }

  #lost(pointer: string, why: string): undefined {
    this.note(`The reference ${pointer.slice(0, 200)} could not be followed: ${why}.`);
    return undefined;
  }
}

export function referenceOf(value: unknown): string | undefined {
  const pointer = isObject(value) ? value['$ref'] : undefined;
  return typeof pointer === 'string' ? pointer : undefined;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
