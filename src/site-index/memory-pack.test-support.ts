// A site index in memory, built from passages, which records the files read.
import { createHash } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { deflateSync } from 'fflate';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import type { SiteFilters } from '../core/site-pack.ts';
import type { Language } from '../search/language.ts';
import { buildSegment } from '../search/segment.ts';
import type { IndexedChunk } from '../search/segment-types.ts';
import type { PackSource } from './pack-files.ts';
import type { PackedPage } from './text-files.ts';
import { type PackedVectors, type PackWriter, writePack } from './write-pack.ts';

export interface MemoryPack {
  files: Map<string, Uint8Array>;
  source: PackSource;
  /** Names of the files read, in order. */
  read: string[];
}

export function memoryWriter(files: Map<string, Uint8Array>): PackWriter {
  return {
    put: (name, bytes) => void files.set(name, bytes),
    deflate: (bytes) => deflateSync(bytes, { level: 9 }),
    sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
    encode: (text) => new TextEncoder().encode(text),
  };
}

export function memorySource(files: ReadonlyMap<string, Uint8Array>, read: string[] = []): PackSource {
  return {
    read: async (name) => {
      read.push(name);
      const bytes = files.get(name);
      if (!bytes) throw new Failure('not_found', `there is no ${name}`);
      return bytes;
    },
    inflate: async (bytes) => new Uint8Array(inflateRawSync(bytes)),
    decode: (bytes) => new TextDecoder().decode(bytes),
  };
}

/** @param chunks in the order of their documents' ids; each document becomes a page. */
export function packOf(
  chunks: readonly IndexedChunk[],
  {
    languages = [],
    languageOf,
    filtersOf = () => ({}),
    widget = {},
    vectors,
  }: {
    languages?: readonly Language[];
    languageOf?: (document: string) => string;
    filtersOf?: (document: string) => SiteFilters;
    widget?: JsonObject;
    vectors?: PackedVectors;
  } = {},
): MemoryPack {
  const byId = new Map<string, IndexedChunk[]>();
  for (const chunk of chunks) byId.set(chunk.document, [...(byId.get(chunk.document) ?? []), chunk]);
  const ids = [...byId.keys()];
  const files = new Map<string, Uint8Array>();
  const documents = ids.map((document) => ({
    document,
    source: '',
    updated: 0,
    tags: [],
    ...(languageOf && { language: languageOf(document) }),
  }));
  const pages = ids.map((id): PackedPage => {
    const its = byId.get(id)!;
    let body = '';
    const passages = its.map(({ text, heading }, i) => {
      if (i > 0) body += '\n\n';
      const start = body.length;
      body += text;
      return { start, end: body.length, heading, anchor: heading.length > 0 ? `s${i}` : '' };
    });
    return {
      title: its[0]!.title,
      url: `/${id}.html`,
      body,
      passages,
      meta: {},
      filters: filtersOf(id),
      ...(languageOf && { language: languageOf(id) }),
    };
  });
  const segment = buildSegment(chunks, documents, languages);
  writePack(
    { name: 'Site', tools: [], widget, pages, segment, ...(vectors && { vectors }) },
    memoryWriter(files),
  );
  const read: string[] = [];
  return { files, source: memorySource(files, read), read };
}
