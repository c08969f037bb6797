// The rules of a tool's record: what an install makes of the one stored before, and whether a stored one still reads.
import { Failure } from '../core/errors.ts';
import { isObject } from '../core/json.ts';
import {
  POLICIES,
  TIMEOUT,
  TOOL_NAME,
  type Policy,
  type Tool,
  type ToolOrigin,
  type ToolSpec,
} from '../core/tool.ts';
import type { InstallOptions } from './install-options.ts';
import { deepFreeze, toPlain } from './plain.ts';

/** A script on its way in: read, its version filled in. */
export interface Offer {
  source: string;
  spec: ToolSpec;
  origin: ToolOrigin;
  options: InstallOptions;
}

/**
 * The record that follows from installing `offer` over what is stored under its name.
 * Answers `stored` itself when nothing changes.
 *
 * A changed script keeps the tool's identity, switch and config. It gets no looser a policy than the old one had,
 * and loses its grants: they were given to another text.
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
      files: options.files ?? {},
      hosts: options.hosts ?? [],
      writes: options.writes ?? false,
      config: options.config ?? {},
      limits: options.limits ?? {},
      enabled: options.enable ?? true,
      createdAt: now,
      modifiedAt: now,
    });
  }
  if (stored.source === source && sameFiles(stored, offer)) return refreshed(stored, offer, now);
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
    files: options.files ?? stored.files,
    hosts: options.hosts ?? [],
    writes: options.writes ?? false,
    config: options.config ?? stored.config,
    limits: options.limits ?? stored.limits,
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
    writes: options.writes ?? stored.writes,
    config: options.config ?? stored.config,
    limits: options.limits ?? stored.limits,
    enabled: options.enable ?? stored.enabled,
  };
  if (JSON.stringify(next) === JSON.stringify(stored)) return stored;
  return deepFreeze({ ...next, modifiedAt: now });
}

/** Files that are not given with the same script are meant to stay. */
function sameFiles(stored: Tool, { options }: Offer): boolean {
  return options.files === undefined || JSON.stringify(options.files) === JSON.stringify(stored.files);
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
  const complete = isObject(copy) ? { ...SINCE_VERSION_1, ...copy } : undefined;
  const wrong = complete ? firstWrongField(complete) : 'record';
  if (wrong) {
    throw new Failure(
      'unavailable',
      `the stored tool '${nameOf(record)}' cannot be read (its ${wrong} is damaged) and is left out; install its script again, as a replacement, to repair it`,
    );
  }
  return complete as unknown as Tool;
}

/** Fields that records written by the first version of Perilune lack. */
const SINCE_VERSION_1: Pick<Tool, 'files' | 'writes' | 'limits'> = { files: {}, writes: false, limits: {} };

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
    ['list of files', isObject(record['files']) && isStrings(Object.values(record['files']))],
    ['right to write', typeof record['writes'] === 'boolean'],
    ['list of limits', isObject(record['limits']) && Object.values(record['limits']).every(Number.isFinite)],
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
