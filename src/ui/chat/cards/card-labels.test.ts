// The single line of a tool card.
import { expect, it } from 'vitest';
import type { Json } from '../../../base/json.ts';
import type { ErrorCode } from '../../../core/errors.ts';
import type { CallReport } from '../../../core/tool.ts';
import { isByHand, lastWord, lineOf, stateWord } from './card-labels.ts';

const report = (code?: ErrorCode): CallReport => ({
  outcome: code ? { error: { code, message: 'm' } } : { result: 1 },
  args: {},
  logs: [],
  milliseconds: 1400,
});

it.each<[string, ErrorCode | undefined]>([
  ['1.4 s · done', undefined],
  ['1.4 s · failed', 'tool_error'],
  ['1.4 s · denied', 'denied'],
  ['1.4 s · stopped', 'cancelled'],
])('says %s for a finished call', (words, code) => {
  expect(stateWord('done', report(code), false)).toBe(words);
});

it('says that a call failed when its result does', () => {
  const said = (result: Json): CallReport => ({ ...report(), outcome: { result } });
  expect(stateWord('done', said({ success: false, error: 'no token' }), false)).toBe('1.4 s · failed');
  expect(stateWord('done', said({ success: false }), false)).toBe('1.4 s · done');
  expect(stateWord('done', said({ success: true, error: '' }), false)).toBe('1.4 s · done');
});

it("states a call's running time once it is noticeable", () => {
  expect(stateWord('running', undefined, true, 900)).toBe('running');
  expect(stateWord('running', undefined, true, 3700)).toBe('3 s · running');
  expect(stateWord('waiting', undefined, true, 3700)).toBe('waiting for you');
  expect(stateWord('running', undefined, false, 3700)).toBe('cut short');
});

it("shows a script's purpose, and any other call's arguments", () => {
  expect(lineOf({ name: 'lua_run_script', args: { source: 'return 1', reason: 'Add\nthem up' } })).toBe(
    'Add them up',
  );
  expect(lineOf({ name: 'lua_run_script', args: { source: 'x' } })).toBe('source "x"');
  expect(lineOf({ name: 'echo', args: { reason: 'r', a: 1 } })).toBe('reason "r", a 1');
});

it("shows the end of a call's output, else its last log line", () => {
  expect(lastWord({ emitted: 'one\ntwo\n' })).toBe('two');
  expect(lastWord({ logs: [{ level: 'info', text: 'half done' }] })).toBe('half done');
  expect(lastWord({})).toBe('');
});

it("tells an answer's calls from the user's", () => {
  expect(isByHand('call-12')).toBe(false);
  expect(isByHand('0198c0de-0000-7000-8000-000000000000')).toBe(true);
});
it('names a document by its title', () => {
  const args = { sql: 'SELECT 1', document: 'id-1' };
  expect(lineOf({ name: 'query_table', args }, new Map([['id-1', 'Orders']]))).toBe(
    'sql "SELECT 1", document "Orders"',
  );
  expect(lineOf({ name: 'query_table', args })).toContain('id-1');
});
