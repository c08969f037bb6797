// Flows as scripts, run in the real virtual machine: the arguments of their steps, and the use of their results.
import { describe, expect, it } from 'vitest';
import { ScriptTrial } from '../../../scripts/script-trial.ts';
import { Failure } from '../../core/errors.ts';
import type { Json, JsonObject } from '../../base/json.ts';
import { compileFlow } from './compile-flow.ts';
import { readFlowSpec } from '../../core/flow/flow-spec.ts';

const trial = new ScriptTrial();

interface Asked {
  name: string;
  args: JsonObject;
  step: string;
}

/** Tools: `echo` returns its arguments, `fail` fails, and `off` is switched off. */
const answerOf = ({ name, args }: Omit<Asked, 'step'>): Json => {
  if (name === 'fail') return { ok: false, name, error: { code: 'tool_error', message: 'fail:3: no luck' } };
  if (name === 'off') return { ok: false, name, error: { code: 'disabled', message: 'it is off' } };
  return { ok: true, name, result: name === 'nothing' ? null : (args['answer'] ?? args) };
};

async function run(flow: object, args: JsonObject = {}, limits = {}) {
  const lua = compileFlow(readFlowSpec(JSON.stringify({ name: 'trip', ...flow })));
  const batches: Omit<Asked, 'step'>[][] = [];
  const asSteps: string[] = [];
  const host = (operation: string, payload: Json): Json => {
    if (operation !== 'tool.calls') throw new Failure('unavailable', operation);
    const { calls } = payload as unknown as { calls: Asked[] };
    batches.push(calls.map(({ name, args }) => ({ name, args })));
    asSteps.push(...calls.map(({ step }) => step));
    return calls.map(answerOf);
  };
  const trialed = await trial.script(lua, { args, host, name: 'trip', limits });
  const given = (name: string) => batches.flat().find((asked) => asked.name === name)?.args;
  return { ...trialed, lua, batches, asSteps, given };
}

const echo = (id: string, args: Json = {}, more: object = {}) => ({ id, tool: 'echo', args, ...more });

describe('a sequence', () => {
  it('passes earlier results to a step, and returns the result of the last one', async () => {
    const { result, batches, asSteps } = await run(
      {
        steps: [
          echo('a', { list: [{ t: '${params.city}' }] }),
          { id: 'b', tool: 'two', args: '${steps.a.list[0]}' },
        ],
      },
      { city: 'Bern' },
    );
    expect(result).toEqual({ t: 'Bern' });
    expect(batches).toEqual([
      [{ name: 'echo', args: { list: [{ t: 'Bern' }] } }],
      [{ name: 'two', args: { t: 'Bern' } }],
    ]);
    expect(asSteps).toEqual(['a', 'b']);
  });

  it('keeps the type of a value that is alone, and formats it within a text', async () => {
    const params = {
      n: 5,
      yes: true,
      list: [1, null, 2],
      no: null,
      text: 'ä"\\',
      deep: { 'a b': { c: 2.5 } },
    };
    const values = Object.fromEntries(Object.keys(params).map((key) => [key, `\${params.${key}}`]));
    const { result } = await run(
      {
        steps: [echo('a')],
        result: {
          typed: values,
          text: Object.values(values).join('|'),
          inside: '${params.deep["a b"].c} ${params.deep[\'a b\'][0]}${params.text.x}${params.n.x}',
          list: ['${params.missing}', '${params.n}', 'x${params.missing}', [], {}, null],
          missing: '${params.missing}',
          escaped: '$${params.n} $${ $$ $',
        },
      },
      params,
    );
    expect(result).toEqual({
      // As in every script, a null parameter is nil.
      typed: { ...params, no: undefined },
      text: '5|true|[1,null,2]||ä"\\|{"a b":{"c":2.5}}',
      inside: '2.5 ',
      list: [null, 5, 'x', [], {}, null],
      escaped: '${params.n} ${ $$ $',
    });
  });

  it('expands a value once: references or Lua code in it stay text', async () => {
    const evil = '${params.b} "]] .. os.exit() --[[ $${x} \n';
    const { result } = await run(
      {
        steps: [echo('a', { [evil.replaceAll('$', '')]: '${params.a}' })],
        result: ['${steps.a}', 'x${params.a}'],
      },
      { a: evil, b: 'expanded' },
    );
    expect(result).toEqual([{ [evil.replaceAll('$', '')]: evil }, `x${evil}`]);
  });

  it('accepts texts with many references, and lists of many lists', async () => {
    const text = Array.from({ length: 400 }, () => '${params.x}').join('-');
    const wide = (depth: number): Json =>
      depth === 0 ? Array.from({ length: 60 }, () => '${params.x}') : [1, 2, 3, 4, 5, wide(depth - 1)];
    const narrow = (depth: number): Json =>
      depth === 0 ? Array.from({ length: 60 }, () => '${params.x}') : { a: [1, 2, narrow(depth - 1)] };
    const given = [text, wide(15), narrow(8)];
    const { result } = await run({ steps: [echo('a')], result: given }, { x: 'y' });
    expect(JSON.stringify(result)).toBe(JSON.stringify(given).replaceAll('${params.x}', 'y'));
  });
});

