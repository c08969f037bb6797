// AsciiDoc to Markdown: the structure kept, the parts left out, and linear time for any input.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from './extracted.ts';
import { extractText, openFile } from './extract.ts';

const read = (text: string) => extractText(text, 'asciidoc', 'a.adoc');
const body = async (text: string): Promise<string> => (await read(text)).body;

test('reads title, author, date and keywords from the header', async () => {
  const text =
    '= The {ship} manual\nMara Lind <mara@example.org>\nv1.2-HEAD, 2026-03-14\n:ship: Kestrel\n:keywords: rope, tar\n:toc:\n\nFirst words of {ship}.\n';
  expect(openFile('a.adoc', '', new TextEncoder().encode(text)).kind).toBe('asciidoc');
  expect(await read(text)).toEqual({
    title: 'The {ship} manual',
    author: 'Mara Lind',
    updated_at: '2026-03-14',
    body: '# The {ship} manual\n\nFirst words of Kestrel.',
    content_type: 'text/markdown',
    metadata: { format: 'asciidoc', tags: ['rope', 'tar'] },
  });
});

test('converts headings of both kinds, paragraphs and emphasis', async () => {
  expect(
    await body(
      '= One\n\n[#two]\n== Two _and_ more\n\nSome *bold* and _soft_ `code *x*`\nin a #marked# row. a*b*c\n\nThree\n-----\n\nText.',
    ),
  ).toBe(
    '# One\n\n## Two and more\n\nSome **bold** and *soft* `code *x*`\nin a #marked# row. a*b*c\n\n## Three\n\nText.',
  );
});

test('converts links, references, pictures, notes and keys', async () => {
  expect(
    await body(
      'See https://example.org/a_b[the *site*^], link:local.html[here], xref:depth.adoc#one[depth], <<tides,the tides>>, <<_high_water>>.footnote:[Twice a day.] image:a/chart.png[Chart] kbd:[Ctrl+C] menu:File[Save > As] mailto:a@example.org[Ann] <b>',
    ),
  ).toBe(
    'See [the **site**](https://example.org/a_b), here, depth, the tides, high water. (Twice a day.) Chart Ctrl+C File › Save › As [Ann](mailto:a@example.org) \\<b>',
  );
});

test('converts lists, nested and continued ones, and terms', async () => {
  expect(
    await body(
      '* rope\n** thin\n*** thinner\n* tar\n+\nstill tar\n\n. one\n. two\n.. deep\n\nport:: left\nstarboard:: right of\nthe ship\n',
    ),
  ).toBe(
    '- rope\n  - thin\n    - thinner\n- tar\n\nstill tar\n\n1. one\n1. two\n  1. deep\n- **port:** left\n- **starboard:** right of\n  the ship'.replace(
      '- **starboard',
      '- **starboard',
    ),
  );
});

test('keeps every character of code, and drops comments and includes', async () => {
  expect(
    await body(
      '.A program\n[source,python]\n----\nx = a*b*c # {y} <1>\n----\n<1> Says it.\n\n// no\n////\nnothing\n////\ninclude::other.adoc[]\nifdef::x[]\n....\n|raw|\n....\n\n literal line\n  more',
    ),
  ).toBe(
    '**A program**\n\n```python\nx = a*b*c # {y} <1>\n```\n\n1. Says it.\n\n```\n|raw|\n```\n\n```\nliteral line\n more\n```',
  );
});

test('converts tables by their columns, and notes and quotes with their content', async () => {
  expect(
    await body(
      '[cols="1,2", options="header"]\n|===\n|Rope |Metres\n\n|halyard\n|*32*\n2+|both\n|a \\| b | `c`\n|===',
    ),
  ).toBe('| Rope | Metres |\n| --- | --- |\n| halyard | 32 |\n| both |  |\n| a \\| b | c |');
  expect(await body('|===\n|a |b |c\n|1 |2 |3\n|===\n')).toBe(
    '| a | b | c |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
  );
  expect(
    await body(
      'NOTE: Mind the tide.\n\n[WARNING]\n====\nDeep.\n====\n\n[quote, Ann]\n____\nFirst.\n\nSecond.\n____\nAfter.',
    ),
  ).toBe('**Note:** Mind the tide.\n\n**Warning**\n\nDeep.\n\n> First.\n>\n> Second.\n\nAfter.');
});

test('is fast for unclosed blocks, long lines and any nesting', async () => {
  const started = performance.now();
  for (const hostile of [
    '*a',
    '[[',
    '((',
    '{a}',
    '<<a,',
    '|===\n|',
    '999+|',
    '____\n',
    '`',
    'a::\n',
    ' x\n',
    '* \n',
    'link:a[',
    '_a_',
    'image:a[',
    '\n=',
    '{',
    '----\n',
    '=====\n',
    'xref:',
    'https://a[',
  ]) {
    await read(`x\n${hostile.repeat(50_000)}`).catch((error: unknown) =>
      expect(error).toBeInstanceOf(Refusal),
    );
  }
  expect(performance.now() - started).toBeLessThan(20_000);
}, 60_000);

test('keeps the words of paragraphs in any sequence of lines', async () => {
  const line = fc.constantFrom(
    '',
    '----',
    '====',
    '* item',
    '. item',
    'term:: x',
    '[NOTE]',
    '.Title',
    '|===',
    '|a |b',
    '+',
    '____',
    '== H',
    'NOTE: n',
    ' lit',
    '// c',
    ':a: b',
    '....',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      expect(await body(['kept words', '', ...lines].join('\n'))).toContain('kept words');
    }),
  );
});
