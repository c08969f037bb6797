// Loads what an answer is made of and shown with, before the first question is asked.
import { loadMarkdown } from '../components/markdown.ts';

/** Never rejects: what could not be loaded is loaded again with the answer, which says so if it fails. */
export async function prepareAnswer(): Promise<void> {
  await Promise.allSettled([import('./make-answer.ts'), import('./Transcript.svelte'), loadMarkdown()]);
}
