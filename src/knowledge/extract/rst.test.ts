// reStructuredText to Markdown: the structure kept, the parts left out, and linear time for any input.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Refusal } from './extracted.ts';
import { extractText, openFile } from './extract.ts';

const read = (text: string) => extractText(text, 'rst', 'a.rst');
const body = async (text: string): Promise<string> => (await read(text)).body;

test('reads title, author and date, and levels of headings by their first use', async () => {
  const text =
    ':Author: Mara Lind\n:Date: 2026-03-14\n\n=======\nThe log\n=======\n\nFirst words.\n\nRopes\n-----\n\nTar_2\n~~~~~\n\nMore.\n\nSails\n-----\n';
  expect(openFile('a.rst', '', new TextEncoder().encode(text)).kind).toBe('rst');
  expect(await read(text)).toEqual({
    title: 'The log',
    author: 'Mara Lind',
    updated_at: '2026-03-14',
    body: '# The log\n\nFirst words.\n\n## Ropes\n\n### Tar\\_2\n\nMore.\n\n## Sails',
    content_type: 'text/markdown',
    metadata: { format: 'rst' },
  });
});

test('converts code, roles, links, references and substitutions in a line', async () => {
  expect(
    await body(
      '.. |ship| replace:: Kestrel\n.. _tides: https://example.org/t\n\nSee ``a_b *c*``, :func:`~os.path.join`, :meth:`!run`, :ref:`the tides <high-water>`, :ref:`high-water`, :doc:`/a/sea_log`, `here <https://example.org>`_, tides_ and `tides`_ of |ship| [1]_. <b> *soft* **loud** `name`',
    ),
  ).toBe(
    'See `a_b *c*`, `join`, `run`, the tides, high water, sea log, [here](https://example.org), [tides](https://example.org/t) and [tides](https://example.org/t) of Kestrel [1]. \\<b> *soft* **loud** `name`',
  );
});

test('converts lists, nested ones too, definitions, fields and options', async () => {
  expect(
    await body(
      '* rope\n\n  * thin\n* tar\n  goes on\n\n1. one\n2. two\n\n   still two\n\nport\n    left\nstarboard : side\n    right\n\n:param str name: of the ship\n:returns: nothing\n\n-v, --verbose  says more\n--out=FILE     where to\n',
    ),
  ).toBe(
    '- rope\n\n  - thin\n\n- tar\n  goes on\n\n1. one\n\n2. two\n\n   still two\n\n**port**\n\nleft\n\n**starboard : side**\n\nright\n\n- `name`: of the ship\n- Returns: nothing\n\n- `-v, --verbose`: says more\n- `--out=FILE`: where to',
  );
});

test('keeps every character of code, and drops comments, targets and what a tool chain adds', async () => {
  expect(
    await body(
      'Run::\n\n    a = *b*\n\n      c\n\n.. code-block:: python\n   :linenos:\n\n   x = `1`\n\n.. a comment\n   goes on\n\n.. _place:\n\n.. toctree::\n   :maxdepth: 2\n\n   other\n\n.. autoclass:: Ship\n   :members:\n\n>>> 1 + 1\n2\n',
    ),
  ).toBe('Run:\n\n```\na = *b*\n\n  c\n```\n\n```python\nx = `1`\n```\n\n```python\n>>> 1 + 1\n2\n```');
});

test('makes the signature of an object the heading of its description', async () => {
  expect(
    await body(
      'Settings\n========\n\n.. py:data:: SAIL_COUNT\n\n   How many.\n\n   Default: ``3``\n\n   .. versionadded:: 2.1\n\n.. function:: hoist(sail)\n              hoist(sail, height)\n\n   Hoists it.\n\n   .. method:: undo()\n\n      Lowers it.\n\n.. attribute:: mast\n\n.. setting:: sails\n',
    ),
  ).toBe(
    '# Settings\n\n## SAIL\\_COUNT\n\nHow many.\n\nDefault: `3`\n\n*New in version 2.1*\n\n## hoist(sail), hoist(sail, height)\n\nHoists it.\n\n### undo()\n\nLowers it.\n\n- `mast`',
  );
});

