// The script generated from a request, as a tool of its own.
import { expect, it } from 'vitest';
import { luaName, renamedScript } from './lua-copy.ts';

it('renames the tool, and nothing else with that name', () => {
  const source = 'tool = {\n  name = "weather",\n}\nlocal other = { name = "weather" }';
  expect(renamedScript(source, 'weather', '$&_lua')).toBe(
    'tool = {\n  name = "$&_lua",\n}\nlocal other = { name = "weather" }',
  );
});

it('shortens a long name', () => {
  expect(luaName('weather')).toBe('weather_lua');
  expect(luaName('w'.repeat(64)).length).toBeLessThanOrEqual(64);
});
