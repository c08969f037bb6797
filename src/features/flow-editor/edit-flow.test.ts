// Edits of flows: their changes and consequences, and that any sequence of them leaves a flow that compiles and
// loads.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectTool } from '../../../scripts/inspect-tool.ts';
import { readPrelude } from '../../../scripts/prelude.ts';
import { flowToolSpec, readFlowSpec } from '../../core/flow/flow-spec.ts';
import type { JsonObject } from '../../base/json.ts';
import { LuaVm } from '../../sandbox/worker/vm.ts';
import { compileFlow } from '../../tools/flow/compile-flow.ts';
import { newToolSource } from '../../ui/studio/new-tool.ts';
import {
  besideStep,
  branchWith,
  callStep,
  choiceStep,
  eachStep,
  freeId,
  inLoop,
  movedStep,
  withoutStep,
  withStep,
  withValue,
} from './edit-flow.ts';
import { readFlowJson, writeFlowJson } from './flow-json.ts';
import { idOf, innerLists, listAt, placedSteps, STEPS, type Path } from './flow-places.ts';
import { flowProblems } from './flow-problems.ts';
import { nameStep, renameItem, renameParameter, renameStep, usersOf } from './flow-references.ts';
import { placesBeside } from './step-acts.ts';

const base = (): JsonObject => JSON.parse(newToolSource('my_flow', 'flow')) as JsonObject;
const ids = (flow: JsonObject, list: Path = STEPS) =>
  listAt(flow, list).map((step) => idOf(step as JsonObject));
const call = (id: string, args: JsonObject = {}): JsonObject => ({ id, tool: 'echo', args });
const flowOf = (...steps: JsonObject[]): JsonObject => ({ name: 'trip', steps });

const TOOLS = new Map(
  ['search', 'get', 'echo'].map((name) => [
    name,
    { name, enabled: true, parameters: { type: 'object' as const } },
  ]),
);

