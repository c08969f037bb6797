// Reads the pages of a site index, in batches, for import into a library.
import { Failure } from '../core/errors.ts';
import type { SitePage } from '../core/site-pack.ts';
import { keyOf, type PackManifest } from './format.ts';
import { PackFiles, type PackSource } from './pack-files.ts';
import { decodeRoot } from './root-file.ts';
import { PackTexts } from './site-hits.ts';

/** Number of pages read at once, some of several files: what a host accepts from one visitor. */
const AT_ONCE = 6;

/**
 * Yields pages `from` up to but excluding `to`, in order. Keeps nothing in memory.
 * @param onPage receives the number of pages read
 * @throws Failure as the source does, and `bad_output` when the index is damaged.
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
    throw new Failure('bad_output', `The pack does not say where its page ${number} is.`);
  }
}
