// Reading a flow: errors that name the step, and the resulting steps.
import { describe, expect, it } from 'vitest';
import type { Json } from '../../base/json.ts';
import { flowToolSpec, readFlowSpec } from './flow-spec.ts';

const CALL = { id: 'a', tool: 'weather' };

const read = (flow: object) => readFlowSpec(JSON.stringify({ name: 'trip', steps: [CALL], ...flow }));

/** Returns the error message for a flow of these steps. */
function problemOf(steps: unknown, more: object = {}): string {
  try {
    readFlowSpec(JSON.stringify({ name: 'trip', steps, ...more }));
  } catch (problem) {
    expect(problem).toMatchObject({ name: 'Failure', code: 'bad_request' });
    return (problem as Error).message;
  }
  return 'it was read';
}

const args = (value: Json, id = 'b') => ({ id, tool: 'x', args: { value } });
const loop = (steps: object[], more: object = {}) => ({ id: 'loop', items: [1, 2], steps, ...more });

describe('a flow', () => {
  it('takes its name from the file, and has a default description and timeout', () => {
    const spec = readFlowSpec(JSON.stringify({ steps: [CALL] }), 'flows/trip.flow.json');
    expect(spec).toEqual({
      name: 'trip',
      description: 'Flow: trip',
      parameters: { type: 'object', properties: {} },
      timeout: 300,
      steps: [{ id: 'a', kind: 'call', tool: 'weather' }],
    });
  });

  it('declares what a script would', () => {
    const spec = read({
      version: '2',
      description: 'Plans',
      tags: ['travel'],
      timeout: 5,
      parameters: [{ name: 'city', required: true }],
      returns: { type: 'string' },
    });
    expect(flowToolSpec(spec)).toEqual({
      name: 'trip',
      version: '2',
      description: 'Plans',
      tags: ['travel'],
      timeout: 5,
      approve: false,
      hosts: [],
      parameters: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      returns: { type: 'string' },
    });
  });

  it('reads its own output unchanged', () => {
    const spec = read({
      steps: [
        CALL,
        { id: 'if', if: { value: '${steps.a}', is: 'empty' }, then: [args('${steps.a.x[0]}')] },
        { id: 'side', branches: [[args(1, 'c')], [args(2, 'd')]] },
        loop([args('${item.x} ${index}', 'e')], { result: '${steps.e}' }),
      ],
    });
    expect(readFlowSpec(JSON.stringify(spec))).toEqual(spec);
  });

  it.each([
    ['[]', 'a flow must be a JSON object'],
    ['{', 'this is not JSON'],
    ['null', 'a flow must be a JSON object'],
    [`"${'x'.repeat(300_000)}"`, 'a flow can have at most 256 KiB'],
    [`${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'a flow must be a JSON object'],
    ['{"name":"a","steps":[],"step":[]}', 'the flow: "step" is not known here; there are name, version'],
    ['{"name":"a","steps":[]}', 'the flow: steps must be a list of at least one step'],
    ['{"name":"a b","steps":[{"id":"a","tool":"x"}]}', 'tool name "a b" is not allowed'],
    ['{"name":5,"steps":[{"id":"a","tool":"x"}]}', 'tool name 5 is not allowed'],
    ['{"name":"a","timeout":"9","steps":[{"id":"a","tool":"x"}]}', 'tool.timeout must be'],
    ['{"name":"a","version":{},"steps":[{"id":"a","tool":"x"}]}', 'the flow: version must be a string'],
    ['{"name":"a","tags":["no tag"],"steps":[{"id":"a","tool":"x"}]}', 'tag "no tag" is not allowed'],
    ['{"name":"a","parameters":5,"steps":[{"id":"a","tool":"x"}]}', 'parameters must be a list'],
    ['{"__proto__":{"name":"a"},"steps":[{"id":"a","tool":"x"}]}', 'the flow: "__proto__" is not known here'],
  ])('is rejected when it is malformed: %.60s', (json, message) => {
    expect(() => readFlowSpec(json)).toThrow(message);
  });
});

describe('a step', () => {
  it.each([
    ['no object', ['call'], 'the flow, steps[0]: a step must be a JSON object'],
    ['no id', [{ tool: 'x' }], 'the flow, steps[0]: the step needs an id'],
    ['a strange id', [{ id: 'a b', tool: 'x' }], 'the id "a b" is not allowed'],
    ['an id that is not text', [{ id: 5, tool: 'x' }], 'the id 5 is not allowed'],
    ['the same id twice', [CALL, CALL], "step 'a': the id is used twice"],
    ['no kind', [{ id: 'a' }], "step 'a': a step needs exactly one of these keys"],
    ['two kinds', [{ id: 'a', tool: 'x', items: [] }], "step 'a': a step needs exactly one of these keys"],
    ['the wrong kind', [{ ...CALL, kind: 'forEach' }], `step 'a': kind is "forEach", but`],
    ['an unknown key', [{ ...CALL, arg: {} }], `step 'a': "arg" is not known here; there are id, kind`],
    ['a strange tool', [{ id: 'a', tool: 'x"]; os.exit()' }], 'is not a tool name'],
    ['arguments that are a list', [{ ...CALL, args: [1] }], "step 'a': args must be an object"],
    ['arguments that are a text', [{ ...CALL, args: 'x ${params.y}' }], "step 'a': args must be an object"],
    ['a title that is not text', [{ ...CALL, title: 5 }], "step 'a': title must be a string"],
    ['a long title', [{ ...CALL, title: 'x'.repeat(201) }], "step 'a': title can have at most 200"],
    ['another onError', [{ ...CALL, onError: 'retry' }], "step 'a': onError must be"],
    ['no branches', [{ id: 'a', branches: [] }], "step 'a': branches must be a list of at least one branch"],
    [
      'an empty branch',
      [{ id: 'a', branches: [[]] }],
      "step 'a': a branch must be a list of at least one step",
    ],
    ['items that are not a list', [loop([CALL], { items: 5 })], "step 'loop': items must be a list"],
    ['a strange item', [loop([CALL], { as: 'a-b' })], `step 'loop': as: "a-b" cannot name an item`],
    ['a taken item', [loop([CALL], { as: 'params' })], `step 'loop': as: "params" cannot name an item`],
    [
      'the item of the loop around it',
      [loop([{ ...loop([CALL]), id: 'b' }])],
      "already names its item 'item'",
    ],
    [
      'nothing to do',
      [{ id: 'a', if: { value: 1, is: 'true' } }],
      "'then' or 'else' must be a list of at least one step",
    ],
  ])('is rejected when it has %s', (_, steps, message) => {
    expect(problemOf(steps)).toContain(message);
  });

  it('can be nested 8 deep, and a flow can have 200', () => {
    const nested = (depth: number): object =>
      depth === 0 ? CALL : { id: `s${depth}`, branches: [[nested(depth - 1)]] };
    expect(problemOf([nested(7)])).toBe('it was read');
    expect(problemOf([nested(8)])).toContain('steps can be nested at most 8 deep');
    const deepest = '{"id":"s","branches":[['.repeat(5000) + ']]}'.repeat(5000);
    expect(() => readFlowSpec(`{"steps":[${deepest}]}`)).toThrow('the id is used twice');
    const many = (count: number) => Array.from({ length: count }, (_, n) => ({ id: `s${n}`, tool: 'x' }));
    expect(problemOf(many(200))).toBe('it was read');
    expect(problemOf(many(201))).toContain('the flow: it can have at most 200 steps');
  });

  it('accepts values 20 levels deep, and only finite numbers', () => {
    const deep = (levels: number): Json => (levels === 0 ? 1 : [deep(levels - 1)]);
    expect(problemOf([{ ...CALL, args: { x: deep(19) } }])).toBe('it was read');
    expect(problemOf([{ ...CALL, args: { x: deep(20) } }])).toBe("step 'a': is nested deeper than 20 levels");
    const huge = JSON.stringify({ name: 'x', steps: [{ ...CALL, args: { n: 9 } }] }).replace('9', '1e999');
    expect(() => readFlowSpec(huge)).toThrow("step 'a': holds a number that is too large");
  });
});

describe('a reference', () => {
  it.each([
    ['${steps.nobody}', "step 'b': ${steps.nobody}: there is no step 'nobody'"],
    ['${steps.c.x}', "step 'b': ${steps.c.x} refers to a later step"],
    ['${steps.b}', "step 'b': ${steps.b} refers to a step that has not finished at that point"],
    ['${errors.c}', "step 'b': ${errors.c} refers to a later step"],
    ['${steps}', "step 'b': ${steps} must name a step"],
    ['${steps[0]}', "step 'b': ${steps[0]} must name a step"],
    ['${item}', 'is not known here; references begin with params, steps, errors'],
    ['${SECRET}', 'is not known here; references begin with params, steps, errors'],
    ['${index}', 'has a value only inside a forEach'],
    ['${params.x', 'the reference "${params.x" cannot be read'],
    ['${}', 'the reference "${}" cannot be read'],
    ['${params.a b}', 'cannot be read'],
    ['${params[-1]}', 'cannot be read'],
    ['${params..x}', 'cannot be read'],
    ['${"] os.exit() --}', 'cannot be read'],
    [`\${params${'.x'.repeat(40)}}`, 'cannot be read'],
  ])('is rejected when its target does not exist: %s', (value, message) => {
    expect(problemOf([CALL, args(value), args(1, 'c')])).toContain(message);
    expect(problemOf([CALL, args({ deep: [`and ${value}`] }), args(1, 'c')])).toContain(message);
  });

  it('sees the steps before it, inside a branch and after it', () => {
    const choose = {
      id: 'if',
      if: { value: '${steps.a}', is: 'true' },
      then: [args(1, 'c')],
      else: [args(2, 'd')],
    };
    expect(problemOf([CALL, choose, args('${steps.c} ${steps.d} ${steps.if} ${errors.c}')])).toBe(
      'it was read',
    );
    expect(problemOf([CALL, { ...choose, else: [args('${steps.c}', 'd')] }])).toContain(
      "step 'd': ${steps.c}: step 'c' is not visible here",
    );
  });

  it('does not see into another branch, or into a loop from outside', () => {
    const side = (second: object) => ({ id: 'side', branches: [[args(1, 'c')], [second]] });
    expect(problemOf([side(args(2)), args('${steps.c} ${steps.side[1]}', 'd')])).toBe('it was read');
    expect(problemOf([side(args('${steps.c}'))])).toContain('inside a forEach or another branch');
    expect(problemOf([loop([args(1)]), args('${steps.b}', 'c')])).toContain(
      'inside a forEach or another branch',
    );
    expect(problemOf([loop([args(1)]), args('${item}', 'c')])).toContain('is not known here');
    expect(problemOf([loop([args(1)]), args('${steps.loop[0].x}', 'c')])).toBe('it was read');
    expect(problemOf([loop([args('${index}${item.x}')], { result: '${steps.b}' })])).toBe('it was read');
    expect(problemOf([loop([args('${index.x}')])])).toContain('the index is a number');
    expect(problemOf([loop([CALL], { items: '${steps.loop}' })])).toContain('has not finished at that point');
    expect(problemOf([loop([CALL])], { result: '${steps.a}' })).toContain("the flow's result: ${steps.a}");
  });

  it('accepts any key, and $${ is plain text', () => {
    expect(problemOf([args('${ params["a b"][\'c.d\'][12].e-f }')])).toBe('it was read');
    expect(problemOf([args('$${params.x and $${ ')])).toBe('it was read');
  });
});

describe('a condition', () => {
  const when = (condition: unknown) => problemOf([CALL, { id: 'b', tool: 'x', when: condition }]);

  it.each([
    ['yes', 'a condition must be an object'],
    [{}, 'the condition needs a value'],
    [{ value: 1 }, 'the condition nothing is not known; use one of equal, not equal'],
    [{ value: 1, is: '==', to: 1 }, 'the condition "==" is not known'],
    [{ value: 1, is: 'equal' }, "the condition 'equal' needs 'to'"],
    [{ value: 1, is: 'empty', to: 1 }, "the condition 'empty' takes no 'to'"],
    [{ value: 1, is: 'true', than: 1 }, '"than" is not known here'],
    [{ and: [] }, "'and' must be a list of conditions"],
    [{ or: { value: 1, is: 'true' } }, "'or' must be a list of conditions"],
    [{ not: { value: 1, is: 'true' }, is: 'true' }, '"is" is not known here'],
    [{ value: '${steps.b}', is: 'true' }, '${steps.b} refers to a step that has not finished at that point'],
    [{ or: [{ not: { value: 1, is: 'equal', to: '${x}' } }] }, '${x} is not known here'],
  ])('is rejected when it is %j', (condition, message) => {
    expect(when(condition)).toContain(`step 'b': ${message}`);
  });

  it('can hold groups, 8 deep at most', () => {
    const nested = (depth: number): object =>
      depth === 0 ? { value: '${steps.a}', is: 'not empty' } : { not: nested(depth - 1) };
    expect(when(nested(7))).toBe('it was read');
    expect(when(nested(8))).toContain('conditions can be nested at most 8 deep');
  });
});
