// Shortening a text for a label.
import { expect, it } from 'vitest';
import { shortened } from './shortened.ts';

it('leaves a text that fits, and ends a longer one with an ellipsis', () => {
  expect(['moon', 'moonlight', 'full moon'].map((text) => shortened(text, 6))).toEqual([
    'moon',
    'moonl…',
    'full…',
  ]);
});

it('counts characters, and never splits one', () => {
  expect(shortened('🌒🌓🌔', 3)).toBe('🌒🌓🌔');
  expect(shortened('🌒🌓🌔🌕', 3)).toBe('🌒🌓…');
});

it('does not read all of a huge text', () => {
  const huge = 'x'.repeat(100_000_000);
  expect(shortened(huge, 4)).toBe('xxx…');
});
