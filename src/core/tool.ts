// What a tool is: the metadata its script declares, the record the registry keeps, and the outcome of one call.
import type { ErrorData } from './errors.ts';
import { Failure } from './errors.ts';
import { isObject, type Json, type JsonObject } from './json.ts';
import { checkLimits, CONNECTOR_LIMITS, DEFAULT_LIMITS, type Limits } from './limits.ts';
import { toObjectSchema, toResultSchema, type ObjectSchema, type Schema } from './schema.ts';

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
  /** Seconds. */
  timeout: number;
  /** Limits below the defaults, as the author asks. */
  limits?: Partial<Limits>;
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
  enabled: boolean;
  /** ISO 8601. */
  createdAt: string;
  modifiedAt: string;
}

/** The public face of a tool: what `tools.list()` answers. No source, no config values. */
export interface ToolInfo {
  name: string;
  kind: 'tool' | 'connector';
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
export type Caller = FirstCaller | { kind: 'tool'; name: string; depth: number; first: FirstCaller };

/** Who began: a tool that calls a tool does so for them. */
export type FirstCaller =
  { kind: 'agent'; conversation: string; call: string } | { kind: 'user' } | { kind: 'page' };

/** What a run wants to do beyond computing, that a person is to allow. `run` is the call itself. */
export type Act =
  | { kind: 'run' }
  | { kind: 'send'; request: OutgoingRequest; why: string }
  | { kind: 'write' | 'delete'; path: string; text: string };

/** An HTTP request as a person may see it: secrets appear by name. */
export interface OutgoingRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

export function toolInfo(tool: Tool): ToolInfo {
  return {
    name: tool.name,
    kind: tool.spec.kind ?? 'tool',
    description: tool.spec.description,
    builtin: tool.origin === 'builtin',
    parameters: tool.spec.parameters,
    version: tool.spec.version,
    origin: tool.origin,
    policy: tool.policy,
    enabled: tool.enabled,
    hosts: tool.hosts,
    writes: tool.writes,
  };
}

/** The limits of a tool's run: the defaults, lowered by its script, changed by its user. */
export function limitsOf({ spec, limits }: Pick<Tool, 'spec' | 'limits'>): Limits {
  const defaults = spec.kind === 'connector' ? CONNECTOR_LIMITS : DEFAULT_LIMITS;
  return { ...defaults, ...spec.limits, timeout: spec.timeout, ...limits };
}

/**
 * Checks what a script declared in its global `tool` and fills in what it left out.
 * @param fileName names the tool when the script does not; `weather.lua` gives `weather`.
 * @throws Failure `bad_request` that says which field is wrong.
 */
export function toToolSpec(declared: unknown, fileName = 'tool.lua'): ToolSpec {
  if (!isObject(declared)) throw new Failure('bad_request', "the script must define a global table 'tool'");
  const spec: ToolSpec = {
    ...identityOf(declared, 'tool', fileName),
    parameters: toObjectSchema(declared['parameters']),
    timeout: toTimeout(declared['timeout'], 'tool', TIMEOUT.default),
  };
  if (declared['returns'] !== undefined && declared['returns'] !== null) {
    spec.returns = toResultSchema(declared['returns']);
  }
  return spec;
}

/**
 * The same for the global `connector`. Its `config` is a list like `parameters`, or a table of keys with their defaults.
 * @throws Failure `bad_request` that says which field is wrong.
 */
export function toConnectorSpec(declared: unknown, fileName = 'connector.lua'): ToolSpec {
  if (!isObject(declared)) throw new Failure('bad_request', "'connector' must be a table");
  return {
    kind: 'connector',
    ...identityOf(declared, 'connector', fileName),
    parameters: toConfigSchema(declared['config']),
    timeout: toTimeout(declared['timeout'], 'connector', CONNECTOR_LIMITS.timeout),
  };
}

function toConfigSchema(config: unknown): ObjectSchema {
  if (!isObject(config) || config['type'] === 'object') return toObjectSchema(config, 'config');
  const properties = Object.entries(config).map(([key, value]): [string, Schema] => [
    key,
    isObject(value) && typeof value['type'] === 'string' ? value : { default: value as Json },
  ]);
  return { type: 'object', properties: Object.fromEntries(properties) };
}

function identityOf(
  declared: Record<string, unknown>,
  kind: 'tool' | 'connector',
  fileName: string,
): Pick<ToolSpec, 'name' | 'version' | 'description' | 'limits' | 'approve' | 'hosts'> {
  const name = declared['name'] ?? fileName.replace(/^.*[\\/]/, '').replace(/\.lua$/i, '');
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    throw new Failure(
      'bad_request',
      `${kind} name ${JSON.stringify(name)} is not allowed: use 1 to 64 letters, digits, '_' or '-'`,
    );
  }
  // A script asks for less than the defaults; for more, it is the user who is asked.
  const limits = checkLimits(emptyAsNone(declared['limits']), DEFAULT_LIMITS, `${kind}.limits`);
  return {
    name,
    version: textOr(declared['version'], '', `${kind}.version`),
    description: textOr(declared['description'], `Lua ${kind}: ${name}`, `${kind}.description`),
    ...(Object.keys(limits).length > 0 && { limits }),
    approve: isSet(declared['approve']),
    hosts: toHosts(declared['hosts'], kind),
  };
}

/** An empty Lua table reads as a list. */
function emptyAsNone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/** What Lua takes for true: a script that says `approve = "always"` asks for approval. */
function isSet(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false;
}

function textOr(value: unknown, fallback: string, field: string): string {
  if (value === undefined || value === null) return fallback;
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return String(value);
  throw new Failure('bad_request', `${field} must be a string`);
}

function toTimeout(value: unknown, kind: string, usual: number): number {
  if (value === undefined || value === null) return usual;
  if (typeof value !== 'number' || !(value >= TIMEOUT.min && value <= TIMEOUT.max)) {
    throw new Failure('bad_request', `${kind}.timeout must be ${TIMEOUT.min} to ${TIMEOUT.max} seconds`);
  }
  return value;
}

function toHosts(value: unknown, kind: string): string[] {
  if (value === undefined || value === null || (isObject(value) && Object.keys(value).length === 0))
    return [];
  if (!Array.isArray(value) || value.some((host) => typeof host !== 'string')) {
    throw new Failure('bad_request', `${kind}.hosts must be a list of host names`);
  }
  return value as string[];
}
