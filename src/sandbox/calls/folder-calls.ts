// `fs.read`, `fs.write`, `fs.list`, `fs.search`, `fs.patch`, `fs.delete`: a tool's own folder, and nothing outside it.
//
// - Shipped files are read-only. A written file with the same path takes precedence.
// - Written files may hold untrusted text from an earlier run, so reading one taints the run.
// - Writing and deleting need an approval unless the tool was granted that. A secret is never written.
// - A change of a project folder always needs an approval, which shows the difference.
import { Failure } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import { toFolderPath } from '../../core/folder-path.ts';
import { patchText } from '../../core/patch-text.ts';
import { searchFiles } from '../../core/search-files.ts';
import type { Taint } from '../../core/taint.ts';
import type { HostCall } from '../capabilities.ts';
import type { FileFacts, FolderStore, HostAnswer } from '../../core/ports/grants.ts';

/** Maximum characters of a text shown in an approval. */
const MAX_PREVIEW = 100_000;

const WRITTEN = 'files of the tool';

interface Entry {
  path: string;
  size: number;
  /** Seconds since 1970. */
  modified: number;
  type: 'file' | 'directory';
}

export class FolderCalls {
  readonly #store: FolderStore;
  readonly #taint: Taint;

  constructor(store: FolderStore, taint: Taint) {
    this.#store = store;
    this.#taint = taint;
  }

  async read({ payload, run }: HostCall): Promise<HostAnswer> {
    const path = toFolderPath(String(payload['path']), 'fs.read');
    const bytes = await this.#bytesOf(run, path);
    if (!bytes) throw new Failure('not_found', `fs.read: ${path}: no such file`);
    if (bytes.length > run.limits.answer) {
      throw new Failure(
        'too_large',
        `fs.read: ${path}: the file is larger than ${inMebibytes(run.limits.answer)}`,
      );
    }
    return { json: 'null', bytes };
  }

  write(call: HostCall): Promise<HostAnswer> {
    const { payload, bytes = new Uint8Array() } = call;
    return this.#write(call, toFolderPath(String(payload['path']), 'fs.write'), bytes);
  }

  /** Applies a unified diff to a text. */
  async patch(call: HostCall): Promise<HostAnswer> {
    const { payload, run } = call;
    const path = toFolderPath(String(payload['path']), 'fs.patch');
    const bytes = await this.#bytesOf(run, path);
    const before = bytes && textIn(bytes);
    if (bytes && before === undefined) throw new Failure('bad_request', `fs.patch: ${path}: it is not text`);
    const after = patchText(before, String(payload['diff']), path);
    return this.#write(call, path, new TextEncoder().encode(after));
  }

  /** Finds plain text in the lines of all texts. */
  async search({ payload, run }: HostCall): Promise<HostAnswer> {
    const directory = directoryOf(payload['dir'], 'fs.search');
    const files = (await this.#filesOf(run)).filter(({ path }) => path.startsWith(directory));
    const textAt = async (path: string): Promise<string | undefined> => {
      const bytes = await this.#bytesOf(run, path);
      return bytes && textIn(bytes);
    };
    return { json: JSON.stringify(await searchFiles(files, String(payload['text']), textAt, run.signal)) };
  }

  async #write(call: HostCall, path: string, bytes: Uint8Array): Promise<HostAnswer> {
    const { run } = call;
    const [secret] = run.secrets.carried([bytes]);
    if (secret) {
      throw new Failure(
        'denied',
        `fs.write: ${path}: the text holds the secret ${secret.name}; keep it out of files`,
      );
    }
    await this.#allow(call, { kind: 'write', path, text: preview(bytes) }, bytes);
    await this.#storeOf(run).write(run.grants.folder, path, bytes);
    return { json: 'true' };
  }

