// `perilune/build`: the build command as a function, for the scripts of a generator.
import { join, resolve } from 'node:path';
import type { SiteConfig } from '../../site-index/site-config.ts';
import { beside, PACK, WIDGET } from './place.ts';
import type { Output } from '../../cli/output.ts';

/** Settings as in `perilune.config.json`, which is then ignored. */
export interface SiteOptions extends Partial<SiteConfig> {
  /** Folder of the index, relative to the pages. Default `perilune`. */
  out?: string;
  /** Whether the widget's script is copied next to the index. Default true. */
  script?: boolean;
}

export interface BuiltSite {
  /** Folder of the index. */
  out: string;
  pages: number;
  /** Files of the site that are not pages, each with the reason. */
  left: readonly { path: string; reason: string }[];
  /** Number of files of the index that were written or deleted: 0 when nothing has changed. */
  written: number;
  removed: number;
}

/**
 * Builds the index of the pages in a folder, and copies the widget next to it.
 * @param folder of built HTML or Markdown
 * @param say receives log lines
 * @throws Error with a sentence that says what is wrong; the existing index stays as it was.
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
