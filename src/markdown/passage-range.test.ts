// Finding a passage in its rendered text.
import { expect, it } from 'vitest';
import { passageRange } from './passage-range.ts';

function marked(shown: string, passage: string): string | undefined {
  const range = passageRange(shown, passage);
  return range && shown.slice(...range);
}

it('ignores Markdown marks and link addresses', () => {
  const shown =
    'The old town. Spring tides follow the moon, as sailors know. They come twice a month. After that, neap tides.';
  const passage =
    '**Spring tides** follow [the moon](https://example.org/moon), as sailors know. They come *twice* a month.';
  expect(marked(shown, passage)).toBe(
    'Spring tides follow the moon, as sailors know. They come twice a month',
  );
});

it('chooses, among repeated words, the end nearest to the length of the passage', () => {
  expect(marked('one two three one two three one two three', 'one two three one two three')).toBe(
    'one two three one two three',
  );
  expect(marked('Only one', 'one')).toBe('one');
});

it('returns nothing for a missing passage', () => {
  expect(marked('Other words entirely', 'Spring tides follow the moon')).toBeUndefined();
  expect(marked('text', '***')).toBeUndefined();
});
