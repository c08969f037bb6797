// What a tool asks for and what it lacks: hosts, secrets, settings. Every screen and the page API report the same.
import type { JsonObject } from '../base/json.ts';
import { limitsOf, type Tool } from '../core/tool.ts';
import type { Policy } from '../core/tool-kinds.ts';
import type { Limits } from '../core/limits.ts';
import { fixedHosts, namedHosts } from '../core/asked-hosts.ts';
import { canonicalHost } from '../core/hosts.ts';
import { namesIn } from '../core/placeholders.ts';
import type { Lacking } from '../core/ports/approval.ts';

export interface ToolNeeds {
  /** Hosts that its script asks for, and those of them without a grant. */
  hosts: { asked: string[]; granted: string[]; lacking: string[] };
  /** Secrets that its config names. Values are never included. */
  secrets: { name: string; set: boolean }[];
}

export interface ToolSettingsView extends ToolNeeds {
  name: string;
  version: string;
  config: JsonObject;
  /** The effective limits: defaults, lowered by the script, changed by the user. */
  limits: Limits;
  policy: Policy;
  writes: boolean;
  enabled: boolean;
  llmCallable: boolean;
  userCallable: boolean;
  maxCallsPerMinute: number | null;
  tags: string[];
  /** Whether each call of this version is already approved. */
  approved: boolean;
  /** Sentences on what to do before it can work. Empty when nothing is missing. */
  missing: string[];
}

const WRITES = /\bfs\s*\.\s*(?:write|delete)\b/;

/** Returns the missing grants that a call could fail for; undefined for none. The text shows whether the tool writes. */
export function lackingOf(tool: Tool, args: JsonObject): Lacking | undefined {
  const asked = needsOf(tool, []).hosts.lacking.filter((host) => canonicalHost(host) !== undefined);
  const hosts = [...new Set([...asked, ...lackingNamed(tool, args)])];
  const writes = !tool.writes && WRITES.test(tool.source);
  return hosts.length > 0 || writes ? { hosts, writes } : undefined;
}

/** Returns the hosts that a call names in its arguments and may not reach: without them it can do nothing. */
export function lackingNamed({ spec, hosts }: Pick<Tool, 'spec' | 'hosts'>, args: JsonObject): string[] {
  return namedHosts(spec.hosts, args).filter((host) => !hosts.includes(host));
}

/** @param secrets names of those that are set */
export function needsOf(tool: Tool, secrets: readonly string[]): ToolNeeds {
  const asked = fixedHosts(tool.spec.hosts);
  return {
    hosts: {
      asked,
      granted: [...tool.hosts],
      lacking: asked.filter((host) => !tool.hosts.includes(host)),
    },
    secrets: namesIn(tool.config).map((name) => ({ name, set: secrets.includes(name) })),
  };
}

/** @param name the one it is offered under */
export function settingsOf(
  tool: Tool,
  name: string,
  secrets: readonly string[],
  approved: boolean,
): ToolSettingsView {
  const needs = needsOf(tool, secrets);
  const missing = [
    ...(tool.problem === undefined ? [] : [tool.problem]),
    ...needs.hosts.lacking.map((host) => `It asks to reach ${host}, which is not granted.`),
    ...needs.secrets.filter(({ set }) => !set).map((secret) => `The secret ${secret.name} is not set.`),
  ];
  return {
    name,
    version: tool.spec.version,
    ...needs,
    config: tool.config,
    limits: limitsOf(tool),
    policy: tool.policy,
    writes: tool.writes,
    enabled: tool.enabled,
    llmCallable: tool.llmCallable,
    userCallable: tool.userCallable,
    maxCallsPerMinute: tool.maxCallsPerMinute ?? null,
    tags: tool.tags,
    approved,
    missing,
  };
}
