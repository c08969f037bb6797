// Exporting an answer without its sources.
import { expect, it } from 'vitest';
import { withoutCitations } from './without-citations.ts';

it.each([
  ['Tides come [1] from the moon [2, 3][4].', 'Tides come from the moon.'],
  ['`row[0]` and [1](https://a.example) and list[2]', '`row[0]` and [1](https://a.example) and list[2]'],
  [
    'So it is [1]\n\n```lua\nlocal t = { [1] = 2 }\n```\n\nDone [1].',
    'So it is\n\n```lua\nlocal t = { [1] = 2 }\n```\n\nDone.',
  ],
])('drops the numbers of sources, and keeps code and links: %j', (given, left) => {
  expect(withoutCitations(given)).toBe(left);
});
