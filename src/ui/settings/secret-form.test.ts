// The form of a secret: a refusal is reported at its field, and a saved value is cleared.
import { expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { SecretForm } from './secret-form.svelte.ts';

function table(refusal?: Failure) {
  const kept: unknown[][] = [];
  return {
    kept,
    async set(...given: unknown[]) {
      if (refusal) throw refusal;
      kept.push(given);
    },
  };
}

it('saves the input, trims the name but never the value, and clears the value', async () => {
  const secrets = table();
  const form = new SecretForm(secrets, {});
  form.name = ' TOKEN ';
  form.value = ' value with spaces ';
  form.hosts = 'a.example, b.example';
  expect(await form.save()).toBe('TOKEN');
  expect(secrets.kept).toEqual([['TOKEN', ' value with spaces ', ['a.example', 'b.example']]]);
  expect(form.value).toBe('');
});

it('refuses a new secret with a taken name, but allows replacing one', async () => {
  const secrets = table();
  const form = new SecretForm(secrets, { taken: ['TOKEN'] });
  form.name = 'TOKEN';
  form.value = 'another value';
  expect(await form.save()).toBeUndefined();
  expect(form.problems.name).toContain('TOKEN already');
  expect(secrets.kept).toEqual([]);

  const replacing = new SecretForm(secrets, { replacing: { name: 'TOKEN', hosts: ['a.example'] } });
  replacing.value = 'another value';
  expect(await replacing.save()).toBe('TOKEN');
  expect(secrets.kept).toEqual([['TOKEN', 'another value', ['a.example']]]);
});

it.each([
  ['1ST', 'long enough', 'name'],
  ['TOKEN', 'abc', 'value'],
  ['TOKEN', 'long enough', 'hosts'],
] as const)('reports errors of %s and %s at their field', async (name, value, field) => {
  const form = new SecretForm(table(new Failure('bad_request', 'Not so.')), {});
  form.name = name;
  form.value = value;
  await form.save();
  expect(form.problems).toEqual({ [field]: 'Not so.' });
  expect(form.value).toBe(value);
});

it('reports other failures for the whole form', async () => {
  const form = new SecretForm(table(new Failure('unavailable', 'Your secrets are locked.')), {});
  form.name = 'TOKEN';
  form.value = 'long enough';
  await form.save();
  expect(form.problems).toEqual({ form: 'Your secrets are locked.' });
});
