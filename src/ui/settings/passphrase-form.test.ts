// Setting, changing and removing a passphrase: a refusal is reported at its field.
import { expect, it } from 'vitest';
import { Failure } from '../../core/errors.ts';
import { PassphraseForm } from './passphrase-form.svelte.ts';

function vault(refusal?: Failure) {
  const asked: string[][] = [];
  const take =
    (what: string) =>
    async (...given: string[]) => {
      if (refusal) throw refusal;
      asked.push([what, ...given]);
    };
  return {
    asked,
    setPassphrase: take('set'),
    changePassphrase: take('change'),
    removePassphrase: take('remove'),
  };
}

it('does not set a passphrase typed in two different ways', async () => {
  const given = vault();
  const form = new PassphraseForm(given, 'set');
  form.next = 'correct horse';
  form.repeated = 'correct house';
  expect(await form.save()).toBe(false);
  expect(form.problems.repeated).toContain('don’t match');
  expect(given.asked).toEqual([]);
});

it('sets, changes and removes, and clears the typed text', async () => {
  const given = vault();
  for (const task of ['set', 'change', 'remove'] as const) {
    const form = new PassphraseForm(given, task);
    form.current = 'old horse';
    form.next = form.repeated = 'new horse';
    expect(await form.save()).toBe(true);
    expect([form.current, form.next, form.repeated]).toEqual(['', '', '']);
  }
  expect(given.asked).toEqual([
    ['set', 'new horse'],
    ['change', 'old horse', 'new horse'],
    ['remove', 'old horse'],
  ]);
});

it.each([
  ['denied', 'current'],
  ['bad_request', 'next'],
  ['conflict', 'form'],
] as const)('reports a refusal %s at %s', async (code, field) => {
  const form = new PassphraseForm(vault(new Failure(code, 'Not so.')), 'change');
  expect(await form.save()).toBe(false);
  expect(form.problems).toEqual({ [field]: 'Not so.' });
});
