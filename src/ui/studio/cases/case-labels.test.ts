// Labels of cases.
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
] as const)('names a run with %j by its arguments', (args, outcome, name) => {
  expect(caseName(args, outcome)).toBe(name);
});

it('the tab shows passed of run, or else the number of cases', () => {
  expect(casesLabel(4, { passed: 3, ran: 4 })).toBe('Cases 3/4');
  expect(casesLabel(4, { passed: 0, ran: 0 })).toBe('Cases 4');
  expect(casesLabel(0, { passed: 0, ran: 0 })).toBe('Cases');
});

it('shows lines as ranges per text, and parses typed lines', () => {
  expect(rangesOf([10, 5, 8, 9]).map(rangeText)).toEqual(['5', '8–10']);
  expect(unreached({ 'lib/a.lua': { 1: 2 }, '': { 1: 1, 2: 0, 3: 0 } })).toEqual([
    { path: '', ranges: [{ from: 2, to: 3 }] },
  ]);
  expect(readLines(' 5, 8 9')).toEqual([5, 8, 9]);
  expect(readLines('5, x')).toBeUndefined();
  expect(readLines('0')).toBeUndefined();
});

it('compares expected and actual', () => {
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

it('keeps expectations about lines and log when accepting a result', () => {
  const before = { name: 'a', args: {}, expect: { contains: 'x', lines: [3], log: 'y' } };
  expect(accepting(before, { result: null }).expect).toEqual({ result: null, lines: [3], log: 'y' });
  const error = { code: 'denied', message: 'no', details: 1 } as const;
  expect(accepting(before, { error }).expect.error).toEqual({ code: 'denied', message: 'no' });
});

it('names calls and files descriptively', () => {
  expect(callTitle({ call: 'http.request', with: { method: 'GET', url: 'https://a.example' } })).toBe(
    'http.request GET https://a.example',
  );
  expect(callTitle({ call: 'context.search' })).toBe('context.search');
  expect(caseFileName('greet', 'Who: Ada, loud!')).toBe('greet.who-ada-loud.cases.json');
  expect(caseFileName('greet', '')).toBe('greet.cases.json');
});
