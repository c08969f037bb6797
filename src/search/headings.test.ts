// The text of a heading without badges, links, anchors and marks.
import { expect, test } from 'vitest';
import { headingText } from './headings.ts';

test.each([
  ['glasswork [![version](https://img.example/v(1).svg)](https://example.org/glasswork)', 'glasswork'],
  ['Glasswork ![build][build] [![licence][mit]][mit-text]', 'Glasswork'],
  ['<a name="options"></a>`setOptions`', 'setOptions'],
  ['The `<a>` element', 'The <a> element'],
  ['[Install](#install) and *run*', 'Install and run'],
  ['See [the guide][guide]', 'See the guide'],
  ['rows[0][1]', 'rows[0][1]'],
  ['Map<K, V> ##', 'Map<K, V>'],
  ['[1.2.0] – 2024', '[1.2.0] – 2024'],
])('reads %s as its words', (marked, said) => {
  expect(headingText(marked)).toBe(said);
});

test('names a heading that is only a picture after the picture', () => {
  expect(headingText('[![Glasswork](logo.svg)](https://example.org)')).toBe('Glasswork');
});

test('reads a heading full of opening brackets quickly', () => {
  const start = performance.now();
  for (let i = 0; i < 5; i++) headingText('![['.repeat(5000));
  expect(performance.now() - start).toBeLessThan(2000);
});
