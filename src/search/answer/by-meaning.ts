// Chooses among the best candidates by meaning too, if their passages can be compared with the question in time.
import type { EmbeddedPassage } from '../passage-hash.ts';
import type { Candidate } from './rate.ts';

/** @returns a cosine for each passage that has a vector; undefined when none can be compared in time */
export type Compare = (
  passages: readonly EmbeddedPassage[],
) => Promise<readonly (number | undefined)[] | undefined>;

/** Number of compared passages, and the weight of a cosine relative to the words. Tuned like the weights of the words. */
const MEANING = { compared: 16, weight: 0.8 } as const;

/** A passage with its identity. */
export interface PlacedPassage extends EmbeddedPassage {
  key: string;
}

/**
 * @param candidates by words, best first
 * @param passageOf undefined for a candidate outside any passage
 * @returns the same, with the best one first
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
  // Requires a vector of the best candidate by words.
  if (cosines?.[0] === undefined) return candidates;
  const scoreOf = (i: number): number =>
    compared[i]!.candidate.rank + MEANING.weight * (cosines[i] ?? Number.NEGATIVE_INFINITY);
  const first = compared.reduce((most, _, i) => (scoreOf(i) > scoreOf(most) ? i : most), 0);
  const { candidate } = compared[first]!;
  return [candidate, ...candidates.filter((one) => one !== candidate)];
}
