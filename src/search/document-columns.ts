// The columns of a segment for document metadata: ids, sources, dates and tags, with names as numbers.
import { ENGLISH } from './language.ts';
import { hashOfName } from './name-hashes.ts';
import { Names } from './names.ts';
import type { IndexedDocument, Segment } from './segment-types.ts';

export type PackedDocuments = Pick<
  Segment,
  | 'documents'
  | 'documentHashes'
  | 'sources'
  | 'sourceOf'
  | 'updated'
  | 'tags'
  | 'tagOffsets'
  | 'tagged'
  | 'languages'
  | 'languageOf'
>;

/** Collects documents; the first entry of an id is kept. */
export class DocumentColumns {
  readonly #documents = new Numbers();
  readonly #sources = new Numbers();
  readonly #sourceOf: number[] = [];
  readonly #updated: number[] = [];
  readonly #tags = new Numbers();
  readonly #tagOffsets: number[] = [0];
  readonly #tagged: number[] = [];
  readonly #languages = new Numbers();
  readonly #languageOf: number[] = [];

  /** @returns its number in the segment */
  add({ document, source, updated, tags, language = ENGLISH.code }: IndexedDocument): number {
    const known = this.#documents.find(document);
    if (known !== undefined) return known;
    this.#sourceOf.push(this.#sources.numberOf(source));
    this.#updated.push(updated);
    for (const tag of tags) this.#tagged.push(this.#tags.numberOf(tag));
    this.#tagOffsets.push(this.#tagged.length);
    this.#languageOf.push(this.#languages.numberOf(language));
    return this.#documents.numberOf(document);
  }

  /** Returns the number of a document. An unknown one is added without source, date and tags. */
  numberOf(document: string): number {
    return this.#documents.find(document) ?? this.add({ document, source: '', updated: 0, tags: [] });
  }

  finish(): PackedDocuments {
    const documents = this.#documents.list;
    return {
      documents: Names.of(documents),
      documentHashes: Uint32Array.from(documents, hashOfName),
      sources: this.#sources.list,
      sourceOf: Uint32Array.from(this.#sourceOf),
      updated: Float64Array.from(this.#updated),
      tags: this.#tags.list,
      tagOffsets: Uint32Array.from(this.#tagOffsets),
      tagged: Uint32Array.from(this.#tagged),
      languages: this.#languages.list,
      languageOf: Uint32Array.from(this.#languageOf),
    };
  }
}

/** Returns the metadata of document `number` in a segment. */
export function documentAt(segment: PackedDocuments, number: number): IndexedDocument {
  const { documents, sources, sourceOf, updated, tags, tagOffsets, tagged, languages, languageOf } = segment;
  const language = languages[languageOf[number]!]!;
  return {
    document: documents.at(number)!,
    source: sources[sourceOf[number]!]!,
    updated: updated[number]!,
    tags: [...tagged.subarray(tagOffsets[number], tagOffsets[number + 1])].map((tag) => tags[tag]!),
    ...(language !== ENGLISH.code && { language }),
  };
}

/** Names in the order of their first appearance. */
class Numbers {
  readonly #numbers = new Map<string, number>();

  get list(): string[] {
    return [...this.#numbers.keys()];
  }

  find(name: string): number | undefined {
    return this.#numbers.get(name);
  }

  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    this.#numbers.set(name, this.#numbers.size);
    return this.#numbers.size - 1;
  }
}
