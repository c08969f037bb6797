// How long a parse takes: a script twice as long takes about twice as long, also when it has thousands of names.
import { expect, it } from 'vitest';
import { parseLua } from './lua-parser.ts';

/** One line after the other declares a name, and asks for globals, which are found nowhere. */
function scriptOf(lines: number): string {
  const asked = 'g '.repeat(15).trim().replaceAll(' ', ' + ');
  return Array.from({ length: lines }, (_, n) => `local name_${n} = ${asked}`).join('\n');
}

/** Milliseconds of the quickest of some runs: what else the machine does only adds to them. */
function quickest(source: string): number {
  const runs = Array.from({ length: 4 }, () => {
    const start = performance.now();
    parseLua(source);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

it('a parse of 5,000 lines takes about twice what one of 2,500 lines does', () => {
  const ratios = Array.from({ length: 3 }, () => {
    const [half, whole] = [scriptOf(2500), scriptOf(5000)].map(quickest) as [number, number];
    console.log(`      2,500 lines: ${half.toFixed(1)} ms, 5,000 lines: ${whole.toFixed(1)} ms`);
    return whole / half;
  });
  // It would be four times as much if each name were looked for among all others; another file's garbage costs once.
  expect(Math.min(...ratios)).toBeLessThan(3);
});

it('a name means the innermost variable of that name, and what it meant before when that is gone', () => {
  const source = 'local a; do local a; local a; a() end; a(); function f(a) a() end; a(); b()';
  const { uses, variables } = parseLua(source);
  const meant = uses.map(({ name, variable }) => `${name}:${variable ? variables.indexOf(variable) : ''}`);
  expect(meant).toEqual(['a:2', 'a:0', 'f:', 'a:3', 'a:0', 'b:']);
});
