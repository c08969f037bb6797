// Lua machines for tests and the build. As in the app, a machine serves many runs, and its memory is restored before
// each; to load one takes longer than most scripts.
import { LuaVm } from '../src/sandbox/worker/vm.ts';
import { readPrelude } from './prelude.ts';

const idle: LuaVm[] = [];

/** Runs `work` with a machine that nothing else uses meanwhile. */
export async function withMachine<T>(work: (machine: LuaVm) => Promise<T>): Promise<T> {
  const machine = idle.pop() ?? (await LuaVm.load(readPrelude()));
  // After an error it may still be busy.
  const done = await work(machine);
  if (!machine.spent) idle.push(machine);
  return done;
}
