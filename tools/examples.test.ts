// The examples that the studio offers to start from: each works, each has cases that notice when it does not, and together
// they show all a script can do.
import { afterAll, expect, it } from 'vitest';
import { readPrelude } from '../scripts/prelude.ts';
import { inspectTool } from '../scripts/inspect-tool.ts';
import { readExamples, type ExampleFile } from '../scripts/vite/examples.ts';
import { CASES_FILE } from '../src/core/tool-case.ts';
import { HOST_API } from '../src/language/host-api.ts';
import { Validator } from '../src/lua/sandbox/validate.ts';
import { LuaVm } from '../src/lua/sandbox/vm.ts';
import { SandboxRuns } from '../src/lua/sandbox-runs.test-support.ts';
import { Cases, type CaseResult } from '../src/registry/cases/cases.ts';

const examples = await readExamples();
const runs = new SandboxRuns();
afterAll(() => runs.close());
const machine = await LuaVm.load(readPrelude());
const cases = new Cases({
  runner: {
    inspect: (source, fileName = 'example.lua', files = {}) => inspectTool(machine, source, fileName, files),
    validate: async (schema, args) => new Validator().args(JSON.stringify(schema), args),
    // One worker for all: the memory of each run is put back to what it was before it.
    run: ({ secrets: _, ...request }) => runs.run(request.source, { ...request, key: 'examples' }),
  },
});

async function results({ name, source, files }: ExampleFile): Promise<CaseResult[]> {
  return (await cases.run({ name, source, files }, cases.read(files[CASES_FILE] ?? ''))).results;
}

function problems(told: readonly CaseResult[]): string[] {
  return told.flatMap(({ name, problems: all }) => all.map((problem) => `${name}: ${problem}`));
}

it('every host call is shown in one of them', () => {
  const texts = examples.map(({ source }) => source).join('\n');
  const missing = HOST_API.filter(({ lua, name }) => !lua && !texts.includes(name)).map(({ name }) => name);
  expect(missing).toEqual([]);
});

it.each(examples)('$name passes its cases, and without what it gives it would not', async (example) => {
  const told = await results(example);
  expect(told.length).toBeGreaterThan(0);
  expect(problems(told)).toEqual([]);
  const source = `${example.source}\nlocal whole = tool.execute function tool.execute(...) whole(...) end`;
  expect(problems(await results({ ...example, source }))).not.toEqual([]);
});

it.each([
  ['greeting', 'params.time', '"morning"'],
  ['fetch_json', 'params = params.query, ', ''],
  ['with_a_token', 'http.token(request, token)', 'http.token(request)'],
  ['remote_note', 'http.patch', 'http.put'],
  ['shopping_list', 'text = text .. params.add .. "\\n"', ''],
  ['passages', 'limit = params.limit', ''],
  ['side_by_side', 'temperature > warmest.temperature', 'temperature < warmest.temperature'],
])('the cases of %s notice when %s becomes %s', async (name, from, to) => {
  const example = examples.find((one) => one.name === name) as ExampleFile;
  const source = example.source.replace(from, to);
  expect(source).not.toBe(example.source);
  expect(problems(await results({ ...example, source }))).not.toEqual([]);
});
