// Splitting a document at its passages for reading.
import { describe, expect, it } from 'vitest';
import { passageName, segmentsOf, withoutTitle } from './segments.ts';
import { expectWithin } from '../../../scripts/expect-within.ts';

/** Passages with the given texts, which must occur in the body in this order. */
function cut(body: string, texts: string[], markdown = true) {
  let at = 0;
  const passages = texts.map((text, index) => {
    const start = body.indexOf(text, at);
    at = start + text.length;
    return { document: 'd', index, text, heading: [], start, end: at };
  });
  return segmentsOf({ body, passages }, markdown).map(({ indexes, text }) => ({ indexes, text }));
}

describe('segments', () => {
  it('show the whole body once, gaps together with the passage after them', () => {
    const body = '# A\n\none two\n\n***\n\nthree\n';
    expect(cut(body, ['one two', 'three'])).toEqual([
      { indexes: [0], text: '# A\n\none two' },
      { indexes: [1], text: '\n\n***\n\nthree\n' },
    ]);
  });

  it('never split a code fence, even at blank lines in it', () => {
    const body = '```lua\na = 1\n\nb = 2\n```\n\nafter';
    expect(cut(body, ['```lua\na = 1', 'b = 2\n```', 'after'])).toEqual([
      { indexes: [0, 1], text: '```lua\na = 1\n\nb = 2\n```' },
      { indexes: [2], text: '\n\nafter' },
    ]);
  });

  it('never split a paragraph or a table, and keep list items with their nested content', () => {
    expect(cut('One. Two.', ['One.', 'Two.'])).toHaveLength(1);
    expect(cut('|a|\n|-|\n|1|\n|2|', ['|a|\n|-|\n|1|', '|2|'])).toHaveLength(1);
    expect(cut('- item\n\n    more\n\nend', ['- item', 'more', 'end']).map(({ indexes }) => indexes)).toEqual(
      [[0, 1], [2]],
    );
  });

  it('split plain text at every passage', () => {
    expect(cut('One. Two.', ['One.', 'Two.'], false).map(({ text }) => text)).toEqual(['One.', ' Two.']);
  });

  it('mark the beginning of each page once', () => {
    const body = 'One.\n\nTwo.\n\nThree.';
    const passages = ['One.', 'Two.', 'Three.'].map((text, index) => {
      const start = body.indexOf(text);
      return {
        document: 'd',
        index,
        text,
        heading: [],
        start,
        end: start + text.length,
        page: index < 2 ? 1 : 3,
      };
    });
    const segments = segmentsOf({ body, passages }, true);
    expect(segments.map(({ page }) => page)).toEqual([1, undefined, 3]);
    expect(segments.map(({ start }) => start)).toEqual([0, 4, 10]);
  });

  it('are computed in linear time for a long document, even one that cannot be split', async () => {
    const body = 'word '.repeat(300_000);
    const passages = Array.from({ length: 1500 }, (_, index) => {
      const start = index * 1000;
      return {
        document: 'd',
        index,
        text: body.slice(start, start + 999),
        heading: [],
        start,
        end: start + 999,
      };
    });
    // Scanning from the beginning for each passage took 20 s.
    expect(await expectWithin(1000, () => segmentsOf({ body, passages }, true))).toHaveLength(1);
  });

  it('are a single one for a document without passages', () => {
    expect(cut('text', [])).toEqual([{ indexes: [], text: 'text' }]);
  });
});

describe('the title in the text', () => {
  it('is left out when the first heading repeats it', () => {
    expect(withoutTitle('# *Backups* \n\nText', 'Backups')).toBe('Text');
    expect(withoutTitle('# Backups', 'backups')).toBe('');
    expect(withoutTitle('# A very long heading\nText', 'A very long…')).toBe('Text');
  });

  it('stays when it differs or is not the first heading', () => {
    expect(withoutTitle('# Backups\n', 'Guide')).toBe('# Backups\n');
    expect(withoutTitle('Backups\n', 'Backups')).toBe('Backups\n');
  });
});

it('names a passage by its nearest heading, or by its first words', () => {
  expect(passageName({ text: 'x', heading: ['Guide', 'Backups'] })).toBe('Backups');
  const shared = 'It ends.\n\n```sh\n# not this\n```\n\n## **Costs** and times\n\nDaily.\n\n## Returns';
  expect(passageName({ text: shared, heading: ['Handbook'] })).toBe('Costs and times');
  expect(passageName({ text: shared, heading: ['Handbook', 'Orders'] })).toBe('Orders');
  expect(passageName({ text: '**Bold** start', heading: [] })).toBe('Bold start');
  expect(passageName({ text: 'word '.repeat(30), heading: [] })).toMatch(/^word .{40,58} …$/);
});

it('names a part of a table by its first row, since all parts share the header', () => {
  const text = '| Name | Depth |\n| --- | ---: |\n| Hull | 9 |\n| Leith | 7 |';
  expect(passageName({ text, heading: [] })).toBe('Hull 9 Leith 7');
  expect(passageName({ text: '| Name | Depth |\n| --- | --- |\n', heading: [] })).toMatch(/^Name Depth/);
});
