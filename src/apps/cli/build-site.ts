// `perilune build PACKFILE`: a site of its own from a library pack: pages, site index, and the widget that answers from
// it. Only files that this program wrote are replaced or removed.
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { buildPack, type BuildParts } from './build.ts';
import { GENERATOR, pagesOf, STYLE } from './pack-pages.ts';
import { Failure } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import type { LibraryPack } from '../../core/library-pack.ts';
import type { ToolDraft } from '../../core/tool-draft.ts';
import { namesIn } from '../../core/placeholders.ts';
import { PACK_LIMITS, readLibraryPack } from '../../tools/formats/library-pack.ts';
import { WrongUse, type CommandLine } from '../../cli/command-line.ts';
import { GuardedFolder } from '../../cli/guarded-folder.ts';
import { count, plain, type Output } from '../../cli/output.ts';

type Flags = Pick<CommandLine['flags'], 'out' | 'config' | 'base' | 'tools' | 'vectors' | 'no-widget'>;

const INDEX = 'index.html';

export function isPackFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

/** @returns the exit code. @throws Failure for a pack that cannot be read or has no documents; WrongUse */
export async function buildSite(
  file: string,
  flags: Flags,
  output: Output,
  parts: BuildParts = {},
): Promise<number> {
  for (const flag of ['config', 'tools'] as const)
    if (flags[flag] !== undefined) throw new WrongUse(`--${flag} is for a folder of pages, not for a pack`);
  const pack = await readFile(file);
  if (pack.documents.length === 0)
    throw new Failure('bad_request', `${file} has no documents, so there is nothing to search`);
  const out = flags.out ?? (basename(file).replace(/(\.pack)?\.[^.]*$/, '') || 'site');
  const site = siteAt(out);
  const drafts = pack.bundles.flatMap(({ tools }) => tools).filter((tool) => isForVisitors(tool, output));
  output.line(
    plain(`${pack.name}: ${count(pack.documents.length, 'document')}, ${count(drafts.length, 'tool')}`),
  );
  const pages = pagesOf(pack, !flags['no-widget']);
  write(site, pages);
  const { base, vectors } = flags;
  return buildPack(out, { 'no-widget': flags['no-widget'], out: join(out, 'perilune') }, output, {
    ...parts,
    drafts,
    isWholeSite: true,
    settings: {
      name: pack.name,
      exclude: [INDEX],
      widget: widgetOf(pack),
      ...(base !== undefined && { base }),
      ...(vectors && { vectors }),
    },
  });
}

async function readFile(file: string): Promise<LibraryPack> {
  const { size } = statSync(file);
  if (!startsLikeZip(file)) {
    throw new WrongUse(
      `${file} is a file. Give the folder with the built HTML or Markdown, or a library pack`,
    );
  }
  if (size > PACK_LIMITS.total) {
    throw new Failure(
      'too_large',
      `${file} has ${inMebibytes(size)}; a pack may have ${inMebibytes(PACK_LIMITS.total)}`,
    );
  }
  return readLibraryPack(readFileSync(file), basename(file));
}

function startsLikeZip(file: string): boolean {
  const start = Buffer.alloc(2);
  const descriptor = openSync(file, 'r');
  try {
    readSync(descriptor, start);
  } finally {
    closeSync(descriptor);
  }
  return start.toString('latin1') === 'PK';
}

/** The profile's text reaches a model of the visitor's or the site's, as the instructions of the site. */
function widgetOf({ questions, profile }: LibraryPack): Record<string, unknown> {
  return {
    ...(questions.length > 0 && { questions }),
    ...(profile?.kind === 'text' && { instructions: profile.text }),
  };
}

/** @throws WrongUse for a folder with files of others */
function siteAt(out: string): GuardedFolder {
  const site = new GuardedFolder(out);
  const isOurs = site.read(INDEX)?.includes(GENERATOR) ?? false;
  if (!isOurs && site.list().files.length > 0) {
    throw new WrongUse(`The folder ${out} is not empty. Give an empty one with --out`);
  }
  return site;
}

function isForVisitors({ kind, fileName, config, problem }: ToolDraft, output: Output): boolean {
  const why =
    problem ??
    (kind !== 'lua'
      ? 'sites support only Lua tools'
      : namesIn(config).length > 0
        ? 'it needs a secret, and visitors have none'
        : undefined);
  if (why !== undefined) output.line(output.paint('yellow', plain(`Left out: ${fileName}: ${why}`)));
  return why === undefined;
}

function write(site: GuardedFolder, pages: ReadonlyMap<string, string>): void {
  const put = (path: string, text: string): void => {
    if (site.read(path)?.toString('utf8') !== text) site.write(path, text);
  };
  for (const path of site.list().files) {
    const isPage = /^documents\/[^/]+\.html$/.test(path) && !pages.has(path);
    if (isPage && site.read(path)?.includes(GENERATOR)) site.remove(path);
  }
  put('style.css', STYLE);
  for (const [path, html] of pages) put(path, html);
}
