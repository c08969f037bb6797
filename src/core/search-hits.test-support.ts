// Test support: a search hit.
import type { SearchHit } from './document.ts';

export function searchHit(id: string, more: Partial<SearchHit> = {}): SearchHit {
  return {
    id,
    score: 1,
    source: 'files',
    source_id: `${id}.md`,
    updated_at: '2026-01-01T00:00:00Z',
    snippet: `found in ${id}`,
    marks: [],
    chunk: 0,
    ...more,
  };
}