describe('a failing step', () => {
  it("ends the flow with the step's name in front, and keeps the code", async () => {
    const { code, message, batches } = await run({ steps: [{ id: 'b', tool: 'off' }, echo('c')] });
    expect({ code, message }).toEqual({ code: 'disabled', message: "step 'b' (tool off): it is off" });
    expect(batches).toHaveLength(1);
    const failed = await run({
      steps: [{ id: 'side', branches: [[echo('a')], [{ id: 'b', tool: 'fail' }]] }],
    });
    expect(failed).toMatchObject({ code: 'tool_error', message: "step 'b' (tool fail): fail:3: no luck" });
  });

  it('may be optional', async () => {
    const { result, logs } = await run({
      steps: [
        { id: 'b', tool: 'off', onError: 'continue' },
        { id: 'c', tool: 'nothing', onError: 'continue' },
        echo('d', {
          why: '${errors.b.message}',
          code: '${errors.b.code}',
          none: '${errors.c}',
          got: '${steps.b}',
        }),
      ],
    });
    expect(result).toEqual({ why: "step 'b' (tool off): it is off", code: 'disabled' });
    expect(logs).toEqual(["warn: step 'b' (tool off): it is off"]);
  });

  it("reports arguments that aren't an object", async () => {
    const { message } = await run({ steps: [echo('a', '${params.x}')] }, { x: 'text' });
    expect(message).toMatch(/^trip:\d+: step 'a': the arguments must be an object, not string$/);
  });

  it("ends the flow under the run's own code when the run has no calls left", async () => {
    const host = () => {
      throw new Failure('rate_limited', 'no more');
    };
    const lua = compileFlow(
      readFlowSpec(JSON.stringify({ name: 'x', steps: [echo('a', {}, { onError: 'continue' })] })),
    );
    expect((await trial.script(lua, { answer: host })).code).toBe('rate_limited');
  });
});

describe('a condition', () => {
  const when = async (condition: object, args: JsonObject = {}): Promise<boolean> => {
    const { result, message } = await run(
      { steps: [echo('a', { answer: 'yes' }, { when: condition })] },
      args,
    );
    if (message !== undefined) throw new Error(message);
    return result === 'yes';
  };

  it.each<[Json, string, Json | undefined, boolean]>([
    [5, 'equal', 5, true],
    [5, 'equal', 5.5, false],
    [5, 'equal', '5', false],
    [null, 'equal', null, true],
    [[1, { a: [] }], 'equal', [1, { a: [] }], true],
    [{ a: 1 }, 'equal', { a: 1, b: 2 }, false],
    [{ a: 1, b: 2 }, 'equal', { a: 1 }, false],
    [[], 'equal', null, false],
    ['a', 'not equal', 'b', true],
    [3, 'greater', 2, true],
    [2, 'greater', 2, false],
    ['a', 'less', 'b', true],
    [3, 'less', 2, false],
    ['a.c', 'contains', '.', true],
    ['abc', 'contains', '.', false],
    [['a', [1]], 'contains', [1], true],
    [['a'], 'contains', 'b', false],
    [{ a: 1 }, 'contains', 'a', true],
    [null, 'contains', 'a', false],
    ['a', 'one of', ['b', 'a'], true],
    [2, 'one of', ['2', 3], false],
    ['a', 'one of', null, false],
    ['', 'empty', undefined, true],
    [[], 'empty', undefined, true],
    [null, 'empty', undefined, true],
    [0, 'empty', undefined, false],
    [[0], 'not empty', undefined, true],
    [true, 'true', undefined, true],
    ['true', 'true', undefined, false],
  ])('%j is %s %j: %s', async (value, is, to, expected) => {
    const condition = { value: '${params.value}', is, ...(to !== undefined && { to: '${params.to}' }) };
    expect(await when(condition, { value, to: to ?? null })).toBe(expected);
    expect(await when({ value, is, ...(to !== undefined && { to }) })).toBe(expected);
  });

  it('may combine several', async () => {
    const yes = { value: 1, is: 'equal', to: 1 };
    const no = { not: yes };
    expect(await when({ and: [yes, { or: [no, yes] }] })).toBe(true);
    expect(await when({ and: [yes, { or: [no, no] }] })).toBe(false);
    expect(await when({ not: { and: [yes, no] } })).toBe(true);
  });

  it('names the step when it compares incomparable values', async () => {
    await expect(when({ value: '${params.x}', is: 'greater', to: 3 })).rejects.toThrow(
      /^trip:\d+: step 'a': only two numbers or two texts are greater or less, not nil and number$/,
    );
    await expect(when({ value: 5, is: 'contains', to: 3 })).rejects.toThrow(
      "step 'a': a number cannot contain",
    );
  });

  it('skips a step, and reports it', async () => {
    const { result, logs } = await run({
      steps: [echo('a', {}, { when: { value: '${params.x}', is: 'true' } })],
      result: ['${steps.a}'],
    });
    expect(result).toEqual([null]);
    expect(logs).toEqual(["info: step 'a' was skipped: its condition does not hold"]);
  });

  it("chooses a branch, and returns that branch's last value", async () => {
    const choose = {
      id: 'way',
      if: { value: '${params.x}', is: 'true' },
      then: [echo('b', { answer: 'then' })],
      else: [echo('c', { answer: 'else' })],
    };
    const flow = { steps: [choose], result: ['${steps.way}', '${steps.b}', '${steps.c}'] };
    expect((await run(flow, { x: true })).result).toEqual(['then', 'then', null]);
    expect((await run(flow, { x: false })).result).toEqual(['else', null, 'else']);
  });
});

