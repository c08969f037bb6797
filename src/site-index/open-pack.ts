// Opens a site index: searches it and reads its pages, fetching only what a question needs.
import type { LibraryAnswer } from '../core/answer.ts';
import { Failure } from '../core/errors.ts';
import type {
  SiteAnswerOptions,
  SiteFilters,
  SitePack,
  SitePackInfo,
  SiteResults,
  SiteSearchOptions,
  SiteToolCode,
} from '../core/site-pack.ts';
import { ENGLISH, type Language } from '../search/language.ts';
import { parseQuery } from '../search/query.ts';
import { Bm25, RANKING } from '../search/ranking.ts';
import type { AnsweringPack } from './answer-pack.ts';
import { type FileKey, keyOf, MANIFEST, type PackManifest, readManifest, readTools } from './format.ts';
import { PackFiles, type PackSource } from './pack-files.ts';
import { PackPostings } from './pack-postings.ts';
import { PackVectors } from './pack-vectors.ts';
import { PackVocabulary } from './pack-vocabulary.ts';
import { pagesByWords, rankByMeaning } from './rank-by-meaning.ts';
import { decodeRoot, type PackRoot } from './root-file.ts';
import { PackTexts } from './site-hits.ts';
import { decodePages } from './small-files.ts';

/** Returns the rules of the available languages among these codes. */
export type LoadLanguages = (codes: readonly string[]) => Promise<readonly Language[]>;

const LIMIT = { default: 10, most: 100 };

/**
 * @param languages English alone when absent
 * @throws Failure `not_found` when there is no index, `bad_output` when it is unreadable, and as the source does.
 */
export async function openPack(
  source: PackSource,
  languages: LoadLanguages = async () => [],
): Promise<SitePack> {
  const read = async (): Promise<PackManifest> =>
    readManifest(await source.read(MANIFEST), (bytes) => source.decode(bytes));
  const manifest = await read();
  return new OpenedPack(manifest, source, languages, read);
}

class OpenedPack implements SitePack {
  readonly info: SitePackInfo;
  readonly #source: PackSource;
  readonly #loadLanguages: LoadLanguages;
  readonly #readAgain: () => Promise<PackManifest>;
  #root: string;
  #toolsFile: FileKey | undefined;
  #vectorsList: FileKey | undefined;
  #contents: Promise<Contents> | undefined;
  #isClosed = false;

  constructor(
    { root, name, pages, passages, filters, tools, toolsFile, base, vectors, widget }: PackManifest,
    source: PackSource,
    languages: LoadLanguages,
    readAgain: () => Promise<PackManifest>,
  ) {
    const more = { ...(base !== undefined && { base: String(base) }), ...(vectors && { vectors }) };
    this.info = { name, pages, passages, filters, tools, widget, ...more };
    this.#root = root;
    this.#toolsFile = toolsFile;
    this.#vectorsList = vectors?.list;
    this.#source = source;
    this.#loadLanguages = languages;
    this.#readAgain = readAgain;
  }

  async warm(): Promise<void> {
    await this.#withContents(() => Promise.resolve());
  }

  search(query: string, options: SiteSearchOptions = {}): Promise<SiteResults> {
    // Scripts of pages call this directly.
    if (typeof query !== 'string') {
      return Promise.reject(new Failure('bad_request', 'Enter a search text.'));
    }
    const { vectors } = this.info;
    if (options.vector && vectors && options.vector.length !== vectors.dimensions) {
      const message = `The vector of a question must have ${vectors.dimensions} numbers.`;
      return Promise.reject(new Failure('bad_request', message));
    }
    return this.#withContents((contents) => contents.search(query, options, this.#vectorsList));
  }

  async answer(question: string, options: SiteAnswerOptions = {}): Promise<LibraryAnswer> {
    if (typeof question !== 'string') throw new Failure('bad_request', 'An answer needs a question.');
    // Loaded only for answers, not for searches.
    const { answerFromPack } = await import('./answer-pack.ts');
    const { name } = this.info;
    return this.#withContents(async (contents) =>
      answerFromPack(await contents.answering(name, options.filters), question, options),
    );
  }

  page(number: number): Promise<Awaited<ReturnType<SitePack['page']>>> {
    if (!Number.isInteger(number) || number < 0 || number >= this.info.pages) {
      return Promise.reject(new Failure('not_found', `The site has no page ${String(number)}.`));
    }
    return this.#withContents(({ texts }) => texts.page(number));
  }

  async tools(): Promise<readonly SiteToolCode[]> {
    if (this.info.tools.length === 0) return [];
    return this.#withContents(async (contents) =>
      this.#toolsFile === undefined ? [] : contents.tools(this.#toolsFile),
    );
  }

  close(): void {
    this.#isClosed = true;
    this.#contents = undefined;
  }

  /** If the site was republished meanwhile, its files have changed: the index is then opened again, once. */
  async #withContents<Result>(use: (contents: Contents) => Promise<Result>): Promise<Result> {
    if (this.#isClosed) throw new Failure('unavailable', 'The pack has been closed.');
    try {
      return await use(await this.#open());
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'not_found') throw error;
      const { root, toolsFile, vectors } = await this.#readAgain();
      if (root === this.#root && toolsFile === this.#toolsFile) throw error;
      this.#root = root;
      this.#toolsFile = toolsFile;
      // Vectors of another model are useless to clients that embed questions with the previous one.
      this.#vectorsList = vectors?.model === this.info.vectors?.model ? vectors?.list : undefined;
      this.#contents = undefined;
      return use(await this.#open());
    }
  }

  #open(): Promise<Contents> {
    this.#contents ??= Contents.load(this.#root, this.#source, this.#loadLanguages).catch(
      (error: unknown) => {
        this.#contents = undefined;
        throw error;
      },
    );
    return this.#contents;
  }
}

