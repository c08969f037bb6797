// What a tool is: the metadata its script declares, the record the registry keeps, and the outcome of one call.
import type { ErrorData } from './errors.ts';
import { Failure } from './errors.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { toObjectSchema, toResultSchema, type ObjectSchema, type Schema } from './schema.ts';

export const TOOL_NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Seconds a run may take: the default, and the bounds of what a script may ask for. */
export const TIMEOUT = { default: 30, min: 0.1, max: 3600 } as const;

/** What a script says about itself: its global `tool`, read in the sandbox, then checked. */
export interface ToolSpec {
  name: string;
  /** Opaque. Empty when the script names none: the registry then takes a hash of the source. */
  version: string;
  description: string;
  parameters: ObjectSchema;
  returns?: Schema;
  /** Seconds. */
  timeout: number;
  /** The author asks that every call be approved. */
  approve: boolean;
  /** Hosts the script asks to reach: a request, never a grant. */
  hosts: string[];
}

export type Policy = 'allow' | 'ask' | 'deny';
export const POLICIES: readonly Policy[] = ['allow', 'ask', 'deny'];
export type ToolOrigin = 'builtin' | 'bundled' | 'user';

/** A tool as the registry keeps it. `source` is the Lua text; built-ins have none. */
export interface Tool {
  id: string;
  name: string;
  origin: ToolOrigin;
  source: string;
  spec: ToolSpec;
  policy: Policy;
  /** Granted hosts: exact, and empty unless the user said so. */
  hosts: string[];
  config: JsonObject;
  enabled: boolean;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

/** The public face of a tool: what `tools.list()` answers. No source, no config values. */
export interface ToolInfo {
  name: string;
  description: string;
  builtin: boolean;
  parameters: ObjectSchema;
  version: string;
  origin: ToolOrigin;
  policy: Policy;
  enabled: boolean;
  hosts: string[];
}

export type ToolResult = { result: Json; error?: undefined } | { error: ErrorData; result?: undefined };

export type LogLevel = 'debug' | 'info' | 'warn' | 'error' | 'print';
export interface LogLine {
  level: LogLevel;
  text: string;
}

/** One call, finished: its outcome and what a person may want to see of it. */
export interface CallReport {
  outcome: ToolResult;
  /** The arguments as the tool got them: checked, defaults filled in. */
  args: JsonObject;
  logs: LogLine[];
  /** Wall time of the call, approval excluded. */
  milliseconds: number;
}

/** Who asks for a call. It decides where an approval is shown, never whether one is needed. */
export type Caller =
  { kind: 'agent'; conversation: string; call: string } | { kind: 'user' } | { kind: 'page' };

export function toolInfo(tool: Tool): ToolInfo {
  return {
    name: tool.name,
    description: tool.spec.description,
    builtin: tool.origin === 'builtin',
    parameters: tool.spec.parameters,
    version: tool.spec.version,
    origin: tool.origin,
    policy: tool.policy,
    enabled: tool.enabled,
    hosts: tool.hosts,
  };
}

/**
 * Checks what a script declared in its global `tool` and fills in what it left out.
 * @param fileName names the tool when the script does not; `weather.lua` gives `weather`.
 * @throws Failure `bad_request` that says which field is wrong.
 */
export function toToolSpec(declared: unknown, fileName = 'tool.lua'): ToolSpec {
  if (!isObject(declared)) throw new Failure('bad_request', "the script must define a global table 'tool'");
  const name = declared['name'] ?? fileName.replace(/^.*[\\/]/, '').replace(/\.lua$/i, '');
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    throw new Failure(
      'bad_request',
      `tool name ${JSON.stringify(name)} is not allowed: use 1 to 64 letters, digits, '_' or '-'`,
    );
  }
  const spec: ToolSpec = {
    name,
    version: textOr(declared['version'], '', 'version'),
    description: textOr(declared['description'], `Lua tool: ${name}`, 'description'),
    parameters: toObjectSchema(declared['parameters']),
    timeout: toTimeout(declared['timeout']),
    approve: isSet(declared['approve']),
    hosts: toHosts(declared['hosts']),
  };
  if (declared['returns'] !== undefined && declared['returns'] !== null) {
    spec.returns = toResultSchema(declared['returns']);
  }
  return spec;
}

/** What Lua takes for true: a script that says `approve = "always"` asks for approval. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function textOr(value: unknown, fallback: string, field: string): string {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Failure('bad_request', `tool.${field} must be a string`);
}

function toTimeout(value: unknown): number {
  if (value === undefined || value === null) return TIMEOUT.default;
  if (typeof value !== 'number' || !(value >= TIMEOUT.min && value <= TIMEOUT.max)) {
    throw new Failure('bad_request', `tool.timeout must be ${TIMEOUT.min} to ${TIMEOUT.max} seconds`);
  }
  return value;
}

function toHosts(value: unknown): string[] {
  if (value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0))
    return [];
  if (!Array.isArray(value) || value.some((host) => typeof host !== 'string')) {
    throw new Failure('bad_request', 'tool.hosts must be a list of host names');
  }
  return value as string[];
}
