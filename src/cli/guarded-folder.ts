// Lists, reads and writes the files of a folder without ever leaving it, whatever links it contains.
//
// - A link that stays inside is treated as a file. One that leads outside is never read or written through.
// - A file is written under a random new name, then renamed, so an existing link in its place is replaced, not
//   followed.
// - Every file is checked again after it was opened, so a file swapped for a link meanwhile is refused.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmdirSync,
  statSync,
  unlinkSync,
  writeFileSync,
  type Stats,
} from 'node:fs';
import { basename, dirname, join, parse, relative, resolve, sep } from 'node:path';
import { Failure } from '../core/errors.ts';
import { makeFolders } from './make-folders.ts';

/** Windows lacks it; there, `wx` and the check after opening are enough. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** A pipe in place of a file must not block the program. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
/** Suffix of the temporary name of a file being written. */
const FRESH = /\.[\da-f]{24}\.new$/;

export interface Listing {
  /** Relative paths with `/`, in no particular order. */
  files: string[];
  /** Links that lead outside and are left alone. */
  out: string[];
}

export class GuardedFolder {
  /** Absolute path as given. */
  readonly path: string;
  /** The real path that nothing may leave. */
  readonly #wall: string;

  /**
   * @param path need not exist yet; links on the way to it are the user's own
   * @param wall an enclosing folder in which its links may lead
   */
  constructor(path: string, wall = path) {
    this.path = resolve(path);
    this.#wall = realPlace(resolve(wall));
  }

  /**
   * Opens the output folder. Inside `site` it must not lead outside; elsewhere no part of the path that differs from
   * that of the site may be a link.
   * @throws Failure `denied` that says what to name instead.
   */
  static output(out: string, site: string): GuardedFolder {
    const [folder, around] = [resolve(out), resolve(site)];
    if (isInside(around, folder)) {
      const guarded = new GuardedFolder(folder, around);
      guarded.#placeOf(folder);
      return guarded;
    }
    const link = firstLink(commonFolder(folder, around), folder);
    if (link === undefined) return new GuardedFolder(folder);
    throw new Failure(
      'denied',
      `${link} is a symbolic link, and files are not written through links; use the real folder, ${realPlace(folder)}`,
    );
  }

  /** Writes a file named by the user, replacing any existing one. */
  static put(file: string, bytes: string | Uint8Array): void {
    new GuardedFolder(dirname(resolve(file))).write(basename(file), bytes);
  }