describe('a loop', () => {
  it('goes through a list in order, and returns a list', async () => {
    const { result, batches } = await run(
      {
        steps: [
          {
            id: 'all',
            items: '${params.cities}',
            as: 'city',
            steps: [echo('a', { at: '${index}', city: '${city.name}' })],
          },
        ],
      },
      { cities: [{ name: 'Bern' }, null, 'Rome'] },
    );
    expect(result).toEqual([{ at: 0, city: 'Bern' }, { at: 1 }, { at: 2 }]);
    expect(batches).toHaveLength(3);
  });

  it('forgets the step results of each item before the next', async () => {
    const odd = { value: '${item}', is: 'equal', to: 1 };
    const { result } = await run({
      steps: [
        {
          id: 'all',
          items: [1, 2],
          steps: [
            echo('a', { answer: '${item}' }, { when: odd }),
            { id: 'b', tool: 'off', onError: 'continue', when: odd },
            { id: 'if', if: odd, then: [echo('c', { answer: 'c' })] },
          ],
          result: ['${steps.a}', '${errors.b.code}', '${steps.c}', '${steps.if}'],
        },
      ],
    });
    expect(result).toEqual([
      [1, 'disabled', 'c', 'c'],
      [null, null, null, null],
    ]);
  });

  it('may be nested, and sees the outer item', async () => {
    const inner = {
      id: 'inner',
      items: '${row}',
      as: 'cell',
      steps: [echo('a', { answer: '${row[0]}-${cell}-${index}' })],
    };
    const outer = { id: 'outer', items: [[1, 2], [3], []], as: 'row', steps: [inner] };
    expect((await run({ steps: [outer] })).result).toEqual([['1-1-0', '1-2-1'], ['3-3-0'], []]);
  });

  it('requires a list', async () => {
    const all = { id: 'all', items: '${params.x}', steps: [echo('a')] };
    for (const x of ['text', 5, { a: 1 }, null]) {
      expect((await run({ steps: [all] }, { x })).message).toMatch(
        /^trip:\d+: step 'all': items must be a list$/,
      );
    }
    expect((await run({ steps: [all] }, { x: [] })).result).toEqual([]);
  });
});

