// What the hosts of a tool mean to the person who grants them. Pure.
import { fixedHosts } from '../../core/asked-hosts.ts';
import { canonicalHost, isOwnNetwork } from '../../core/hosts.ts';
import type { Tool } from '../../core/tool.ts';

export interface HostRow {
  host: string;
  asked: boolean;
  granted: boolean;
  /** What there is to know before granting it; empty for a host on the open web. */
  note: string;
}

type Asking = Pick<Tool, 'hosts'> & { spec: Pick<Tool['spec'], 'hosts'> };

/** What the script asks for, in its order, then what was granted beyond that. */
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

/** The hosts a script asks for, each once, in the one spelling of grants; what is no host is left out. */
export function requestedHosts(hosts: readonly string[]): string[] {
  return [...new Set(hosts.flatMap((host) => canonicalHost(host) ?? []))];
}

/** What a script names among its hosts and nobody can grant, such as `*.example.com`. */
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

/** Reads a host that a person typed. Says what is wrong with one that cannot be granted. */
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
  /** Who lacks the grant: the tool that ran, or one that it called. */
  tool: string;
  host: string;
}

/**
 * What a run that failed with `denied` would need, when a missing grant is why.
 * Addresses, names of chunks and records of others can put anything before the end of the message. So another tool than the
 * one that ran is offered only what its own script asks for.
 * @param toolOf finds a tool by its name
 * @param ran whether the message came of a run here; a record may be a stranger's
 */
export function blockedHost(
  message: string,
  tool: string,
  toolOf: (name: string) => Asking | undefined,
  ran = true,
): Blocked | undefined {
  const host = /; to allow (?:it|that), add (\S+) to the hosts in the tool's settings$/.exec(message)?.[1];
  if (host === undefined || canonicalHost(host) === undefined) return undefined;
  const called = [...message.matchAll(/\btools\.([A-Za-z0-9_-]+): /g)].map(([, name]) => name!).reverse();
  const asks = (name: string): boolean => {
    const found = toolOf(name);
    return found !== undefined && missingHosts(found).includes(host);
  };
  const named = [...called, tool].find(asks);
  if (named !== undefined) return { tool: named, host };
  return ran && called.length === 0 ? { tool, host } : undefined;
}
