// The title of a pasted text.
import { expect, it } from 'vitest';
import { titleOf } from './title-of.ts';

it('is the first line with text, without heading marks', () => {
  expect(titleOf('\n\n  ## Backups\nbody')).toBe('Backups');
  expect(titleOf('One line')).toBe('One line');
  expect(titleOf(' \n ')).toBe('Untitled');
});

it('is cut between words when it is long', () => {
  const title = titleOf('word '.repeat(40));
  expect(title.length).toBeLessThanOrEqual(82);
  expect(title).toMatch(/word …$/);
});
