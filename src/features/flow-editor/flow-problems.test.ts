// Problems of a flow, and their fixes.
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../base/json.ts';
import type { ObjectSchema } from '../../core/schema.ts';
import { newToolSource } from '../../ui/studio/new-tool.ts';
import { flowProblems } from './flow-problems.ts';

const parameters: ObjectSchema = {
  type: 'object',
  properties: { query: { type: 'string' } },
  required: ['query'],
};
const TOOLS = new Map(
  ['search', 'get'].map((name) => [
    name,
    { name, enabled: true, parameters: name === 'search' ? parameters : { type: 'object' as const } },
  ]),
);
const search = (id: string, query?: string): JsonObject => ({
  id,
  tool: 'search',
  args: query === undefined ? {} : { query },
});
const flowOf = (...steps: JsonObject[]): JsonObject => ({ name: 'trip', steps });
const said = (flow: JsonObject) => flowProblems(flow, TOOLS).map(({ message }) => message);

describe('a problem', () => {
  it('is not reported for a valid flow', () => {
    expect(said(JSON.parse(newToolSource('f', 'flow')) as JsonObject)).toEqual([]);
  });

  it('is attached to its step and input', () => {
    expect(flowProblems(flowOf(search('a', 'x'), search('b')), TOOLS)).toEqual([
      { path: ['steps', 1], input: 'query', message: 'query needs a value.' },
    ]);
    expect(said(flowOf({ id: 'a', tool: 'gone' }))).toEqual([
      'No tool is called gone. Install it, or use another.',
    ]);
    expect(said({ name: 'trip', steps: [] })).toEqual([
      'The flow has no steps yet. Add a tool as the first step.',
    ]);
    expect(said(flowOf({ id: 'c', if: { value: 1, is: 'true' }, then: [] }))).toEqual([
      '“then” has no steps yet. Add one.',
    ]);
  });

  it('with a later step is fixed by moving after it', () => {
    const flow = flowOf(search('a', '${steps.b.x}'), search('b', 'y'));
    const [problem] = flowProblems(flow, TOOLS);
    expect(problem?.message).toBe('It uses the output of b, which runs later.');
    expect(problem?.fix?.label).toBe('Move it after b');
    expect(problem?.fix?.apply(flow)).toEqual(flowOf(search('b', 'y'), search('a', '${steps.b.x}')));
  });

  it('of two steps that wait for each other is fixed by removing one reference', () => {
    const flow = flowOf(search('a', '${steps.b}'), search('b', '${steps.a}'));
    const [problem] = flowProblems(flow, TOOLS);
    expect(problem?.message).toBe(
      'It uses the output of b, which runs later and needs the output of this step.',
    );
    expect(problem?.fix?.apply(flow)).toEqual(flowOf(search('a'), search('b', '${steps.a}')));
  });

  it('with a removed step is fixed by removing the reference', () => {
    const flow = { ...flowOf(search('a', 'now ${steps.gone.x}!')), result: '${steps.gone}' };
    const [first, second] = flowProblems(flow, TOOLS);
    expect(first?.message).toBe('It uses the step gone, which does not exist.');
    expect(first?.fix?.apply(flow)).toEqual({ ...flow, ...flowOf(search('a', 'now !')) });
    expect(second?.fix?.apply(flow)).toEqual(flowOf(search('a', 'now ${steps.gone.x}!')));
  });

  it('with a missing parameter is fixed by adding it', () => {
    const flow = { ...flowOf(search('a', '${params.city}')), parameters: { type: 'object', properties: {} } };
    const [problem] = flowProblems(flow, TOOLS);
    expect(problem?.message).toBe('The flow has no parameter called city.');
    const mended = problem?.fix?.apply(flow) ?? {};
    expect(said(mended)).toEqual([]);
    expect(mended['parameters']).toEqual({ type: 'object', properties: { city: { type: 'string' } } });
  });

  it('is a reference into a loop from outside, or an item without a loop', () => {
    const loop = { id: 'all', items: [1], steps: [search('in', '${item}')] };
    expect(said(flowOf(loop, search('b', '${steps.in} ${item} ${index}')))).toEqual([
      'It uses the output of in, which is not available here. Use the enclosing step.',
      'item is available only inside its loop.',
      'The iteration number is available only inside a loop.',
    ]);
    expect(said(flowOf(loop, search('b', '${steps.all[0]}')))).toEqual([]);
  });

  it("that only the reader detects has the reader's message", () => {
    expect(said({ ...flowOf(search('a', 'x')), timeout: -1 })).toHaveLength(1);
    expect(said(flowOf({ ...search('a', 'x'), odd: 1 }))[0]).toContain("step 'a'");
  });
});