/** The part of an index that stays in memory. */
class Contents {
  readonly texts: PackTexts;
  readonly #root: PackRoot;
  readonly #files: PackFiles;
  readonly #languages: readonly Language[];
  readonly #vocabulary: PackVocabulary;
  readonly #postings: PackPostings;

  static async load(root: string, source: PackSource, languages: LoadLanguages): Promise<Contents> {
    const files = new PackFiles(source);
    const decoded = await files.load('root', keyOf(root), decodeRoot);
    const foreign = decoded.languages.filter((code) => code !== ENGLISH.code);
    const loaded = foreign.length === 0 ? [] : await languages(foreign);
    return new Contents(decoded, files, loaded);
  }

  private constructor(root: PackRoot, files: PackFiles, foreign: readonly Language[]) {
    this.#root = root;
    this.#files = files;
    this.#languages = root.languages.flatMap((code) =>
      code === ENGLISH.code ? ENGLISH : (foreign.find((language) => language.code === code) ?? []),
    );
    this.#vocabulary = new PackVocabulary(root, files);
    const { length, titleLength, passages } = root;
    const bm25 = new Bm25(RANKING, { length: length / passages, titleLength: titleLength / passages });
    this.#postings = new PackPostings(files, bm25);
    this.texts = new PackTexts(root, files);
  }

  /** Returns the data for answers. */
  async answering(name: string, filters: SiteFilters = {}): Promise<AnsweringPack> {
    this.#files.tidy();
    const accept = await this.#accepted(filters);
    return {
      name,
      languages: this.#languages,
      spoken: this.#root.languages,
      vocabulary: this.#vocabulary,
      texts: this.texts,
      rank: (terms, limit) => this.#postings.rank(terms, limit, accept),
    };
  }

  async tools(file: FileKey): Promise<SiteToolCode[]> {
    return this.#files.json('tools', file, readTools);
  }

  /** @param list of the vectors, if any */
  async search(
    query: string,
    { limit, filters = {}, explain = false, passages = false, vector }: SiteSearchOptions,
    list: FileKey | undefined,
  ): Promise<SiteResults> {
    this.#files.tidy();
    const parsed = parseQuery(query, this.#languages);
    const [scored, accept] = await Promise.all([this.#vocabulary.scored(parsed), this.#accepted(filters)]);
    const typed = new Set(parsed.flatMap(({ terms }) => terms));
    const placed = scored.flatMap((term) => {
      const where = this.#vocabulary.whereIs(term.term);
      const isTyped = typed.has(term.term);
      return where ? [{ ...term, where, isTyped }] : [];
    });
    const most = clamped(limit);
    const meaning = vector && list !== undefined && { vector, vectors: new PackVectors(this.#files, list) };
    const deep = meaning ? await pagesByWords(meaning.vectors, most) : most;
    const found = await this.#postings.rank(placed, deep, accept);
    const { seen, terms, isPartial } = found;
    const pages = meaning ? await rankByMeaning(meaning, found, most, accept) : found.pages;
    const top = meaning ? 1 : (pages[0]?.raw ?? 1);
    const asking = {
      query,
      terms,
      explain,
      passages,
      languageOf: (code: string | undefined) => this.#languageOf(code),
    };
    const hits = await Promise.all(pages.map((page, i) => this.texts.hit(page, i + 1, top, asking)));
    return { hits, total: Math.max(seen, hits.length), isAtLeast: isPartial };
  }

  /** Requires all filters, and any of the values of each. */
  async #accepted(filters: SiteFilters): Promise<((page: number) => boolean) | undefined> {
    const asked = Object.entries(filters).filter(([, values]) => values.length > 0);
    if (asked.length === 0) return undefined;
    const sets = await Promise.all(
      asked.map(async ([name, values]) => {
        const known = this.#root.filters.find((filter) => filter.name === name)?.values ?? [];
        const wanted = known.filter(({ value }) => values.includes(value));
        return Promise.all(wanted.map(({ file }) => this.#files.load('filters', file, decodePages)));
      }),
    );
    return (page) => sets.every((pages) => pages.some((its) => its.has(page)));
  }

  #languageOf(code: string | undefined): Language | undefined {
    const base = code?.toLowerCase().split('-')[0];
    return this.#languages.find((language) => language.code === base);
  }
}

function clamped(limit: number | undefined): number {
  if (limit === undefined || !Number.isFinite(limit)) return LIMIT.default;
  return Math.min(LIMIT.most, Math.max(1, Math.floor(limit)));
}