describe('an edit', () => {
  it('inserts a step at a place, with an id of its own', () => {
    const flow = base();
    expect(ids(withStep(flow, STEPS, 1, callStep(flow, 'get')))).toEqual(['found', 'get', 'best']);
    expect(freeId(flow, 'found')).toBe('found_2');
    expect(freeId(flow, '1 ü')).toBe('step_1__');
    const inside = withStep(flow, ['steps', 1, 'then'], 0, callStep(flow, 'document'));
    expect(ids(inside, ['steps', 1, 'then'])).toEqual(['document_2', 'document']);
    expect(flow).toEqual(base());
  });

  it('moves a step down, up, into another and out again, and never into itself', () => {
    const flow = flowOf(call('a'), call('b'), { id: 'c', if: {}, then: [call('d')] });
    expect(ids(movedStep(flow, ['steps', 0], STEPS, 2).flow)).toEqual(['b', 'a', 'c']);
    expect(ids(movedStep(flow, ['steps', 2], STEPS, 0).flow)).toEqual(['c', 'a', 'b']);
    expect(movedStep(flow, ['steps', 0], STEPS, 1).flow).toEqual(flow);
    const into = movedStep(flow, ['steps', 0], ['steps', 2, 'then'], 1);
    expect(into.path).toEqual(['steps', 1, 'then', 1]);
    expect(ids(into.flow, ['steps', 1, 'then'])).toEqual(['d', 'a']);
    expect(movedStep(into.flow, into.path, STEPS, 0).flow).toEqual(flow);
    expect(movedStep(flow, ['steps', 2], ['steps', 2, 'then'], 0).flow).toBe(flow);
  });

  it('keeps unknown fields, and the formatting of the text', () => {
    const text =
      '{\n    "name": "trip",\n    "steps": [\n        {"id":"a","odd":[1]}, 7, {"id":"b"}\n    ],\n    "more": {"x": null}\n}';
    const { flow = {} } = readFlowJson(text);
    const moved = writeFlowJson(movedStep(flow, ['steps', 0], STEPS, 3).flow, text);
    expect(JSON.parse(moved)).toEqual({
      name: 'trip',
      steps: [7, { id: 'b' }, { id: 'a', odd: [1] }],
      more: { x: null },
    });
    expect(moved).toMatch(/^\{\n {4}"name"/);
    expect(moved.endsWith('}')).toBe(true);
    expect(readFlowJson('[]').problem).toContain('must be a JSON object');
    expect(readFlowJson('{').problem).toMatch(/^This is not JSON/);
  });

  it('wraps a step in a loop of its own', () => {
    const flow = inLoop(flowOf(call('a')), ['steps', 0]);
    expect(flow['steps']).toEqual([{ id: 'each', items: [], as: 'item', steps: [call('a')] }]);
    expect(() => readFlowSpec(JSON.stringify(flow))).not.toThrow();
  });

  it('removes a key, and ignores a path that leads nowhere', () => {
    expect(withValue({ a: { b: 1, c: 2 } }, ['a', 'b'], undefined)).toEqual({ a: { c: 2 } });
    const flow = { a: 1 };
    expect(withValue(flow, ['x', 'y'], 1)).toEqual(flow);
  });
});

describe('a rename', () => {
  it('updates every reference to the step, and nothing else', () => {
    const flow = {
      ...flowOf(call('a', { text: '${params.a} $${steps.a}' }), {
        ...call('b', { x: ['${steps.a.x["y z"]}', 'A ${ steps.a } ${steps.ab}'], 'k ${steps.a}': 1 }),
        when: { value: '${errors.a}', is: 'empty' },
      }),
      result: '${steps.a[0]}',
    };
    const renamed = renameStep(flow, ['steps', 0], 'new');
    expect(renamed).toEqual({
      ...flowOf(call('new', { text: '${params.a} $${steps.a}' }), {
        ...call('b', { x: ['${steps.new.x["y z"]}', 'A ${steps.new} ${steps.ab}'], 'k ${steps.a}': 1 }),
        when: { value: '${errors.new}', is: 'empty' },
      }),
      result: '${steps.new[0]}',
    });
    expect(renameStep(flow, ['steps', 0], 'b')).toBe(flow);
    expect(renameStep(flow, ['steps', 0], 'no id')).toBe(flow);
  });

  it('of a parameter keeps its position and that it is required', () => {
    const parameters = {
      type: 'object',
      properties: { a: {}, b: { type: 'integer' }, c: {} },
      required: ['b'],
    };
    const flow = { ...flowOf(call('s', { x: '${params.b} ${params.a}' })), parameters };
    const renamed = renameParameter(flow, 'b', 'n');
    expect(JSON.stringify(renamed)).toBe(
      JSON.stringify(flow).replaceAll('"b"', '"n"').replace('params.b', 'params.n'),
    );
    expect(renameParameter(flow, 'b', 'a')).toBe(flow);
  });
});

describe('a name typed by the user', () => {
  it('becomes an id, and a title if the id cannot express it', () => {
    const flow = flowOf(call('a'), call('b', { x: '${steps.a}' }));
    expect(nameStep(flow, ['steps', 0], 'Find flights')).toEqual(
      flowOf(call('Find_flights'), call('b', { x: '${steps.Find_flights}' })),
    );
    const titled = nameStep(flow, ['steps', 0], 'Flüge');
    expect(titled).toEqual(flowOf({ ...call('Fl_ge'), title: 'Flüge' }, call('b', { x: '${steps.Fl_ge}' })));
    expect(nameStep(titled, ['steps', 0], 'a')).toEqual(flow);
    expect(ids(nameStep(flow, ['steps', 0], 'b'))).toEqual(['b_2', 'b']);
  });

  it("of a loop's item is updated inside that loop only", () => {
    const loop = (...steps: JsonObject[]): JsonObject => ({ id: 'l', items: '${item}', as: 'item', steps });
    const flow = flowOf(loop({ ...loop(call('a', { x: '${item.n}' })), id: 'inner', result: '${item}' }));
    const [problem] = flowProblems(flow, TOOLS).filter(({ fix }) => fix?.label.startsWith('Rename to'));
    expect(problem?.message).toContain('The outer loop also names its item item. ');
    const inner = { id: 'inner', items: '${item}', as: 'item_2', steps: [call('a', { x: '${item_2.n}' })] };
    expect(problem?.fix?.apply(flow)).toEqual(flowOf(loop({ ...inner, result: '${item_2}' })));
    expect(renameItem(flow, ['steps', 9], 'x')).toBe(flow);
  });
});

it('lists the places a step can move to besides up and down', () => {
  const flow = flowOf(call('a'), { id: 'both', branches: [[call('b')], []] }, call('c'));
  const labels = (path: Path) => placesBeside(flow, path).map(({ label }) => label);
  expect(labels(['steps', 0])).toEqual(['Move into both, “branch 1”', 'Move into both, “branch 2”']);
  expect(labels(['steps', 1, 'branches', 0, 0])).toEqual(['Move out of both']);
  const [into] = placesBeside(flow, ['steps', 2]);
  expect(
    ids(movedStep(flow, ['steps', 2], into?.list ?? [], into?.gap ?? 0).flow, ['steps', 1, 'branches', 0]),
  ).toEqual(['b', 'c']);
  expect(listAt(branchWith(flow, ['steps', 1]), ['steps', 1, 'branches'])).toHaveLength(3);
});

it("lists the users of a step's result, or of one inside it", () => {
  const flow = base();
  expect(usersOf(flow, ['steps', 0])).toEqual([
    ['steps', 1],
    ['steps', 1, 'then', 0],
  ]);
  expect(usersOf(flow, ['steps', 1])).toEqual([]);
});

/** A random user action: `pick` chooses among the possibilities. */
type Act = (flow: JsonObject, pick: (count: number) => number) => JsonObject;
const listsOf = (flow: JsonObject): Path[] => [
  STEPS,
  ...placedSteps(flow).flatMap(({ path, step }) => innerLists(step).map(({ at }) => [...path, ...at])),
];
const ACTS: Record<string, Act> = {
  add: (flow, pick) => {
    const lists = listsOf(flow);
    const list = lists[pick(lists.length)] ?? STEPS;
    const made = [callStep(flow, 'echo'), eachStep(flow), choiceStep(flow), besideStep(flow)][
      pick(4)
    ] as JsonObject;
    return withStep(flow, list, pick(listAt(flow, list).length + 1), made);
  },
  move: (flow, pick) => {
    const steps = placedSteps(flow);
    const lists = listsOf(flow);
    const list = lists[pick(lists.length)] ?? STEPS;
    const from = steps[pick(steps.length)];
    return from ? movedStep(flow, from.path, list, pick(4)).flow : flow;
  },
  remove: (flow, pick) => {
    const steps = placedSteps(flow);
    const from = steps[pick(steps.length)];
    return from ? withoutStep(flow, from.path) : flow;
  },
  wire: (flow, pick) => {
    const steps = placedSteps(flow);
    const from = steps[pick(steps.length)];
    const to = steps[pick(steps.length)];
    if (!from || !to || !Object.hasOwn(to.step, 'tool')) return flow;
    return withValue(flow, [...to.path, 'args', 'x'], `a \${steps.${idOf(from.step)}.b}`);
  },
  rename: (flow, pick) => {
    const steps = placedSteps(flow);
    const one = steps[pick(steps.length)];
    return one ? renameStep(flow, one.path, freeId(flow, `named${pick(9)}`)) : flow;
  },
};

describe('any sequence of edits', () => {
  it('ends in a flow that is valid, compiles and loads once its reported problems are fixed', async () => {
    let vm = await LuaVm.load(readPrelude());
    let valid = 0;
    const acts = fc.array(
      fc.tuple(fc.constantFrom(...Object.keys(ACTS)), fc.nat(1000), fc.nat(1000), fc.nat(1000)),
      {
        maxLength: 12,
      },
    );
    await fc.assert(
      fc.asyncProperty(acts, async (done) => {
        let flow = base();
        for (const [name, ...chances] of done) {
          let at = 0;
          const next = ACTS[name]?.(flow, (count) => (chances[at++ % 3] ?? 0) % Math.max(1, count));
          flow = next ?? flow;
        }
        for (let round = 0; round < 30; round += 1) {
          const fix = flowProblems(flow, TOOLS).find((problem) => problem.fix)?.fix;
          if (fix) flow = fix.apply(flow);
        }
        const left = flowProblems(flow, TOOLS);
        for (const { message } of left)
          expect(message).toMatch(
            /^(“.+” has no steps|The flow has no steps|It uses the output of .+ (is not available|runs later and needs)|It uses the step)/,
          );
        if (left.length > 0) return;
        valid += 1;
        const spec = readFlowSpec(JSON.stringify(flow));
        if (vm.spent) vm = await LuaVm.load(readPrelude());
        expect(await inspectTool(vm, compileFlow(spec), 'my_flow.lua')).toEqual(flowToolSpec(spec));
      }),
      { numRuns: 25, endOnFailure: true },
    );
    expect(valid).toBeGreaterThan(3);
  });

  it('stays as valid after a rename as before', () => {
    fc.assert(
      fc.property(fc.nat(2), fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_-]{0,20}$/), (which, id) => {
        const placed = placedSteps(base())[which];
        const renamed = renameStep(base(), placed?.path ?? [], id);
        expect(() => readFlowSpec(JSON.stringify(renamed))).not.toThrow();
      }),
    );
  });
});
