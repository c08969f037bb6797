// Common names of file types.
import { expect, it } from 'vitest';
import { kindLabel } from './kind-labels.ts';

it.each([
  ['docx', 'Word'],
  ['markdown', 'Markdown'],
  ['csv', 'CSV'],
  ['constructor', 'CONSTRUCTOR'],
])('calls %s %s', (kind, label) => {
  expect(kindLabel(kind)).toBe(label);
});
