// What of an answer is read aloud.
import { describe, expect, it } from 'vitest';
import type { Part } from '../../core/conversation.ts';
import { spokenSentences } from './spoken-text.ts';

const spoken = (text: string): string[] => spokenSentences([{ type: 'text', text }]);

describe('an answer read aloud', () => {
  it('is read sentence by sentence, without marks of Markdown', () => {
    expect(spoken('The **tide** is high. It falls at `noon`.')).toEqual([
      'The tide is high.',
      'It falls at noon.',
    ]);
  });

  it('leaves out code, pictures and citation numbers', () => {
    const text = 'Run this [1]:\n\n```sh\nrm -rf /\n```\n\n![A moon](moon.png)\n\nThen wait [2, 3].';
    expect(spoken(text)).toEqual(['Run this: Then wait.']);
  });

  it('leaves out code that has no end', () => {
    expect(spoken('Run this:\n\n```sh\nrm -rf /')).toEqual(['Run this:']);
  });

  it('keeps the label of a link, and reads an address as its host', () => {
    expect(spoken('See [the guide](https://a.example/b) at https://moon.example/x/y?z=1 today.')).toEqual([
      'See the guide at moon.example today.',
    ]);
  });

  it('reads list items and table rows one by one', () => {
    expect(spoken('- One\n- Two\n\n| Name | Days |\n|---|---|\n| Ada | 30 |')).toEqual([
      'One',
      'Two',
      'Name – Days',
      'Ada – 30',
    ]);
  });

  it('cuts a sentence that voices would break off, and loses nothing of it', () => {
    const text = `${'many words, '.repeat(60)}end.`;
    const pieces = spoken(text);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(240);
    expect(pieces.join(' ')).toBe(text);
  });

  it('is empty without words', () => {
    expect(spoken('---')).toEqual([]);
    expect(spokenSentences([{ type: 'notice', text: 'Nothing found.' } as Part])).toEqual([]);
  });
});
