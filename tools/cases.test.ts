// The bundled tools: their declarations, and their served cases, in the real VM against a real server. Their other
// cases run with those of the examples. A new tool needs no change here: its files are enough.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inspectTool } from '../scripts/inspect-tool.ts';
import { readPrelude } from '../scripts/prelude.ts';
import type { ToolSpec } from '../src/core/tool.ts';
import { LuaVm } from '../src/sandbox/worker/vm.ts';
import { placed, runCase, type ServedCase } from './case-run.ts';
import { startCaseServer, type Arrived, type CaseServer } from './case-server.ts';

const folder = new URL('.', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const tools = readdirSync(folder).filter((name) => name.endsWith('.lua'));

/** Requests by which a tool changes something elsewhere. */
const SENDS = /\bhttp\.(post|put|patch|delete|request)\b/;
/** Uses POST without changing anything. */
const ONLY_ASKS = 'web_search.lua';

let server: CaseServer;
beforeAll(async () => {
  server = await startCaseServer();
});
afterAll(() => server.stop());
beforeEach(() => {
  server.arrived.length = 0;
  server.instead.length = 0;
});

describe.each(tools)('%s', (fileName) => {
  const source = read(fileName);
  const served = fileName.replace(/\.lua$/, '.served.json');
  const cases = existsSync(new URL(served, folder)) ? (JSON.parse(read(served)) as ServedCase[]) : [];
  let vm: LuaVm;
  let spec: ToolSpec;

  beforeAll(async () => {
    vm = await LuaVm.load(readPrelude());
    spec = await inspectTool(vm, source, fileName);
  });

  it('is named like its file, describes itself and each parameter, and has tags', () => {
    expect(`${spec.name}.lua`).toBe(fileName);
    expect(spec.description.length).toBeGreaterThan(20);
    for (const parameter of Object.values(spec.parameters.properties ?? {})) {
      expect(parameter.description).toBeTruthy();
    }
    expect(spec.tags?.length).toBeGreaterThan(0);
  });

  it('asks before every call if it sends anything, and declares its result', () => {
    expect(spec.approve).toBe(SENDS.test(source) && fileName !== ONLY_ASKS);
    if (spec.approve) expect(spec.returns?.required).toContain('success');
  });

  it.each(cases)('$name', async (written) => {
    const given = placed(written, server);
    const { expect: expected } = given;
    server.instead.push(...(given.server ?? []));
    const { result, error, logs, asked } = await runCase(vm, spec, source, given, server);
    expect(given.host ?? [], 'host calls that were recorded but not made').toEqual([]);
    expect(server.instead, 'answers of the server that nobody asked for').toEqual([]);
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
    const reasons = asked.map((act) => (act.kind === 'send' ? act.why : act.kind));
    expect(reasons).toEqual(expected.asks === undefined ? [] : [expected.asks]);
    if (given.arrived) expect(server.arrived.map(readable)).toMatchObject(given.arrived);
  });
});

/** A request in the cases' notation: a JSON body as a value, a form as an object. */
function readable({ method, path, headers, body }: Arrived): object {
  const type = headers['content-type'] ?? '';
  if (type.includes('json')) return { method, path, headers, body: JSON.parse(body) as unknown };
  if (type.includes('form'))
    return { method, path, headers, body: Object.fromEntries(new URLSearchParams(body)) };
  return { method, path, headers, body };
}
