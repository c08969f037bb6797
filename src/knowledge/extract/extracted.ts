// The result of an extractor, and its refusal.
import type { DocumentInput } from '../../core/document.ts';
import type { RecognisedPage } from '../../core/ports/text-recognition.ts';
import type { JsonObject } from '../../base/json.ts';

/** Readable text with the document's own metadata. Fields without a value are absent. */
export interface Extracted {
  title?: string;
  /** Markdown or plain text, according to `content_type`; line ends are `\n`. */
  body: string;
  content_type: string;
  /**
   * For a file with pages or slides: where each begins in `body`, in order. One without text begins where the next
   * does.
   */
  pages?: number[];
  author?: string;
  source_url?: string;
  /** As written in the document; possibly not a valid date. */
  created_at?: string;
  updated_at?: string;
  metadata: JsonObject;
  /** Pages, from 1, with text recognized from a picture. */
  recognised?: number[];
  /** Pages, from 1, that may be pictures: they have little or no text. Given only where they can be recognized. */
  unread?: number[];
  /** Files within this one, each to become a document. With them, the body may be empty. */
  files?: InnerFile[];
}

/** A file within another one: an attachment of a message, the content of a `.gz`, or a file of a ZIP. */
export interface InnerFile {
  /** Empty: it has the name of the file around it. */
  name: string;
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
  /** Why it could not be taken out; then it has no bytes. */
  refused?: string;
}

/**
 * Several documents of one file: an export, a list of records. Each has a `source_id`, so that a later one replaces
 * it.
 */
export interface ExtractedDocuments {
  documents: DocumentInput[];
}

/** A reader's input besides the file. */
export interface ReadWith {
  /** Pages without text are listed in `unread`, and a file of nothing else is not rejected. */
  namesUnread?: boolean;
  /** Lines recognized from pictures, by page number from 1. */
  recognised?: ReadonlyMap<number, RecognisedPage>;
}

/** Why an item can't be read, as part of a sentence: "the file is empty". The rest of a drop continues. */
export class Refusal extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Refusal';
  }
}
