// The hosts that a tool asks to reach. Most are fixed in its text. `{url}` stands for the host of the address in the
// argument `url` of a call, so one tool can read many pages without reaching a host that nobody approved. Pure.
import type { JsonObject } from '../base/json.ts';
import { canonicalHost, hostOfAddress } from './hosts.ts';

const ARGUMENT = /^\{(\w+)\}$/;

/** Returns the fixed hosts in the spelling of grants. Entries that are not hosts stay as they are. */
export function fixedHosts(asked: readonly string[]): string[] {
  const fixed = asked.filter((host) => !ARGUMENT.test(host));
  return [...new Set(fixed.map((host) => canonicalHost(host) ?? host))];
}

/** Returns the names of the arguments whose hosts the tool asks for. */
export function hostArguments(asked: readonly string[]): string[] {
  return asked.flatMap((host) => ARGUMENT.exec(host)?.[1] ?? []);
}

/** Returns the hosts that a call names in its arguments. */
export function namedHosts(asked: readonly string[], args: JsonObject): string[] {
  const hosts = hostArguments(asked).flatMap((name) => {
    const value = args[name];
    return (typeof value === 'string' ? hostOfAddress(value) : undefined) ?? [];
  });
  return [...new Set(hosts)];
}
