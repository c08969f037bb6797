// The hosts that a tool asks to reach. Most stand in its text; `{url}` among them is the host of the address that a call gives
// as its argument `url`, so that one tool can read many pages and reach none that nobody agreed to. Pure.
import type { JsonObject } from '../base/json.ts';
import { canonicalHost, hostOfAddress } from './hosts.ts';

const ARGUMENT = /^\{(\w+)\}$/;

/** Without those that a call names: in the spelling of grants, or as they stand where they are no host. */
export function fixedHosts(asked: readonly string[]): string[] {
  const fixed = asked.filter((host) => !ARGUMENT.test(host));
  return [...new Set(fixed.map((host) => canonicalHost(host) ?? host))];
}

/** Names of the arguments whose hosts it asks for. */
export function hostArguments(asked: readonly string[]): string[] {
  return asked.flatMap((host) => ARGUMENT.exec(host)?.[1] ?? []);
}

/** The hosts that a call names in its arguments. */
export function namedHosts(asked: readonly string[], args: JsonObject): string[] {
  const hosts = hostArguments(asked).flatMap((name) => {
    const value = args[name];
    return (typeof value === 'string' ? hostOfAddress(value) : undefined) ?? [];
  });
  return [...new Set(hosts)];
}
