// Footnotes: references and notes in the place where they were written.
import { expect, it } from 'vitest';
import { htmlOf, readPieces } from './reading.ts';

const html = (text: string): string =>
  readPieces(text, htmlOf)
    .flatMap(({ content }) => content)
    .join('')
    .replaceAll('\n', '');

it('separates references and notes from other text, each in its place', () => {
  expect(html('One[^b] two[^a].\n\n[^a]: A *note*.\n[^b]: Another\nof two lines.\n\nEnd.')).toBe(
    '<p>One<note-ref>[^b]</note-ref> two<note-ref>[^a]</note-ref>.</p>' +
      '<note-text start="a"><p>A <em>note</em>.</p></note-text>' +
      '<note-text start="b"><p>Anotherof two lines.</p></note-text><p>End.</p>',
  );
});

it('includes the indented paragraphs that follow in the note', () => {
  expect(html('x[^1]\n\n[^1]: First.\n\n    Second.\n\nNot of it.')).toContain(
    '<p>First.</p><p>Second.</p></note-text><p>Not of it.</p>',
  );
});

it.each([
  ['a name with blanks', 'A[^a b]\n\n[^a b]: no note'],
  ['no name', 'A[^]\n\n[^]: no note'],
  ['code', '`[^1]`\n\n```\n[^1]: x\n```'],
])('leaves %s unchanged', (_, text) => {
  expect(html(text)).not.toMatch(/note-/);
});

it('never turns a name into markup', () => {
  expect(html('A[^"><b>]\n\n[^"><b>]: x')).toBe(
    '<p>A<note-ref>[^&#34;&#62;&#60;b&#62;]</note-ref></p><note-text start="&quot;&gt;&lt;b&gt;"><p>x</p></note-text>',
  );
});

it('ends a note where another block begins', () => {
  expect(html('x[^1]\n\n[^1]: note\n# Heading')).toContain('</note-text><h1>Heading</h1>');
});
