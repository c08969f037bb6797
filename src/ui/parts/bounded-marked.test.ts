// Markdown of documents and models as HTML, before it is sanitised: whatever it says, it takes a time in proportion to its size.
import * as marked from 'marked';
import { describe, expect, it } from 'vitest';
import { boundedMarked } from './bounded-marked.ts';

const htmlOf = boundedMarked(marked, { gfm: true });
const html = (text: string): string => htmlOf(text).join('');

describe('a text made to do harm', () => {
  it.each([
    ['emphasis that nothing closes', '_a__'.repeat(100_000)],
    ['lists in lists', Array.from({ length: 1500 }, (_, i) => `${' '.repeat(i * 2)}- a`).join('\n')],
    ['lists in one line', `${'- '.repeat(50_000)}a`],
    ['quotes in quotes', `${'> '.repeat(20_000)}a`],
    ['struck out and not', '~a~'.repeat(50_000)],
    ['marks with blanks between them', '*a _b '.repeat(50_000)],
    ['links that nothing closes', '[a]( '.repeat(30_000)],
  ])(
    'is shown in a time that grows with its size: %s',
    (_, text) => {
      expect(html(text)).toContain('a');
    },
    30_000,
  );

  it('loses no word by it, and nothing in it becomes a tag that was text', () => {
    const deep = html(`${'> '.repeat(40)}<b>words</b> & *more*`);
    expect(deep.match(/<blockquote>/g)!.length).toBeLessThan(30);
    expect(deep).toContain('words');
    expect(html(`${'word '.repeat(5000)} *two*`)).toContain('<em>two</em>');
    const long = html(`*one* ${'w'.repeat(1000)} <i>two</i>`);
    expect(long).toContain('*one*');
    expect(long).toContain('&lt;i&gt;two');
  });
});

it('reads lists in lists, quotes and emphasis as everybody does', () => {
  expect(html('- a\n  - b\n    - *c*')).toBe(
    '<ul>\n<li>a<ul>\n<li>b<ul>\n<li><em>c</em></li>\n</ul>\n</li>\n</ul>\n</li>\n</ul>\n',
  );
  expect(html('> > **q** ~~r~~')).toContain('<strong>q</strong> <del>r</del>');
});
