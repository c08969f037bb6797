// What a tool is: the metadata its script declares, the record the registry keeps, and the outcome of one call.
import type { Upstream } from './bundle.ts';
import type { Coverage } from './coverage.ts';
import type { JsonObject } from '../base/json.ts';
import { CONNECTOR_LIMITS, DEFAULT_LIMITS, type Limits } from './limits.ts';
import type { RunTrace } from './run-record.ts';
import type { ObjectSchema, Schema } from './schema.ts';
import type { ToolKind, Policy, ToolOrigin } from './tool-kinds.ts';
import type { ToolResult, LogLine } from './call.ts';
import type { ToolView } from './tool-view.ts';

export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Seconds a run may take: the default, and the bounds of what a script may ask for. */
export const TIMEOUT = { default: 30, min: 0.1, max: 3600 } as const;

/** What a script says about itself: its global `tool` or `connector`, read in the sandbox, then checked. */
export interface ToolSpec {
  /** Present when the script is a connector: it brings documents in, and is never offered to a model. */
  kind?: 'connector';
  name: string;
  /** Opaque. Empty when the script names none: the registry then takes a hash of the source. */
  version: string;
  description: string;
  parameters: ObjectSchema;
  returns?: Schema;
  /** The view that its result is shown in first, where the result fits it. */
  view?: ToolView;
  /** Seconds. */
  timeout: number;
  /** Limits below the defaults, as the author asks. */
  limits?: Partial<Limits>;
  /** The author asks that every call be approved. */
  approve: boolean;
  /** Hosts the script asks to reach: a request, never a grant. */
  hosts: string[];
  /** Words to find it by. */
  tags?: string[];
}

/** One revision of a tool, as the registry keeps it. Bundle, slug and version name it, and no other. */
export interface Tool {
  /** UUIDv7. */
  id: string;
  /** The id of its bundle. */
  bundle: string;
  slug: string;
  /** The id of its folder, which all its versions share. */
  folder: string;
  /** What its source calls it. Under which name it is offered depends on its neighbours: see the catalogue. */
  name: string;
  kind: ToolKind;
  origin: ToolOrigin;
  /** Lua text, or the JSON text of a request or a flow; built-ins have none. */
  source: string;
  spec: ToolSpec;
  policy: Policy;
  /** Text files that ship with the script, by path: its modules (`lib/words.lua`) and what `fs.read` finds. */
  files: Record<string, string>;
  /** Granted hosts: exact, and empty unless the user said so. */
  hosts: string[];
  /** May write to its own folder without asking. */
  writes: boolean;
  /** Values for `context.config`; `${NAME}` in a text stands for a secret. */
  config: JsonObject;
  /** What the user chose instead of the default limits, or of those the script declares. */
  limits: Partial<Limits>;
  tags: string[];
  /** Ids of the collections that its calls may read, and those that they make; absent: all documents. */
  collections?: string[];
  /** Calls a minute at most; undefined: as many as come. */
  maxCallsPerMinute?: number;
  /** May be offered to models, and to people as a form. */
  llmCallable: boolean;
  userCallable: boolean;
  /** The digest of the text and grants for which “always” was said: see `approvals.ts`. */
  approved?: string;
  /** Why it cannot run as it is: it stays, switched off, until it is mended. */
  problem?: string;
  /** Opened under *New* and not saved since: people can run it in the studio; models, tools and pages can't call it. */
  draft?: true;
  /** Where it was installed from, for the check for updates. */
  from?: Upstream;
  enabled: boolean;
  /** ISO 8601. */
  createdAt: string;
  /** When the first version at this address took the name, if that was before this version came. */
  nameSince?: string;
  modifiedAt: string;
  /** When this version was put in front of the others, at its creation or later: the latest one answers to the name. */
  currentSince: string;
}

/** The public face of a tool: what `tools.list()` answers. No source, no config values. */
export interface ToolInfo {
  id: string;
  /** What models, scripts and pages call it by. */
  name: string;
  kind: ToolKind;
  /** The slug of its bundle. */
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
  /** Not saved yet: offered to nobody. */
  draft?: true;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

/** One call, finished: its outcome and what a person may want to see of it. */
export interface CallReport {
  outcome: ToolResult;
  /** The arguments as the tool got them: checked, defaults filled in. */
  args: JsonObject;
  logs: LogLine[];
  /** What it gave out before its result, with `context.emit`. */
  emitted?: string;
  /** Wall time of the call, approval excluded. */
  milliseconds: number;
  /** What it met on its way, for the record of runs. Built-ins have none. */
  trace?: RunTrace;
  /** The id of its record. */
  run?: string;
  /** Which lines were executed, where the call asked for it. */
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

/** The limits of a tool's run: the defaults, lowered by its script, changed by its user. */
export function limitsOf({ spec, limits }: Pick<Tool, 'spec' | 'limits'>): Limits {
  const defaults = spec.kind === 'connector' ? CONNECTOR_LIMITS : DEFAULT_LIMITS;
  return { ...defaults, ...spec.limits, timeout: spec.timeout, ...limits };
}
