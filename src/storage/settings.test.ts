// Settings in IndexedDB: defaults, and invalid values.
import 'fake-indexeddb/auto';
import { beforeEach, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type Settings } from '../core/settings.ts';
import { openDatabase } from './database.ts';
import { SettingsTable } from './settings.ts';

let table: SettingsTable;
let count = 0;
beforeEach(async () => {
  table = new SettingsTable(await openDatabase({ name: `settings-${++count}` }));
});

it('begins with the defaults, which no caller can change for others', async () => {
  const settings = await table.load();
  expect(settings).toEqual(DEFAULT_SETTINGS);
  settings.model.model = 'changed';
  expect((await table.load()).model.model).toBe('');
});

it('returns settings as they were saved', async () => {
  const settings: Settings = {
    model: { baseUrl: 'http://localhost:11434/v1', model: 'qwen', api: 'chat' },
    models: [
      { id: 'm1', name: 'Small', kind: 'browser', baseUrl: '', model: '', api: 'auto' },
      {
        id: 'm2',
        name: '',
        baseUrl: 'https://api.openai.com/v1',
        model: 'gpt',
        api: 'auto',
        parameters: { temperature: 0, maxOutputTokens: 500, reasoningEffort: 'low' },
        contextWindow: 8192,
        price: { input: 1.5, output: 6 },
      },
    ],
    fallback: true,
    codeMode: false,
    readOnly: true,
    titles: false,
    originals: false,
    recognition: { on: false, languages: ['deu', 'fra'] },
    theme: 'dark',
    density: 'compact',
    runs: { days: 7, bytes: 1000 },
  };
  expect(await table.change(settings)).toEqual(settings);
  expect(await table.load()).toEqual(settings);
});

it('uses the default for missing or invalid values', async () => {
  await table.set('settings', {
    model: { baseUrl: 7, model: 'qwen', api: 'telepathy' },
    theme: 'neon',
    old: true,
    models: [
      7,
      { id: '' },
      { id: 'x', kind: 'oracle', parameters: { temperature: 'hot' }, price: { input: 1 } },
    ],
    runs: { days: -1, bytes: 'all' },
  });
  expect(await table.load()).toEqual({
    ...DEFAULT_SETTINGS,
    model: { baseUrl: '', model: 'qwen', api: 'auto' },
    models: [{ id: 'x', name: '', baseUrl: '', model: '', api: 'auto', parameters: {} }],
  });
  await table.set('settings', 'rubbish');
  expect(await table.load()).toEqual(DEFAULT_SETTINGS);
});

it('stores other values by name, and deletes them with undefined', async () => {
  await table.set('guide-version', '3');
  expect(await table.get<string>('guide-version')).toBe('3');
  await table.set('guide-version', undefined);
  expect(await table.get('guide-version')).toBeUndefined();
});

it('notifies of settings saved in another tab, and reads them as they are then', async () => {
  const name = `settings-${++count}`;
  const [here, there] = [
    new SettingsTable(await openDatabase({ name })),
    new SettingsTable(await openDatabase({ name })),
  ];
  const heard = new Promise<Settings>((resolve) => here.onChange(() => void here.load().then(resolve)));
  await there.change({ theme: 'dark' });
  expect((await heard).theme).toBe('dark');
});

it('keeps all simultaneous changes of several tabs, by key and saved value', async () => {
  const name = `settings-${++count}`;
  const tabs = await Promise.all(
    Array.from({ length: 4 }, async () => new SettingsTable(await openDatabase({ name }))),
  );
  await Promise.all([
    tabs[0]?.change({ theme: 'dark' }),
    tabs[1]?.change({ fallback: true }),
    ...tabs.map((tab, index) =>
      tab.change(({ models }) => ({
        models: [...models, { id: `m${index}`, name: '', baseUrl: 'http://x', model: 'm', api: 'auto' }],
      })),
    ),
  ]);
  const { theme, fallback, models } = await new SettingsTable(await openDatabase({ name })).load();
  expect({ theme, fallback }).toEqual({ theme: 'dark', fallback: true });
  expect(models.map(({ id }) => id).sort()).toEqual(['m0', 'm1', 'm2', 'm3']);
});

it('keeps the saved settings when a change fails', async () => {
  await table.change({ theme: 'dark' });
  const broken = table.change(() => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('broken');
  expect((await table.load()).theme).toBe('dark');
});
