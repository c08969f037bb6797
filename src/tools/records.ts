// The rules for tool records: how an install derives one from the stored one.
import { slugOf } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { CONNECTOR_LIMITS, DEFAULT_LIMITS, type Limits } from '../core/limits.ts';
import { TIMEOUT, type Tool, type ToolSpec } from '../core/tool.ts';
import { POLICIES, type Policy, type ToolKind, type ToolOrigin } from '../core/tool-kinds.ts';
import type { InstallOptions } from './install-options.ts';
import { deepFreeze } from './plain.ts';

/** A tool to be installed: read, with its version filled in. */
export interface Offer {
  kind: ToolKind;
  source: string;
  spec: ToolSpec;
  origin: ToolOrigin;
  options: InstallOptions;
  /** Why it can't run; it is kept switched off. */
  problem?: string;
  /** From outside: tells whether an existing version has the same origin. Absent: none has. */
  isKin?(version: Tool): boolean;
  /** From outside: what a person hands over from the previous version. */
  keep?: Keep;
  /** From outside: policy and grants in `options` were chosen by a person, not claimed by the text. */
  chosen?: boolean;
}

/** What a version of another origin takes over from the one it replaces: nothing, unless a person says so. */
export interface Keep {
  config?: boolean;
  folder?: boolean;
}

/** Where a new version goes, and what precedes it. */
export interface Place {
  bundle: string;
  /** The versions of the same tool, the selected one first. */
  versions: readonly Tool[];
}

/** The changes of an install: the record to write, and one that it replaces. */
export interface Installed {
  tool: Tool;
  replaced?: Tool;
}

/**
 * Returns the record that results from installing `offer` at `place`, or the stored one when nothing changes.
 *
 * A new version takes over folder, config, tags, limits and switch of the selected one. Its policy is no looser, and
 * it gets none of the grants: they were given to another text. A version of another origin gets a new folder and an
 * empty config, unless a person hands them over, and always an id of its own, even when it replaces another text.
 * @throws Failure `conflict` when the same version has another source, unless `options.replace`
 */
