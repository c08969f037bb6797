// Finding the line of a script in an error message.
import { describe, expect, it } from 'vitest';
import { lineOf, linesAround } from './script-line.ts';

describe('the line in an error message', () => {
  it('is found by the name of the tool or of its file', () => {
    expect(lineOf("weather:12: attempt to index a nil value (local 'r')", ['weather'])).toBe(12);
    expect(lineOf("weather.lua:3: '=' expected near 'end'", ['weather'])).toBe(3);
    expect(lineOf('the script failed: my-tool:7: boom', ['other', 'my-tool.lua'])).toBe(7);
    expect(lineOf('[string "x"]:4: unexpected symbol', [])).toBe(4);
  });

  it('is not confused with a port, a time or another script', () => {
    expect(lineOf('GET http://localhost:8080: refused', ['weather'])).toBeUndefined();
    expect(lineOf('at 12:30: nothing', ['weather'])).toBeUndefined();
    expect(lineOf('missing required parameter: city', ['weather'])).toBeUndefined();
  });
});

it('a preview shows the line with its neighbours, also at the edges', () => {
  expect(linesAround('a\nb\nc\nd', 1, 1)).toEqual([
    [1, 'a', true],
    [2, 'b', false],
  ]);
  expect(linesAround('a\nb\nc\nd', 4, 1)).toEqual([
    [3, 'c', false],
    [4, 'd', true],
  ]);
});
