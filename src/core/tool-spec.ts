// Reads a script's declaration: checks it, and fills in defaults.
import { checkTags, checkVersion } from './bundle.ts';
import { Failure } from './errors.ts';
import { isObject, type Json } from '../base/json.ts';
import { checkLimits, CONNECTOR_LIMITS, DEFAULT_LIMITS } from './limits.ts';
import { toObjectSchema, toResultSchema, type ObjectSchema, type Schema } from './schema.ts';
import { TIMEOUT, TOOL_NAME, type ToolSpec } from './tool.ts';
import { toToolView } from './tool-view.ts';

/**
 * Checks a script's global `tool` and fills in missing fields.
 * @param fileName names the tool if the script does not; `weather.lua` gives `weather`.
 * @throws Failure `bad_request` that names the wrong field.
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
  const view = toToolView(declared['view'], 'tool.view');
  if (view) spec.view = view;
  return spec;
}

/**
 * Checks the global `connector` likewise. Its `config` is a list like `parameters`, or a table of keys with their
 * defaults.
 * @throws Failure `bad_request` that names the wrong field.
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
): Pick<ToolSpec, 'name' | 'version' | 'description' | 'limits' | 'approve' | 'hosts' | 'tags'> {
  const name = declared['name'] ?? fileName.replace(/^.*[\\/]/, '').replace(/\.lua$/i, '');
  if (typeof name !== 'string' || !TOOL_NAME.test(name)) {
    throw new Failure(
      'bad_request',
      `${kind} name ${JSON.stringify(name)} is not allowed: use 1 to 64 letters, digits, '_' or '-'`,
    );
  }
  // A script can only lower the defaults; raising them is up to the user.
  const limits = checkLimits(emptyAsNone(declared['limits']), DEFAULT_LIMITS, `${kind}.limits`);
  const tags = checkTags(declared['tags']);
  return {
    name,
    version: checkVersion(textOr(declared['version'], '', `${kind}.version`), `${kind}.version`),
    description: textOr(declared['description'], `Lua ${kind}: ${name}`, `${kind}.description`),
    ...(Object.keys(limits).length > 0 && { limits }),
    approve: isSet(declared['approve']),
    hosts: toHosts(declared['hosts'], kind),
    ...(tags.length > 0 && { tags }),
  };
}

/** An empty Lua table reads as a list. */
function emptyAsNone(value: unknown): unknown {
  return Array.isArray(value) && value.length === 0 ? undefined : value;
}

/** Lua's truthiness: a script with `approve = "always"` asks for approval. */
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
