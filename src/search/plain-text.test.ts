// Markdown as plain text: without marks and headings, with separated blocks.
import { describe, expect, it } from 'vitest';
import { plainText } from './plain-text.ts';

describe('plainText', () => {
  it.each([
    ['## Title ##', 'Title'],
    ['see [the guide](http://x.test/a_(b) "t") and ![a cat](cat.png)', 'see the guide and a cat'],
    ['[one][ref], <https://x.test/a>', 'one, https://x.test/a'],
    ['**bold**, _slanted_, ~~gone~~, ***both***', 'bold, slanted, gone, both'],
    ['snake_case_name and 2 * 3 * 4', 'snake_case_name and 2 * 3 * 4'],
    ['call `a_b_c(*p)` or ``x ` y``', 'call a_b_c(*p) or x ` y'],
    ['[`a_b`](x.md) and **`c`** and \\`d\\`', 'a_b and c and `d`'],
    ['> quoted\n> more', 'quoted more'],
    ['- [x] done\n1. first\n* star', 'done · first · star'],
    ['| a | b |\n|---|:-:|\n| 1 | 2 |', 'a – b · 1 – 2'],
    ['a | b\n--- | ---\n1 | 2', 'a – b · 1 – 2'],
    ['| x \\| y |  | z |', 'x | y – z'],
    ['Head\n====\n\n---\n\ntext', 'text'],
    ['a<br>b &amp; c \\*d\\* <!-- no -->e', 'a b & c *d* e'],
    ['if a < b and c > d', 'if a < b and c > d'],
  ])('%j reads as %j', (markdown, plain) => {
    expect(plainText(markdown)).toBe(plain);
  });

  it('drops headings, unless there is nothing else', () => {
    expect(plainText('## Limits\n\nA tool runs.\n\nStop\n----\n\nIt ends.\n### Last ###\nDone')).toBe(
      'A tool runs. It ends. Done',
    );
    expect(plainText('# One #\n\nTwo\n===\n\n### **Three**')).toBe('One · Two · Three');
  });

  it('does not mistake code, a two-line paragraph, a list item or a quote for a heading', () => {
    expect(plainText('```sh\n# install\nnpm i\n```')).toBe('# install npm i');
    expect(plainText('1. Run\n\n   ```sh\n   # install\n   npm i\n   ```')).toBe('Run · # install npm i');
    expect(plainText('one\ntwo\n---\nthree')).toBe('one two · three');
    expect(plainText('- item\n---\ntext')).toBe('item · text');
    expect(plainText('> # Note\n> text')).toBe('Note text');
    expect(plainText('#hashtag and text')).toBe('#hashtag and text');
  });

  it('separates blocks that would read as one sentence, but not after a sentence', () => {
    expect(plainText('one\n\nTwo')).toBe('one · Two');
    expect(plainText('One (really.)\n\nTwo!\n\nthree')).toBe('One (really.) Two! three');
    expect(plainText('See x.\n\ny = 1')).toBe('See x. · y = 1');
    expect(plainText('It needs:\n\n- water\n- air.\n\n一。二')).toBe('It needs: water · air. 一。二');
  });

  it('joins a hard-wrapped paragraph', () => {
    expect(plainText('A sentence that\ngoes on\nhere.')).toBe('A sentence that goes on here.');
  });

  it('keeps code unchanged without its fence', () => {
    expect(plainText('Run:\n\n```sql title="x"\nSELECT * FROM a_b_; -- **no**\n```\nDone')).toBe(
      'Run: SELECT * FROM a_b_; -- **no** · Done',
    );
  });

  it('reads a passage that was cut inside a fence', () => {
    expect(plainText('```js\nconst a = 1;')).toBe('const a = 1;');
    expect(plainText('a * b * c\n```\nThen **this**:\n```js\nd * e * f\n```')).toBe(
      'a * b * c · Then this: d * e * f',
    );
  });
});