  /** Lists all files below the folder. Linked folders are skipped: their targets inside are listed in their own place. */
  list(): Listing {
    const listing: Listing = { files: [], out: [] };
    const walk = (folder: string, below: string): void => {
      for (const entry of readdirSync(folder, { withFileTypes: true })) {
        const path = below === '' ? entry.name : `${below}/${entry.name}`;
        const full = join(folder, entry.name);
        if (entry.isDirectory()) walk(full, path);
        else if (entry.isFile()) listing.files.push(path);
        else if (entry.isSymbolicLink()) {
          const real = realOrNone(full);
          if (real === undefined) continue;
          if (!isInside(this.#wall, real)) listing.out.push(path);
          else if (statSync(real, { throwIfNoEntry: false })?.isFile()) listing.files.push(path);
        }
      }
    };
    if (this.exists()) walk(this.path, '');
    return listing;
  }

  exists(): boolean {
    const real = realOrNone(this.path);
    return real !== undefined && isInside(this.#wall, real) && statSync(real).isDirectory();
  }

  /** Returns the stats of a file inside; undefined for anything else. */
  facts(path: string): Stats | undefined {
    const real = realOrNone(this.#full(path));
    if (real === undefined || !isInside(this.#wall, real)) return undefined;
    const facts = lstatSync(real, { throwIfNoEntry: false });
    return facts?.isFile() ? facts : undefined;
  }

  /** Returns undefined when there is no such file. @throws Failure `denied` when a link leads outside. */
  read(path: string): Buffer | undefined {
    const real = realOrNone(this.#full(path));
    if (real === undefined) return undefined;
    this.#check(real, path);
    return withFile(real, constants.O_RDONLY | NO_FOLLOW | NO_WAIT, (file) => {
      if (!fstatSync(file).isFile()) return undefined;
      this.#checkOpen(file, real, path);
      return readFileSync(file);
    });
  }

  /** Writes a whole file, replacing any existing one. @throws Failure `denied` when its folder leads outside. */
  write(path: string, bytes: string | Uint8Array): void {
    const folder = this.#makeFolder(dirname(this.#full(path)), path);
    const fresh = join(folder, `${basename(path)}.${randomBytes(12).toString('hex')}.new`);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
    try {
      withFile(fresh, flags, (file) => {
        this.#checkOpen(file, fresh, path);
        writeFileSync(file, bytes);
      });
      renameSync(fresh, join(folder, basename(path)));
    } catch (problem) {
      removeOne(fresh);
      const isTaken = /^(EISDIR|ENOTDIR|ENOTEMPTY|EEXIST)$/.test((problem as { code?: string }).code ?? '');
      throw isTaken ? inTheWay(path) : problem;
    }
  }

  /** Appends to an existing file. @throws Failure `denied` when a link leads outside. */
  append(path: string, bytes: Uint8Array): void {
    const real = realpathSync(this.#full(path));
    this.#check(real, path);
    withFile(real, constants.O_WRONLY | constants.O_APPEND | NO_FOLLOW | NO_WAIT, (file) => {
      this.#checkOpen(file, real, path);
      writeFileSync(file, bytes);
    });
  }

  /**
   * Removes a file, or a link itself. @returns whether it existed. @throws Failure `denied` when its folder leads
   * outside.
   */
  remove(path: string): boolean {
    const full = this.#full(path);
    const folder = realOrNone(dirname(full));
    if (folder === undefined) return false;
    this.#check(folder, path);
    return removeOne(join(folder, basename(full)));
  }

  /** Removes an empty folder inside. */
  removeEmpty(path: string): void {
    const real = realOrNone(this.#full(path));
    if (real !== undefined && isInside(this.#wall, real) && readdirSync(real).length === 0) rmdirSync(real);
  }

  /**
   * Returns the real path of a link that stays inside: relative, with `/`.
   * @throws Failure `denied` when a link leads outside, or is broken.
   */
  follow(path: string): string {
    const full = this.#full(path);
    const real = realPlaceOf(full);
    if (real === undefined) throw leadsOut(path);
    this.#check(real, path);
    return relative(realPlace(this.path), real).split(sep).join('/');
  }

  /** Recognises files that were written but not renamed before a program was killed. */
  static isFresh(name: string): boolean {
    return FRESH.test(name);
  }

  #full(path: string): string {
    const full = resolve(this.path, path);
    if (!isInside(this.path, full)) throw leadsOut(path);
    return full;
  }

  #check(real: string, path: string): void {
    if (!isInside(this.#wall, real)) throw leadsOut(path);
  }

  /** @throws Failure `denied` unless the opened file is at this real path. */
  #checkOpen(file: number, real: string, path: string): void {
    const [opened, there] = [fstatSync(file), lstatSync(real, { throwIfNoEntry: false })];
    const same = there?.dev === opened.dev && there.ino === opened.ino;
    if (!same || realOrNone(real) !== real) throw leadsOut(path);
    this.#check(real, path);
  }

  #makeFolder(folder: string, path: string): string {
    const real = this.#placeOf(folder, path);
    try {
      makeFolders(real);
    } catch (problem) {
      if (!/^(ENOTDIR|EEXIST)$/.test((problem as { code?: string }).code ?? '')) throw problem;
      throw inTheWay(path);
    }
    if (realOrNone(real) !== real) throw leadsOut(path);
    return real;
  }

  #placeOf(folder: string, path = folder): string {
    const real = realPlaceOf(folder);
    if (real === undefined) throw leadsOut(path);
    this.#check(real, path);
    return real;
  }
}

function leadsOut(path: string): Failure {
  return new Failure('denied', `${path}: a link leads out of the folder`);
}

function inTheWay(path: string): Failure {
  return new Failure(
    'conflict',
    `${path} cannot be written: its name or its folder's name is already taken; move the other file`,
  );
}

function withFile<Result>(path: string, flags: number, use: (file: number) => Result): Result {
  const file = openSync(path, flags, 0o666);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

function removeOne(path: string): boolean {
  if (!isThere(path) || lstatSync(path).isDirectory()) return false;
  unlinkSync(path);
  return true;
}

/** Returns undefined for a missing path, a broken link and a link loop. */
function realOrNone(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/**
 * Returns the real path that a path will have once it exists, following its existing part. Undefined when a link on
 * the way is broken.
 */
function realPlaceOf(path: string): string | undefined {
  if (isThere(path)) return realOrNone(path);
  const folder = dirname(path);
  if (folder === path) return path;
  const real = realPlaceOf(folder);
  return real === undefined ? undefined : join(real, basename(path));
}

/** Links count as existing, wherever they lead. */
function isThere(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}

function realPlace(path: string): string {
  return realPlaceOf(path) ?? path;
}

function isInside(folder: string, path: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

function commonFolder(one: string, other: string): string {
  let folder = one;
  while (!isInside(folder, other)) folder = dirname(folder);
  return folder;
}

/**
 * Returns the first link below `above` on the way to `path`. Links in the root folder belong to the system, such as
 * `/tmp`.
 */
function firstLink(above: string, path: string): string | undefined {
  const { root } = parse(path);
  let place = above;
  for (const name of relative(above, path).split(sep)) {
    const isSystems = place === root;
    place = join(place, name);
    if (!isSystems && lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place;
  }
  return undefined;
}
