// Candidates that come before a best one that doubts speak against.
import type { Candidate } from './rate.ts';

/** Minimum confidence of a part that takes the place of one that doubts would refuse. */
export const UNDOUBTED = 0.75;

/**
 * How many of the best candidates may take the place of a doubtful one, how much less of the question they may have,
 * and how far behind they may be.
 */
const DOUBTFUL = { candidates: 12, less: 0.05, behind: 0.3, near: 0.18 } as const;

/** If the best candidate lacks the requested value, a nearly equal one that has it comes first. */
export function withoutDoubts(
  ranked: readonly Candidate[],
  isOfElse: (candidate: Candidate) => boolean,
  doubtAbout: (candidate: Candidate) => number,
): readonly Candidate[] {
  if (ranked.length < 2 || !isOfElse(ranked[0]!)) return ranked;
  const [first] = ranked;
  const better = ranked
    .slice(1, DOUBTFUL.candidates)
    .find(
      (one) =>
        one.features.fits >= first!.features.fits &&
        one.features.covered >= first!.features.covered - DOUBTFUL.less &&
        one.rank >= first!.rank - DOUBTFUL.behind &&
        doubtAbout(one) === 0,
    );
  return better ? [better, ...ranked.filter((one) => one !== better)] : ranked;
}

/**
 * If doubts would refuse the best candidate, one without them that has a word which the best one lacks comes first.
 * @param isUndoubted whether nothing else speaks against it
 */
export function undoubted(
  ranked: readonly Candidate[],
  isUndoubted: (candidate: Candidate) => boolean,
): readonly Candidate[] {
  const [first] = ranked;
  const better = ranked
    .slice(1, DOUBTFUL.candidates)
    .find(
      (one) =>
        one.features.covered >= first!.features.covered &&
        one.features.missing < first!.features.missing &&
        one.rank >= first!.rank - DOUBTFUL.near &&
        isUndoubted(one),
    );
  return better ? [better, ...ranked.filter((one) => one !== better)] : ranked;
}
