// The scripts of the guide and of tools/README.md: each one that defines a tool or connector is read as the app would read it.
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LuaVm } from '../src/lua/sandbox/vm.ts';
import { inspectTool } from './inspect-tool.ts';
import { readPrelude } from './prelude.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const guide = `${root}public/demo-docs/`;
const pages = readdirSync(guide).filter((name) => name.endsWith('.md'));

function luaBlocks(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  return [...text.matchAll(/^```lua\n([\s\S]*?)^```/gm)].map(([, block = '']) => block);
}

const scripts = [...pages.map((page) => guide + page), `${root}tools/README.md`, `${root}README.md`].flatMap(
  (file) =>
    luaBlocks(file)
      .filter((block) => /^(tool|connector) = /m.test(block))
      .map((block, index) => ({ what: `${file.slice(root.length)}, script ${index + 1}`, block })),
);

it('are found', () => {
  expect(scripts.length).toBeGreaterThan(6);
});

it.each(scripts)('$what is one the app would install', async ({ block }) => {
  const spec = await inspectTool(await LuaVm.load(readPrelude()), block, 'example.lua');
  expect(spec.name).not.toBe('example');
  expect(spec.description.length).toBeGreaterThan(10);
});
