// The failure for an unknown name, the same in all of the registry.
import { Failure } from '../core/errors.ts';

/** Returns the failure for a tool that doesn't exist. */
export function noSuchTool(name: string): Failure {
  return new Failure('not_found', `no tool registered with name: ${name}`);
}