describe('branches', () => {
  it('make their calls together, step by step, and return in their own order', async () => {
    const { result, batches } = await run({
      steps: [
        {
          id: 'side',
          branches: [
            [echo('a', { n: 1 }), echo('b', { n: 2, was: '${steps.a.n}' })],
            [echo('c', { n: 3 })],
            [{ id: 'no', if: { value: false, is: 'true' }, then: [echo('d')] }],
          ],
        },
        echo('e', { all: '${steps.side}' }),
      ],
    });
    expect(result).toEqual({ all: [{ n: 2, was: 1 }, { n: 3 }, null] });
    expect(batches.map((batch) => batch.map(({ args }) => args['n'] ?? 'e'))).toEqual([[1, 3], [2], ['e']]);
  });

  it('may contain branches and loops, whose calls join the others', async () => {
    const inner = { id: 'inner', branches: [[echo('a', { n: 1 })], [echo('b', { n: 2 })]] };
    const all = { id: 'all', items: [3, 4, 5], steps: [echo('c', { n: '${item}' })] };
    const { result, batches } = await run({
      steps: [{ id: 'side', branches: [[inner, echo('d', { n: 6 })], [all]] }],
    });
    expect(result).toEqual([{ n: 6 }, [{ n: 3 }, { n: 4 }, { n: 5 }]]);
    expect(batches.map((batch) => batch.map(({ args }) => args['n']))).toEqual([[1, 2, 3], [6, 4], [5]]);
  });

  it('end together when one of them fails, unless it is optional', async () => {
    const side = (more: object) => [
      {
        id: 'side',
        branches: [
          [{ id: 'b', tool: 'off', ...more }, echo('c')],
          [echo('a'), echo('d')],
        ],
      },
    ];
    const failed = await run({ steps: side({}) });
    expect(failed.code).toBe('disabled');
    expect(failed.batches).toHaveLength(1);
    expect(
      (await run({ steps: side({ onError: 'continue' }) })).batches.map((batch) => batch.length),
    ).toEqual([2, 2]);
  });
});

describe('the script', () => {
  it('reports progress before each step, and never goes backwards', async () => {
    const seen: [number, string][] = [];
    const steps = [
      echo('a', {}, { title: 'First' }),
      { id: 'side', branches: [[echo('b'), echo('c')], [echo('d')]], title: 'Both' },
      { id: 'all', items: [1, 2], steps: [echo('e', {}, { title: 'Item' })] },
    ];
    const source = compileFlow(readFlowSpec(JSON.stringify({ name: 'trip', steps })));
    const progress = (fraction: number, text: string) => seen.push([fraction, text]);
    await trial
      .script(
        `local told = context.progress context.progress = function(f, t) log.info(f .. " " .. t) told(f, t) end ${source}`,
        { host: (_, payload) => (payload as unknown as { calls: Asked[] }).calls.map(answerOf) },
      )
      .then(({ logs }) =>
        logs.forEach((line) => progress(Number(line.split(' ')[1]), line.split(' ').slice(2).join(' '))),
      );
    expect(seen).toEqual([
      [0, 'First'],
      [0.2, 'Both'],
      [0.2, 'Call echo'],
      [0.6, 'Call echo'],
      [0.6, 'Call echo'],
      [0.8, 'For each item'],
      [0.8, 'Item'],
      [0.9, 'Item'],
      [1, 'Done'],
    ]);
  });

  it('reads like one written by hand', () => {
    const flow = {
      name: 'trip',
      description: 'Plans',
      parameters: [{ name: 'city' }],
      steps: [
        { id: 'sky', tool: 'weather_check', title: 'Look at the sky', args: { city: '${params.city}' } },
      ],
      result: 'It is ${steps.sky.now} in ${params.city}',
    };
    const lua = compileFlow(readFlowSpec(JSON.stringify(flow)));
    expect(lua.slice(lua.indexOf('function tool.execute'))).toBe(`function tool.execute(params, context)
  -- sky: Look at the sky
  progress(0, "Look at the sky")
  steps.sky = call("sky", tools.weather_check, { city = params.city })
  progress(1, "Done")
  return "It is " .. text(at(steps.sky, "now")) .. " in " .. text(params.city)
end
`);
    expect(lua).not.toContain('coroutine.create');
  });

  it('calls tools whose names are not Lua names or are reserved', async () => {
    const names = ['all', 'end', 'my-tool', '1st', 'call', 'steps'];
    const { batches } = await run({ steps: names.map((tool, n) => ({ id: `s${n}`, tool })) });
    expect(batches.flat().map(({ name }) => name)).toEqual(names);
  });

  it('keeps ids, items and titles apart from Lua names', async () => {
    const { result } = await run({
      steps: [
        echo('end', { answer: 'a' }, { title: '[[ \n os.exit() --\u2028\u202e' }),
        echo('text', { answer: 'b' }, { title: '"]] x' }),
        { id: 'call', items: ['c'], as: 'end', steps: [echo('a-b', { answer: '${end}${steps.text}' })] },
        { id: 'loop', items: ['d'], as: 'text', steps: [echo('each', { answer: '${text}${index}' })] },
      ],
      result: '${steps.end} ${steps.call} ${steps.loop}',
    });
    expect(result).toBe('a ["cb"] ["d0"]');
  });
});
