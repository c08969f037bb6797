// The rules of a tool's record: what an install makes of the one stored before, and whether a stored one still reads.
import { SLUG, slugOf, type Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { isObject, type JsonObject } from '../core/json.ts';
import { CONNECTOR_LIMITS, DEFAULT_LIMITS, type Limits } from '../core/limits.ts';
import {
  POLICIES,
  TIMEOUT,
  TOOL_KINDS,
  TOOL_NAME,
  TOOL_ORIGINS,
  type Policy,
  type Tool,
  type ToolKind,
  type ToolOrigin,
  type ToolSpec,
} from '../core/tool.ts';
import type { InstallOptions } from './install-options.ts';
import { deepFreeze, toPlain } from './plain.ts';

/** A tool on its way in: read, its version filled in. */
export interface Offer {
  kind: ToolKind;
  source: string;
  spec: ToolSpec;
  origin: ToolOrigin;
  options: InstallOptions;
  /** Why it cannot run: it is kept switched off. */
  problem?: string;
}

/** Where a new version goes, and what it follows. */
export interface Place {
  bundle: string;
  /** The versions of the same tool, the one in front first. */
  versions: readonly Tool[];
}

/** What an install changes: the record to write, and one that it takes the place of. */
export interface Installed {
  tool: Tool;
  replaced?: Tool;
}

/**
 * The record that follows from installing `offer` at `place`. Answers the stored one itself when nothing changes.
 *
 * A new version takes over the folder, config, tags, limits and switch of the one in front. It gets no looser a policy,
 * and none of its grants: they were given to another text.
 * @throws Failure `conflict` when the same version stands for another source, unless `options.replace`.
 */
export function install(place: Place, offer: Offer, id: string, now: string): Installed {
  const { spec, options } = offer;
  const [front] = place.versions;
  if (front && front.name !== spec.name) {
    throw new Failure(
      'conflict',
      `the name '${spec.name}' is too close to the tool '${front.name}' of the same bundle; choose another one`,
    );
  }
  const same = place.versions.find((tool) => tool.spec.version === spec.version);
  if (!same) return { tool: created(place, front, offer, id, now) };
  if (same.source === offer.source && sameFiles(same, offer))
    return { tool: refreshed(same, place, offer, now) };
  if (!options.replace) {
    throw new Failure(
      'conflict',
      `tool '${spec.name}' version ${spec.version} is already installed with another source; raise its version or remove it first`,
    );
  }
  const next = created(place, same, offer, same.id, now);
  return { tool: deepFreeze({ ...next, createdAt: same.createdAt }), replaced: same };
}

function created(place: Place, before: Tool | undefined, offer: Offer, id: string, now: string): Tool {
  const { kind, source, spec, origin, problem } = offer;
  const options = isStranger(offer) ? humbled(before, offer) : offer.options;
  const wanted: Policy = spec.approve || isStranger(offer) ? 'ask' : 'allow';
  const calls = options.maxCallsPerMinute ?? before?.maxCallsPerMinute;
  // What was off only because it could not run is on again with a text that can.
  const on = before === undefined || before.enabled || before.problem !== undefined;
  return deepFreeze({
    id,
    bundle: place.bundle,
    slug: slugOf(spec.name),
    folder: before?.folder ?? id,
    name: spec.name,
    kind,
    origin,
    source,
    spec,
    policy: options.policy ?? (before ? stricter(before.policy, wanted) : wanted),
    files: options.files ?? before?.files ?? {},
    hosts: options.hosts ?? [],
    writes: options.writes ?? false,
    config: configOf(before, offer),
    limits: options.limits ?? before?.limits ?? {},
    tags: options.tags ?? spec.tags ?? before?.tags ?? [],
    ...(typeof calls === 'number' && { maxCallsPerMinute: calls }),
    llmCallable: options.llmCallable ?? before?.llmCallable ?? true,
    userCallable: options.userCallable ?? before?.userCallable ?? true,
    ...(problem !== undefined && { problem }),
    ...(options.from && { from: options.from }),
    enabled: problem === undefined && (options.enable ?? on),
    createdAt: now,
    modifiedAt: now,
    currentSince: inFront(place.versions, now),
  });
}

/** Made by somebody else: it asks, and gets nothing that the user did not give it here. */
function isStranger({ origin }: Pick<Offer, 'origin'>): boolean {
  return origin === 'imported' || origin === 'agent';
}

/**
 * Of what a stranger says about its tool, only what restricts it: the rest is the user's to give. How long it runs is no
 * grant: its script may say that too.
 */
function humbled(before: Tool | undefined, { spec, options: given }: Offer): InstallOptions {
  const { hosts: _hosts, writes: _writes, enable, policy, limits = {}, ...rest } = given;
  const most = { ...(spec.kind === 'connector' ? CONNECTOR_LIMITS : DEFAULT_LIMITS), timeout: TIMEOUT.max };
  const lowered = Object.entries(limits).map(([name, value]) => [
    name,
    Math.min(value, most[name as keyof Limits]),
  ]);
  const rates = [given.maxCallsPerMinute, before?.maxCallsPerMinute].filter(
    (rate) => typeof rate === 'number',
  );
  const off = before !== undefined && !before.enabled && before.problem === undefined;
  return {
    ...rest,
    ...(policy === 'deny' && { policy }),
    limits: { ...(Object.fromEntries(lowered) as Partial<Limits>), ...before?.limits },
    ...(rates.length > 0 && { maxCallsPerMinute: Math.min(...rates) }),
    llmCallable: given.llmCallable !== false && before?.llmCallable !== false,
    userCallable: given.userCallable !== false && before?.userCallable !== false,
    ...((off || enable === false) && { enable: false }),
  };
}

/** A moment that puts a version in front of the others, also when the clock stands still or went back. */
export function inFront(versions: readonly Tool[], now: string): string {
  const latest = versions.reduce((last, { currentSince }) => (currentSince > last ? currentSince : last), '');
  return now > latest ? now : new Date(Date.parse(latest) + 1).toISOString();
}

/** What the user has filled in stays, when an import brings its own values. */
function configOf(before: Tool | undefined, { origin, options }: Offer): JsonObject {
  if (origin === 'imported' || origin === 'agent') return { ...options.config, ...before?.config };
  return options.config ?? before?.config ?? {};
}

/** The same text again: what it declares may read differently by now, options may be new, and it comes to the front. */
function refreshed(stored: Tool, { versions }: Place, offer: Offer, now: string): Tool {
  // How it is set up here is the user's, whatever a stranger brings along with it.
  const { from } = offer.options;
  const options = isStranger(offer) ? { ...(from && { from }) } : offer.options;
  const next: Tool = { ...withOptions(stored, options), spec: offer.spec };
  if (isStranger(offer)) next.config = configOf(stored, offer);
  if (versions[0] !== stored) next.currentSince = inFront(versions, now);
  // Read once more, and found well.
  if (offer.problem === undefined && stored.problem !== undefined) {
    delete next.problem;
    next.enabled = offer.options.enable ?? true;
  }
  if (JSON.stringify(next) === JSON.stringify(stored)) return stored;
  return deepFreeze({ ...next, modifiedAt: now });
}

/** What a user may change about a version without making a new one. Only what is given changes. */
export function withOptions(tool: Tool, options: InstallOptions): Tool {
  const { maxCallsPerMinute: calls } = options;
  const next: Tool = {
    ...tool,
    policy: options.policy ?? tool.policy,
    hosts: options.hosts ?? tool.hosts,
    writes: options.writes ?? tool.writes,
    config: options.config ?? tool.config,
    limits: options.limits ?? tool.limits,
    tags: options.tags ?? tool.tags,
    llmCallable: options.llmCallable ?? tool.llmCallable,
    userCallable: options.userCallable ?? tool.userCallable,
    enabled: options.enable ?? tool.enabled,
  };
  if (typeof calls === 'number') next.maxCallsPerMinute = calls;
  if (calls === null) delete next.maxCallsPerMinute;
  if (options.from) next.from = options.from;
  return next;
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

/** @throws Failure `unavailable` that says what is wrong with it. */
export function readBundle(record: unknown): Bundle {
  const fine =
    isObject(record) &&
    ['id', 'slug', 'displayName', 'description', 'createdAt', 'modifiedAt'].every(
      (field) => typeof record[field] === 'string',
    ) &&
    typeof record['enabled'] === 'boolean' &&
    TOOL_ORIGINS.includes(record['origin'] as ToolOrigin);
  if (!fine)
    throw new Failure('unavailable', `the stored bundle '${nameOf(record)}' is damaged and is left out`);
  return deepFreeze(toPlain(record, 'the record', Infinity)) as unknown as Bundle;
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
    ['bundle', typeof record['bundle'] === 'string' && typeof record['folder'] === 'string'],
    ['slug', typeof record['slug'] === 'string' && SLUG.test(record['slug'])],
    ['kind', TOOL_KINDS.includes(record['kind'] as ToolKind)],
    ['origin', TOOL_ORIGINS.includes(record['origin'] as ToolOrigin)],
    ['source', typeof record['source'] === 'string'],
    ['declaration', isSpec(record['spec'], record['name'])],
    ['policy', POLICIES.includes(record['policy'] as Policy)],
    ['list of hosts', isStrings(record['hosts'])],
    ['list of files', isObject(record['files']) && isStrings(Object.values(record['files']))],
    ['right to write', typeof record['writes'] === 'boolean'],
    ['list of limits', isObject(record['limits']) && Object.values(record['limits']).every(Number.isFinite)],
    ['config', isObject(record['config'])],
    ['list of tags', isStrings(record['tags'])],
    [
      'switch',
      ['enabled', 'llmCallable', 'userCallable'].every((field) => typeof record[field] === 'boolean'),
    ],
    ['date', ['createdAt', 'modifiedAt', 'currentSince'].every((field) => typeof record[field] === 'string')],
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
