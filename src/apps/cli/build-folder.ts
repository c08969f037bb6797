// The folders of `perilune build`: the files of a site, and the index folder, which stays readable throughout a
// build.
import { MANIFEST } from '../../site-index/format.ts';
import { WrongUse } from '../../cli/command-line.ts';
import { GuardedFolder, type Listing } from '../../cli/guarded-folder.ts';

/** File names only this program creates. Nothing else in the folder is touched. */
const OURS =
  /^(?:root|terms|postings|spelling|places|text|filters|tools|vectors|model)\/[\da-f]{12}\.bin$|^files\/[\da-f]{12}\.json$/;

/**
 * Returns the files of a folder as relative paths with `/`, and the links that point outside it.
 * @throws WrongUse when the folder does not exist.
 */
export function filesIn(folder: GuardedFolder): Listing {
  if (!folder.exists()) throw new WrongUse(`Folder not found: ${folder.path}`);
  return folder.list();
}

export class PackFolder {
  readonly #folder: GuardedFolder;
  written = 0;
  removed = 0;
  files = 0;
  bytes = 0;

  constructor(folder: GuardedFolder) {
    this.#folder = folder;
  }

  /** True when the manifest exists, and every file it refers to. */
  isWhole(): boolean {
    try {
      const { files } = JSON.parse(this.#text(MANIFEST)) as { files: string };
      return Object.keys(JSON.parse(this.#text(`files/${files.slice(0, 12)}.json`)) as object).every((name) =>
        this.#has(name),
      );
    } catch {
      return false;
    }
  }

  /**
   * Replaces the index in the folder. If `write` or the disk fails, the old one stays.
   * @param write yields every file, the manifest last
   */
  replace<Result>(write: (put: (name: string, bytes: Uint8Array) => void) => Result): Result {
    const before = this.#ours();
    const named = new Set<string>();
    const fresh: string[] = [];
    const put = (name: string, bytes: Uint8Array): void => {
      named.add(name);
      this.files++;
      this.bytes += bytes.length;
      const facts = this.#folder.facts(name);
      const isThere =
        facts?.size === bytes.length &&
        (name !== MANIFEST || this.#folder.read(name)?.equals(bytes) === true);
      if (isThere) return;
      fresh.push(name);
      this.#folder.write(name, bytes);
      this.written++;
    };
    let result: Result;
    try {
      result = write(put);
    } catch (problem) {
      for (const name of fresh) this.#folder.remove(name);
      throw problem;
    }
    for (const name of before) {
      if (named.has(name)) continue;
      this.#folder.remove(name);
      this.removed++;
    }
    return result;
  }

  #ours(): string[] {
    const isOurs = (path: string): boolean =>
      OURS.test(path) || (GuardedFolder.isFresh(path) && OURS.test(path.replace(/\.[\da-f]+\.new$/, '')));
    return this.#folder.list().files.filter(isOurs);
  }

  #has(name: string): boolean {
    return this.#folder.facts(name) !== undefined;
  }

  #text(name: string): string {
    return this.#folder.read(name)?.toString('utf8') ?? '';
  }
}