export function install(place: Place, offer: Offer, id: string, now: string): Installed {
  const { spec, options } = offer;
  const [front] = place.versions;
  if (front && front.name !== spec.name) {
    throw new Failure(
      'conflict',
      `the name '${spec.name}' is too similar to the tool '${front.name}' in the same bundle; choose another one`,
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
  if (!isHeir(same, offer)) return { tool: created(place, same, offer, id, now), replaced: same };
  const next = created(place, same, offer, same.id, now);
  return { tool: deepFreeze({ ...next, createdAt: same.createdAt }), replaced: same };
}

/** Tells whether a version has the same author: the user's own next one, or one of the same origin. */
function isHeir(before: Tool, offer: Offer): boolean {
  return !isStranger(offer) || offer.isKin?.(before) === true;
}

type Inheritance = Partial<Pick<Tool, 'folder' | 'config' | 'files' | 'limits' | 'tags' | 'page'>>;

/** Returns what is taken over from the previous version. */
function inherited(before: Tool | undefined, offer: Offer): Inheritance {
  if (!before || isHeir(before, offer)) return before ?? {};
  const { keep = {} } = offer;
  return {
    ...(keep.folder && { folder: before.folder, files: before.files }),
    ...(keep.config && { config: before.config }),
  };
}

function created(place: Place, before: Tool | undefined, offer: Offer, id: string, now: string): Tool {
  const { kind, source, spec, origin, problem } = offer;
  const options = isStranger(offer) ? humbled(before, offer) : offer.options;
  // The user's own change of an outside tool doesn't separate two versions of its author.
  const heir =
    before && !isHeir(before, offer) ? place.versions.find((one) => isHeir(one, offer)) : undefined;
  const from = inherited(heir ?? before, offer);
  const handedOver = before !== undefined && !isHeir(before, offer);
  const nameSince = heldSince(place.versions);
  const wanted: Policy = spec.approve || isStranger(offer) ? 'ask' : 'allow';
  const calls = options.maxCallsPerMinute ?? before?.maxCallsPerMinute;
  const page = options.page === undefined ? from.page : options.page;
  // A limit stays with the name: a new text reads no more than the previous one.
  const within = options.collections === undefined ? before?.collections : options.collections;
  // A tool that was off only because it couldn't run is switched on with a text that can.
  const on = before === undefined || before.enabled || before.problem !== undefined;
  return deepFreeze({
    id,
    bundle: place.bundle,
    slug: slugOf(spec.name),
    folder: from.folder ?? id,
    name: spec.name,
    kind,
    origin,
    source,
    spec,
    policy: options.policy ?? (before ? stricter(before.policy, wanted) : wanted),
    files: handedOver ? { ...from.files, ...options.files } : (options.files ?? from.files ?? {}),
    hosts: options.hosts ?? [],
    writes: options.writes ?? false,
    config: configOf(from, offer),
    limits: options.limits ?? from.limits ?? {},
    tags: options.tags ?? spec.tags ?? from.tags ?? [],
    ...(within && { collections: within }),
    ...(page && { page }),
    ...(typeof calls === 'number' && { maxCallsPerMinute: calls }),
    llmCallable: options.llmCallable ?? before?.llmCallable ?? true,
    userCallable: options.userCallable ?? before?.userCallable ?? true,
    ...(problem !== undefined && { problem }),
    ...(offer.options.draft && { draft: true as const }),
    ...(options.from && { from: options.from }),
    enabled: problem === undefined && (options.enable ?? on),
    createdAt: now,
    ...(nameSince !== undefined && nameSince < now && { nameSince }),
    modifiedAt: now,
    currentSince: inFront(place.versions, now),
  });
}

/** Returns since when the tool with these versions has had its name; undefined without versions. */
export function heldSince(versions: readonly Tool[]): string | undefined {
  return versions
    .map(({ nameSince, createdAt }) =>
      nameSince !== undefined && nameSince < createdAt ? nameSince : createdAt,
    )
    .reduce<string | undefined>((first, at) => (first === undefined || at < first ? at : first), undefined);
}

/** Tells whether it comes from outside: it then asks, and gets only what the user grants here. */
function isStranger({ origin }: Pick<Offer, 'origin'>): boolean {
  return origin === 'imported' || origin === 'agent';
}

/**
 * Keeps only restrictions from the claims of an outside tool; the user decides the rest. A timeout is no grant, so
 * its script may set that too.
 */
function humbled(before: Tool | undefined, offer: Offer): InstallOptions {
  const { spec, options: given, chosen } = offer;
  const { hosts, writes, enable, policy, collections: _, limits = {}, ...rest } = given;
  const own = before && isHeir(before, offer) ? before.limits : {};
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
    ...(chosen && { policy, hosts, writes }),
    ...(!chosen && policy === 'deny' && { policy }),
    limits: {
      ...(Object.fromEntries(lowered) as Partial<Limits>),
      ...lowest(before?.limits ?? {}, most),
      ...own,
    },
    ...(rates.length > 0 && { maxCallsPerMinute: Math.min(...rates) }),
    llmCallable: given.llmCallable !== false && before?.llmCallable !== false,
    userCallable: given.userCallable !== false && before?.userCallable !== false,
    ...((off || enable === false) && { enable: false }),
  };
}

/** A lowered limit stays lowered; a raised one was raised for another text. */
function lowest(limits: Partial<Limits>, most: Limits): Partial<Limits> {
  const lowered = Object.entries(limits).filter(([name, value]) => value < most[name as keyof Limits]);
  return Object.fromEntries(lowered) as Partial<Limits>;
}

/** Returns a time that selects a version, even when the clock stood still or went back. */
export function inFront(versions: readonly Tool[], now: string): string {
  const latest = versions.reduce((last, { currentSince }) => (currentSince > last ? currentSince : last), '');
  return now > latest ? now : new Date(Date.parse(latest) + 1).toISOString();
}

/** The user's values stay when an import brings its own. */
function configOf({ config }: Inheritance, offer: Offer): JsonObject {
  if (isStranger(offer)) return { ...offer.options.config, ...config };
  return offer.options.config ?? config ?? {};
}

/**
 * Installs the same text again: its declaration may be read differently by now, options may be new, and it is
 * selected.
 */
function refreshed(stored: Tool, { versions }: Place, offer: Offer, now: string): Tool {
  // An outside copy of a text changes nothing about it, not even which version is selected.
  const mends = stored.problem !== undefined && stored.origin === 'imported';
  if (!isHeir(stored, offer) && !mends && !offer.chosen) return stored;
  // The user decides how it is set up here, whatever an outside copy brings.
  const { from } = offer.options;
  const options = isStranger(offer) && !offer.chosen ? { ...(from && { from }) } : offer.options;
  const next: Tool = { ...withOptions(stored, options), spec: offer.spec };
  if (isStranger(offer) && isHeir(stored, offer)) next.config = configOf(stored, offer);
  if (!offer.options.draft && !isStranger(offer)) delete next.draft;
  if (versions[0] !== stored) next.currentSince = inFront(versions, now);
  // Read again, now without a problem.
  if (offer.problem === undefined && stored.problem !== undefined) {
    delete next.problem;
    next.enabled = offer.options.enable ?? true;
  }
  if (JSON.stringify(next) === JSON.stringify(stored)) return stored;
  return deepFreeze({ ...next, modifiedAt: now });
}

/** Applies the settings that a user may change without making a new version. Only given fields change. */
export function withOptions(tool: Tool, options: InstallOptions): Tool {
  const { collections, page, maxCallsPerMinute: calls } = options;
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
  if (collections) next.collections = collections;
  if (collections === null) delete next.collections;
  if (page) next.page = page;
  if (page === null) delete next.page;
  if (options.from) next.from = options.from;
  return next;
}

/** Existing files stay when the same script comes without files. */
function sameFiles(stored: Tool, { options }: Offer): boolean {
  return options.files === undefined || JSON.stringify(options.files) === JSON.stringify(stored.files);
}

function stricter(a: Policy, b: Policy): Policy {
  return POLICIES.indexOf(a) > POLICIES.indexOf(b) ? a : b;
}
