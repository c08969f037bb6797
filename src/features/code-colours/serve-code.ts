// The code worker's logic: returns the ranges for each request.
import { stretchesOf } from './code-stretches.ts';
import type { CodeAnswer, CodeRequest } from './code-messages.ts';

const worker = self as unknown as Pick<Worker, 'postMessage' | 'addEventListener'>;
worker.addEventListener('message', ({ data }) => {
  const { id, code, language } = data as CodeRequest;
  worker.postMessage({ id, stretches: stretchesOf(code, language) } satisfies CodeAnswer);
});
