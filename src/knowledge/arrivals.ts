// The documents in an item to be added: usually one; data, messages, mailboxes and packed files may hold many.
import { checkFile, extractData, extractText, openFile, type ReadPacked } from './extract/extract.ts';
import { type Extracted, type InnerFile, Refusal } from './extract/extracted.ts';
import { kindOfName, type PackedKind } from './extract/kinds.ts';
import { checkCount, LIMITS } from './extract/limits.ts';
import { messagesIn, type Sliced } from './extract/mailbox.ts';
import { ORIGINAL_BYTES } from '../core/original.ts';
import type { NewOriginal } from '../core/ports/original-store.ts';
import { hashOf } from './document-hash.ts';
import { type Draft, type Incoming, type IncomingFile, nameOf, readDocument } from './incoming.ts';

/** One of the documents of an item. */
export interface Arrival {
  name: string;
  /** Whether the item holds others too. */
  among: boolean;
  /** Rejects with a Refusal that says why it can't be read. */
  draft(): Promise<Draft>;
}

/** A file, or one within another, to be turned into documents. */
interface Held {
  /** Its name in a report. */
  name: string;
  /** With the content type, it determines the kind of file. */
  path: string;
  type: string;
  /** Identifies it in its source. */
  id: string;
  /** For a message: its mailbox. */
  mailbox: { name: string; id: string } | undefined;
  source: string;
  given: Draft['given'];
  modified: string | undefined;
  among: boolean;
  /** The number of files around it. */
  depth: number;
  /** The file itself, for the document made from it. Absent: its bytes are available when it is read. */
  original: NewOriginal | undefined;
  /** For the outermost file, or the message of a mailbox: bytes of inner files unpacked so far. */
  unpacked: { bytes: number };
}

/**
 * Yields them one after another on demand: a mailbox is read no further than needed.
 * @throws Refusal with the reason why none or no more of it can be read
 */
export async function* arrivalsOf(
  item: Incoming,
  name: string,
  source: string | undefined,
  readPacked: ReadPacked | undefined,
): AsyncGenerator<Arrival> {
  if ('document' in item) {
    const { document, original: file } = item;
    const original = file && originalOf(file);
    const draft = async (): Promise<Draft> => ({
      ...(await readDocument(document, name, source)),
      ...(original && { original }),
    });
    yield { name, among: false, draft };
    return;
  }
  const { file, path, given = {} } = item;
  checkFile(file.name, file.type, file.size);
  const held: Held = {
    name,
    path: path || file.name,
    type: file.type,
    id: given.source_id ?? (path || file.name),
    mailbox: undefined,
    source: given.source ?? source ?? 'files',
    given,
    modified: file.lastModified > 0 ? new Date(file.lastModified).toISOString() : undefined,
    among: false,
    depth: 0,
    original: originalOf(file),
    unpacked: { bytes: 0 },
  };
  const reader = new ArrivalReader(readPacked);
  if (file.slice && kindOfName(file.name, file.type) === 'mailbox') {
    yield* reader.messages({ size: file.size, slice: file.slice.bind(file) }, held);
  } else yield* reader.contents(new Uint8Array(await bytesOf(file)), held);
}

class ArrivalReader {
  readonly #readPacked: ReadPacked | undefined;

  constructor(readPacked: ReadPacked | undefined) {
    this.#readPacked = readPacked;
  }

  async *contents(bytes: Uint8Array<ArrayBuffer>, outer: Held): AsyncGenerator<Arrival> {
    const held = withOriginal(outer, bytes);
    const opened = openFile(held.path, held.type, bytes);
    switch (opened.kind) {
      case 'json':
        return yield* this.#data(opened.text, held);
      case 'mailbox':
        return yield* this.messages(new Blob([opened.split]), held);
      case 'mail':
      case 'gzip':
      case 'zip':
        return yield* this.#taken(opened.kind, bytes, held);
    }
    const extract = (): Promise<Extracted> =>
      'text' in opened
        ? extractText(opened.text, opened.kind, held.path)
        : this.#read(opened.kind, opened.bytes);
    yield arrivalOf(held, 'text' in opened ? opened.text : bytes, extract);
  }

