// What the user reads about semantic search at each stage.
import { expect, it } from 'vitest';
import { embeddingWords } from './embedding-labels.ts';

it.each([
  [{ phase: 'off', done: 0, total: 0 }, 'Semantic search is off. Search uses keywords only.'],
  [{ phase: 'waiting', done: 0, total: 9 }, /^Not started yet\. Indexing starts with your first search/],
  [{ phase: 'loading', done: 0, total: 9, loaded: 0.42 }, 'Loading the model 42%'],
  [
    { phase: 'working', done: 1200, total: 12_000, device: 'CPU, 2 threads', speed: 6.25 },
    '1,200 of 12,000 passages indexed CPU, 2 threads, 6.3 passages a second, about 29 minutes left',
  ],
  [{ phase: 'working', done: 0, total: 4 }, '0 of 4 passages indexed '],
  [
    { phase: 'working', done: 0, total: 40_000, speed: 2 },
    '0 of 40,000 passages indexed 2 passages a second, about 6 hours left',
  ],
  [
    { phase: 'working', done: 0, total: 4, lost: 1200 },
    '0 of 4 passages indexed The browser lost the embeddings of 1,200 passages. Perilune is recreating them.',
  ],
  [{ phase: 'paused', done: 1, total: 2, lost: 1 }, /others\. The browser lost .* recreating it\.$/],
  [{ phase: 'ready', done: 4, total: 4, lost: 4 }, 'Ready. All 4 passages are indexed.'],
  [{ phase: 'paused', done: 1, total: 2 }, /^Paused\. 1 of 2 passages/],
  [{ phase: 'ready', done: 2000, total: 2000 }, 'Ready. All 2,000 passages are indexed.'],
  [{ phase: 'failed', done: 0, total: 2, error: 'no room' }, 'Semantic search stopped. No room.'],
] as const)('says %j', (status, words) => {
  const { title, detail } = embeddingWords(status);
  const said = `${title} ${detail}`;
  if (typeof words === 'string') expect(said).toBe(words);
  else expect(said).toMatch(words);
});
