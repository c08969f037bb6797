// Answers without a model: the best passages of the library, and tools that fit the question, ready to run.
import type { AgentEvent } from '../core/conversation.ts';
import type { SearchHit, SearchOptions } from '../core/document.ts';
import type { ToolInfo } from '../core/tool.ts';
import { isOnlyExpression, offerTools } from './offer-tools.ts';
import type { Setting } from './setting.ts';

/** The best three are shown at first; the rest is there to unfold. */
const PASSAGES = 8;
/** So long the answer stays open for a better order, while its first passages can be read. Milliseconds. */
const PATIENCE = 3000;

export interface SearchModeOptions {
  question: string;
  tools: ToolInfo[];
  search(query: string, options: SearchOptions, signal: AbortSignal): Promise<SearchHit[]>;
  nothing: Setting['nothing'];
  signal: AbortSignal;
}

/**
 * Yields `passages`, `offers` and `notice`, as far as there are any; `start` and `end` are the caller's. What is known is
 * there at once; when the passages have been compared by meaning and stand in another order, `passages` comes once more and
 * takes the place of the first.
 */
export async function* answerBySearch(options: SearchModeOptions): AsyncGenerator<AgentEvent, void> {
  const { question, tools, search, nothing, signal } = options;
  const offers = offerTools(question, tools);
  // Digits alone would only match noise in the library.
  if (offers.length > 0 && isOnlyExpression(question)) {
    yield { type: 'offers', offers };
    return;
  }
  const wanted: SearchOptions = { limit: PASSAGES, explain: true };
  const hits = await search(question, wanted, signal);
  if (hits.length > 0) yield { type: 'passages', query: question, hits };
  if (offers.length > 0) yield { type: 'offers', offers };
  // Without anything to compare it is answered at once. Should it fail, what is shown stands.
  const better = await search(question, { ...wanted, patience: PATIENCE }, signal).catch(() => hits);
  signal.throwIfAborted();
  if (better.length > 0 && !sameOrder(better, hits)) {
    yield { type: 'passages', query: question, hits: better };
    return;
  }
  if (hits.length > 0) return;
  yield offers.length > 0
    ? { type: 'notice', code: 'only_tools', text: nothing.butTools }
    : { type: 'notice', code: 'nothing_found', text: nothing.found };
}

function sameOrder(a: readonly SearchHit[], b: readonly SearchHit[]): boolean {
  return a.length === b.length && a.every(({ id, chunk }, i) => b[i]?.id === id && b[i].chunk === chunk);
}
