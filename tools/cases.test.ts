// Runs every case of every bundled tool in the real virtual machine, with the checks of the real validator. A new tool needs
// no line here: its files are enough.
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { inspectTool } from '../scripts/inspect-tool.ts';
import { readPrelude } from '../scripts/prelude.ts';
import { Failure, type ErrorData } from '../src/core/errors.ts';
import type { Json } from '../src/core/json.ts';
import { DEFAULT_LIMITS } from '../src/core/limits.ts';
import type { ToolSpec } from '../src/core/tool.ts';
import { Validator } from '../src/lua/sandbox/validate.ts';
import { LuaVm, type Host } from '../src/lua/sandbox/vm.ts';

/** One entry of `<name>.cases.json`; tools/README.md describes it. */
interface Case {
  name: string;
  args: Json;
  config?: Json;
  host?: { call: string; with?: Json; answer?: Json; body?: string; error?: ErrorData }[];
  expect: {
    result?: Json;
    contains?: Json;
    error?: { code: string; message?: string; contains?: string };
    log?: string;
  };
}

interface Outcome {
  result?: Json;
  error?: ErrorData;
  logs: string[];
}

const folder = new URL('.', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const tools = readdirSync(folder).filter((name) => name.endsWith('.lua'));

describe.each(tools)('%s', (fileName) => {
  const source = read(fileName);
  const cases = JSON.parse(read(fileName.replace(/\.lua$/, '.cases.json'))) as Case[];
  let vm: LuaVm;
  let spec: ToolSpec;

  beforeAll(async () => {
    vm = await LuaVm.load(readPrelude());
    spec = await inspectTool(vm, source, fileName);
  });

  it('is named like its file, describes itself and each parameter, and has cases', () => {
    expect(`${spec.name}.lua`).toBe(fileName);
    expect(spec.description.length).toBeGreaterThan(20);
    for (const parameter of Object.values(spec.parameters.properties ?? {})) {
      expect(parameter.description).toBeTruthy();
    }
    expect(cases.length).toBeGreaterThan(0);
  });

  it.each(cases)('$name', async ({ args, config = {}, host = [], expect: expected }) => {
    const calls = [...host];
    const { result, error, logs } = await call(vm, spec, source, args, config, calls);
    expect(calls, 'host calls that were recorded but not made').toEqual([]);
    if (expected.error) {
      const { code, message, contains } = expected.error;
      expect(error, `a result instead of an error: ${JSON.stringify(result)}`).toMatchObject({ code });
      if (message !== undefined) expect(error?.message).toBe(message);
      if (contains !== undefined) expect(error?.message).toContain(contains);
    } else {
      expect(error).toBeUndefined();
      if (expected.result !== undefined) expect(result).toEqual(expected.result);
      if (expected.contains !== undefined) expect(result).toMatchObject(expected.contains as object);
    }
    if (expected.log !== undefined) expect(logs.join('\n')).toContain(expected.log);
  });
});

async function call(
  vm: LuaVm,
  { name, parameters, returns, timeout }: ToolSpec,
  source: string,
  args: Json,
  config: Json,
  recorded: NonNullable<Case['host']>,
): Promise<Outcome> {
  const logs: string[] = [];
  const host: Host = {
    call: async (operation, payload) => {
      const [next] = recorded;
      const json = await answer(recorded.shift(), operation, JSON.parse(payload) as Json);
      return next?.body === undefined ? { json } : { json, bytes: new TextEncoder().encode(next.body) };
    },
    log: (_level, text) => void logs.push(text),
    progress: () => undefined,
    emit: () => undefined,
  };
  const validator = new Validator();
  try {
    const checked = JSON.stringify(validator.args(JSON.stringify(parameters), args));
    const job = {
      mode: 'tool',
      name,
      source,
      modules: {},
      args: checked,
      config: JSON.stringify(config),
      env: '{}',
      limits: { ...DEFAULT_LIMITS, timeout },
    } as const;
    const outcome = await vm.run(job, host);
    if (outcome.error) return { error: outcome.error, logs };
    const result = JSON.parse(outcome.json) as Json;
    if (returns) validator.result(JSON.stringify(returns), result);
    return { result, logs };
  } catch (problem) {
    if (problem instanceof Failure) return { error: problem.toData(), logs };
    throw problem;
  }
}

async function answer(
  recorded: NonNullable<Case['host']>[number] | undefined,
  operation: string,
  payload: Json,
): Promise<string> {
  expect(recorded, `${operation} was called, but no answer is recorded for it`).toBeDefined();
  expect(operation).toBe(recorded?.call);
  if (recorded?.with !== undefined) expect(payload).toEqual(recorded.with);
  if (recorded?.error) throw new Failure(recorded.error.code, recorded.error.message);
  return JSON.stringify(recorded?.answer ?? null);
}
