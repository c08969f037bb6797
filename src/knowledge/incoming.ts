// One item to be added: read, recognized by its content, converted to text and passages. Independent of storage.
import type { DocumentInput, DocumentMeta } from '../core/document.ts';
import { keptName, LONGEST_IDENTITY, overlongIdentity } from '../core/kept-names.ts';
import type { JsonObject } from '../base/json.ts';
import type { NewOriginal } from '../core/ports/original-store.ts';
import { hashOf } from './document-hash.ts';
import { chunkBody, type Passage } from './chunk.ts';
import { extractText } from './extract/extract.ts';
import { type Extracted, Refusal } from './extract/extracted.ts';
import { kindOfContentType, type TextKind } from './extract/kinds.ts';

/** A file with its path below the dropped or chosen folder, or a document. */
export type Incoming = FileWithFacts<IncomingFile> | DocumentWithFile<IncomingFile>;

/** What a caller adds. */
export type Added = File | FileWithFacts | DocumentInput | DocumentWithFile;

/** A document whose text is given, with the file that it was made from. */
export interface DocumentWithFile<F = File> {
  document: DocumentInput;
  original?: F;
  collection?: string;
}

export interface FileWithFacts<F = File> {
  file: F;
  path: string;
  /** Further facts about it, such as its address. With a `source_id`, a later one replaces it. */
  given?: Omit<Partial<DocumentInput>, 'body' | 'content_type'>;
  /** The id of the collection that it joins. */
  collection?: string;
}

/** The used part of `File`. */
export interface IncomingFile {
  name: string;
  type: string;
  size: number;
  lastModified: number;
  arrayBuffer(): Promise<ArrayBuffer>;
  /** Absent: it is read in one go. */
  slice?(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** An item that has been read but not extracted: enough to know whether it already exists. */
export interface Draft {
  name: string;
  source: string;
  /** Absent: it has no identity besides its content. */
  source_id: string | undefined;
  /** Its identity was given, so equal content elsewhere is no reason to skip it. */
  identified: boolean;
  hash: string;
  /** Extracts its text. Rejects with a Refusal. */
  extract(): Promise<Extracted>;
  given: Partial<DocumentInput>;
  /** For a file: its last change. */
  modified?: string;
  /** The file that the document is made from; absent for one of many in a file, or for text. */
  original?: NewOriginal;
}

/** A document's fields before it has an id and a place. */
export type Content = Pick<DocumentMeta, 'title' | 'content_type' | 'metadata' | 'size'> &
  Partial<Pick<DocumentMeta, 'author' | 'source_url' | 'created_at' | 'updated_at'>> & {
    body: string;
    passages: Passage[];
  };

export function nameOf(item: Incoming, number: number): string {
  if ('file' in item) return item.path || item.file.name;
  const { title, source_id } = item.document;
  const named = [title, source_id].find((name) => typeof name === 'string' && name !== '');
  return named === undefined ? `document ${number}` : keptName(named);
}

/** Reads a document that was given as text. Rejects with a Refusal. */
export async function readDocument(
  document: DocumentInput,
  name: string,
  source: string | undefined,
): Promise<Draft> {
  const { body, source_id, content_type } = document;
  if (typeof body !== 'string') throw new Refusal('it has no body');
  if (body.trim() === '') throw new Refusal('the document is empty');
  const into = document.source || source || 'notes';
  const identified = typeof source_id === 'string' && source_id !== '';
  const kind: TextKind = content_type ? kindOfContentType(content_type) : 'markdown';
  const text = body.includes('\r') ? body.replace(/\r\n?/g, '\n') : body;
  return {
    name,
    source: into,
    source_id: identified ? source_id : undefined,
    identified,
    hash: await hashOf(into, body),
    extract: () => extractText(text, kind, source_id ?? name),
    given: document,
  };
}

/** Extracts a draft. Given fields take precedence over its own. */
export async function contentOf(draft: Draft): Promise<Content> {
  const { given, modified } = draft;
  const { source, source_id } = draft;
  const overlong = overlongIdentity({ source, source_id, source_url: given.source_url });
  if (overlong)
    throw new Refusal(`its ${overlong} is longer than ${LONGEST_IDENTITY} characters: shorten it`);
  const extracted = await draft.extract();
  const passages = chunkBody(extracted.body, extracted.content_type === 'text/markdown', extracted.pages);
  markRecognised(passages, extracted);
  const metadata: JsonObject = { ...extracted.metadata, ...given.metadata };
  const content: Content = {
    title: keptName(given.title?.trim() || extracted.title || titleFromName(draft.name)),
    content_type: extracted.content_type,
    metadata,
    body: extracted.body,
    size: extracted.body.length,
    passages,
  };
  const author = given.author ?? extracted.author;
  // An overlong address in a file is dropped rather than rejected.
  const stated = overlongIdentity(extracted) ? undefined : extracted.source_url;
  const url = given.source_url ?? stated;
  const created = toIso(given.created_at) ?? toIso(extracted.created_at);
  const updated = toIso(given.updated_at) ?? toIso(extracted.updated_at) ?? modified;
  if (author) content.author = keptName(author);
  if (url) content.source_url = url;
  if (created) content.created_at = created;
  if (updated) content.updated_at = updated;
  return content;
}

/** A file without pages is one page. */
function markRecognised(passages: Passage[], { body, pages = [0], recognised = [] }: Extracted): void {
  for (const number of recognised) {
    const [from = 0, to = body.length] = [pages[number - 1], pages[number]];
    for (const passage of passages) {
      if (passage.start < to && passage.end > from) passage.recognised = true;
    }
  }
}

/** File names that occur in many folders: the folder's name says more. */
const HOME_FILE = /^(?:readme|index)\.\w+$/i;

/** `docs/getting-started.md` becomes "getting-started", and `keyv/README.md` "keyv". */
function titleFromName(name: string): string {
  const last = name.split('/').at(-1) ?? name;
  const folder = name.split('/').at(-2);
  if (folder && HOME_FILE.test(last)) return folder;
  return last.replace(/\.[^.]{1,8}$/, '') || last;
}

/** Returns undefined for an invalid date, such as a front matter date in words. */
export function toIso(value: string | undefined): string | undefined {
  const date = new Date(value ?? NaN);
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
}
