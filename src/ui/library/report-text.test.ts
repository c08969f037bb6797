// The report after adding documents.
import { expect, it } from 'vitest';
import { reportText, shortened } from './report-text.ts';

it('states what was added and what was left out', () => {
  expect(
    reportText({ documents: 12, passages: 1204, skipped: [{}, {}], unchanged: 0, cancelled: false }),
  ).toBe('12 documents added, 1,204 passages. 2 files skipped.');
  expect(reportText({ documents: 1, passages: 1, skipped: [], unchanged: 0, cancelled: true })).toBe(
    '1 document added, 1 passage. Canceled before it finished.',
  );
  expect(reportText({ documents: 0, passages: 0, skipped: [{}], unchanged: 0, cancelled: false })).toBe(
    'No documents added. 1 file skipped.',
  );
});

it('counts many existing documents, and names few', () => {
  const same = { unchanged: true } as const;
  const many = { skipped: [...Array<typeof same>(7).fill(same), {}], unchanged: 1212 };
  expect(shortened(many)).toEqual({ skipped: [{}], unchanged: 1212 });
  expect(reportText({ documents: 3, passages: 9, cancelled: false, ...many })).toBe(
    '3 documents added, 9 passages. 1,212 were already there, unchanged. 1 file skipped.',
  );
  expect(shortened({ skipped: [same], unchanged: 1 })).toEqual({ skipped: [same], unchanged: 0 });
  // Documents inside a file are not named.
  expect(shortened({ skipped: [], unchanged: 2 })).toEqual({ skipped: [], unchanged: 2 });
});
