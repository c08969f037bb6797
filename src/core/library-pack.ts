// A library pack: documents, tools, a profile and starter questions in one file, to share. Types of
// its contents.
import type { BundleDraft } from './tool-draft.ts';
import type { CollectionColour } from './collection.ts';
import type { JsonObject } from '../base/json.ts';

/** The file that a document was made from. */
export interface PackOriginal {
  /** Without folders. */
  name: string;
  /** Its content type; empty if unknown. */
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** A document as it travels: its text, and what describes it. */
export interface PackDocument {
  title: string;
  body: string;
  content_type: 'text/markdown' | 'text/plain';
  author?: string;
  /** http or https. */
  source_url?: string;
  created_at?: string;
  updated_at?: string;
  tags: string[];
  metadata: JsonObject;
  original?: PackOriginal;
}

/** A profile as it travels: without model, sources, collections and rights. */
export interface PackProfile {
  name: string;
  description: string;
  kind: 'text' | 'lua';
  /** Its instructions, or its script. */
  text: string;
  /** Names of the tools that it may call. Absent: all. */
  tools?: string[];
  config?: Record<string, string>;
}

/** What describes a pack, and the collection that it becomes. */
export interface PackFace {
  name: string;
  description: string;
  colour: CollectionColour;
  /** Instructions of its collection. May be empty. */
  instructions: string;
  /** Starter questions. */
  questions: string[];
}

/** A pack that was read. All of it is untrusted. */
export interface LibraryPack extends PackFace {
  documents: (PackDocument & {
    /** Its name in the pack, unique. */
    path: string;
  })[];
  bundles: BundleDraft[];
  profile?: PackProfile;
}

/** Where values were masked, for the person who shares the pack. */
export interface PackFinding {
  /** Title or name of the part. */
  where: string;
  keys: number;
  paths: number;
}
