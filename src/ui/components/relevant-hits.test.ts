// Hits near a nonsense word are not results.
import { describe, expect, it } from 'vitest';
import type { HitExplanation, SearchHit } from '../../core/document.ts';
import { hasWords, relevantHits } from './relevant-hits.ts';

const weights = { keyword: 0.5, semantic: 0.5 };
function hit(id: string, explain?: HitExplanation): SearchHit {
  const rest = { source: 's', source_id: id, updated_at: '', snippet: '', chunk: 0, score: 1 };
  return { id, ...rest, marks: [], ...(explain && { explain }) };
}

const word = hit('word', { keyword: { rank: 1, score: 2, terms: {} }, weights });
const near = hit('near', { semantic: { rank: 1, score: 0.6 }, weights });
const far = hit('far', { semantic: { rank: 2, score: 0.12 }, weights });

describe('relevantHits', () => {
  it('keeps hits that contain the words or are close in meaning', () => {
    expect(relevantHits([word, near, far])).toEqual([word, near]);
  });

  it('keeps hits without an explanation', () => {
    expect(relevantHits([hit('remote')])).toHaveLength(1);
  });

  it('returns nothing when all hits are distant', () => {
    expect(relevantHits([far])).toEqual([]);
  });
});

it('tells word hits from semantic hits', () => {
  expect([word, near].map(hasWords)).toEqual([true, false]);
});
