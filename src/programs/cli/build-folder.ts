// The folders of `perilune build`: the files of a site, and the pack's own folder, which is changed without ever being broken.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { MANIFEST } from '../../pack/format.ts';
import { WrongUse } from '../../terminal/command-line.ts';

/** Names that only this program gives: nothing else in the folder is touched. */
const OURS =
  /^(?:root|terms|postings|spelling|places|text|filters|tools|vectors|model)\/[\da-f]{12}\.bin$|^files\/[\da-f]{12}\.json$/;

/**
 * Relative paths, with `/`.
 * @throws WrongUse when there is no such folder.
 */
export function filesBelow(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new WrongUse(`There is no folder ${folder}`);
  }
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .filter((path) => statSync(join(folder, path), { throwIfNoEntry: false })?.isFile());
}

export class PackFolder {
  readonly #folder: string;
  written = 0;
  removed = 0;
  files = 0;
  bytes = 0;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** True when the manifest and all the files that it stands for are there. */
  isWhole(): boolean {
    try {
      const { files } = JSON.parse(readFileSync(join(this.#folder, MANIFEST), 'utf8')) as { files: string };
      const list = readFileSync(join(this.#folder, 'files', `${files.slice(0, 12)}.json`), 'utf8');
      return Object.keys(JSON.parse(list) as object).every((name) => this.#has(name));
    } catch {
      return false;
    }
  }

  /**
   * Puts another pack in the place of the one that is there. When `write` or the disk fails the old one stays as it was.
   * @param write gives all files, the manifest last
   */
  replace<Result>(write: (put: (name: string, bytes: Uint8Array) => void) => Result): Result {
    const before = this.#ours();
    const named = new Set<string>();
    const fresh: string[] = [];
    const put = (name: string, bytes: Uint8Array): void => {
      named.add(name);
      this.files++;
      this.bytes += bytes.length;
      const path = join(this.#folder, name);
      const isThere =
        name === MANIFEST
          ? this.#has(name) && readFileSync(path).equals(bytes)
          : statSync(path, { throwIfNoEntry: false })?.size === bytes.length;
      if (isThere) return;
      mkdirSync(dirname(path), { recursive: true });
      fresh.push(name);
      // Under its own name it is whole.
      writeFileSync(`${path}.new`, bytes);
      renameSync(`${path}.new`, path);
      this.written++;
    };
    let result: Result;
    try {
      result = write(put);
    } catch (problem) {
      for (const name of fresh) rmSync(join(this.#folder, name), { force: true });
      throw problem;
    }
    for (const name of before) {
      if (named.has(name)) continue;
      rmSync(join(this.#folder, name), { force: true });
      this.removed++;
    }
    return result;
  }

  #ours(): string[] {
    if (!statSync(this.#folder, { throwIfNoEntry: false })?.isDirectory()) return [];
    return filesBelow(this.#folder).filter((path) => OURS.test(path));
  }

  #has(name: string): boolean {
    return statSync(join(this.#folder, name), { throwIfNoEntry: false })?.isFile() ?? false;
  }
}
