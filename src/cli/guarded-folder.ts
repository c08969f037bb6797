// A folder whose files are listed, read and written without ever leaving it, whatever links lie in it.
//
// - A link that stays inside is a file like any other. One that leads out is never read and never written through.
// - A file is written under a fresh name nobody can foresee, then renamed: what lay in its place is replaced, not followed.
// - What was opened is checked once more after it was opened, so that a file exchanged for a link meanwhile is refused.
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  mkdirSync,
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

/** Not there on Windows, where `wx` and the check after opening do the work alone. */
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
/** A pipe in place of a file must not make the program wait. */
const NO_WAIT = constants.O_NONBLOCK ?? 0;
/** The end of a name under which a file is written before it gets its own. */
const FRESH = /\.[\da-f]{24}\.new$/;

export interface Listing {
  /** Relative paths with `/`, in no particular order. */
  files: string[];
  /** Links that lead out, and are left alone. */
  out: string[];
}

export class GuardedFolder {
  /** Absolute, as it was named. */
  readonly path: string;
  /** The real place that nothing may leave. */
  readonly #wall: string;

  /**
   * @param path need not exist yet; links on the way to it are the user's own
   * @param wall a folder around it, inside of which its links may lead
   */
  constructor(path: string, wall = path) {
    this.path = resolve(path);
    this.#wall = realPlace(resolve(wall));
  }

  /**
   * The folder that results go to. Inside of `site` it must not lead out of it; elsewhere no part of the path that differs
   * from that of the site may be a link.
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

  /** Writes a file that the user named, in place of whatever has its name. */
  static put(file: string, bytes: string | Uint8Array): void {
    new GuardedFolder(dirname(resolve(file))).write(basename(file), bytes);
  }

  /** All files below it. Folders that are links are not entered: what they lead to inside is listed where it lies. */
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

  /** Of a file inside; undefined for everything else. */
  facts(path: string): Stats | undefined {
    const real = realOrNone(this.#full(path));
    if (real === undefined || !isInside(this.#wall, real)) return undefined;
    const facts = lstatSync(real, { throwIfNoEntry: false });
    return facts?.isFile() ? facts : undefined;
  }

  /** Undefined when there is no such file. @throws Failure `denied` when a link leads out. */
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

  /** Writes a whole file in place of whatever has its name. @throws Failure `denied` when its folder leads out. */
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

  /** Adds to the end of a file that is there. @throws Failure `denied` when a link leads out. */
  append(path: string, bytes: Uint8Array): void {
    const real = realpathSync(this.#full(path));
    this.#check(real, path);
    withFile(real, constants.O_WRONLY | constants.O_APPEND | NO_FOLLOW | NO_WAIT, (file) => {
      this.#checkOpen(file, real, path);
      writeFileSync(file, bytes);
    });
  }

  /** Removes a file, or a link itself. @returns whether there was one. @throws Failure `denied` when its folder leads out. */
  remove(path: string): boolean {
    const full = this.#full(path);
    const folder = realOrNone(dirname(full));
    if (folder === undefined) return false;
    this.#check(folder, path);
    return removeOne(join(folder, basename(full)));
  }

  /** Removes a folder inside that is empty. */
  removeEmpty(path: string): void {
    const real = realOrNone(this.#full(path));
    if (real !== undefined && isInside(this.#wall, real) && readdirSync(real).length === 0) rmdirSync(real);
  }

  /**
   * Where a path really leads, for whoever follows links that stay inside: relative, with `/`.
   * @throws Failure `denied` when a link leads out, or nowhere.
   */
  follow(path: string): string {
    const full = this.#full(path);
    const real = realPlaceOf(full);
    if (real === undefined) throw leadsOut(path);
    this.#check(real, path);
    return relative(realPlace(this.path), real).split(sep).join('/');
  }

  /** Names of files that were written and not yet renamed when a program was ended. */
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

  /** @throws Failure `denied` unless what was opened lies at this real place. */
  #checkOpen(file: number, real: string, path: string): void {
    const [opened, there] = [fstatSync(file), lstatSync(real, { throwIfNoEntry: false })];
    const same = there?.dev === opened.dev && there.ino === opened.ino;
    if (!same || realOrNone(real) !== real) throw leadsOut(path);
    this.#check(real, path);
  }

  #makeFolder(folder: string, path: string): string {
    const real = this.#placeOf(folder, path);
    try {
      mkdirSync(real, { recursive: true });
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
    `${path} cannot be written: something else has its name or that of its folder; move it away`,
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

/** Undefined for what is not there, a link that leads nowhere and one that leads to itself. */
function realOrNone(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Where a path leads once it exists: what is there already is followed. Undefined when a link on the way leads nowhere. */
function realPlaceOf(path: string): string | undefined {
  if (isThere(path)) return realOrNone(path);
  const folder = dirname(path);
  if (folder === path) return path;
  const real = realPlaceOf(folder);
  return real === undefined ? undefined : join(real, basename(path));
}

/** Links count, wherever they lead. */
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

/** The first link below `above` on the way to `path`. Those in the root folder are the system's, such as `/tmp`. */
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
