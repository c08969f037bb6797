// Parsing time: a script twice as long takes about twice as long, even with thousands of names.
import { expect, it } from 'vitest';
import { parseLua } from './lua-parser.ts';

/** Returns lines that each declare a name and use undeclared globals. */
function scriptOf(lines: number): string {
  const asked = 'g '.repeat(15).trim().replaceAll(' ', ' + ');
  return Array.from({ length: lines }, (_, n) => `local name_${n} = ${asked}`).join('\n');
}

/** Returns the milliseconds of the fastest run, since other work on the machine only adds time. */
function quickest(source: string): number {
  const runs = Array.from({ length: 4 }, () => {
    const start = performance.now();
    parseLua(source);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

it('parses 5,000 lines in about twice the time of 2,500', () => {
  const ratios = Array.from({ length: 3 }, () => {
    const [half, whole] = [scriptOf(2500), scriptOf(5000)].map(quickest) as [number, number];
    console.log(`      2,500 lines: ${half.toFixed(1)} ms, 5,000 lines: ${whole.toFixed(1)} ms`);
    return whole / half;
  });
  // Searching all names for each lookup would take four times as long. One run may be slowed by garbage collection.
  expect(Math.min(...ratios)).toBeLessThan(3);
});

it('resolves a name to its innermost variable, and to the outer one after its scope', () => {
  const source = 'local a; do local a; local a; a() end; a(); function f(a) a() end; a(); b()';
  const { uses, variables } = parseLua(source);
  const meant = uses.map(({ name, variable }) => `${name}:${variable ? variables.indexOf(variable) : ''}`);
  expect(meant).toEqual(['a:2', 'a:0', 'f:', 'a:3', 'a:0', 'b:']);
});
