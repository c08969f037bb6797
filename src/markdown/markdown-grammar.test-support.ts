// Generates slow Markdown: constructs of every kind, open and closed, repeated, nested and mixed, up to any size.
import fc from 'fast-check';

const LEAVES = [
  ...[
    'a',
    ' ',
    '\n',
    '\n\n',
    '  \n',
    '\\',
    '&',
    '&amp;',
    '&a',
    '`',
    '``',
    '```\n',
    '~~~\n',
    '~',
    '~~',
    '*',
    '**',
  ],
  ...[
    '_',
    '__',
    '_a__',
    '*a **b',
    '[',
    ']',
    '![',
    '](',
    '[a]',
    '[a](b)',
    '[a][b',
    '[a]: b\n',
    '[a]: <b "c\n',
    '<',
  ],
  ...[
    '<a ',
    '<b>',
    '</b>',
    '<!--',
    '<?',
    '<![CDATA[',
    '<div>\n',
    '<http:',
    '<a@b',
    '</',
    '|',
    '|a',
    '|-',
    '|a|\n|-|\n',
  ],
  ...[
    '$',
    '$$',
    '$a$',
    '$$a\n',
    '\\(',
    '\\)',
    '\\[a=\n',
    '\\]',
    '[^a]',
    '[^a]: b\n',
    '[^',
    '# ',
    '#',
    '=\n',
    'a\n=\n',
    '---\n',
    '- ',
    '- a\nb\n',
    '* ',
    '1. ',
    '1) a\n',
    '> ',
    '>',
    '    ',
    '\t',
    '\r\n',
  ],
  ...[
    '- [ ] a\n',
    'http://a.b',
    'www.a',
    'a@b.c ',
    '(',
    ')',
    '"',
    "'",
    '<table><tr><td>',
    '<b a=1>',
    '\u0000',
    '😀',
  ],
];

const leaf = fc.constantFrom(...LEAVES);

/** A unit of a few characters, built by joining, repeating and wrapping. */
const unit: fc.Arbitrary<string> = fc.letrec<{ unit: string }>((tie) => ({
  unit: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.tuple(tie('unit'), tie('unit')).map(([one, other]) => one + other),
    fc.tuple(tie('unit'), fc.integer({ min: 2, max: 5 })).map(([one, times]) => one.repeat(times)),
    tie('unit').map((within) => within.replace(/^/gm, '> ')),
    tie('unit').map((within) => `- ${within.replace(/\n/g, '\n  ')}`),
    fc.tuple(leaf, tie('unit'), leaf).map((parts) => parts.join('')),
  ),
})).unit;

/** Lines with alternating beginnings, so that constructs may or may not continue on the next line. */
const turns: fc.Arbitrary<string> = fc
  .array(
    fc.tuple(
      fc.constantFrom('', '  ', '    ', '      ', '\t'),
      fc.constantFrom('', '> ', '> - ', '> > ', '- ', '1. ', '- > ', '> 1. ', '> - 1. '),
      fc.constantFrom('', 'a', '[a]: b', '\\', '|', '# '),
    ),
    { minLength: 2, maxLength: 4 },
  )
  .map((lines) => `${lines.map((parts) => parts.join('')).join('\n')}\n`);

/** Generates a text of a size: repeated units, openings and closings around a middle, or lines of growing depth. */
export function markdownOf(size: number): fc.Arbitrary<string> {
  const fill = (text: string): string =>
    (text === '' ? 'a' : text).repeat(Math.ceil(size / (text.length || 1)));
  return fc.oneof(
    unit.map((one) => fill(one).slice(0, size)),
    turns.map((lines) => fill(lines).slice(0, size)),
    fc
      .tuple(unit, unit)
      .map(([open, close]) => fill(open).slice(0, size / 2) + fill(close).slice(0, size / 2)),
    fc.tuple(unit, fc.integer({ min: 1, max: 4 })).map(([one, step]) => deeper(one, step, size)),
    fc.array(unit, { minLength: 2, maxLength: 6 }).map((units) => fill(units.join('\n')).slice(0, size)),
    fc
      .array(unit, { minLength: 2, maxLength: 6 })
      .map((units) => units.map((one) => fill(one).slice(0, size / units.length)).join('\n\n')),
  );
}

function deeper(unit: string, step: number, size: number): string {
  const lines: string[] = [];
  for (let length = 0, level = 0; length < size; level++) {
    const line = `${' '.repeat((level * step) % 400)}${unit}`;
    lines.push(line);
    length += line.length + 1;
  }
  return lines.join('\n').slice(0, size);
}
