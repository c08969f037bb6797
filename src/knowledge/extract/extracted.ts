// What an extractor makes of a file or a text, and how it says no.
import type { DocumentInput } from '../../core/document.ts';
import type { RecognisedPage } from '../../core/ports/text-recognition.ts';
import type { JsonObject } from '../../base/json.ts';

/** Readable text with what the document says about itself. Fields that it does not say are absent. */
export interface Extracted {
  title?: string;
  /** Markdown or plain text, as `content_type` says; line ends are `\n`. */
  body: string;
  content_type: string;
  /** Of a file with pages or slides: where each begins in `body`, in order. One without text begins where the next does. */
  pages?: number[];
  author?: string;
  source_url?: string;
  /** As written in the document; may not be a date at all. */
  created_at?: string;
  updated_at?: string;
  metadata: JsonObject;
  /** Pages, from 1, whose text was recognised from a picture. */
  recognised?: number[];
  /** Pages, from 1, that may be pictures: they have no text, or next to none. Given only where they can be read. */
  unread?: number[];
  /** Files within this one, each to become a document of its own. With them the body may be empty. */
  files?: InnerFile[];
}

/** A file within another one: an attachment of a message, or what a `.gz` holds. */
export interface InnerFile {
  /** Empty: it is named like the file around it. */
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** Some files hold many documents: an export, a list of records. Each has a `source_id`, so that a later one replaces it. */
export interface ExtractedDocuments {
  documents: DocumentInput[];
}

/** What a reader is given besides the file. */
export interface ReadWith {
  /** Pages without text are named in `unread`, and a file of nothing else is not refused. */
  namesUnread?: boolean;
  /** Lines of pages, by number from 1, that were recognised from pictures. */
  recognised?: ReadonlyMap<number, RecognisedPage>;
}

/** Why an item cannot be read, as part of a sentence: "the file is empty". The rest of a drop goes on. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Refusal';
  }
}
