// The pages of a pack, one stretch after the other, for a library that takes them all.
import { Failure } from '../core/errors.ts';
import type { SitePage } from '../core/site-pack.ts';
import { keyOf, type PackManifest } from './format.ts';
import { PackFiles, type PackSource } from './pack-files.ts';
import { decodeRoot } from './root-file.ts';
import { PackTexts } from './site-hits.ts';

/** Pages that are read at once, some of several files: what a host bears of one visitor. */
const AT_ONCE = 6;

/**
 * Pages `from` to `to`, without it, in order. Nothing of them is kept in memory.
 * @param onPage hears how many have been read
 * @throws Failure as the source does, and `bad_output` where the pack is damaged.
 */
export async function readPages(
  source: PackSource,
  { root }: Pick<PackManifest, 'root'>,
  { from, to }: { from: number; to: number },
  onPage: (read: number) => void = () => undefined,
): Promise<SitePage[]> {
  const files = new PackFiles(source);
  const texts = new PackTexts(await files.load('root', keyOf(root), decodeRoot), files);
  const pages: SitePage[] = [];
  let next = from;
  let read = 0;
  const readOn = async (): Promise<void> => {
    while (next < to) {
      const number = next++;
      pages[number - from] = await pageOf(texts, number);
      onPage(++read);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, readOn));
  } finally {
    next = to;
  }
  return pages;
}

async function pageOf(texts: PackTexts, number: number): Promise<SitePage> {
  try {
    return await texts.page(number);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('bad_output', `The pack does not say where its page number ${number} is.`);
  }
}