test('converts simple tables, grids and tables written as lists, and notes with their content', async () => {
  const table = '| Rope | Metres |\n| --- | --- |\n| halyard | 32 to 34 |\n| sheet | 8 |';
  expect(
    await body(
      '=======  =======\nRope     Metres\n=======  =======\nhalyard  32\n         to 34\nsheet    8\n=======  =======\n',
    ),
  ).toBe(table);
  expect(
    await body(
      '+---------+--------+\n| Rope    | Metres |\n+=========+========+\n| halyard | 32     |\n|         | to 34  |\n+---------+--------+\n| sheet   | 8      |\n+---------+--------+\n',
    ),
  ).toBe(table);
  expect(
    await body(
      '.. list-table:: Ropes\n   :header-rows: 1\n\n   * - Rope\n     - Metres\n   * - halyard\n     - 32\n       to 34\n   * - sheet\n     - 8\n',
    ),
  ).toBe(`**Ropes**\n\n${table}`);
  expect(
    await body(
      '.. note:: Mind the tide.\n\n.. warning::\n\n   Deep.\n\n   Cold.\n\n.. seealso::\n   Charts.\n\n.. deprecated:: 1.2 Use oars.\n',
    ),
  ).toBe(
    '*Note:* Mind the tide.\n\n*Warning:* Deep.\n\nCold.\n\n*See also:* Charts.\n\n*Deprecated since version 1.2:* Use oars.',
  );
});

test('is fast for unclosed marks, long lines and any nesting', async () => {
  const started = performance.now();
  for (const hostile of [
    '``',
    '`a',
    ':a:`',
    '`<',
    '|a',
    '[1]',
    'a_ ',
    '*a',
    '.. a::\n',
    '* ',
    '1. ',
    '- a\n',
    ' a\n',
    'a\n b\n',
    ':a:\n',
    '==\n',
    '+--+\n',
    '== ==\n',
    '>>> \n',
    '::\n\n',
    '-a, ',
  ]) {
    await read(`x\n\n${hostile.repeat(50_000)}`).catch((error: unknown) =>
      expect(error).toBeInstanceOf(Refusal),
    );
  }
  for (const hostile of [
    `${'= '.repeat(10_000)}=\n${'a\n'.repeat(2_000)}${'= '.repeat(10_000)}=\n`,
    `+${'-+'.repeat(10_000)}\n${'| a\n'.repeat(10_000)}`,
    `.. |a| replace:: ${'x'.repeat(50_000)}\n\n${'|a| '.repeat(50_000)}`,
    `.. _a: https://a.example/${'x'.repeat(50_000)}\n\n${'a_ '.repeat(50_000)}`,
    `${'.. |a| replace:: '}${'x'.repeat(900)}\n\n${'|a| '.repeat(500_000)}`,
    `a${' '.repeat(100_000)}b::`,
  ]) {
    expect((await body(hostile)).length).toBeLessThan(10_000_000);
  }
  const stairs = Array.from({ length: 2_000 }, (_, i) => `${' '.repeat(i)}* a`).join('\n');
  await read(stairs);
  expect(performance.now() - started).toBeLessThan(20_000);
}, 60_000);

test('keeps the words of paragraphs in any sequence of lines', async () => {
  const line = fc.constantFrom(
    '',
    '----',
    '====  ===',
    '* item',
    '1. item',
    'term',
    '  indented',
    '.. note:: n',
    '.. data:: d',
    '.. comment',
    ':a: b',
    '+---+---+',
    '| a | b |',
    'text::',
    '>>> x',
    '--flag  f',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 30 }), async (lines) => {
      expect(await body(['kept words', '', ...lines].join('\n'))).toContain('kept words');
    }),
  );
});
