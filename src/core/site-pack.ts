// A site's pack as its readers see it: built by `perilune build`, searched by the widget, opened by the app.
import type { AnswerOptions, LibraryAnswer } from './answer.ts';
import type { JsonObject } from '../base/json.ts';
import type { HitExplanation } from './document.ts';

/** Filters of a site, each with the values that are accepted: any of them. Names and values are those of the pages. */
export type SiteFilters = Readonly<Record<string, readonly string[]>>;

export interface SiteSearchOptions {
  /** Pages at most. Default 10. */
  limit?: number;
  filters?: SiteFilters;
  explain?: boolean;
  /** Each section with the whole of its passage. */
  passages?: boolean;
  /** The question as the model of `SitePackInfo.vectors` reads it: pages then come in the order of words and meaning. */
  vector?: Float32Array;
}

export interface SiteAnswerOptions extends Pick<AnswerOptions, 'limit' | 'previous'> {
  /** Only pages that pass them answer. */
  filters?: SiteFilters;
}

/** A stretch of a text, `[start, end)`, in UTF-16 units. */
export type Stretch = readonly [start: number, end: number];

/** The passage by which a page was found, or another of its sections that has the words. */
export interface SiteSection {
  /** Titles of the sections it stands in, outermost first; empty at the head of a page. */
  heading: readonly string[];
  /** From the root of the site, with the section's fragment: `/guide/start.html#install`. */
  url: string;
  snippet: string;
  /** Where the words of the question stand in `snippet`. */
  matches: readonly Stretch[];
  /** With `passages`: the passage as it stands on the page, in Markdown. */
  passage?: string;
}

export interface SiteHit {
  /** Number of the page in its pack. */
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
  /** Pages that have the words; with `isAtLeast`, there may be more. */
  total: number;
  isAtLeast: boolean;
}

/** A page with its text, as the chat reads it and the app takes it into a library. */
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

/** One of the site's own tools, as the manifest lists it. */
export interface SiteTool {
  name: string;
  description: string;
}

/** What a tool of the site is made from. A stranger wrote all of it: nothing here is a grant. */
export interface SiteToolCode {
  name: string;
  /** What its script said of itself when the pack was built, as `toToolSpec` checks it; undefined: it is to be asked. */
  spec?: JsonObject;
  /** Lua. */
  source: string;
  /** Text files that come with it, by path: modules such as `lib/words.lua`, and what `fs.read` finds. */
  files: Readonly<Record<string, string>>;
  /** Values for `context.config`. */
  config?: JsonObject;
}

/** Of a pack with vectors: the model that they were made with, and that questions are to be read with. */
export interface SiteVectors {
  /** Which model with which settings. */
  model: string;
  dimensions: number;
  /** Files of the pack, each raw deflate: the graph (ONNX), the tokenizer (JSON), and what runs them (WebAssembly). */
  files: { graph: string; tokenizer: string; runtime: string };
}

export interface SitePackInfo {
  /** Of the site, as its pages or its configuration name it. */
  name: string;
  pages: number;
  passages: number;
  /** Filters of the site and how many pages have each value. */
  filters: Readonly<Record<string, Readonly<Record<string, number>>>>;
  tools: readonly SiteTool[];
  /** What the addresses of all pages begin with, with a slash at both ends; `/` if it is missing. */
  base?: string;
  vectors?: SiteVectors;
  /** Whatever the site's configuration says for the widget: starter questions, words, endpoint. */
  widget: JsonObject;
}

/** A pack that has been opened. What a question needs is fetched when it is asked. All reject with a `Failure`. */
export interface SitePack {
  readonly info: SitePackInfo;
  /** Fetches what the first question will need. Call it when someone is about to ask. */
  warm(): Promise<void>;
  search(query: string, options?: SiteSearchOptions): Promise<SiteResults>;
  /** The block of a page that answers: its `document.id` is the page's address, its `url` has the section's fragment. */
  answer(question: string, options?: SiteAnswerOptions): Promise<LibraryAnswer>;
  page(number: number): Promise<SitePage>;
  /** All of the site's own tools, in the order of the manifest. */
  tools(): Promise<readonly SiteToolCode[]>;
  close(): void;
}