  /** Only reading data shows whether it holds many documents. */
  async *#data(text: string, held: Held): AsyncGenerator<Arrival> {
    const content = await extractData(text, held.path);
    if ('body' in content) return yield arrivalOf(held, text, async () => content);
    const among = content.documents.length > 1 || held.among;
    for (const [i, document] of content.documents.entries()) {
      const each = `${held.name}: ${nameOf({ document }, i + 1)}`;
      yield { name: each, among, draft: () => readDocument(document, each, held.source) };
    }
  }

  async *messages(file: Sliced, held: Held): AsyncGenerator<Arrival> {
    let number = 0;
    for await (const message of messagesIn(file)) {
      const inner: Held = {
        ...within(held, `message ${++number}`, 'message.eml', 'message/rfc822'),
        mailbox: held,
        unpacked: { bytes: 0 },
      };
      if (message instanceof Refusal) yield refused(inner, message);
      else yield* orRefused(inner, this.#taken('mail', message, inner));
    }
  }

  /** Takes a container apart: yields its own text, then each inner file. */
  async *#taken(
    kind: 'mail' | 'gzip' | 'zip',
    bytes: Uint8Array<ArrayBuffer>,
    outer: Held,
  ): AsyncGenerator<Arrival> {
    const held = withOriginal(outer, bytes);
    if (held.depth >= LIMITS.within) {
      throw new Refusal(
        `files are nested more than ${LIMITS.within} deep here; take this one out and add it`,
      );
    }
    const hash = await hashOf(held.source, bytes);
    const { files = [], ...own } = await this.#read(kind, bytes);
    const whole = kind === 'mail' ? asMessage(held, own) : held;
    const { name, among } = whole;
    if (own.body !== '') yield { name, among, draft: async () => draftOf(whole, hash, async () => own) };
    for (const file of files) {
      const inner = kind === 'gzip' ? unpacked(whole) : within(whole, file.name, file.name, file.type);
      yield* orRefused(inner, this.#inner(file, inner));
    }
  }

  async *#inner(file: InnerFile, held: Held): AsyncGenerator<Arrival> {
    if (file.refused !== undefined) throw new Refusal(file.refused);
    held.unpacked.bytes += file.bytes.length;
    checkCount('bytes in the files within', held.unpacked.bytes, LIMITS.unpacked);
    checkFile(held.path, held.type, file.bytes.length);
    yield* this.contents(file.bytes, held);
  }

  async #read(kind: PackedKind, bytes: Uint8Array<ArrayBuffer>): Promise<Extracted> {
    if (!this.#readPacked) throw new Refusal('this file type can be read only in the app');
    return this.#readPacked(kind, bytes);
  }
}

function arrivalOf(
  held: Held,
  content: string | Uint8Array<ArrayBuffer>,
  extract: Draft['extract'],
): Arrival {
  return {
    name: held.name,
    among: held.among,
    draft: async () => draftOf(held, await hashOf(held.source, content), extract),
  };
}

function draftOf(
  { name, source, id, given, modified, original }: Held,
  hash: string,
  extract: Draft['extract'],
): Draft {
  const identified = given.source_id !== undefined;
  return {
    name,
    source,
    source_id: id,
    identified,
    hash,
    extract,
    given,
    ...(modified && { modified }),
    ...(original && { original }),
  };
}

/** Facts about a file also apply to the content of a `.gz`, but not to attachments or the files of a ZIP. */
function within(held: Held, name: string, path: string, type: string): Held {
  return {
    ...held,
    name: `${held.name}: ${name}`,
    path,
    type,
    id: `${held.id}/${name}`,
    given: {},
    among: true,
    depth: held.depth + 1,
    mailbox: undefined,
    original: undefined,
  };
}

/** Copies the bytes when there is no file to read them from again, because a reader may detach them. */
function withOriginal(held: Held, bytes: Uint8Array<ArrayBuffer>): Held {
  if (held.original) return held;
  const { path, type } = held;
  const blob = new Blob(bytes.length > ORIGINAL_BYTES ? [] : [bytes]);
  const read = (): Promise<ArrayBuffer> => blob.arrayBuffer();
  return { ...held, original: { name: lastName(path), type, size: bytes.length, read } };
}

function originalOf(file: IncomingFile): NewOriginal {
  const { name, type, size } = file;
  return { name: lastName(name), type, size, read: () => file.arrayBuffer() };
}

function lastName(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}

function unpacked(held: Held): Held {
  return { ...held, path: held.path.replace(/\.gz$/i, ''), type: '', depth: held.depth + 1 };
}

/** A message in a mailbox keeps its identity when others are added or removed: its own id identifies it. */
function asMessage(held: Held, { metadata, title, updated_at }: Extracted): Held {
  const message = metadata['message_id'];
  const sent = new Date(updated_at ?? NaN);
  const modified = Number.isNaN(sent.getTime()) ? held.modified : sent.toISOString();
  if (held.mailbox === undefined || typeof message !== 'string') return { ...held, modified };
  return { ...held, name: `${held.mailbox.name}: ${title}`, id: `${held.mailbox.id}/${message}`, modified };
}

/** Reports an unreadable part, and continues with the others. */
async function* orRefused(held: Held, arrivals: AsyncGenerator<Arrival>): AsyncGenerator<Arrival> {
  try {
    yield* arrivals;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    yield refused(held, error);
  }
}

function refused({ name }: Held, refusal: Refusal): Arrival {
  return { name, among: true, draft: () => Promise.reject(refusal) };
}

async function bytesOf(file: IncomingFile): Promise<ArrayBuffer> {
  try {
    return await file.arrayBuffer();
  } catch (error) {
    const gone = error instanceof Error && error.name === 'NotFoundError';
    throw new Refusal(
      gone
        ? 'the file is not there any more: it was moved or deleted'
        : 'the file could not be read: the browser has no access, or the file changed',
    );
  }
}
