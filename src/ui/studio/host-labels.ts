// Explains a tool's hosts to the user who grants them. Pure.
import { fixedHosts } from '../../core/asked-hosts.ts';
import { canonicalHost, isOwnNetwork } from '../../core/hosts.ts';
import type { Tool } from '../../core/tool.ts';

export interface HostRow {
  host: string;
  asked: boolean;
  granted: boolean;
  /** A warning before granting; empty for a public host. */
  note: string;
}

type Asking = Pick<Tool, 'hosts'> & { spec: Pick<Tool['spec'], 'hosts'> };

/** Requested hosts in the script's order, then additionally granted ones. */
export function hostRows(tool: Asking): HostRow[] {
  const asked = requestedHosts(tool.spec.hosts);
  const granted = tool.hosts.map((host) => canonicalHost(host) ?? host);
  return [...new Set([...asked, ...granted])].map((host) => ({
    host,
    asked: asked.includes(host),
    granted: granted.includes(host),
    note: hostNote(host),
  }));
}

/** Requested hosts, each once, in the canonical spelling of grants, without invalid ones. */
export function requestedHosts(hosts: readonly string[]): string[] {
  return [...new Set(hosts.flatMap((host) => canonicalHost(host) ?? []))];
}

/** Requested hosts that cannot be granted, such as `*.example.com`. */
export function impossibleHosts(hosts: readonly string[]): string[] {
  return fixedHosts(hosts).filter((host) => canonicalHost(host) === undefined);
}

export function missingHosts(tool: Asking): string[] {
  return hostRows(tool).flatMap(({ host, granted }) => (granted ? [] : [host]));
}

export function hostNote(host: string): string {
  const { hostname } = new URL(`http://${host}`);
  if (!isOwnNetwork(hostname)) return '';
  return /^(.+\.)?localhost$|^127\.|^\[::1\]$/.test(hostname)
    ? 'This device. The tool can use any program that answers here, also over plain http.'
    : 'Your own network. The tool can use devices there that the internet cannot see, also over plain http.';
}

/** Parses a typed host, or says why it cannot be granted. */
export function readHost(text: string): { host: string; problem?: undefined } | { problem: string } {
  const typed = text.trim();
  if (typed === '') return { problem: 'Enter a host name, such as api.example.com.' };
  const host = canonicalHost(typed);
  if (host !== undefined) return { host };
  if (typed.includes('*')) return { problem: 'Enter each host in full. A grant covers exactly one host.' };
  const url = URL.canParse(typed) ? new URL(typed) : undefined;
  const inside = url && /^https?:$/.test(url.protocol) ? canonicalHost(url.host) : undefined;
  return {
    problem: inside
      ? `Enter only the host, without a path: ${inside}.`
      : `"${typed}" is not a host name. Use a form like api.example.com or localhost:8080.`,
  };
}

export interface Blocked {
  /** The tool without the grant: the one that ran, or one that it called. */
  tool: string;
  host: string;
}

/**
 * Returns the grant a run lacked when it failed with `denied`. Addresses, chunk names and imported records can put
 * any text before the end of the message, so another tool than the one that ran is offered only hosts its own script
 * requests.
 * @param toolOf finds a tool by name
 * @param ran whether the message is from a run here; a record may be untrusted
 */
export function blockedHost(
  message: string,
  tool: string,
  toolOf: (name: string) => Asking | undefined,
  ran = true,
): Blocked | undefined {
  const host = /; to allow (?:it|that), add (\S+) to the hosts in the tool's settings$/.exec(message)?.[1];
  if (host === undefined || canonicalHost(host) === undefined) return undefined;
  const called = [...message.matchAll(/(?:\btools\.|\(tool )([A-Za-z0-9_-]+)\)?: /g)]
    .map(([, name]) => name!)
    .reverse();
  const asks = (name: string): boolean => {
    const found = toolOf(name);
    return found !== undefined && missingHosts(found).includes(host);
  };
  const named = [...called, tool].find(asks);
  if (named !== undefined) return { tool: named, host };
  return ran && called.length === 0 ? { tool, host } : undefined;
}
