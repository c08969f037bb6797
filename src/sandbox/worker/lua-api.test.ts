// Loading the engine borrows global functions of the host, and restores them.
import { expect, it } from 'vitest';
import { loadLua } from './lua-api.ts';

/** The smallest module: magic number and version. */
const EMPTY = new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]);

it("restores the host's functions after several loads at once", async () => {
  const { instantiate, instantiateStreaming } = WebAssembly;
  const { fetch } = globalThis;
  const engines = await Promise.all([loadLua(), loadLua(), loadLua()]);
  expect(engines.every(({ exports }) => 'lua_pcallk' in exports)).toBe(true);
  expect(WebAssembly.instantiate).toBe(instantiate);
  expect(WebAssembly.instantiateStreaming).toBe(instantiateStreaming);
  expect(globalThis.fetch).toBe(fetch);
});

it('lets other code instantiate modules while it loads', async () => {
  const loading = loadLua();
  await Promise.resolve();
  const module = await WebAssembly.compile(EMPTY);
  expect(await WebAssembly.instantiate(module)).toBeInstanceOf(WebAssembly.Instance);
  expect((await WebAssembly.instantiate(EMPTY)).instance).toBeInstanceOf(WebAssembly.Instance);
  expect((await loading).exports).toHaveProperty('lua_pcallk');
});
