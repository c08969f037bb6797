// What is said of cases on the screen.
import { expect, it } from 'vitest';
import {
  accepting,
  callTitle,
  caseFileName,
  caseName,
  casesLabel,
  comparison,
  rangesOf,
  rangeText,
  readLines,
  unreached,
} from './case-labels.ts';

it.each([
  [{ who: 'Ada', loud: true }, { result: 1 }, 'who Ada, loud true'],
  [{}, { result: 1 }, 'No arguments'],
  [{ n: -1 }, { error: { code: 'tool_error', message: 'no' } }, 'Fails: n -1'],
  [{ text: `one\ntwo ${'x'.repeat(90)}` }, { result: 1 }, 'text one two xxxxxxxxxxxxxxx…'],
] as const)('a run with %j is called by what went in', (args, outcome, name) => {
  expect(caseName(args, outcome)).toBe(name);
});

it('the tab says how many passed of those that ran, else how many there are', () => {
  expect(casesLabel(4, { passed: 3, ran: 4 })).toBe('Cases 3/4');
  expect(casesLabel(4, { passed: 0, ran: 0 })).toBe('Cases 4');
  expect(casesLabel(0, { passed: 0, ran: 0 })).toBe('Cases');
});

it('lines are told as ranges, by text, and read as they are typed', () => {
  expect(rangesOf([10, 5, 8, 9]).map(rangeText)).toEqual(['5', '8–10']);
  expect(unreached({ 'lib/a.lua': { 1: 2 }, '': { 1: 1, 2: 0, 3: 0 } })).toEqual([
    { path: '', ranges: [{ from: 2, to: 3 }] },
  ]);
  expect(readLines(' 5, 8 9')).toEqual([5, 8, 9]);
  expect(readLines('5, x')).toBeUndefined();
  expect(readLines('0')).toBeUndefined();
});

it('what was expected stands beside what came', () => {
  const of = (expectation: object, outcome: object) =>
    comparison({ name: 'a', args: {}, expect: expectation }, outcome as never);
  expect(of({ result: { a: 1 } }, { result: 'x' })).toEqual({ expected: '{\n  "a": 1\n}', got: 'x' });
  expect(of({ error: { code: 'denied', contains: 'host' } }, { result: 1 })).toEqual({
    expected: 'denied: … host …',
    got: '1',
  });
  const error = { code: 'tool_error', message: 'no' };
  expect(of({}, { error })).toEqual({ expected: 'A result', got: 'tool_error: no' });
  expect(of({ log: 'x' }, { result: 1 })).toBeUndefined();
});

it('a case that is to expect what came keeps what it says of lines and log', () => {
  const before = { name: 'a', args: {}, expect: { contains: 'x', lines: [3], log: 'y' } };
  expect(accepting(before, { result: null }).expect).toEqual({ result: null, lines: [3], log: 'y' });
  const error = { code: 'denied', message: 'no', details: 1 } as const;
  expect(accepting(before, { error }).expect.error).toEqual({ code: 'denied', message: 'no' });
});

it('calls and files have telling names', () => {
  expect(callTitle({ call: 'http.request', with: { method: 'GET', url: 'https://a.example' } })).toBe(
    'http.request GET https://a.example',
  );
  expect(callTitle({ call: 'context.search' })).toBe('context.search');
  expect(caseFileName('greet', 'Who: Ada, loud!')).toBe('greet.who-ada-loud.cases.json');
  expect(caseFileName('greet', '')).toBe('greet.cases.json');
});
