// The report after adding documents.
import { expect, it } from 'vitest';
import { reportText } from './report-text.ts';

it('says what came in and what was left out', () => {
  expect(reportText({ documents: 12, passages: 1204, skipped: [1, 2], cancelled: false })).toBe(
    '12 documents added, 1,204 passages. 2 files skipped.',
  );
  expect(reportText({ documents: 1, passages: 1, skipped: [], cancelled: true })).toBe(
    '1 document added, 1 passage. Cancelled before the end.',
  );
  expect(reportText({ documents: 0, passages: 0, skipped: [1], cancelled: false })).toBe(
    'No documents added. 1 file skipped.',
  );
});
