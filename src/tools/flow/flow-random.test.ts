// Random flows: whatever their texts contain, their scripts load, declare what the flow declares, and expand nothing
// twice.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inspectTool } from '../../../scripts/inspect-tool.ts';
import { readPrelude } from '../../../scripts/prelude.ts';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { LuaVm } from '../../sandbox/worker/vm.ts';
import { compileFlow } from './compile-flow.ts';
import { COMPARISONS, STATES } from '../../core/flow/condition.ts';
import { flowToolSpec, readFlowSpec } from '../../core/flow/flow-spec.ts';
import { isLuaName } from '../../lua-language/write-lua.ts';

/** Texts that would have an effect if they were treated as anything but text. */
const evil = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    '"] = os.exit() --',
    ']] error("ran") --[[',
    '\\" .. error("ran") .. \\"',
    '\n error("ran") --',
    '\r\nerror("ran")',
    '%s %d \\z \\x41 \\u{48}',
    '${params.other}',
    '$${params.other}',
    '${steps.s0}',
    '__index',
    '__proto__',
    'constructor',
    'end',
    '\u202e\u2028',
    '\0',
  ),
);
/** The same as text of a flow, where `$${` stands for `${`. */
const quoted = evil.map((text) => text.replaceAll('$', '').replaceAll('{', ''));

const json: fc.Arbitrary<Json> = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    quoted,
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.constantFrom('${params.text}', 'a ${params.text} b ${params.list[0].x}', '${params["a b"]}'),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(quoted, tie('value'), { maxKeys: 3 }),
  ),
})).value;

