// Markdown in pieces: the same elements as other parsers produce, bounded pieces, and linear time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HtmlWeight } from './html-weight.ts';
import { markdownOf } from './markdown-grammar.test-support.ts';
import { htmlOf, plainPieces, readPieces, type Piece } from './reading.ts';
import { expectWithin } from '../../scripts/expect-within.ts';

const read = (text: string): Piece<string>[] => readPieces(text, htmlOf);
const html = (text: string): string =>
  read(text)
    .flatMap(({ content }) => content)
    .join('')
    .replaceAll('\n', '');

describe('ordinary Markdown', () => {
  it.each([
    ['- a\n  - b\n    - *c*', '<ul><li>a<ul><li>b<ul><li><em>c</em></li></ul></li></ul></li></ul>'],
    [
      '> > **q** ~~r~~',
      '<blockquote><blockquote><p><strong>q</strong> <s>r</s></p></blockquote></blockquote>',
    ],
    ['- [x] a\n- [ ] b', '<ul><li>☑ a</li><li>☐ b</li></ul>'],
    [
      '|a|b|\n|:-|-|\n|1|2|',
      '<table><thead><tr><th align="left">a</th><th>b</th></tr></thead><tbody><tr><td align="left">1</td><td>2</td></tr></tbody></table>',
    ],
    [
      'see http://a.b/c_(d). www.x.org/y, a@b.de README.md',
      '<p>see <a href="http://a.b/c_(d)">http://a.b/c_(d)</a>. <a href="http://www.x.org/y">www.x.org/y</a>, <a href="mailto:a@b.de">a@b.de</a> README.md</p>',
    ],
    ['![p](x.png)', '<p><a href="x.png">p</a></p>'],
    ['[a][r]\n\n[r]: http://x.y', '<p><a href="http://x.y">a</a></p>'],
  ])('%j', (text, expected) => {
    expect(html(text)).toBe(expected);
  });

  it('has a piece for each block, with its position in the text', () => {
    const text = '# A\n\nb\nc\r\n\r\n- d\n';
    const places = read(text).map(({ start, end, block }) => [text.slice(start, end), block]);
    expect(places).toEqual([
      ['# A\n', 0],
      ['b\nc\r\n', 1],
      ['- d\n', 2],
    ]);
  });
});

describe('a long text', () => {
  it('continues numbers, table heads and emphasis in the next piece', () => {
    const lists = read('1. a\n'.repeat(2000));
    expect(lists.length).toBeGreaterThan(3);
    const [, second] = lists;
    const before = lists[0]!.content[0]!.match(/<li>/g)!.length;
    expect(second!.content[0]).toContain(`<ol start="${before + 1}">`);
    expect(lists.map(({ content }) => content[0]!.match(/<li>/g)!.length).reduce((a, b) => a + b)).toBe(2000);
    for (const { content } of read(`|x|y|\n|-|-|\n${'|1|2|\n'.repeat(2000)}`)) {
      expect(content[0]).toContain('<th>x</th>');
    }
    for (const { content } of read(`*${'word '.repeat(6000)}end*`)) expect(content[0]).toMatch(/^<p><em>/);
  });

  it('loses no word', () => {
    const words = Array.from({ length: 4000 }, (_, index) => `w${index}`);
    for (const text of [
      words.join(' '),
      words.map((word) => `- ${word}`).join('\n'),
      words.map((word, level) => `${' '.repeat((level % 60) * 2)}- ${word}`).join('\n'),
      words.map((word) => `> **${word}**`).join('\n'),
      `${'> '.repeat(200)}${words.join(' ')}`,
      `${'*a '.repeat(3000)}${words.join(' ')}${' b*'.repeat(3000)}`,
      `${'|a'.repeat(300)}\n${'|-'.repeat(300)}\n${words.map((word) => `|${word}`).join('')}`,
      `\`\`\`\n${words.join('\n')}\n\`\`\``,
      `<div>\n${words.map((word) => `<b>${word}`).join('\n')}\n</div>`,
    ]) {
      const pieces = read(text).flatMap(({ content }) => content);
      // A line without blanks can be split within a word.
      const glued = pieces.join('').replace(/<[^>]*>\s*/g, '');
      const shown = new Set(`${pieces.join(' ')} ${glued}`.match(/w\d+/g));
      expect(words.filter((word) => !shown.has(word))).toEqual([]);
    }
  });
});

