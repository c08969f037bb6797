// What every part of the registry says of a name that it does not know.
import { Failure } from '../core/errors.ts';

/** The failure of asking for a tool that is not there. */
export function noSuchTool(name: string): Failure {
  return new Failure('not_found', `no tool registered with name: ${name}`);
}
