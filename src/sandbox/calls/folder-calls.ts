// `fs.read`, `fs.write`, `fs.list`, `fs.delete`: a tool's own folder, and nothing outside it.
//
// - Shipped files are read-only. A written file with the same path takes precedence.
// - Written files may hold untrusted text from an earlier run, so reading one taints the run.
// - Writing and deleting need an approval unless the tool was granted that. A secret is never written.
import { Failure } from '../../core/errors.ts';
import { inMebibytes } from '../../core/limits.ts';
import { toFolderPath } from '../../core/folder-path.ts';
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
    const written = await this.#storeOf(run).read(run.grants.folder, path);
    if (written) this.#taint.add(WRITTEN);
    const bytes = written ?? shipped(run, path);
    if (!bytes) throw new Failure('not_found', `fs.read: ${path}: no such file`);
    if (bytes.length > run.limits.answer) {
      throw new Failure(
        'too_large',
        `fs.read: ${path}: the file is larger than ${inMebibytes(run.limits.answer)}`,
      );
    }
    return { json: 'null', bytes };
  }

  async write(call: HostCall): Promise<HostAnswer> {
    const { payload, run, bytes = new Uint8Array() } = call;
    const path = toFolderPath(String(payload['path']), 'fs.write');
    const [secret] = run.secrets.carried([bytes]);
    if (secret) {
      throw new Failure(
        'denied',
        `fs.write: ${path}: the text holds the secret ${secret.name}; keep it out of files`,
      );
    }
    await this.#allow(call, { kind: 'write', path, text: preview(bytes) });
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
    const given = payload['dir'] ?? '';
    const directory = given === '' || given === '.' ? '' : `${toFolderPath(String(given), 'fs.list')}/`;
    const glob = payload['glob'];
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
    const entries = children([...files.values()], directory).filter(
      ({ path }) => typeof glob !== 'string' || matches(path.slice(directory.length), glob),
    );
    return { json: JSON.stringify(entries) };
  }

  #storeOf({ grants }: HostCall['run']): FolderStore {
    return grants.store ?? this.#store;
  }

  async #allow(
    { run, hold, release }: HostCall,
    act: { kind: 'write' | 'delete'; path: string; text: string },
  ): Promise<void> {
    run.grants.outbound.refuse('writing');
    if (run.grants.writes) return;
    hold();
    try {
      if (await run.grants.approve(act, run.signal)) return;
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
