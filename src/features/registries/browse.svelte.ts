// What the browser of registries shows: the merged list, what is installed from it, and which texts are newer.
import type { App } from '../../apps/web/app.ts';
import { toErrorData } from '../../core/errors.ts';
import type { Profile } from '../../core/profile.ts';
import type { Tool } from '../../core/tool.ts';
import { readEntry, type EntryTexts } from './entry-texts.ts';
import {
  matching,
  merged,
  readRegistry,
  type Listed,
  type OpenRegistry,
  type Reading,
} from './open-registry.ts';
import type { RegistryEntry } from './read-manifest.ts';

type Offer = Listed['offers'][number];
type BrowseApp = Pick<App, 'storage' | 'tools' | 'profiles'>;

export class Browse {
  readonly #app: BrowseApp;
  readonly #texts = new Map<string, Promise<EntryTexts>>();
  readings = $state.raw<readonly Reading[]>([]);
  reading = $state(true);
  problem = $state('');
  query = $state('');
  kind = $state<RegistryEntry['kind'] | ''>('');
  /** Tools by registry and entry. */
  #installed = $state.raw<ReadonlyMap<string, Tool>>(new Map());
  /** Agents likewise. */
  #profiles = $state.raw<ReadonlyMap<string, Profile>>(new Map());
  /** The hash of each text that was read. */
  #hashes = $state.raw<ReadonlyMap<string, string>>(new Map());

  readonly list: readonly Listed[] = $derived(merged(this.readings.filter((one) => 'files' in one)));
  readonly found: readonly Listed[] = $derived(matching(this.list, this.query, this.kind));

  constructor(app: BrowseApp) {
    this.#app = app;
  }

  get isEmpty(): boolean {
    return !this.reading && this.readings.length === 0;
  }

  get updates(): number {
    return this.list.flatMap(({ offers }) => offers).filter((offer) => this.isNewer(offer)).length;
  }

  /** Reads all registries that are on, at once. Never rejects. */
  async open(): Promise<void> {
    this.reading = true;
    this.problem = '';
    this.#texts.clear();
    this.#hashes = new Map();
    try {
      const { registries } = await this.#app.storage();
      const on = (await registries.list()).filter(({ off }) => !off);
      this.readings = await Promise.all(on.map((registry) => readRegistry(registry)));
    } catch (error) {
      this.problem = toErrorData(error, 'unavailable').message;
    }
    this.reading = false;
    this.follow();
    await this.followProfiles().catch(() => undefined);
    await this.#findNewer();
  }

  /** Reads again what is installed: after each change of the tools. */
  follow(): void {
    const { tools } = this.#app;
    const found = new Map<string, Tool>();
    // The version chosen last that came from there, although the user may have changed the tool since.
    const all = tools.bundles().flatMap(({ id }) => tools.toolsIn(id));
    for (const tool of all.toSorted((a, b) => (a.currentSince < b.currentSince ? -1 : 1))) {
      if (tool.from?.entry !== undefined) found.set(idOf(tool.from.url, tool.from.entry), tool);
    }
    this.#installed = found;
  }

  /** Reads the agents again: after each change of the profiles. */
  async followProfiles(): Promise<void> {
    const all = await (await this.#app.profiles()).list();
    this.#profiles = new Map(
      all.flatMap((profile) => {
        const { url, entry } = profile.from ?? {};
        return url === undefined || entry === undefined ? [] : [[idOf(url, entry), profile]];
      }),
    );
  }

  profile({ entry, from }: Offer): Profile | undefined {
    return this.#profiles.get(idOf(from.url, entry.key));
  }

  installed({ entry, from }: Offer): Tool | undefined {
    return this.#installed.get(idOf(from.url, entry.key));
  }

  /** The text in the registry differs from the installed one. */
  isNewer(offer: Offer): boolean {
    const hash = this.#hashes.get(idOf(offer.from.url, offer.entry.key));
    const origin = (this.installed(offer) ?? this.profile(offer))?.from;
    return hash !== undefined && origin !== undefined && origin.hash !== hash;
  }

  /** The texts of an entry, read once for as long as the browser is open. */
  texts({ entry, from }: Offer): Promise<EntryTexts> {
    const id = idOf(from.url, entry.key);
    const known = this.#texts.get(id);
    if (known) return known;
    const read = readEntry(entry, from.files);
    this.#texts.set(id, read);
    read.then(
      ({ hash }) => (this.#hashes = new Map([...this.#hashes, [id, hash]])),
      // It can be tried again.
      () => this.#texts.delete(id),
    );
    return read;
  }

  async #findNewer(): Promise<void> {
    const offers = this.list
      .flatMap(({ offers: all }) => all)
      .filter((offer) => this.installed(offer) ?? this.profile(offer));
    // A text that can't be read is explained when its entry is shown.
    await Promise.all(offers.map((offer) => this.texts(offer).catch(() => undefined)));
  }
}

function idOf(url: string, entry: string): string {
  return `${url} ${entry}`;
}

export type { Listed, Offer, OpenRegistry };
