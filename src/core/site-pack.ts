// A site index as its readers see it: written by `perilune build`, searched by the widget, opened by the app.
import type { AnswerOptions, LibraryAnswer } from './answer.ts';
import type { JsonObject } from '../base/json.ts';
import type { HitExplanation } from './document.ts';

/** Filters of a site, each with the accepted values; any of them matches. Names and values come from the pages. */
export type SiteFilters = Readonly<Record<string, readonly string[]>>;

export interface SiteSearchOptions {
  /** Maximum number of pages. Default 10. */
  limit?: number;
  filters?: SiteFilters;
  explain?: boolean;
  /** Returns each section with its complete passage. */
  passages?: boolean;
  /** The question embedded by the model in `SitePackInfo.vectors`. Pages are then ranked by words and meaning. */
  vector?: Float32Array;
}

export interface SiteAnswerOptions extends Pick<AnswerOptions, 'limit' | 'previous'> {
  /** Only pages that match these filters. */
  filters?: SiteFilters;
}

/** A range `[start, end)` of a text, in UTF-16 units. */
export type Stretch = readonly [start: number, end: number];

/** The passage by which a page was found, or another matching section of it. */
export interface SiteSection {
  /** Titles of the enclosing sections, outermost first; empty at the top of a page. */
  heading: readonly string[];
  /** Relative to the site's root, with the section's fragment: `/guide/start.html#install`. */
  url: string;
  snippet: string;
  /** Ranges of the question's words in `snippet`. */
  matches: readonly Stretch[];
  /** With `passages`: the complete passage in Markdown. */
  passage?: string;
}

export interface SiteHit {
  /** Number of the page in its index. */
  page: number;
  title: string;
  url: string;
  /** Above 0, at most 1. */
  score: number;
  /** Best first; the first one is why the page was found. */
  sections: readonly SiteSection[];
  meta: Readonly<Record<string, string>>;
  explanation?: HitExplanation;
}

export interface SiteResults {
  hits: readonly SiteHit[];
  /** Number of matching pages; with `isAtLeast`, there may be more. */
  total: number;
  isAtLeast: boolean;
}

/** A page with its text, for the chat and for import into a library. */
export interface SitePage {
  title: string;
  url: string;
  /** Markdown. */
  body: string;
  /** BCP 47. */
  language?: string;
  meta: Readonly<Record<string, string>>;
  filters: SiteFilters;
}

/** One of the site's own tools, as listed in the manifest. */
export interface SiteTool {
  name: string;
  description: string;
}

/** The parts of a site's tool. All of it is untrusted: nothing here is a grant. */
export interface SiteToolCode {
  name: string;
  /**
   * The spec that its script declared when the index was built, as checked by `toToolSpec`; undefined: it must be
   * read from the script.
   */
  spec?: JsonObject;
  /** Lua. */
  source: string;
  /** Text files that come with it, by path: modules such as `lib/words.lua`, and files for `fs.read`. */
  files: Readonly<Record<string, string>>;
  /** Values for `context.config`. */
  config?: JsonObject;
}

/** The model that embedded the index and must embed questions. */
export interface SiteVectors {
  /** Which model with which settings. */
  model: string;
  dimensions: number;
  /** Files of the index, each raw deflate: the graph (ONNX), the tokenizer (JSON), and their runtime (WebAssembly). */
  files: { graph: string; tokenizer: string; runtime: string };
}

export interface SitePackInfo {
  /** Name of the site, from its pages or its configuration. */
  name: string;
  pages: number;
  passages: number;
  /** Filters of the site, with the number of pages for each value. */
  filters: Readonly<Record<string, Readonly<Record<string, number>>>>;
  tools: readonly SiteTool[];
  /** Common prefix of all page addresses, with a slash at both ends; `/` if missing. */
  base?: string;
  vectors?: SiteVectors;
  /** The widget section of the site's configuration: starter questions, words, endpoint. */
  widget: JsonObject;
}

/** An opened site index. Data is fetched when a question needs it. All methods reject with a `Failure`. */
export interface SitePack {
  readonly info: SitePackInfo;
  /** Prefetches the data for the first question. Call it when someone is about to ask. */
  warm(): Promise<void>;
  search(query: string, options?: SiteSearchOptions): Promise<SiteResults>;
  /** Returns the block of a page that answers. `document.id` is the page's address; `url` has the section's fragment. */
  answer(question: string, options?: SiteAnswerOptions): Promise<LibraryAnswer>;
  page(number: number): Promise<SitePage>;
  /** Returns all of the site's own tools, in the order of the manifest. */
  tools(): Promise<readonly SiteToolCode[]>;
  close(): void;
}
