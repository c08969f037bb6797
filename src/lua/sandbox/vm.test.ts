// A first proof that scripts run; the contract has its own file.
import { expect, it } from 'vitest';
import { readPrelude } from '../../../scripts/prelude.ts';
import { LuaVm } from './vm.ts';

it('runs a script and answers with JSON', async () => {
  const vm = await LuaVm.load(readPrelude());
  const outcome = await vm.run(
    {
      mode: 'run',
      name: 'double',
      source: 'tool = { execute = function(params) return { n = params.n * 2 } end }',
      args: '{"n":21}',
      config: '{}',
      timeout: 1,
    },
    {
      call: () => Promise.resolve('null'),
      log: () => undefined,
      progress: () => undefined,
      emit: () => undefined,
    },
  );
  expect(outcome).toEqual({ json: '{"n":42}' });
});
