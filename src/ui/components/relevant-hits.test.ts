// Hits that are near to a nonsense word are no hits.
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
  it('keeps what has the words, and what is close in meaning', () => {
    expect(relevantHits([word, near, far])).toEqual([word, near]);
  });

  it('keeps hits that were not explained', () => {
    expect(relevantHits([hit('remote')])).toHaveLength(1);
  });

  it('leaves nothing of a list that is only far away', () => {
    expect(relevantHits([far])).toEqual([]);
  });
});

it('tells words from meaning', () => {
  expect([word, near].map(hasWords)).toEqual([true, false]);
});
