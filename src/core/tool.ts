// A tool: the metadata its script declares, the record the registry keeps, and the outcome of one call.
import type { Upstream } from './bundle.ts';
import type { Coverage } from './coverage.ts';
import type { JsonObject } from '../base/json.ts';
import { CONNECTOR_LIMITS, DEFAULT_LIMITS, type Limits } from './limits.ts';
import type { RunTrace } from './run-record.ts';
import type { ObjectSchema, Schema } from './schema.ts';
import type { ToolKind, Policy, ToolOrigin } from './tool-kinds.ts';
import type { LogLine, OutsideKind, ToolResult } from './call.ts';
import type { ToolPage } from './tool-page.ts';
import type { ToolView } from './tool-view.ts';

export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Timeout of a run in seconds: the default, and the bounds for scripts. */
export const TIMEOUT = { default: 30, min: 0.1, max: 3600 } as const;

/** A script's own metadata: its global `tool` or `connector`, read in the sandbox, then checked. */
export interface ToolSpec {
  /** Present when the script is a connector: it imports documents, and is never offered to a model. */
  kind?: 'connector';
  name: string;
  /** Opaque. Empty when the script declares none: the registry then uses a hash of the source. */
  version: string;
  description: string;
  parameters: ObjectSchema;
  returns?: Schema;
  /** The view that shows its result first, if the result fits. */
  view?: ToolView;
  /** Seconds. */
  timeout: number;
  /** Limits below the defaults, requested by the author. */
  limits?: Partial<Limits>;
  /** The author requests approval of every call. */
  approve: boolean;
  /** Hosts the script asks to reach: a request, never a grant. */
  hosts: string[];
  /** Keywords for search. */
  tags?: string[];
}

/** One revision of a tool in the registry, identified by bundle, slug and version. */
export interface Tool {
  /** UUIDv7. */
  id: string;
  /** Id of its bundle. */
  bundle: string;
  slug: string;
  /** Id of its folder, which all its versions share. */
  folder: string;
  /** The name in its source. The offered name depends on other tools: see the catalogue. */
  name: string;
  kind: ToolKind;
  origin: ToolOrigin;
  /** Lua text, or the JSON text of a request or a flow; built-ins have none. */
  source: string;
  spec: ToolSpec;
  policy: Policy;
  /** Text files that ship with the script, by path: its modules (`lib/words.lua`) and files for `fs.read`. */
  files: Record<string, string>;
  /** Granted hosts, matched exactly; empty unless the user granted some. */
  hosts: string[];
  /** May write to its own folder without asking. */
  writes: boolean;
  /** Values for `context.config`; `${NAME}` in a text stands for a secret. */
  config: JsonObject;
  /** Limits chosen by the user, in place of the defaults or of those the script declares. */
  limits: Partial<Limits>;
  tags: string[];
  /** Ids of the collections that its calls, and nested calls, may read; absent: all documents. */
  collections?: string[];
  /** Maximum calls per minute; undefined: unlimited. */
  maxCallsPerMinute?: number;
  /** Shows its results, in a frame without network. */
  page?: ToolPage;
  /** May be offered to models, and to people as a form. */
  llmCallable: boolean;
  userCallable: boolean;
  /** Digest of the text and grants that were approved with “always”: see `approvals.ts`. */
  approved?: string;
  /** The same for callers outside the app, by kind: an approval given in a chat doesn't cover them. */
  approvedOutside?: Partial<Record<OutsideKind, string>>;
  /** Why it can't run: it stays switched off until it is repaired. */
  problem?: string;
  /** Created under *New* and not saved since: people can run it in the studio; models, tools and pages can't call it. */
  draft?: true;
  /** Where it was installed from, for update checks. */
  from?: Upstream;
  enabled: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** When the first version at this address took the name, if earlier than this version. */
  nameSince?: string;
  modifiedAt: string;
  /** When this version became current, at its creation or later. The latest one answers to the name. */
  currentSince: string;
}

/** The public metadata of a tool, as listed by `tools.list()`. No source, no config values. */
export interface ToolInfo {
  id: string;
  /** The name that models, scripts and pages call it by. */
  name: string;
  kind: ToolKind;
  /** Slug of its bundle. */
  bundle: string;
  slug: string;
  description: string;
  builtin: boolean;
  parameters: ObjectSchema;
  version: string;
  origin: ToolOrigin;
  policy: Policy;
  enabled: boolean;
  /** Granted hosts. */
  hosts: string[];
  writes: boolean;
  tags: string[];
  maxCallsPerMinute?: number;
  llmCallable: boolean;
  userCallable: boolean;
  problem?: string;
  /** Not saved yet, so it is not offered. */
  draft?: true;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

/** Revokes every “always” of a version. */
export function withoutApprovals({ approved: _, approvedOutside: _o, ...tool }: Tool): Tool {
  return tool;
}

/** A finished call: its outcome and details for a person. */
export interface CallReport {
  outcome: ToolResult;
  /** The arguments as the tool received them: checked, with defaults filled in. */
  args: JsonObject;
  logs: LogLine[];
  /** Output before its result, from `context.emit`. */
  emitted?: string;
  /** The unchanged answer of an MCP server, for its app. */
  answer?: JsonObject;
  /** Wall time of the call, without approval. */
  milliseconds: number;
  /** Non-deterministic inputs, for the run record. Built-ins have none. */
  trace?: RunTrace;
  /** Id of its record. */
  run?: string;
  /** Executed lines, if the call requested coverage. */
  coverage?: Coverage;
}

/** @param offered the name it is called by, and the slug of its bundle. */
export function toolInfo(tool: Tool, offered: { name: string; bundle: string }): ToolInfo {
  const { maxCallsPerMinute, problem, draft } = tool;
  return {
    id: tool.id,
    name: offered.name,
    kind: tool.kind,
    bundle: offered.bundle,
    slug: tool.slug,
    description: tool.spec.description,
    builtin: tool.origin === 'builtin',
    parameters: tool.spec.parameters,
    version: tool.spec.version,
    origin: tool.origin,
    policy: tool.policy,
    enabled: tool.enabled,
    hosts: tool.hosts,
    writes: tool.writes,
    tags: tool.tags,
    ...(maxCallsPerMinute !== undefined && { maxCallsPerMinute }),
    llmCallable: tool.llmCallable,
    userCallable: tool.userCallable,
    ...(problem !== undefined && { problem }),
    ...(draft && { draft }),
    createdAt: tool.createdAt,
    modifiedAt: tool.modifiedAt,
  };
}

/** Returns the limits of a tool's run: the defaults, lowered by its script, changed by its user. */
export function limitsOf({ spec, limits }: Pick<Tool, 'spec' | 'limits'>): Limits {
  const defaults = spec.kind === 'connector' ? CONNECTOR_LIMITS : DEFAULT_LIMITS;
  return { ...defaults, ...spec.limits, timeout: spec.timeout, ...limits };
}