const condition: fc.Arbitrary<JsonObject> = fc.letrec<{ test: JsonObject }>((tie) => ({
  test: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record({ value: json, is: fc.constantFrom(...COMPARISONS), to: json }),
    fc.record({ value: json, is: fc.constantFrom(...STATES) }),
    fc.record({ and: fc.array(tie('test'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ or: fc.array(tie('test'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('test') }),
  ),
})).test;

const titled = {
  title: fc.option(
    evil.filter((text) => text.length <= 200),
    { nil: undefined },
  ),
};

/** Steps without ids; `numbered` adds them. */
const steps: fc.Arbitrary<JsonObject[]> = fc.letrec<{ step: Json; list: Json[] }>((tie) => ({
  list: fc.array(tie('step'), { minLength: 1, maxLength: 2 }),
  step: fc.oneof<fc.Arbitrary<Json>[]>(
    { maxDepth: 2, withCrossShrink: true },
    fc.record(
      {
        ...titled,
        tool: fc.constantFrom('echo', 'all', 'end', 'a-b', '1', '__index', 'and'),
        args: fc.dictionary(quoted, json, { maxKeys: 3 }),
        when: condition,
        onError: fc.constantFrom('stop', 'continue'),
      },
      { requiredKeys: ['tool'] },
    ) as never,
    fc.record({ ...titled, if: condition, then: tie('list'), else: tie('list') }) as never,
    fc.record({
      ...titled,
      items: fc.array(json, { maxLength: 3 }),
      steps: tie('list'),
      result: json,
    }) as never,
    fc.record({ ...titled, branches: fc.array(tie('list'), { minLength: 1, maxLength: 2 }) }) as never,
  ),
})).list as fc.Arbitrary<JsonObject[]>;

const ID_ENDS = ['', '_x', '-x', 'end'];

function numbered(list: JsonObject[], count = { steps: 0 }): JsonObject[] {
  const within = (inner: Json | undefined) => numbered(inner as JsonObject[], count);
  return list.map((step) => {
    const n = count.steps++;
    const copy: JsonObject = { ...step, id: `${n % 5 === 4 ? 'and' : 's'}${n}${ID_ENDS[n % 4]}` };
    if (copy['title'] === undefined) delete copy['title'];
    if (copy['items']) copy['as'] = `item${n}`;
    for (const key of ['then', 'else', 'steps']) if (copy[key]) copy[key] = within(copy[key]);
    if (copy['branches']) copy['branches'] = (copy['branches'] as Json[]).map(within);
    return copy;
  });
}

const flows = fc.record(
  {
    description: evil,
    version: fc.stringMatching(/^[0-9A-Za-z.+-]{0,64}$/),
    steps: steps.map((list) => numbered(list)),
    result: json,
    schema: json,
    tag: fc.nat(),
  },
  { requiredKeys: ['description', 'steps', 'schema', 'tag'] },
);

describe('any flow', () => {
  it('becomes a script that loads and declares what the flow declares', async () => {
    let vm = await LuaVm.load(readPrelude());
    await fc.assert(
      fc.asyncProperty(flows, async ({ schema, tag, ...flow }) => {
        const parameters = { type: 'object', properties: { text: { description: 'x', default: schema } } };
        const spec = readFlowSpec(JSON.stringify({ name: 'trip', tags: [`t${tag}`], parameters, ...flow }));
        if (vm.spent) vm = await LuaVm.load(readPrelude());
        expect(await inspectTool(vm, compileFlow(spec), 'trip.lua')).toEqual(flowToolSpec(spec));
        expect(readFlowSpec(JSON.stringify(spec))).toEqual(spec);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it('runs: it calls tools, or names the step where it stops', async () => {
    const trial = new ScriptTrial();
    const host = (operation: string, payload: Json): Json => {
      expect(operation).toBe('tool.calls');
      const { calls } = payload as unknown as { calls: { name: string; args: Json }[] };
      return calls.map(({ name, args }, n): Json =>
        n % 3 === 2
          ? { ok: false, name, error: { code: 'denied', message: 'no' } }
          : { ok: true, name, result: args },
      );
    };
    const args = { text: '${params.other} "]] error("ran")', list: [{ x: 1 }], other: 'EXPANDED' };
    await fc.assert(
      fc.asyncProperty(flows, async ({ description, steps, result }) => {
        const flow = { name: 'trip', description, steps, ...(result !== undefined && { result }) };
        const { outcome, code, message } = await trial.script(
          compileFlow(readFlowSpec(JSON.stringify(flow))),
          { args, host, name: 'trip' },
        );
        expect(outcome.json ?? '').not.toContain('EXPANDED');
        if (code === undefined) return;
        expect(['denied', 'tool_error']).toContain(code);
        expect(message).toMatch(/^(trip:\d+: )?step '[^']+'(: | \(tool .+\): no$)/s);
      }),
      { numRuns: 40, endOnFailure: true },
    );
  });

  it("keeps every constant unchanged, and doesn't expand its input", async () => {
    const trial = new ScriptTrial();
    await fc.assert(
      fc.asyncProperty(
        fc.dictionary(evil, fc.oneof(evil, fc.integer(), fc.constant([]), fc.array(evil))),
        evil,
        async (value, text) => {
          const escaped = JSON.parse(JSON.stringify({ value }).replaceAll('${', () => '$${')) as {
            value: JsonObject;
          };
          // Keys are not templates.
          const constants = Object.fromEntries(
            Object.entries(escaped.value).map(([key, item]) => [key.replaceAll('$${', () => '${'), item]),
          );
          const flow = {
            name: 'trip',
            steps: [{ id: 's', tool: 'x' }],
            result: [constants, '${params.text}', '<${params.text}>'],
          };
          const { result } = await trial.script(compileFlow(readFlowSpec(JSON.stringify(flow))), {
            args: { text, other: 'EXPANDED' },
            host: () => [{ ok: true, name: 'x', result: 'STEP' }],
          });
          expect(result).toEqual([value, text, `<${text}>`]);
        },
      ),
      { numRuns: 100 },
    );
  });
});

it('includes names that are Lua keywords', async () => {
  const trial = new ScriptTrial();
  for (const word of ['and', 'goto', 'nil', 'end', 'ende', '_', 'a1']) {
    const { code } = await trial.body(`local t = {} t.${word} = 1`);
    expect([word, isLuaName(word)]).toEqual([word, code === undefined]);
  }
});
