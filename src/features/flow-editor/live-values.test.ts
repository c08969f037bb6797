// Values of a flow's steps in a run, in words.
import { expect, it } from 'vitest';
import type { Json, JsonObject } from '../../base/json.ts';
import { scopeAt, scopeOfResult } from './flow-scope.ts';
import { LiveValues, stepCalls } from './live-values.ts';
import { conditionOf, conditionWords, referenceWords, testsOf, valueWords } from './step-labels.ts';
import { valueFields } from './value-fields.ts';

const flow: JsonObject = {
  name: 'trip',
  steps: [
    { id: 'find', title: 'Search', tool: 'search', args: { query: '${params.q}' } },
    {
      id: 'all',
      items: '${steps.find.hits}',
      as: 'hit',
      steps: [{ id: 'open', tool: 'get', args: { id: '${hit.id}', note: 'of ${params.q}' } }],
    },
    { id: 'off', tool: 'get', when: { value: '${params.q}', is: 'empty' } },
  ],
};
const record = (calls: Json, answers: Json) => ({
  operation: 'tool.calls',
  payload: JSON.stringify({ calls }),
  at: 0,
  milliseconds: 5,
  sent: 0,
  received: 0,
  answer: { json: JSON.stringify(answers) },
});
const calls = stepCalls({
  trace: {
    hostCalls: [
      record(
        [{ name: 'search', args: { query: 'x' }, step: 'find' }],
        [{ ok: true, name: 'search', result: { hits: [{ id: 'd1' }, { id: 'd2' }] } }],
      ),
      record([{ name: 'get', args: { id: 'd1' }, step: 'open' }], [{ ok: true, name: 'get', result: 'one' }]),
      record(
        [{ name: 'get', args: { id: 'd2' }, step: 'open' }],
        [{ ok: false, name: 'get', error: { code: 'denied', message: 'no' } }],
      ),
      { ...record([], []), payload: '{"calls": … 300 characters' },
    ],
  },
});
const live = new LiveValues(flow, calls, { q: 'x' });

it("shows each step's input and output, also in a loop", () => {
  expect(calls.get('find')).toEqual([
    { args: { query: 'x' }, result: { hits: [{ id: 'd1' }, { id: 'd2' }] }, milliseconds: 5 },
  ]);
  expect(calls.get('open')?.map(({ error, result }) => error?.message ?? result)).toEqual(['one', 'no']);
  expect(calls.get('off')).toBeUndefined();
  expect(live.answerOf(['steps', 1])).toEqual(['one', null]);
});

it('resolves values as the run would, keeping the type of a sole reference', () => {
  const inLoop = scopeAt(flow, ['steps', 1, 'steps', 0]);
  expect(live.fill({ id: '${hit.id}', note: 'of ${params.q}: ${steps.find.hits}' }, inLoop)).toEqual({
    id: 'd1',
    note: 'of x: [{"id":"d1"},{"id":"d2"}]',
  });
  expect(live.fill('${steps.find.hits}', scopeOfResult(flow))).toEqual([{ id: 'd1' }, { id: 'd2' }]);
  expect(live.fill('${steps.off}', scopeOfResult(flow))).toBeUndefined();
});

it('sees the values visible from a place', () => {
  const seen = (path: (string | number)[]) => scopeAt(flow, path).steps.map(({ step }) => step['id']);
  expect(seen(['steps', 0])).toEqual([]);
  expect(seen(['steps', 1, 'steps', 0])).toEqual(['find']);
  expect(seen(['steps', 2])).toEqual(['find', 'all']);
});

it('offers the fields of a live value, or those a tool declares', () => {
  expect(valueFields({ hits: [{ id: 'd1' }] }, undefined)).toEqual([
    { path: [], sample: '{"hits":[{"id":"d1"}]}' },
    { path: ['hits'], sample: '[{"id":"d1"}]' },
    { path: ['hits', 0], sample: '{"id":"d1"}' },
    { path: ['hits', 0, 'id'], sample: 'd1' },
  ]);
  const declared = {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object', properties: { a: {} } } } },
  };
  expect(valueFields(undefined, declared).map(({ path }) => path)).toEqual([
    [],
    ['list'],
    ['list', 0],
    ['list', 0, 'a'],
  ]);
});

it('describes references and conditions in words', () => {
  expect(referenceWords({ root: 'steps', path: ['find', 'hits', 0, 'id'] }, flow)).toBe(
    'Search › hits › first › id',
  );
  expect(valueWords('now ${params.q}', flow)).toBe('now ‹q›');
  const condition: Json = {
    or: [
      { value: '${steps.find.hits}', is: 'not empty' },
      { value: '${params.q}', is: 'greater', to: 20 },
    ],
  };
  expect(conditionWords(condition, flow)).toBe('(‹Search › hits› is not empty or ‹q› is more than 20)');
  const tests = testsOf(condition);
  expect(tests && conditionOf(tests)).toEqual(condition);
  expect(testsOf({ not: condition })).toBeUndefined();
  expect(testsOf({ value: 1, is: 'odd' })).toBeUndefined();
});
