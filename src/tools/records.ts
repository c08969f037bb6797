// The rules of a tool's record: what an install makes of the one stored before.
import { slugOf } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import type { JsonObject } from '../base/json.ts';
import { CONNECTOR_LIMITS, DEFAULT_LIMITS, type Limits } from '../core/limits.ts';
import { TIMEOUT, type Tool, type ToolSpec } from '../core/tool.ts';
import { POLICIES, type Policy, type ToolKind, type ToolOrigin } from '../core/tool-kinds.ts';
import type { InstallOptions } from './install-options.ts';
import { deepFreeze } from './plain.ts';

/** A tool on its way in: read, its version filled in. */
export interface Offer {
  kind: ToolKind;
  source: string;
  spec: ToolSpec;
  origin: ToolOrigin;
  options: InstallOptions;
  /** Why it cannot run: it is kept switched off. */
  problem?: string;
  /** From outside: whether a version that is there has the same origin. Absent: none has. */
  isKin?(version: Tool): boolean;
  /** From outside: what a person hands over from the version before. */
  keep?: Keep;
  /** From outside: policy and grants in `options` are what a person chose, not what the text claims. */
  chosen?: boolean;
}

/** What a version of another origin gets from the one that it replaces: nothing, unless a person says so. */
export interface Keep {
  config?: boolean;
  folder?: boolean;
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
 * and none of its grants: they were given to another text. A version of another origin gets a fresh folder and an empty
 * config, unless a person hands them over, and has an id of its own also where it takes the place of another text.
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
  if (!isHeir(same, offer)) return { tool: created(place, same, offer, id, now), replaced: same };
  const next = created(place, same, offer, same.id, now);
  return { tool: deepFreeze({ ...next, createdAt: same.createdAt }), replaced: same };
}

/** Whether a version is that of the same author: the user's own next one, or one of the same origin. */
function isHeir(before: Tool, offer: Offer): boolean {
  return !isStranger(offer) || offer.isKin?.(before) === true;
}

type Inheritance = Partial<Pick<Tool, 'folder' | 'config' | 'files' | 'limits' | 'tags'>>;

/** What goes over from the version before. */
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
  // The user's own change of an outside tool does not come between two versions of its author.
  const heir =
    before && !isHeir(before, offer) ? place.versions.find((one) => isHeir(one, offer)) : undefined;
  const from = inherited(heir ?? before, offer);
  const handedOver = before !== undefined && !isHeir(before, offer);
  const nameSince = heldSince(place.versions);
  const wanted: Policy = spec.approve || isStranger(offer) ? 'ask' : 'allow';
  const calls = options.maxCallsPerMinute ?? before?.maxCallsPerMinute;
  // A limit stays with the name: a new text reads no more than the one before.
  const within = options.collections === undefined ? before?.collections : options.collections;
  // What was off only because it could not run is on again with a text that can.
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

/** Since when the tool with these versions has its name; undefined when there are none. */
export function heldSince(versions: readonly Tool[]): string | undefined {
  return versions
    .map(({ nameSince, createdAt }) =>
      nameSince !== undefined && nameSince < createdAt ? nameSince : createdAt,
    )
    .reduce<string | undefined>((first, at) => (first === undefined || at < first ? at : first), undefined);
}

/** Made by somebody else: it asks, and gets nothing that the user did not give it here. */
function isStranger({ origin }: Pick<Offer, 'origin'>): boolean {
  return origin === 'imported' || origin === 'agent';
}

/**
 * Of what a stranger says about its tool, only what restricts it: the rest is the user's to give. How long it runs is no
 * grant: its script may say that too.
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

/** What was lowered stays lowered; what was raised was raised for another text. */
function lowest(limits: Partial<Limits>, most: Limits): Partial<Limits> {
  const lowered = Object.entries(limits).filter(([name, value]) => value < most[name as keyof Limits]);
  return Object.fromEntries(lowered) as Partial<Limits>;
}

/** A moment that puts a version in front of the others, also when the clock stands still or went back. */
export function inFront(versions: readonly Tool[], now: string): string {
  const latest = versions.reduce((last, { currentSince }) => (currentSince > last ? currentSince : last), '');
  return now > latest ? now : new Date(Date.parse(latest) + 1).toISOString();
}

/** What the user has filled in stays, when an import brings its own values. */
function configOf({ config }: Inheritance, offer: Offer): JsonObject {
  if (isStranger(offer)) return { ...offer.options.config, ...config };
  return offer.options.config ?? config ?? {};
}

/** The same text again: what it declares may read differently by now, options may be new, and it comes to the front. */
function refreshed(stored: Tool, { versions }: Place, offer: Offer, now: string): Tool {
  // Nobody else's copy of a text changes anything about it, not even which version is in front.
  const mends = stored.problem !== undefined && stored.origin === 'imported';
  if (!isHeir(stored, offer) && !mends && !offer.chosen) return stored;
  // How it is set up here is the user's, whatever a stranger brings along with it.
  const { from } = offer.options;
  const options = isStranger(offer) && !offer.chosen ? { ...(from && { from }) } : offer.options;
  const next: Tool = { ...withOptions(stored, options), spec: offer.spec };
  if (isStranger(offer) && isHeir(stored, offer)) next.config = configOf(stored, offer);
  if (!offer.options.draft && !isStranger(offer)) delete next.draft;
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
  const { collections, maxCallsPerMinute: calls } = options;
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
