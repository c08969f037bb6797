// Formulas in a text, and lookalikes such as prices and escaped brackets.
import { describe, expect, it } from 'vitest';
import { formulaOf } from './formulas.ts';
import { htmlOf, readPieces } from './reading.ts';

const html = (text: string): string =>
  readPieces(text, htmlOf)
    .flatMap(({ content }) => content)
    .join('')
    .trim();

function formulasIn(text: string): string[] {
  return [...html(text).matchAll(/<tex-(inline|block)>(.*?)<\/tex-\1>/gs)].map(([, , source]) =>
    source!.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
  );
}

describe('a formula', () => {
  it.each([
    ['$E = mc^2$', '$E = mc^2$'],
    ['The root of $x$ is $\\sqrt{x}$.', '$x$', '$\\sqrt{x}$'],
    ['for each $n$th of them, an $x$-axis, ($a$), "$b$"', '$n$', '$x$', '$a$', '$b$'],
    ['\\(a + b\\) and \\(x\\)', '\\(a + b\\)', '\\(x\\)'],
    ['It is $$\\int_0^1 x\\,dx$$ here', '$$\\int_0^1 x\\,dx$$'],
    ['$$\nx = 1\n$$', '$$\nx = 1\n$$'],
    ['Thus\n\\[\na^2 + b^2 = c^2\n\\]\nholds', '\\[\na^2 + b^2 = c^2\n\\]'],
    ['- one\n\n  $$\n  x = 1\n  $$\n- two', '$$\nx = 1\n$$'],
    ['> $$y = 2$$', '$$y = 2$$'],
    ['| f |\n|---|\n| $a_1$ |', '$a_1$'],
    ['**$a_1$ and $b$**', '$a_1$', '$b$'],
    ['$a < b$ & $c > d$', '$a < b$', '$c > d$'],
    ['$\\$5 + x$', '$\\$5 + x$'],
    ['$$a\n\nb$$', '$$a\n\nb$$'],
    ['$5$ and $10$', '$5$', '$10$'],
    ['$\\text{if } x > 0$', '$\\text{if } x > 0$'],
  ])('%j', (text, ...expected) => expect(formulasIn(text)).toEqual(expected));

  it('keeps its position among the lines, so that a passage is found', () => {
    const pieces = readPieces('before\n\n$$\nx = 1\n$$\n\nafter', htmlOf);
    expect(pieces.map(({ start, end }) => [start, end])).toEqual([
      [0, 7],
      [8, 20],
      [21, 26],
    ]);
  });

  it('is separated from its delimiters', () => {
    expect(formulaOf('$$ x $$')).toEqual({ tex: 'x', isBlock: true });
    expect(formulaOf('\\(x\\)')).toEqual({ tex: 'x', isBlock: false });
    expect(formulaOf('x')).toBeUndefined();
    expect(formulaOf('$x')).toBeUndefined();
  });
});

describe('a lookalike', () => {
  it.each([
    'It costs $5 and $10.',
    'From $5 to $10, or US$20.',
    '$5-$10, $1,000/$2,000 or $3.50',
    '**$5** and **$10**',
    '($5) or ($10)',
    '$5 for adults and 3$ for children',
    'between $20 and 30$',
    '$HOME and $PATH, $HOME/$USER, $PATH:$HOME',
    'costs \\$5 and \\$6',
    '`$x$` and `\\(x\\)`',
    '```\n$x$\n$$y$$\n```',
    'cited \\[1\\], \\[edit\\], \\[sic\\]',
    'an aside \\(see there\\)',
    '$ x $ and $x',
    '$$',
    '$$$$',
    '\\(\\)',
    'open \\(a + b',
    '$$\na = 1',
    '$a\n\nb$',
  ])('%j', (text) => expect(formulasIn(text)).toEqual([]));

  it('stays plain text, in order', () => {
    expect(html('It costs $5 and $10.')).toBe('<p>It costs $5 and $10.</p>');
    expect(html('a $5 b')).toBe('<p>a $5 b</p>');
  });
});
