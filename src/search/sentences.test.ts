// Sentences of snippets, and which of them are marked.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstSentence, markedSentences, sentencesOf } from './sentences.ts';
import { snippetOf } from './snippet.ts';

const marked = (snippet: string, query: string, limit?: number): string[] =>
  markedSentences(snippet, query, limit).map(([start, end]) => snippet.slice(start, end));

describe('sentencesOf', () => {
  it('ends a sentence with its block', () => {
    const text = 'One here. Two · three · Four!';
    expect(sentencesOf(text).map(([start, end]) => text.slice(start, end))).toEqual([
      'One here.',
      'Two',
      'three',
      'Four!',
    ]);
  });
});

describe('markedSentences', () => {
  it('returns the ranges of the best sentences, in text order', () => {
    const text = 'Birds sing. The dog and the cat sleep. Fish swim. A dog sits. A dog barks at cats.';
    expect(marked(text, 'dog cat')).toEqual(['The dog and the cat sleep.', 'A dog barks at cats.']);
    expect(marked(text, 'dog cat', 1)).toEqual(['The dog and the cat sleep.']);
  });

  it('returns one when the others are much worse', () => {
    expect(marked('A cat and a dog play. A dog, a dog. Dog. It rains.', 'cat dog play')).toEqual([
      'A cat and a dog play.',
    ]);
  });

  it('returns none when no sentence has a word of the query', () => {
    expect(markedSentences('Birds sing.', 'dog')).toEqual([]);
    expect(markedSentences('', 'dog')).toEqual([]);
  });

  it('never marks all of several sentences, but a single one', () => {
    expect(marked('A cat sits. A cat eats.', 'cat')).toEqual(['A cat sits.']);
    expect(marked('A cat sits.', 'cat')).toEqual(['A cat sits.']);
  });

  it('excludes the ellipses, and prefers whole sentences to cut ones', () => {
    expect(marked('… A cat sits. It rains. …', 'cat')).toEqual(['A cat sits.']);
    expect(marked('… of the cat. A cat sits. It rains. Then a cat …', 'cat')).toEqual(['A cat sits.']);
    expect(marked('… of the cat and …', 'cat')).toEqual(['of the cat and']);
  });

  it('marks at most two sentences of any snippet, each with a word of the query, in order', () => {
    const words = fc.constantFrom(
      'cat',
      'Dog',
      'sits.',
      'It',
      'rains!',
      'so?',
      '\n\n',
      '\n- ',
      '# ',
      '东京。',
    );
    const text = fc.array(words, { maxLength: 80 }).map((list) => list.join(' '));
    fc.assert(
      fc.property(text, fc.integer({ min: 30, max: 120 }), (passage, length) => {
        const { snippet, marks } = snippetOf(passage, 'cats dog ', length);
        const sentences = markedSentences(snippet, 'cats dog ');
        expect(sentences.length).toBeLessThanOrEqual(2);
        expect(sentences.length > 0).toBe(marks.length > 0);
        let last = -1;
        for (const [start, end] of sentences) {
          expect(start).toBeGreaterThan(last);
          expect(snippet.slice(start, end)).toMatch(/cat|dog/i);
          expect(snippet.slice(start, end)).not.toMatch(/…| · |^\s|\s$/);
          last = end;
        }
      }),
    );
  });
});

describe('firstSentence', () => {
  it('is the first complete one of a snippet', () => {
    expect(firstSentence('Nothing. Until then.')).toEqual([0, 8]);
    expect(firstSentence('… so it is. Then …')).toEqual([2, 11]);
    expect(firstSentence('')).toBeUndefined();
  });
});
