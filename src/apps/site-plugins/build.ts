// `perilune/build`: what the command does, for the scripts of a generator.
import { join, resolve } from 'node:path';
import type { SiteConfig } from '../../site-index/site-config.ts';
import { beside, PACK, WIDGET } from './place.ts';
import type { Output } from '../../cli/output.ts';

/** As in `perilune.config.json`; that file is not read then. */
export interface SiteOptions extends Partial<SiteConfig> {
  /** Folder of the pack, below that of the pages. Default `perilune`. */
  out?: string;
  /** Whether the script of the widget comes to lie beside the pack. Default true. */
  script?: boolean;
}

export interface BuiltSite {
  /** Folder of the pack. */
  out: string;
  pages: number;
  /** Files of the site that are no pages, each with the reason. */
  left: readonly { path: string; reason: string }[];
  /** Files of the pack that were written and taken away: 0 when nothing has changed. */
  written: number;
  removed: number;
}

/**
 * Builds the pack of the pages in a folder, and puts the widget beside it.
 * @param folder of built HTML or Markdown
 * @param say gets lines for people
 * @throws Error with a sentence that says what is wrong; the pack that is there stays as it was.
 */
export async function buildSite(
  folder: string,
  { out = PACK, script = true, ...settings }: SiteOptions = {},
  say: (line: string) => void = () => undefined,
): Promise<BuiltSite> {
  const { buildPack } = await import('../cli/build.ts');
  const { openScriptReader } = await import('../cli/sandbox.ts');
  let built: unknown;
  const output: Output = {
    json: false,
    line: (text = '') => say(text),
    value: (value) => void (built = value),
    paint: (_, text) => text,
  };
  await buildPack(folder, { out: resolve(folder, out) }, output, {
    ...(script && WIDGET !== undefined && { widget: WIDGET }),
    settings,
    sandbox: () => openScriptReader(beside),
  });
  const { pages, left, written, removed } = built as BuiltSite;
  return { out: join(folder, out), pages, left, written, removed };
}
