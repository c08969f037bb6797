// Looks for a better answer by semantic search after an answer was given. It is offered, never forced.
import type { AnswerBlock, AnswerOptions, LibraryAnswer } from '../core/answer.ts';
import { relevanceByMeaning } from '../search/answer/relevance.ts';
import { parseQuery } from '../search/parsed-query.ts';
import {
  type AnswerCall,
  type AnsweringLibrary,
  answerAt,
  answerFromLibrary,
  filterForAnswers,
} from './answer-library.ts';
import { type Hit } from './find.ts';
import { rankingsByMeaning } from './find-by-meaning.ts';
import { idOfKey } from './live-index.ts';
import { AnswerNearness } from './nearness.ts';
import type { SearchedLibrary } from './search-library.ts';

/** The minimum cosine of an answering passage, and by how much it must exceed that of the shown one. */
const ANSWERS = { from: 0.45, nearer: 0.08 } as const;

/**
 * Returns the answer by words, complete and final. `onBetter` receives a better one later, and `onEnd` says that none
 * will follow.
 * @throws Failure `bad_request` for an invalid date, like a search
 */
export async function answerAndBetter(
  library: AnsweringLibrary & SearchedLibrary,
  question: string,
  options: AnswerOptions,
  call: AnswerCall,
): Promise<LibraryAnswer> {
  const { onBetter, onEnd, signal } = call;
  const { meaning } = library;
  if (!call.isRehearsal) meaning?.hold();
  const nearness = meaning && new AnswerNearness(meaning, { signal });
  try {
    const given = await answerFromLibrary(library, question, options, { nearTo: nearness?.to, ...call });
    // Not earlier: loading a model would slow the answer down.
    if (!call.isRehearsal) meaning?.need();
    if (!onBetter) return given;
    // If it fails, the first answer stands.
    void betterAnswer(library, question, options, { given, isLate: nearness?.isLate === true, signal })
      .then((better) => better && onBetter(better))
      .catch(() => undefined)
      .finally(onEnd);
    return given;
  } catch (error) {
    onEnd?.();
    throw error;
  }
}

interface Given {
  /** Found by words, and also by meaning if that was ready in time. */
  given: LibraryAnswer;
  /** The vectors to compare with came too late. */
  isLate: boolean;
  signal: AbortSignal | undefined;
}

/** @returns undefined without a better answer; never waits for a model */
async function betterAnswer(
  library: AnsweringLibrary & SearchedLibrary,
  question: string,
  options: AnswerOptions,
  { given, isLate, signal }: Given,
): Promise<LibraryAnswer | undefined> {
  const { meaning, live, languages, read } = library;
  if (!meaning?.isLoaded || meaning.isOff || given.parts) return undefined;
  if (isLate) {
    const { to: nearTo } = new AnswerNearness(meaning, { signal, patience: Infinity });
    const compared = await answerFromLibrary(library, question, options, { nearTo, signal });
    if (compared.answer && !isSamePlace(compared.answer, given.answer)) return compared;
  }
  const asked = { ...parseQuery(question), languages: await languages.load(live.index.languages) };
  if (asked.text.trim() === '' || asked.phrases.length > 0) return undefined;
  let hits: readonly Hit[] = [];
  const rankings = rankingsByMeaning({
    live,
    meaning,
    text: given.asked ?? asked.text,
    mode: 'hybrid',
    limit: 10,
    search: { accept: filterForAnswers(library, asked, options), languages: asked.languages },
    explain: false,
    embeds: true,
    read: async (found) =>
      (await read(found)).map(
        (one) => one && { title: one.found.meta.title, heading: one.passage.heading, text: one.passage.text },
      ),
    signal,
  });
  for await (const ranking of rankings) hits = ranking;
  const best = hits.reduce<Hit | undefined>(
    (most, hit) => ((hit.cosine ?? 0) > (most?.cosine ?? 0) ? hit : most),
    undefined,
  );
  const shown = given.answer && hits.find(({ document }) => idOfKey(document) === given.answer?.document.id);
  if (!best || (best.cosine ?? 0) < ANSWERS.from || idOfKey(best.document) === given.answer?.document.id)
    return undefined;
  if (given.answer && (best.cosine ?? 0) < (shown?.cosine ?? 0) + ANSWERS.nearer) return undefined;
  const found = await answerAt(library, asked, best);
  if (!found?.answer) return undefined;
  const confidence = Math.max(found.confidence, relevanceByMeaning(best.cosine));
  return { ...given, kind: found.kind, answer: found.answer, confidence };
}

/** Each shows the answer of the other. */
function isSamePlace(one: AnswerBlock, other: AnswerBlock | null): boolean {
  if (one.document.id !== other?.document.id) return false;
  const { start, end } = one.mark ?? one;
  return start >= other.start && end <= other.end;
}