/** Maximum bytes of HTML and number of elements of a piece. */
const MOST = { characters: 120_000, elements: 4000 };

describe('a hostile text', () => {
  it('is parsed in time, into pieces that are each shown quickly', async () => {
    await fc.assert(
      fc.asyncProperty(markdownOf(60_000), async (text) => {
        // Parsing takes about 0.1 s here; anything non-linear takes minutes.
        const pieces = await expectWithin(5000, () => read(text));
        for (const { content, continued } of pieces) {
          expect(continued).toBeLessThan(60);
          const whole = content.join('');
          expect(whole.length).toBeLessThan(MOST.characters);
          expect(whole.match(/<[a-z]/g)?.length ?? 0).toBeLessThan(MOST.elements);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('takes about twice the time when it is twice as long', () => {
    const timeOf = (text: string): number => {
      const began = performance.now();
      read(text);
      return performance.now() - began;
    };
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const of = (size: number): string => fc.sample(markdownOf(size), { seed, numRuns: 1 })[0]!;
        const short = timeOf(of(100_000));
        const long = timeOf(of(400_000));
        // Four times the length; quadratic time would be sixteen times. Allows for a busy machine.
        expect(long).toBeLessThan(8 * short + 1500);
      }),
      { numRuns: 12 },
    );
  }, 180_000);

  it.each([
    ['lists with lazy lines', '- a\nb\n'],
    ['nested lists with lazy lines', `${'- '.repeat(50)}a\nb\n`],
    ['ampersands', '&'],
    ['backticks', '`a``b```c'],
    ['rows of a wide table', `${'|a'.repeat(500)}\n${'|-'.repeat(500)}\n${'|b\n'.repeat(500)}\n`],
    ['unclosed emphasis', '_a__'],
    ['unclosed links', '[a]( '],
    ['definitions', "[a]: b '\n"],
    ['unclosed formulas', '\\(a'],
    ['unclosed display formulas', '$$a\n'],
    ['dollar signs', '$a '],
    ['notes', '[^a]: b[^a]\n\n'],
    ['notes of many lines', '[^a]: b\nc\n'],
    ['unclosed brackets of notes', '[^a'],
  ])('reads 300 KB of %s', async (_, unit) => {
    const pieces = await expectWithin(15_000, () => read(unit.repeat(300_000 / unit.length)));
    expect(pieces.length).toBeGreaterThan(0);
  });

  it('does not create missing cells', () => {
    expect(read(`${'|a'.repeat(100)}\n${'|-'.repeat(100)}\n${'|\n'.repeat(600)}`)[0]!.content[0]).toMatch(
      /^<pre>/,
    );
  });

  it('counts the elements that unclosed tags reopen', () => {
    const weight = (text: string): number => new HtmlWeight().add(text);
    const tame = weight('<p><b>a</b></p>'.repeat(300));
    const wild = weight(`${'<b a=1>'.repeat(300)}${'<p>a</p>'.repeat(300)}`);
    expect(wild).toBeGreaterThan(50 * tame);
    expect(weight('<table><tr><td>'.repeat(9))).toBe(Infinity);
  });

  it('is split as plain text without loss, and never within a character', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 50 }),
        fc.integer({ min: 1, max: 2000 }),
        (part, times) => {
          const text = part.repeat(times);
          const stretches = plainPieces(text).map((piece) => piece.text!);
          expect(stretches.join('')).toBe(text);
          for (const stretch of stretches) expect(stretch.length).toBeLessThanOrEqual(8000);
        },
      ),
      { numRuns: 40 },
    );
  });
});
