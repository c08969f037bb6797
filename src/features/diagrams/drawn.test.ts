// The diagram frame's output: an image with a size, or the reason why there is none.
import { expect, it } from 'vitest';
import { drawingOf, problemOf } from './drawn.ts';

it("sets a drawing's declared size", () => {
  expect(
    drawingOf({
      svg: '<svg id="d" width="100%" viewBox="0 -4 120.2 80" style="max-width: 120px"><g/></svg>',
    }),
  ).toEqual({
    svg: '<svg id="d" viewBox="0 -4 120.2 80" width="121" height="80"><g/></svg>',
    width: 121,
    height: 80,
  });
  expect(drawingOf({ svg: '<svg viewBox="0 0 1e9 5"></svg>' })).toMatchObject({ width: 8000, height: 5 });
});

it.each([
  undefined,
  null,
  'x',
  {},
  { svg: 5 },
  { svg: '<img>' },
  { svg: '<svg></svg>' },
  { svg: '<svg viewBox="0 0 NaN 4"></svg>' },
  { svg: '<svg viewBox="0 0 0 0"></svg>' },
])('refuses %j as a drawing', (message) => expect(drawingOf(message)).toBeUndefined());

it('puts an error on one line', () => {
  expect(problemOf({ problem: 'Parse error on line 2:\ngraph TD\n-^' })).toBe('Parse error on line 2');
  expect(problemOf({ problem: 'x'.repeat(500) })).toHaveLength(160);
  expect(problemOf({})).toBe('');
});
