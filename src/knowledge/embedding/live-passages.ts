// Every searchable passage from the columns of the index: position and hash, without its text.
import type { KeywordIndex } from '../../search/keyword-index.ts';
import { GUIDE_SOURCE } from '../../core/answer.ts';
import type { PassagePlace } from './background.ts';

export function* livePassages(index: KeywordIndex): Generator<PassagePlace> {
  for (const part of index.parts) {
    const { documents, documentOf, chunkIndex, hashes, sources, sourceOf } = part.segment;
    const guide = sources.indexOf(GUIDE_SOURCE);
    for (let ordinal = 0; ordinal < documentOf.length; ordinal++) {
      const number = documentOf[ordinal]!;
      if (!part.isLiveAt(number)) continue;
      yield {
        document: documents.at(number)!,
        index: chunkIndex[ordinal]!,
        low: hashes[2 * ordinal]!,
        high: hashes[2 * ordinal + 1]!,
        isLast: sourceOf[number] === guide,
      };
    }
  }
}
