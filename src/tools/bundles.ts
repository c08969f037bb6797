// Operations on bundles: create, describe, switch, delete softly, restore, purge.
//
// - A deleted bundle disappears from every list immediately, and can be restored for two days.
// - Inside a disabled or deleted bundle nothing can be added or changed; removing is allowed.
import { BUNDLE_IDS, DELETED_BUNDLE_DAYS, SLUG, type Bundle, type Upstream } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { isObject } from '../base/json.ts';
import type { Tool } from '../core/tool.ts';
import type { Catalogue } from './catalogue.ts';
import { bundleChange, toolChange, type By, type ChangeClock } from './changes.ts';
import { deepFreeze } from './plain.ts';
import type { ToolRepository } from './tool-repository.ts';
import type { Commit, RemovedTool, ToolStore } from '../core/ports/tool-store.ts';

export interface NewBundle {
  slug: string;
  /** Default: the slug. */
  displayName?: string;
  description?: string;
  origin?: Bundle['origin'];
  from?: Upstream;
}

const DAY = 24 * 60 * 60 * 1000;
/** Days that removed tools are kept. */
const REMOVED_TOOL_DAYS = 30;

export class Bundles {
  readonly #repository: ToolRepository;
  readonly #store: ToolStore;
  readonly #clock: ChangeClock;

  constructor(repository: ToolRepository, store: ToolStore, clock: ChangeClock) {
    this.#repository = repository;
    this.#store = store;
    this.#clock = clock;
  }

