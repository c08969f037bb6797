// Figures over many documents: per source, per month with gaps, and the largest.
import { describe, expect, it } from 'vitest';
import { summariseDocuments } from './summarise-documents.ts';

const document = (id: string, source: string, updated_at: string, size = 10, chunks = 1) => ({
  id,
  title: id,
  source,
  source_id: id,
  updated_at,
  chunks,
  size,
});

describe('summariseDocuments', () => {
  it('returns zeros for no documents', () => {
    expect(summariseDocuments([])).toEqual({
      documents: 0,
      passages: 0,
      size: 0,
      sources: [],
      months: [],
      earlier: 0,
      largest: [],
    });
  });

  it('counts per source and per month, including months without a document', () => {
    const figures = summariseDocuments([
      document('a', 'mail', '2025-12-31T23:00:00Z', 100, 2),
      document('b', 'files', '2026-02-01T00:00:00Z', 300, 3),
      document('c', 'files', '2026-02-09', 20),
      document('d', 'mail', '2026-02-10', 5),
      document('e', 'files', 'unknown', 1),
    ]);
    expect(figures).toMatchObject({ documents: 5, passages: 8, size: 426 });
    expect(figures.sources).toEqual([
      { source: 'files', documents: 3, passages: 5, size: 321 },
      { source: 'mail', documents: 2, passages: 3, size: 105 },
    ]);
    expect(figures.months).toEqual([
      { month: '2025-12', source: 'mail', documents: 1 },
      { month: '2026-01', source: 'files', documents: 0 },
      { month: '2026-02', source: 'files', documents: 2 },
      { month: '2026-02', source: 'mail', documents: 1 },
    ]);
    expect(figures.largest.map(({ id }) => id)).toEqual(['b', 'a', 'c', 'd', 'e']);
  });

  it('goes back at most a year, and merges many small sources', () => {
    const old = summariseDocuments([document('a', 's', '1970-01-01'), document('b', 's', '2026-01-01')]);
    expect([old.months.length, old.months[0]?.month, old.months.at(-1)?.month, old.earlier]).toEqual([
      12,
      '2025-02',
      '2026-01',
      1,
    ]);
    const many = summariseDocuments(
      Array.from({ length: 20 }, (_, index) => document(`${index}`, `source ${index}`, '2026-01-01')),
      'others',
    );
    expect(many.sources).toHaveLength(20);
    expect(many.months).toHaveLength(12);
    expect(many.months).toContainEqual({ month: '2026-01', source: 'others', documents: 9 });
  });
});
