// The model section: a stored key is sent to the address it was saved for, and to no other.
import { expect, it } from 'vitest';
import {
  DEFAULT_SETTINGS,
  type ModelConnection,
  type ModelSettings,
  type Settings,
} from '../../core/settings.ts';
import { originOf } from './endpoints.ts';
import { ModelForm } from './model-form.svelte.ts';

const OPENAI: ModelSettings = { baseUrl: 'https://api.openai.com/v1', model: 'gpt', api: 'auto' };

/** Fake preferences that record calls. `sent` has the key of each request; undefined means the stored one. */
function preferences(model: ModelSettings, key: string | undefined) {
  return {
    current: { ...DEFAULT_SETTINGS, model } as Settings,
    key,
    kept: undefined as string | undefined,
    sent: [] as (string | undefined)[],
    async editConnections() {
      return {
        disconnect: async () => {
          this.kept = this.key;
          this.key = undefined;
          this.current = { ...this.current, model: DEFAULT_SETTINGS.model };
        },
        save: async ({ id, name, ...saved }: ModelConnection, typed?: string) => {
          const elsewhere = originOf(saved.baseUrl) !== originOf(this.current.model.baseUrl);
          if (typed === '' || elsewhere) this.key = undefined;
          if (typed) this.key = typed;
          this.current =
            id === 'default'
              ? { ...this.current, model: saved }
              : { ...this.current, models: [{ ...saved, id, name }] };
        },
      };
    },
    async hasKey() {
      return this.key !== undefined;
    },
    async setKey(typed: string) {
      this.key = typed === '' ? undefined : typed;
    },
    async models(_at: { baseUrl: string }, typed: string | undefined) {
      this.sent.push(typed);
      return ['gpt', 'gpt-mini'];
    },
    async test(_settings: ModelSettings, typed: string | undefined) {
      this.sent.push(typed);
      return { ok: true as const, models: 2 };
    },
  };
}

async function opened(given: ReturnType<typeof preferences>): Promise<ModelForm> {
  const form = new ModelForm(given);
  await Promise.resolve();
  return form;
}

it('tests the saved address with the stored key, and another address without', async () => {
  const given = preferences(OPENAI, 'secret');
  const form = await opened(given);
  await form.test();
  form.baseUrl = 'https://elsewhere.example/v1';
  await form.test();
  await form.list();
  expect(given.sent).toEqual([undefined, '', '']);
});

it('treats another path on the same origin as the same address', async () => {
  const given = preferences(OPENAI, 'secret');
  const form = await opened(given);
  form.baseUrl = 'https://api.openai.com/v2';
  expect(form.keyFits).toBe(true);
});

it('deletes the old key when another address is saved without a key', async () => {
  const given = preferences(OPENAI, 'secret');
  const form = await opened(given);
  form.baseUrl = 'http://localhost:11434/v1';
  form.model = 'llama';
  await form.save();
  expect(given.key).toBeUndefined();
  expect(form.connected).toBe(true);
});

it('stores a typed key, no longer shows it, and trims pasted text', async () => {
  const given = preferences(DEFAULT_SETTINGS.model, undefined);
  const form = await opened(given);
  form.baseUrl = ' https://api.openai.com/v1 ';
  form.model = ' gpt ';
  form.key = 'secret';
  await form.save();
  expect(given.key).toBe('secret');
  expect(form.key).toBe('');
  expect(form.changed).toBe(false);
  expect(given.current.model).toEqual(OPENAI);
});

it('asks and saves nothing while the address is invalid', async () => {
  const given = preferences(OPENAI, 'secret');
  const form = await opened(given);
  form.baseUrl = 'api.openai.com';
  await form.test();
  await form.save();
  expect(form.outcome?.good).toBe(false);
  expect(given.sent).toEqual([]);
  expect(given.current.model).toEqual(OPENAI);
});

it('forgets address and model on disconnect, and says that the key is kept', async () => {
  const given = preferences(OPENAI, 'secret');
  const form = await opened(given);
  await form.disconnect();
  expect(given.kept).toBe('secret');
  expect(form.connected).toBe(false);
  expect(form.hasKey).toBe(false);
  expect(form.outcome?.text).toContain('until you delete it');
});

it('never sends or saves a key for an unencrypted remote address', async () => {
  const given = preferences(DEFAULT_SETTINGS.model, undefined);
  const form = await opened(given);
  form.baseUrl = 'http://api.example.com/v1';
  form.key = 'secret';
  await form.test();
  await form.save();
  expect(form.outcome?.text).toMatch(/could read the key/);
  expect(given.sent).toEqual([]);
  expect(given.key).toBeUndefined();
});

it('saves parameters, window and price as entered, and reports values out of range', async () => {
  const given = preferences(OPENAI, undefined);
  const form = await opened(given);
  expect(form.changed).toBe(false);
  form.details.temperature = 3;
  await form.save();
  expect(form.outcome).toMatchObject({ good: false, text: 'Temperature must be a number from 0 to 2.' });
  form.details.temperature = 0;
  form.details.input = 1.5;
  await form.save();
  expect(form.outcome?.text).toMatch(/or neither/);
  Object.assign(form.details, { output: 6, contextWindow: 8192, effort: 'low' });
  await form.save();
  expect(given.current.model).toEqual({
    ...OPENAI,
    parameters: { temperature: 0, reasoningEffort: 'low' },
    contextWindow: 8192,
    price: { input: 1.5, output: 6 },
  });
  expect(form.changed).toBe(false);
  form.details.temperature = null;
  expect(form.changed).toBe(true);
});

it("saves a further model next to the default one, and the browser's model without an address", async () => {
  const given = preferences(OPENAI, undefined);
  const form = new ModelForm(given, 'x', { kind: 'browser' });
  form.name = ' Mine ';
  await form.save();
  expect(given.current.model).toEqual(OPENAI);
  expect(given.current.models).toEqual([
    { id: 'x', name: 'Mine', kind: 'browser', baseUrl: '', model: '', api: 'auto' },
  ]);
  expect(form.outcome?.text).toBe('Saved. Chats can ask this browser’s own model.');
});

it('detects that another part of the page has saved other settings', async () => {
  const given = preferences(OPENAI, undefined);
  const form = await opened(given);
  form.model = 'typed';
  expect(form.isOutdated).toBe(false);
  await form.save();
  expect(form.isOutdated).toBe(false);
  given.current = { ...given.current, model: { ...OPENAI, model: 'other' } };
  expect(form.isOutdated).toBe(true);
});
