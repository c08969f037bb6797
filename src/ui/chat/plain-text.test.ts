// Copying an answer.
import { expect, it } from 'vitest';
import type { SearchHit } from '../../core/document.ts';
import { plainText } from './plain-text.ts';

const hit: SearchHit = {
  id: 'a',
  score: 1,
  source: 'guide',
  source_id: 'tools.md',
  title: 'Tools',
  heading: 'Your first tool',
  source_url: 'https://example.org/tools.html',
  updated_at: '',
  snippet: 'A tool is a Lua file.',
  marks: [],
  chunk: 0,
};

it('lists the sources below the text', () => {
  const text = plainText([
    { type: 'text', text: 'Write a Lua file [1].' },
    {
      type: 'citations',
      citations: [
        { number: 1, verified: true, hit },
        { number: 2, verified: false },
      ],
    },
  ]);
  expect(text).toBe('Write a Lua file [1].\n\n[1] Tools › Your first tool, https://example.org/tools.html');
});

it('quotes the first three passages of a search', () => {
  const text = plainText([{ type: 'passages', query: 'q', hits: [hit, hit, hit, hit] }]);
  expect(text.match(/A tool is a Lua file\./g)).toHaveLength(3);
});

it('is empty for an answer without text', () => {
  expect(plainText([{ type: 'notice', text: 'Stopped.' }])).toBe('');
});
