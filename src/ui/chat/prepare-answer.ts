// Prepares the app for a question ahead of time: lazy code, search, the tools' sandbox.
import type { App } from '../../apps/web/app.ts';
import { loadMarkdown } from '../components/markdown.ts';

/** Milliseconds between two hints to the search that the user types. */
const TOLD_EVERY = 1000;

let told = Number.NEGATIVE_INFINITY;
let isWarm = false;

/**
 * Never rejects: a failed load is retried by the answer, which reports a failure.
 * @param types the user types: a question is likely, and its answer may run a tool
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
  void app.agent.prepare();
  await Promise.allSettled([
    import('./make-answer.ts'),
    import('./Transcript.svelte'),
    loadMarkdown(app.extensions),
  ]);
}
