// `window.perilune.bundles`: groups of tools with one switch and one namespace. Failures are data: `{error: {code,
// message}}`.
import type { App } from '../apps/web/app.ts';
import { BUNDLE_IDS, type Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { asksForPage, checkFilterKeys, pageOf, type Paged, type PageRequest } from '../core/paging.ts';
import { answer, type Answer } from './answer.ts';
import { given } from './given-options.ts';
import { installed, type ToolPageApp, type UpdateAnswer } from './import-answers.ts';

type Editor = Awaited<ReturnType<App['tools']['edit']>>;
type ToolOperations = Awaited<ReturnType<App['toolParts']['operations']>>;

/** A bundle with the number of its tools. */
export interface BundleInfo extends Bundle {
  tools: number;
}

export interface BundleFilter {
  deleted?: boolean;
}

export interface BundleApi {
  /**
   * Lists bundles, standard ones first, then by name. With `deleted`, includes those that can still be restored. With
   * `pageSize` or `pageToken` it returns `{ bundles, total, nextPageToken }`. Rejects with code `bad_request`.
   */
  list<O extends BundleFilter & PageRequest>(
    options?: O,
  ): Promise<Paged<O, BundleInfo[], { bundles: BundleInfo[]; total: number; nextPageToken?: string }>>;
  /** Returns a bundle. Errors: `not_found`. */
  get(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Creates a bundle. Errors: `bad_request` for an invalid slug, `conflict` when the slug is taken. */
  create(bundle: Parameters<Editor['bundles']['create']>[0]): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Changes the display name or description. Errors: `not_found`, `bad_request`. */
  update(
    slug: string,
    changes: { displayName?: string; description?: string },
  ): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Enables a bundle, so that its tools can be called. Errors: `not_found`. */
  enable(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Disables a bundle: none of its tools can be called or changed until it is enabled. Errors: `not_found`. */
  disable(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /**
   * Removes a bundle. `restore` brings it back within two days. Errors: `conflict` while it contains tools, unless `withTools`
   * removes them too; `denied` for a standard bundle.
   */
  remove(slug: string, options?: { withTools?: boolean }): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Restores a removed bundle, with the tools that were removed with it. Errors: `not_found`, `conflict`. */
  restore(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Exports a bundle as a file. Secrets, policies and grants are left out. Errors: `not_found`, `bad_request`. */
  export(
    slug: string,
    format?: Parameters<ToolOperations['export']>[1],
  ): Promise<Answer<Awaited<ReturnType<ToolOperations['export']>>>>;
  /** Compares a bundle with the URL it was imported from. With `apply`, installs the changes. Errors: `not_found`, `bad_request`. */
  checkUpdate(slug: string, options?: { apply?: boolean }): Promise<Answer<UpdateAnswer>>;
}

export function bundleApi(opening: Promise<ToolPageApp>): BundleApi {
  const operations = async (): Promise<ToolOperations> => (await opening).toolParts.operations();
  const infosOf = async (bundles: readonly Bundle[]): Promise<BundleInfo[]> => {
    const { tools } = await opening;
    const counts = new Map<string, number>();
    for (const { bundle } of tools.list({ includeDisabled: true, connectors: true })) {
      counts.set(bundle, (counts.get(bundle) ?? 0) + 1);
    }
    return bundles.map((bundle) => ({ ...bundle, tools: counts.get(bundle.slug) ?? 0 }));
  };
  const infoOf = async (bundle: Bundle): Promise<BundleInfo> => (await infosOf([bundle]))[0] as BundleInfo;
  const changed = (work: (bundles: Editor['bundles']) => Promise<Bundle>) =>
    answer(async () => {
      const { bundles } = await (await opening).tools.edit();
      return { bundle: await infoOf(await work(bundles)) };
    });
  return Object.freeze<BundleApi>({
    async list(options) {
      const { tools } = await opening;
      const asked = given<BundleFilter & PageRequest>(options);
      checkFilterKeys(asked, ['deleted']);
      const list = ({ deleted }: BundleFilter): Bundle[] => tools.bundles({ deleted: deleted === true });
      if (!asksForPage(asked)) return infosOf(list(asked)) as never;
      const { items, ...page } = pageOf(asked, list, placeOf);
      return { bundles: await infosOf(items), ...page } as never;
    },
    get: (slug) =>
      answer(async () => {
        const bundle = (await opening).tools.bundle(String(slug));
        if (!bundle) throw new Failure('not_found', `no bundle with the name: ${String(slug)}`);
        return { bundle: await infoOf(bundle) };
      }),
    create: (bundle) => changed((bundles) => bundles.create({ ...bundle, origin: 'user' }, 'page')),
    update: (slug, changes) =>
      changed((bundles) => bundles.patch(String(slug), { ...changes, enabled: undefined } as object, 'page')),
    enable: (slug) => changed((bundles) => bundles.patch(String(slug), { enabled: true }, 'page')),
    disable: (slug) => changed((bundles) => bundles.patch(String(slug), { enabled: false }, 'page')),
    remove: (slug, options) =>
      changed((bundles) => bundles.remove(String(slug), { withTools: options?.withTools === true }, 'page')),
    restore: (slug) => changed((bundles) => bundles.restore(String(slug), 'page')),
    export: (slug, format) =>
      answer(async () => (await operations()).export({ bundle: String(slug) }, format)),
    checkUpdate: (slug, options) =>
      answer(async (): Promise<UpdateAnswer> => {
        const update = await (await operations()).checkUpdate({ bundle: String(slug) });
        const facts = { changed: update.changed, hash: update.hash, changes: update.changes };
        if (options?.apply !== true || !update.changed) return facts;
        return { ...facts, installed: await installed(await opening, update.preview) };
      }),
  });
}

/** Sort key of a list: standard bundles first, then by name. */
function placeOf({ id, slug }: Bundle): string {
  const standard = Object.values(BUNDLE_IDS) as string[];
  return `${String(standard.indexOf(id) + 1 || standard.length + 1).padStart(2, '0')}:${slug}`;
}
