// Errors of scripts that the virtual machine ended.
import type { ErrorData } from '../../core/errors.ts';

export function timeoutError(name: string, seconds: number): ErrorData {
  return { code: 'timeout', message: `tool '${name}' timed out after ${seconds} seconds` };
}

export function crashError(problem: unknown): ErrorData {
  const reason = problem instanceof Error ? problem.message : String(problem);
  return {
    code: 'sandbox_crashed',
    message: `the Lua machine crashed (${reason}); the next call gets a new one`,
  };
}