  /**
   * @throws Failure `bad_request` for an invalid slug, `conflict` when it is taken, even by a bundle that is being
   *   deleted
   */
  create(given: NewBundle, by: By = 'user'): Promise<Bundle> {
    return this.#repository.change((catalogue) => {
      const bundle = newBundle(catalogue, given, this.#clock);
      const changes = [bundleChange(this.#clock, by, 'created', bundle)];
      return { commit: { putBundles: [bundle], changes }, value: bundle };
    });
  }

  /** @throws Failure `not_found`, `disabled` while it is being deleted, `denied` for the fixed fields of a built-in */
  patch(
    reference: string,
    given: { displayName?: string; description?: string; enabled?: boolean },
    by: By = 'user',
  ): Promise<Bundle> {
    return this.#repository.change((catalogue) => {
      const stored = existing(catalogue, reference);
      if (stored.deletedAt !== undefined) {
        throw new Failure('disabled', `bundle '${stored.slug}' is being deleted; restore it first`);
      }
      const { displayName, description, enabled } = isObject(given) ? given : {};
      if (stored.origin === 'builtin' && (displayName !== undefined || description !== undefined)) {
        throw new Failure('denied', `bundle '${stored.slug}' is built in; it can only be switched on or off`);
      }
      const next: Bundle = deepFreeze({
        ...stored,
        displayName: textOr(displayName, stored.displayName),
        // A bundle needs a name; its description may be empty.
        description: description === '' ? '' : textOr(description, stored.description),
        enabled: enabled === undefined ? stored.enabled : enabled === true,
      });
      if (JSON.stringify(next) === JSON.stringify(stored)) return { commit: {}, value: stored };
      const changed = deepFreeze({ ...next, modifiedAt: this.#clock.now() });
      const switched = next.enabled !== stored.enabled;
      const what = switched ? (next.enabled ? 'enabled' : 'disabled') : 'changed';
      const changes = [bundleChange(this.#clock, by, what, changed)];
      return { commit: { putBundles: [changed], changes }, value: changed };
    });
  }

  /**
   * Deletes softly.
   * @param withTools removes its tools first; restoring it restores them too
   * @throws Failure `not_found`, `denied` for a standard bundle, `conflict` while it holds tools
   */
  remove(reference: string, { withTools = false } = {}, by: By = 'user'): Promise<Bundle> {
    return this.#repository.change((catalogue) => {
      const stored = existing(catalogue, reference);
      if ((Object.values(BUNDLE_IDS) as string[]).includes(stored.id)) {
        throw new Failure('denied', `bundle '${stored.slug}' cannot be deleted; switch it off instead`);
      }
      if (stored.deletedAt !== undefined) return { commit: {}, value: stored };
      const tools = catalogue.toolsIn(stored.id);
      if (tools.length > 0 && !withTools) {
        const count = new Set(tools.map(({ slug }) => slug)).size;
        throw new Failure(
          'conflict',
          `bundle '${stored.slug}' still contains ${count === 1 ? 'a tool' : `${count} tools`}; remove them first`,
        );
      }
      const bundle = deepFreeze({ ...stored, deletedAt: this.#clock.now() });
      const removed = tools.map((tool) => ({ ...this.#removed(tool), withBundle: true }));
      const commit: Commit = {
        putBundles: [bundle],
        deleteTools: tools.map(({ id }) => id),
        putRemoved: removed,
        changes: [
          bundleChange(this.#clock, by, 'deleted', bundle),
          ...tools.map((tool) => toolChange(this.#clock, by, 'removed', tool)),
        ],
      };
      return { commit, value: bundle };
    });
  }

  /** Undoes `remove`, and restores the tools removed with it. @throws Failure `not_found` */
  async restore(reference: string, by: By = 'user'): Promise<Bundle> {
    const entries = await this.#store.removed();
    return this.#repository.change((catalogue) => {
      const stored = existing(catalogue, reference);
      if (stored.deletedAt === undefined) return { commit: {}, value: stored };
      const bundle: Bundle = { ...stored };
      delete bundle.deletedAt;
      const back = entries.filter(({ tool, withBundle }) => withBundle && tool.bundle === stored.id);
      const commit: Commit = {
        putBundles: [deepFreeze(bundle)],
        putTools: back.map(({ tool }) => deepFreeze(tool)),
        deleteRemoved: back.map(({ id }) => id),
        changes: [
          bundleChange(this.#clock, by, 'restored', bundle),
          ...back.map(({ tool }) => toolChange(this.#clock, by, 'restored', tool)),
        ],
      };
      return { commit, value: bundle };
    });
  }

  /** Purges what was deleted long enough ago: bundles that are still empty after two days, tools after thirty. */
  async reap(): Promise<void> {
    const entries = await this.#store.removed();
    const at = Date.parse(this.#clock.now());
    const before = (days: number): string => new Date(at - days * DAY).toISOString();
    await this.#repository.change((catalogue) => {
      const gone = [...catalogue.bundles].filter(
        ({ id, deletedAt }) =>
          deletedAt !== undefined &&
          deletedAt < before(DELETED_BUNDLE_DAYS) &&
          catalogue.toolsIn(id).length === 0,
      );
      const old = entries.filter(({ removedAt }) => removedAt < before(REMOVED_TOOL_DAYS));
      const commit: Commit = {
        ...(gone.length > 0 && { deleteBundles: gone.map(({ id }) => id) }),
        ...(old.length > 0 && { deleteRemoved: old.map(({ id }) => id) }),
      };
      return { commit, value: undefined };
    });
  }

  #removed(tool: Tool): RemovedTool {
    return { id: this.#clock.newId(), tool, removedAt: this.#clock.now() };
  }
}

/** @throws Failure `bad_request`, `conflict` */
export function newBundle(catalogue: Catalogue, given: NewBundle, clock: ChangeClock): Bundle {
  const { slug } = given;
  if (typeof slug !== 'string' || !SLUG.test(slug)) {
    throw new Failure(
      'bad_request',
      `bundle slug ${JSON.stringify(slug)} is not allowed: use 1 to 64 letters, digits or '-'`,
    );
  }
  const taken = catalogue.bundleBySlug(slug);
  if (taken) {
    throw new Failure(
      'conflict',
      taken.deletedAt === undefined
        ? `a bundle '${slug}' already exists; choose another name`
        : `bundle '${slug}' is being deleted; restore it, or choose another name`,
    );
  }
  const now = clock.now();
  return deepFreeze({
    id: clock.newId(),
    slug,
    displayName: textOr(given.displayName, slug),
    description: textOr(given.description, ''),
    enabled: true,
    origin: given.origin ?? 'user',
    createdAt: now,
    modifiedAt: now,
    ...(given.from && { from: given.from }),
  });
}

/** @throws Failure `not_found` */
export function existing(catalogue: Catalogue, reference: string): Bundle {
  const bundle = catalogue.bundle(reference) ?? catalogue.bundleBySlug(reference);
  if (!bundle) throw new Failure('not_found', `no bundle with the name: ${reference}`);
  return bundle;
}

function textOr(value: unknown, fallback: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim().slice(0, 2000) : fallback;
}
