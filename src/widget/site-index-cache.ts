// Open indexes of a page: widgets with the same index share it, and the last one closes it.
import type { SitePack } from '../core/site-pack.ts';

interface Shelved {
  pack: Promise<SitePack>;
  users: Set<object>;
}

export class SiteIndexCache {
  readonly #packs = new Map<string, Shelved>();

  constructor(private readonly open: (address: string) => Promise<SitePack>) {}

  /** An index that failed to open is opened again next time. */
  take(address: string, user: object): Promise<SitePack> {
    let shelved = this.#packs.get(address);
    if (!shelved) {
      const entry: Shelved = { pack: this.open(address), users: new Set() };
      shelved = entry;
      this.#packs.set(address, entry);
      entry.pack.catch(() => {
        if (this.#packs.get(address) === entry) this.#packs.delete(address);
      });
    }
    shelved.users.add(user);
    return shelved.pack;
  }

  leave(user: object): void {
    for (const [address, { pack, users }] of this.#packs) {
      if (!users.delete(user) || users.size > 0) continue;
      this.#packs.delete(address);
      pack.then(
        (opened) => opened.close(),
        () => undefined,
      );
    }
  }
}
