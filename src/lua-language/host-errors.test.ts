// The errors in the reference match those of the virtual machine, as far as it raises them itself.
import { expect, it } from 'vitest';
import { ScriptTrial } from '../../scripts/script-trial.ts';
import { HOST_API } from './host-api.ts';
import { raisesOf } from './host-errors.ts';

const trial = new ScriptTrial();

it.each([
  ['json.parse', '"{"'],
  ['json.decode', '"{"'],
  ['json.encode', 'print'],
  ['base64.decode', '"?"'],
])('%s raises the errors of its entry', async (call, args) => {
  const { code } = await trial.body(`return ${call}(${args})`);
  expect([code]).toEqual(raisesOf(call).map((raise) => raise.code));
});

it('lists only calls that exist', () => {
  const calls = HOST_API.filter(({ lua }) => !lua).map(({ name }) => name);
  for (const call of calls) {
    for (const { when } of raisesOf(call)) expect(when).toMatch(/^[a-z].*[^.]$/);
  }
  expect(raisesOf('http.get').map(({ code }) => code)).toContain('denied');
  expect(raisesOf('log.info')).toEqual([]);
});
