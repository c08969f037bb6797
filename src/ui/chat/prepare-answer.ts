// Gets the app ready for a question before it is asked: parts that load late, the search, the sandbox of tools.
import type { App } from '../../apps/web/app.ts';
import { loadMarkdown } from '../components/markdown.ts';

/** Milliseconds: how often the search is told that somebody types. */
const TOLD_EVERY = 1000;

let told = Number.NEGATIVE_INFINITY;
let isWarm = false;

/**
 * Never rejects: what could not be loaded is loaded again with the answer, which says so if it fails.
 * @param types somebody types: a question is likely, and an answer may run a tool
 */
export async function prepareAnswer(
  app: Pick<App, 'warmUp' | 'warmSearch' | 'agent' | 'extensions'>,
  types: boolean,
): Promise<void> {
  const now = performance.now();
  if (types && now - told > TOLD_EVERY) {
    told = now;
    app.warmSearch();
  }
  if (types && !isWarm) {
    isWarm = true;
    app.warmUp();
  }
  app.agent.prepare();
  await Promise.allSettled([
    import('./make-answer.ts'),
    import('./Transcript.svelte'),
    loadMarkdown(app.extensions),
  ]);
}
