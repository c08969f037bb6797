// `perilune build`: indexes the pages in a site's folder. Only changes are read and written, and the index is
// complete at every moment: new files first, then the manifest, then unused files are deleted.
import { existsSync, readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { createHash } from 'node:crypto';
import { deflateSync } from 'fflate';
import { ReadCache } from './build-cache.ts';
import type { PackModel } from './build-model.ts';
import { vectorsOf } from './build-vectors.ts';
import { filesIn, PackFolder } from './build-folder.ts';
import { type ScriptReader, siteToolsIn, siteToolsOf } from './build-tools.ts';
import { linesForPages, putWidget } from './build-widget.ts';
import { Failure } from '../../core/errors.ts';
import { languageOf } from '../../knowledge/detect-language.ts';
import { DEVICE_MODEL_ID } from '../../knowledge/embedding/model-place.ts';
import { Refusal } from '../../knowledge/extract/extracted.ts';
import { Languages, rulesOf } from '../../knowledge/languages.ts';
import {
  filtersByPath,
  pageAddress,
  pageFilter,
  readSiteConfig,
  type SiteConfig,
} from '../../site-index/site-config.ts';
import { type PackedVectors, writePack } from '../../site-index/write-pack.ts';
import { MANIFEST } from '../../site-index/format.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { embeddingText } from '../../search/passage-hash.ts';
import { buildSegment } from '../../search/segment.ts';
import { cutPage, type CutPage, readPage } from './site-pages.ts';
import { WrongUse, type CommandLine } from '../../cli/command-line.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { count, plain, type Output } from '../../cli/output.ts';
import { unreadable } from '../../cli/system-error.ts';

const CONFIG_FILE = 'perilune.config.json';
/** Pages between two progress messages. */
const EACH = 500;

type Flags = Pick<CommandLine['flags'], 'out' | 'config' | 'base' | 'tools' | 'vectors' | 'no-widget'>;

export interface BuildParts {
  /** Folder of the built widget, to be copied next to the index. */
  widget?: string;
  /** Settings given instead of a configuration file. */
  settings?: object;
  /** Tools that were read elsewhere. */
  drafts?: readonly ToolDraft[];
  /** The pages load the widget already. */
  isWholeSite?: boolean;
  /** Reads the scripts of tools. */
  sandbox?: () => Promise<ScriptReader>;
  /** Opens the embedding model. Default: the installed one. */
  model?: () => Promise<PackModel>;
}

/** @returns the exit code. @throws Failure when there is nothing to search; WrongUse when the folder does not exist. */
export async function buildPack(
  folder: string,
  flags: Flags,
  output: Output,
  parts: BuildParts = {},
): Promise<number> {
  const site = new GuardedFolder(folder);
  const target = GuardedFolder.output(flags.out ?? join(folder, 'perilune'), folder);
  const out = target.path;
  const config = configOf(flags, parts.settings);
  const { paths, linked } = pagesIn(site, out, config);
  const { drafts = [], sandbox = noSandbox } = parts;
  const tools =
    config.tools === undefined
      ? await siteToolsOf(drafts, 'the pack', sandbox)
      : await siteToolsIn(config.tools, sandbox);
  const cache = ReadCache.open(site, target, { config, tools, model: config.vectors && DEVICE_MODEL_ID });
  const pack = new PackFolder(target);
  const left: { path: string; reason: string }[] = [];
  for (const path of linked) {
    const reason = 'a link that leads out of the folder is not followed';
    left.push({ path, reason });
    output.line(output.paint('yellow', plain(`Left out: ${path}: ${reason}`)));
  }
  const pages: (CutPage & { path: string; rules: string })[] = [];
  let siteName: string | undefined;
  let done = 0;
  for (const path of paths) {
    if (++done % EACH === 0) output.line(output.paint('dim', `Reading: ${done} of ${paths.length} files`));
    try {
      const read = await cache.read(path, async (text) => withLanguage(readPage(path, text)));
      if ('left' in read) {
        left.push({ path, reason: read.left });
        continue;
      }
      siteName ??= read.site;
      const filters = merged(read.filters, filtersByPath(config, path));
      const language = read.language ?? 'en';
      const facts = { url: pageAddress(path, config), filters, language };
      pages.push({ path, rules: rulesOf(language.toLowerCase().split('-')[0]), ...cutPage(read, facts) });
    } catch (problem) {
      // A file that became a link during the build is refused on its own.
      const isLeft = problem instanceof Refusal || (problem instanceof Failure && problem.code === 'denied');
      if (!isLeft) throw problem;
      left.push({ path, reason: problem.message });
    }
  }
  for (const { path, reason } of left.slice(linked.length))
    output.line(output.paint('dim', plain(`Left out: ${path}: ${reason}`)));
  if (pages.length === 0) {
    throw new Failure(
      'bad_request',
      `no page with text found in the folder ${folder}; name the folder with the built HTML or the Markdown. Nothing was written`,
    );
  }
  const read = { pages: pages.length, files: paths.length, readAgain: cache.misses, left };
  if (cache.isUnchanged && pack.isWhole()) {
    output.line(`${out} is up to date: ${count(pages.length, 'page')}, none changed`);
    const widget = putWidget(flags['no-widget'] ? undefined : parts.widget, target);
    output.value({ out, ...read, written: 0, removed: 0, widget });
    return 0;
  }
  output.line(
    output.paint(
      'dim',
      cache.misses === paths.length
        ? `Read ${count(paths.length, 'file')}`
        : `Read ${cache.misses} of ${count(paths.length, 'file')}, the others are unchanged`,
    ),
  );
  const name = config.name ?? siteName ?? basename(site.path);
  const { segment } = await indexOf(pages);
  const vectors = config.vectors ? await withVectors(pages, parts.model, cache, output) : undefined;
  const info = pack.replace((put) =>
    writePack(
      {
        name,
        base: config.base,
        tools,
        widget: config.widget,
        pages: pages.map(({ page }) => page),
        segment,
        ...(vectors && { vectors: vectors.packed }),
      },
      {
        put,
        deflate: (bytes) => deflateSync(bytes, { level: 6 }),
        sha256: (bytes) => createHash('sha256').update(bytes).digest('hex'),
        encode: (text) => new TextEncoder().encode(text),
      },
    ),
  );
  cache.save();
  const { written, removed, bytes, files } = pack;
  const widget = putWidget(flags['no-widget'] ? undefined : parts.widget, target);
  output.line(
    `Indexed ${count(info.pages, 'page')} as ${count(info.passages, 'passage')}: ${count(files, 'file')}, ` +
      `${sizeText(bytes)} (${written} written, ${removed} removed)`,
  );
  output.line(`Wrote ${join(out, MANIFEST)}`);
  if (parts.isWholeSite) output.line(`Publish the folder ${folder} on any static host`);
  else if (widget.files > 0) {
    output.line(
      `Copied ${count(widget.files, 'widget file')}. Add these two lines to the pages of the site:\n`,
    );
    for (const line of linesForPages(site.path, out, config.base)) output.line(`  ${line}`);
  }
  const embedded = vectors?.made;
  output.value({
    out,
    ...read,
    passages: info.passages,
    embedded,
    packFiles: files,
    bytes,
    written,
    removed,
    widget,
  });
  return 0;
}

function sizeText(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} KB` : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** @throws WrongUse */
function configOf(flags: Flags, settings?: object): SiteConfig {
  if (settings) return readSiteConfig(settings);
  const file = flags.config ?? (existsSync(CONFIG_FILE) ? CONFIG_FILE : undefined);
  try {
    const said: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
    const config = readSiteConfig({
      ...(said as object),
      ...(flags.base !== undefined && { base: flags.base }),
      ...(flags.tools !== undefined && { tools: flags.tools }),
      ...(flags.vectors && { vectors: true }),
    });
    return config;
  } catch (problem) {
    throw new WrongUse(unreadable(file ?? 'The command line', problem));
  }
}

/** @throws Failure when the model is missing or does not run. */
async function withVectors(
  pages: readonly CutPage[],
  open: () => Promise<PackModel> = async () => (await import('./build-model.ts')).modelBeside(),
  cache: ReadCache,
  output: Output,
): Promise<{ packed: PackedVectors; made: number }> {
  const texts = pages.flatMap(({ page, indexed }) =>
    indexed.map(({ text, heading }) => embeddingText({ title: page.title, heading, text })),
  );
  const foreign = pages.filter(({ page }) => !/^en\b/i.test(page.language ?? 'en')).length;
  if (foreign > 0) {
    const are = `${count(foreign, 'page is', 'pages are')} in another language`;
    output.line(output.paint('yellow', `The embedding model works best in English; ${are}`));
  }
  const model = await open();
  const place = { folder: cache.folder, file: cache.vectors };
  const { rows, made } = await vectorsOf(texts, model, place, (line) =>
    output.line(output.paint('dim', line)),
  );
  if (made > 0) output.line(output.paint('dim', `Embedded ${count(made, 'passage')} of ${texts.length}`));
  const { model: name, dimensions, files } = model;
  return { packed: { model: name, dimensions, files, rows }, made };
}

/** Sorted by address, so that neighbours on the site are neighbours in the index. */
function pagesIn(
  site: GuardedFolder,
  out: string,
  config: SiteConfig,
): { paths: string[]; linked: string[] } {
  const isPage = pageFilter(config);
  const own = relative(site.path, out).replaceAll('\\', '/');
  const isForeign = (path: string): boolean => !(own !== '' && path.startsWith(`${own}/`));
  const { files, out: linked } = filesIn(site);
  return {
    paths: files.filter((path) => isPage(path) && isForeign(path)).sort((a, b) => (a < b ? -1 : 1)),
    linked: linked.sort(),
  };
}

function noSandbox(): Promise<never> {
  return Promise.reject(
    new Failure('unavailable', 'tools are read by the command only: npx perilune build --tools FOLDER'),
  );
}

/** Pages without a declared language get the one detected from their text. */
async function withLanguage(page: ReturnType<typeof readPage>): Promise<ReturnType<typeof readPage>> {
  if ('left' in page || page.language !== undefined) return page;
  const language = await languageOf({ title: page.title, body: page.body, metadata: {} });
  return language === undefined ? page : { ...page, language };
}

function merged(
  one: Readonly<Record<string, string[]>>,
  other: Readonly<Record<string, string[]>>,
): Record<string, string[]> {
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
  return Object.fromEntries(
    names.map((name) => [name, [...new Set([...(one[name] ?? []), ...(other[name] ?? [])])]]),
  );
}

async function indexOf(
  pages: readonly (CutPage & { path: string; rules: string })[],
): Promise<{ segment: ReturnType<typeof buildSegment> }> {
  const languages = await new Languages().load(pages.map(({ rules }) => rules));
  const segment = buildSegment(
    pages.flatMap(({ path, page, indexed }) =>
      indexed.map(({ text, heading }, index) => ({
        document: path,
        index,
        text,
        heading,
        title: page.title,
      })),
    ),
    pages.map(({ path, rules }) => ({ document: path, source: '', updated: 0, tags: [], language: rules })),
    languages,
  );
  // A boosted page counts as shorter, so its terms weigh more.
  const weights = pages.flatMap(({ indexed }) => indexed.map(({ weight }) => weight));
  const lengths = segment.lengths.map((length, i) => Math.max(1, Math.round(length / weights[i]!)));
  return { segment: { ...segment, lengths } };
}
