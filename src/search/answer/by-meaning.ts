// Which of the best candidates answers, by meaning as well: where the passages that they stand in can be compared with the
// question in time.
import type { EmbeddedPassage } from '../passage-hash.ts';
import type { Candidate } from './rate.ts';

/** @returns a cosine for each passage that has a vector; undefined where none can be compared, or not in time */
export type Compare = (
  passages: readonly EmbeddedPassage[],
) => Promise<readonly (number | undefined)[] | undefined>;

/** Passages that are compared, and what a cosine weighs beside the words. Found as the weights of the words were. */
const MEANING = { compared: 8, weight: 0.5 } as const;

/** A passage, and by what it is known. */
export interface PlacedPassage extends EmbeddedPassage {
  key: string;
}

/**
 * @param candidates by words, best first
 * @param passageOf undefined for a candidate in no passage
 * @returns the same with the best of all first
 */
export async function bestByMeaning(
  candidates: readonly Candidate[],
  passageOf: (candidate: Candidate) => PlacedPassage | undefined,
  compare: Compare,
): Promise<readonly Candidate[]> {
  const best = new Map<string, { candidate: Candidate; passage: PlacedPassage }>();
  for (const candidate of candidates) {
    const passage = passageOf(candidate);
    if (passage && !best.has(passage.key)) best.set(passage.key, { candidate, passage });
    if (best.size === MEANING.compared) break;
  }
  const compared = [...best.values()];
  if (compared.length < 2) return candidates;
  const cosines = await compare(compared.map(({ passage }) => passage));
  // The best one by words is compared, or nothing is.
  if (cosines?.[0] === undefined) return candidates;
  const scoreOf = (i: number): number =>
    compared[i]!.candidate.rank + MEANING.weight * (cosines[i] ?? Number.NEGATIVE_INFINITY);
  const first = compared.reduce((most, _, i) => (scoreOf(i) > scoreOf(most) ? i : most), 0);
  const { candidate } = compared[first]!;
  return [candidate, ...candidates.filter((one) => one !== candidate)];
}
