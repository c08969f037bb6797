// `window.perilune.bundles`: tools with one switch and one name space. Failures are data: `{error: {code, message}}`.
import type { App } from '../app.ts';
import type { Bundle } from '../core/bundle.ts';
import { Failure } from '../core/errors.ts';
import { answer, type Answer } from './answer.ts';
import { installed, type ToolPageApp, type UpdateAnswer } from './import-answers.ts';

type Editor = Awaited<ReturnType<App['tools']['edit']>>;
type Workshop = Awaited<ReturnType<App['toolParts']['workshop']>>;

/** A bundle with the number of its tools. */
export interface BundleInfo extends Bundle {
  tools: number;
}

export interface BundleApi {
  /** Standard ones first, then by name; with `deleted` also those that can still be restored. */
  list(options?: { deleted?: boolean }): Promise<BundleInfo[]>;
  get(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Errors: `bad_request` for the slug, `conflict` when it is taken. */
  create(bundle: Parameters<Editor['bundles']['create']>[0]): Promise<Answer<{ bundle: BundleInfo }>>;
  /** Changes `displayName` and `description`. */
  update(
    slug: string,
    changes: { displayName?: string; description?: string },
  ): Promise<Answer<{ bundle: BundleInfo }>>;
  enable(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /** None of its tools can be called or changed until it is on again. */
  disable(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /**
   * Deletes a bundle; `restore` brings it back within two days. Errors: `conflict` while there are tools in it, unless
   * `withTools`, which removes them too (and brings them back with it); `denied` for a standard bundle.
   */
  remove(slug: string, options?: { withTools?: boolean }): Promise<Answer<{ bundle: BundleInfo }>>;
  restore(slug: string): Promise<Answer<{ bundle: BundleInfo }>>;
  /** A whole bundle as a file. Secrets, policies and grants stay here. */
  export(
    slug: string,
    format?: Parameters<Workshop['export']>[1],
  ): Promise<Answer<Awaited<ReturnType<Workshop['export']>>>>;
  /** What is at the address it came from, compared with what is installed. With `apply`, installs it. */
  checkUpdate(slug: string, options?: { apply?: boolean }): Promise<Answer<UpdateAnswer>>;
}

export function bundleApi(opening: Promise<ToolPageApp>): BundleApi {
  const workshop = async (): Promise<Workshop> => (await opening).toolParts.workshop();
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
      return infosOf(tools.bundles({ deleted: options?.deleted === true }));
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
    export: (slug, format) => answer(async () => (await workshop()).export({ bundle: String(slug) }, format)),
    checkUpdate: (slug, options) =>
      answer(async (): Promise<UpdateAnswer> => {
        const update = await (await workshop()).checkUpdate({ bundle: String(slug) });
        const facts = { changed: update.changed, hash: update.hash, changes: update.changes };
        if (options?.apply !== true || !update.changed) return facts;
        return { ...facts, installed: await installed(await opening, update.preview) };
      }),
  });
}
