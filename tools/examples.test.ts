// The studio's examples: each works, each has cases that notice a failure, and together they show everything a script
// can do.
import { afterAll, expect, it } from 'vitest';
import { readExamples } from '../scripts/vite/examples.ts';
import type { Example } from '../src/ui/studio/gallery/example.ts';
import { HOST_API } from '../src/lua-language/host-api.ts';
import { CaseEngine, failuresOf } from './case-engine.ts';

const examples = await readExamples();
const engine = await CaseEngine.start();
afterAll(() => engine.close());

it('every host call is shown in a small one', () => {
  const shown = examples.filter(({ bundled }) => !bundled).flatMap(({ calls }) => calls);
  const missing = HOST_API.filter(({ lua, name }) => !lua && !shown.includes(name)).map(({ name }) => name);
  // Aliases of json.parse and of tools, for connected servers.
  expect(missing).toEqual(['json.decode', 'mcp']);
});

it.each(examples)('$name passes its cases, and they fail without its result', async (example) => {
  const results = await engine.run(example);
  expect(results.length).toBeGreaterThan(0);
  expect(failuresOf(results)).toEqual([]);
  const source = `${example.source}\nlocal whole = tool.execute function tool.execute(...) whole(...) end`;
  expect(await engine.notices({ ...example, source })).toBe(true);
});

it.each([
  ['greeting', 'params.time', '"morning"'],
  ['fetch_json', 'params = params.query, ', ''],
  ['with_a_token', 'http.token(request, token)', 'http.token(request)'],
  ['remote_note', 'http.patch', 'http.put'],
  ['shopping_list', 'text = text .. params.add .. "\\n"', ''],
  ['passages', 'limit = params.limit', ''],
  ['side_by_side', 'temperature > warmest.temperature', 'temperature < warmest.temperature'],
])('the cases of %s detect %s becoming %s', async (name, from, to) => {
  const example = examples.find((one) => one.name === name) as Example;
  const source = example.source.replace(from, to);
  expect(source).not.toBe(example.source);
  expect(await engine.notices({ ...example, source })).toBe(true);
});
