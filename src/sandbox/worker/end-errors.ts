// What is said of a script that the machine ended.
import type { ErrorData } from '../../core/errors.ts';
import type { Job } from './vm.ts';

export function timeoutError({ name, limits }: Job): ErrorData {
  return { code: 'timeout', message: `tool '${name}' timed out after ${limits.timeout} seconds` };
}

export function crashError(problem: unknown): ErrorData {
  const reason = problem instanceof Error ? problem.message : String(problem);
  return {
    code: 'sandbox_crashed',
    message: `the Lua machine crashed (${reason}); the next call gets a new one`,
  };
}
