// Places that call no tools on servers: a terminal, a site.
import { Failure } from '../core/errors.ts';

export async function noServers({ name }: { name: string }): Promise<never> {
  throw new Failure('unavailable', `tool '${name}' is on a server, and servers cannot be reached from here`);
}
