// The rules of a tool's record: what an install makes of the one stored before, and whether a stored one still reads.
import { Failure } from '../core/errors.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import {
  POLICIES,
  TIMEOUT,
  TOOL_NAME,
  type Policy,
  type Tool,
  type ToolOrigin,
  type ToolSpec,
} from '../core/tool.ts';
import { deepFreeze, toPlain } from './plain.ts';

export interface InstallOptions {
  /** Names the tool when its script does not. */
  fileName?: string;
  policy?: Policy;
  /** The hosts it may reach. Never taken from the script. */
  hosts?: string[];
  config?: JsonObject;
  /** False: installed but switched off. */
  enable?: boolean;
  /** Take the place of a tool with the same name and version. */
  replace?: boolean;
}

/** A script on its way in: read, its version filled in. */
export interface Offer {
  source: string;
  spec: ToolSpec;
  origin: ToolOrigin;
  options: InstallOptions;
}

/**
 * Checks options that may come from a script on the page.
 * @throws Failure `bad_request` that names the option.
 */
export function checkOptions(given: unknown): InstallOptions {
  if (given === undefined || given === null) return {};
  if (!isObject(given)) throw new Failure('bad_request', 'install options must be an object');
  const { fileName, policy, hosts, config, enable, replace } = given;
  const options: InstallOptions = {};
  if (fileName !== undefined) options.fileName = String(fileName);
  if (policy !== undefined) options.policy = checkPolicy(policy);
  if (hosts !== undefined) options.hosts = checkHosts(hosts);
  if (config !== undefined) {
    if (!isObject(config)) throw new Failure('bad_request', 'config must be an object');
    options.config = toPlain(config, 'config') as JsonObject;
  }
  if (enable !== undefined) options.enable = enable !== false;
  if (replace !== undefined) options.replace = replace === true;
  return options;
}

export function checkPolicy(policy: unknown): Policy {
  if (!POLICIES.includes(policy as Policy)) {
    throw new Failure('bad_request', `policy must be one of ${POLICIES.join(', ')}`);
  }
  return policy as Policy;
}

/** Exact hosts, with a port where it is not the usual one: no scheme, path, wildcard or user name. */
const HOST = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/;

function checkHosts(hosts: unknown): string[] {
  if (!Array.isArray(hosts)) throw new Failure('bad_request', 'hosts must be a list of host names');
  const names = hosts.map((host) => String(host).toLowerCase());
  for (const name of names) {
    if (!HOST.test(name)) {
      throw new Failure('bad_request', `host '${name}' must be a plain host name such as api.example.com`);
    }
  }
  return [...new Set(names)];
}

/**
 * The record that follows from installing `offer` over what is stored under its name.
 * Answers `stored` itself when nothing changes.
 *
 * A changed script keeps the tool's identity, switch and config. It gets no looser a policy than the old one had,
 * and loses its network grants: they were given to another text.
 * @throws Failure `conflict` when the same name and version stand for another source, unless `options.replace`.
 */
export function install(stored: Tool | undefined, offer: Offer, id: string, now: string): Tool {
  const { source, spec, origin, options } = offer;
  const wanted: Policy = options.policy ?? (spec.approve ? 'ask' : 'allow');
  if (!stored) {
    return deepFreeze({
      id,
      name: spec.name,
      origin,
      source,
      spec,
      policy: wanted,
      hosts: options.hosts ?? [],
      config: options.config ?? {},
      enabled: options.enable ?? true,
      createdAt: now,
      modifiedAt: now,
    });
  }
  if (stored.source === source) return refreshed(stored, offer, now);
  if (stored.spec.version === spec.version && !options.replace) {
    throw new Failure(
      'conflict',
      `tool '${spec.name}' version ${spec.version} is already installed with another source; raise its version or remove it first`,
    );
  }
  return deepFreeze({
    ...stored,
    origin,
    source,
    spec,
    policy: options.policy ?? stricter(stored.policy, wanted),
    hosts: options.hosts ?? [],
    config: options.config ?? stored.config,
    enabled: options.enable ?? stored.enabled,
    modifiedAt: now,
  });
}

/** The same script again: what it declares may read differently by now, and options may be new. */
function refreshed(stored: Tool, { spec, options }: Offer, now: string): Tool {
  const next: Tool = {
    ...stored,
    spec,
    policy: options.policy ?? stored.policy,
    hosts: options.hosts ?? stored.hosts,
    config: options.config ?? stored.config,
    enabled: options.enable ?? stored.enabled,
  };
  if (JSON.stringify(next) === JSON.stringify(stored)) return stored;
  return deepFreeze({ ...next, modifiedAt: now });
}

function stricter(a: Policy, b: Policy): Policy {
  return POLICIES.indexOf(a) > POLICIES.indexOf(b) ? a : b;
}

/**
 * Reads a stored record.
 * @throws Failure `unavailable` that says what is wrong with it.
 */
export function readTool(record: unknown): Tool {
  let copy: unknown;
  try {
    copy = toPlain(record, 'the record', Infinity);
  } catch {
    // Only what is not JSON gets here: the record is nothing that we wrote.
  }
  const wrong = isObject(copy) ? firstWrongField(copy) : 'record';
  if (wrong) {
    throw new Failure(
      'unavailable',
      `the stored tool '${nameOf(record)}' cannot be read (its ${wrong} is damaged) and is left out; install its script again, as a replacement, to repair it`,
    );
  }
  return copy as Tool;
}

/** What to call a record that may be damaged. */
export function nameOf(record: unknown): string {
  const name = isObject(record) ? (record['name'] ?? record['id']) : undefined;
  return typeof name === 'string' ? name : 'without a name';
}

function firstWrongField(record: Record<string, unknown>): string | undefined {
  const checks: [string, boolean][] = [
    ['id', typeof record['id'] === 'string'],
    ['name', typeof record['name'] === 'string' && TOOL_NAME.test(record['name'])],
    ['origin', record['origin'] === 'bundled' || record['origin'] === 'user'],
    ['source', typeof record['source'] === 'string'],
    ['declaration', isSpec(record['spec'], record['name'])],
    ['policy', POLICIES.includes(record['policy'] as Policy)],
    ['list of hosts', isStrings(record['hosts'])],
    ['config', isObject(record['config'])],
    ['switch', typeof record['enabled'] === 'boolean'],
    ['date', typeof record['createdAt'] === 'string' && typeof record['modifiedAt'] === 'string'],
  ];
  return checks.find(([, fine]) => !fine)?.[0];
}

function isSpec(spec: unknown, name: unknown): boolean {
  return (
    isObject(spec) &&
    spec['name'] === name &&
    typeof spec['version'] === 'string' &&
    typeof spec['description'] === 'string' &&
    isObjectSchema(spec['parameters']) &&
    (spec['returns'] === undefined || isObject(spec['returns'])) &&
    typeof spec['timeout'] === 'number' &&
    spec['timeout'] >= TIMEOUT.min &&
    spec['timeout'] <= TIMEOUT.max &&
    typeof spec['approve'] === 'boolean' &&
    isStrings(spec['hosts'])
  );
}

function isObjectSchema(schema: unknown): boolean {
  return isObject(schema) && schema['type'] === 'object';
}

function isStrings(value: unknown): boolean {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}