  async delete(call: HostCall): Promise<HostAnswer> {
    const { payload, run } = call;
    const path = toFolderPath(String(payload['path']), 'fs.delete');
    await this.#allow(call, { kind: 'delete', path, text: '' });
    if (await this.#storeOf(run).remove(run.grants.folder, path)) return { json: 'true' };
    if (shipped(run, path)) {
      throw new Failure('denied', `fs.delete: ${path}: the file belongs to the tool and cannot be deleted`);
    }
    throw new Failure('not_found', `fs.delete: ${path}: no such file`);
  }

  async list({ payload, run }: HostCall): Promise<HostAnswer> {
    const directory = directoryOf(payload['dir'], 'fs.list');
    const glob = payload['glob'];
    const entries = children(await this.#filesOf(run), directory).filter(
      ({ path }) => typeof glob !== 'string' || matches(path.slice(directory.length), glob),
    );
    return { json: JSON.stringify(entries) };
  }

  /** The files that came with the script, and those written. */
  async #filesOf(run: HostCall['run']): Promise<FileFacts[]> {
    const files = new Map<string, FileFacts>();
    for (const [path, source] of Object.entries(run.grants.files)) {
      files.set(path, {
        path,
        size: new TextEncoder().encode(source).length,
        modified: '1970-01-01T00:00:00Z',
      });
    }
    const written = await this.#storeOf(run).list(run.grants.folder);
    if (written.length > 0) this.#taint.add(WRITTEN);
    for (const facts of written) files.set(facts.path, facts);
    return [...files.values()];
  }

  async #bytesOf(run: HostCall['run'], path: string): Promise<Uint8Array | undefined> {
    const written = await this.#storeOf(run).read(run.grants.folder, path);
    if (written) this.#taint.add(WRITTEN);
    return written ?? shipped(run, path);
  }

  #storeOf({ grants }: HostCall['run']): FolderStore {
    return grants.store ?? this.#store;
  }

  async #allow(
    { run, hold, release }: HostCall,
    act: { kind: 'write' | 'delete'; path: string; text: string },
    bytes?: Uint8Array,
  ): Promise<void> {
    run.grants.outbound.refuse('writing');
    const change = await this.#storeOf(run).propose?.(act.path, bytes);
    if (run.grants.writes && !change) return;
    hold();
    try {
      const shown = change ? { ...act, text: '', change } : act;
      if (await run.grants.approve(shown, run.signal)) return;
    } finally {
      release();
    }
    throw new Failure('denied', `fs.${act.kind}: ${act.path}: it was not approved`);
  }
}

function shipped({ grants }: HostCall['run'], path: string): Uint8Array | undefined {
  const text = Object.hasOwn(grants.files, path) ? grants.files[path] : undefined;
  return text === undefined ? undefined : new TextEncoder().encode(text);
}

/** @returns the beginning of the paths; empty: all */
function directoryOf(given: unknown, operation: string): string {
  return given === undefined || given === '' || given === '.'
    ? ''
    : `${toFolderPath(String(given), operation)}/`;
}

/** @returns undefined for a binary file */
function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function preview(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes.subarray(0, MAX_PREVIEW * 4));
  const rest = bytes.length > MAX_PREVIEW ? `… (${bytes.length} bytes in all)` : '';
  return text.slice(0, MAX_PREVIEW) + rest;
}

/** Returns the files and directories directly inside a directory, by path. */
function children(files: readonly FileFacts[], directory: string): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { path, size, modified } of files) {
    if (!path.startsWith(directory)) continue;
    const slash = path.indexOf('/', directory.length);
    const seconds = Math.floor(Date.parse(modified) / 1000);
    if (slash < 0) {
      entries.set(path, { path, size, modified: seconds, type: 'file' });
      continue;
    }
    const name = path.slice(0, slash);
    const known = entries.get(name)?.modified ?? 0;
    entries.set(name, { path: name, size: 0, modified: Math.max(known, seconds), type: 'directory' });
  }
  return [...entries.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Matches `*` (any characters) and `?` (one). Uses no regular expression: a script's glob must not hang the page. */
function matches(name: string, glob: string): boolean {
  let at = 0;
  let star = -1;
  let retry = 0;
  for (let i = 0; i < name.length;) {
    if (glob[at] === '*') {
      star = at++;
      retry = i;
    } else if (at < glob.length && (glob[at] === '?' || glob[at] === name[i])) {
      at++;
      i++;
    } else if (star >= 0) {
      at = star + 1;
      i = ++retry;
    } else {
      return false;
    }
  }
  while (glob[at] === '*') at++;
  return at === glob.length;
}
