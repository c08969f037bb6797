// The palette before any search: commands, including those that only some browsers support.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '../../apps/web/app.ts';
import type { Chats } from '../chat/chats.svelte.ts';
import type { ThemeSwitch } from './theme-switch.svelte.ts';

beforeEach(() => {
  vi.stubGlobal('location', { hash: '#/studio' });
  vi.stubGlobal('addEventListener', () => undefined);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function offered(typed: string): Promise<string[]> {
  const { PaletteState } = await import('./palette.svelte.ts');
  const app = {
    tools: { list: () => [] },
    knowledge: { search: async () => [], answer: async () => ({ answer: null }) },
    warmSearch: () => undefined,
  } as unknown as App;
  const chats = { list: [] } as unknown as Chats;
  const palette = new PaletteState(app, chats, { other: 'dark' } as unknown as ThemeSwitch);
  palette.query = typed;
  const titles = palette.rows.map(({ choice }) => choice.title);
  palette.dispose();
  return titles;
}

it('offers to open a folder if the browser supports it', async () => {
  vi.stubGlobal('showDirectoryPicker', () => undefined);
  expect(await offered('open a fol')).toEqual(['Open a folder']);
  expect(await offered('watch')).toEqual(['Open a folder']);
});

it('hides it otherwise', async () => {
  expect(await offered('')).toContain('Go to studio');
  expect(await offered('open a fol')).toEqual([]);
});
