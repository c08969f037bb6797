// The worker's side of packs: answers each request.
import { Failure, toErrorData } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import { PACK_LIMITS, readLibraryPack } from '../../tools/formats/library-pack.ts';
import { maskPack, writeLibraryPack } from '../../tools/formats/write-library-pack.ts';
import type { PackAnswer, PackAsk } from './pack-messages.ts';

/** Never rejects. */
export async function servePack(asked: PackAsk): Promise<PackAnswer> {
  const { id } = asked;
  try {
    if ('read' in asked)
      return { id, pack: await readLibraryPack(await bytesIn(asked.read), asked.read.name) };
    const { contents, findings } = maskPack(asked.write);
    const bytes = await writeLibraryPack(asked.masks ? contents : asked.write);
    return { id, written: { bytes: new Uint8Array(bytes), findings } };
  } catch (error) {
    return { id, error: toErrorData(error) };
  }
}

/** @throws Failure `too_large` before anything is read */
async function bytesIn(file: File): Promise<Uint8Array> {
  if (file.size > PACK_LIMITS.total) {
    throw new Failure(
      'too_large',
      `${file.name} has ${inMebibytes(file.size)}; a pack may have ${inMebibytes(PACK_LIMITS.total)}. Nothing was imported`,
    );
  }
  return new Uint8Array(await file.arrayBuffer());
}
