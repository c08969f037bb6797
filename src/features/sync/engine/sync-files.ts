// Syncs the files of records, after the records: it sends what is new here, fetches what is missing here, and removes
// from the storage what belongs to no record.
//
// - It can be stopped at any point; the next time goes on with the next piece.
// - A file is named in the log only after all its pieces are in the storage.
// - A piece that the storage lost or damaged is sent again by a device that has the file.
import { piecePath } from '../log/files.ts';
import { winner } from '../log/cells.ts';
import { fetchFiles } from './fetch-files.ts';
import { fileCells, PieceFolder, type FileOptions } from './piece-folder.ts';
import { askedHere, askFor, noteRepaired } from './repair-files.ts';
import type { Replica } from './replica.ts';
import { sendFiles } from './send-files.ts';

/** Milliseconds between two comparisons with the storage's listing. */
const CHECK_EVERY = 24 * 60 * 60_000;
/** Milliseconds that a piece stays without a record: another device may be about to name it. */
const UNUSED_FOR = 7 * CHECK_EVERY;
/** Pieces whose removal waits; more are noted at the next comparison. */
const MOST_UNUSED = 2000;

/** @throws Failure when the storage can't be used; reports what is wrong with single files */
export async function syncFiles(replica: Replica, options: FileOptions = {}): Promise<void> {
  const { files, state } = replica;
  if (!files) return;
  // With a gap in a log, a file could seem to belong to no record.
  const isComplete = replica.problems.length === 0;
  const folder = new PieceFolder(replica);
  await askFor(replica, await fetchFiles(replica, files, folder, options));
  const since = replica.clock.now() - (state.files?.checked ?? 0);
  const isDue = since < 0 || since >= CHECK_EVERY;
  const asked = askedHere(replica);
  const lost = new Set([...(isDue ? await lostHere(replica, folder) : []), ...asked.keys]);
  if (options.changed !== false || lost.size > 0)
    await sendFiles(replica, files, folder, { ...options, lost });
  await noteRepaired(replica, asked.pieces);
  if (isDue && isComplete) await clean(replica, folder);
}

/** Returns the keys of files that are here and that the storage no longer has whole. */
async function lostHere(replica: Replica, folder: PieceFolder): Promise<Set<string>> {
  const there = await folder.names();
  return new Set(
    fileCells(replica)
      .filter(({ mark, heads }) => {
        const { pieces = [] } = winner(heads) ?? {};
        return mark !== undefined && pieces.some((name) => !there.has(name));
      })
      .map(({ key }) => key),
  );
}

async function clean(replica: Replica, folder: PieceFolder): Promise<void> {
  const now = replica.clock.now();
  const before = replica.state.files?.unused ?? {};
  const heads = fileCells(replica).flatMap((cell) => cell.heads);
  // A snapshot of an older Perilune leaves the names out: then nobody knows what is used.
  if (heads.some(({ pieces }) => !pieces)) {
    await replica.save({ state: { files: { checked: now, unused: before } } });
    return;
  }
  const used = new Set(heads.flatMap(({ pieces = [] }) => pieces));
  const unused: Record<string, number> = {};
  let refused = false;
  for (const name of await folder.names()) {
    if (used.has(name)) continue;
    const since = Math.min(before[name] ?? now, now);
    const isOver = now - since >= UNUSED_FOR;
    if (isOver && !refused && (await removed(replica, name))) continue;
    refused ||= isOver;
    if (Object.keys(unused).length < MOST_UNUSED) unused[name] = since;
  }
  if (refused) replica.report({ kind: 'undeleted', device: replica.state.name });
  await replica.save({ state: { files: { checked: now, unused } } });
}

/** A storage may allow this page to write and not to delete. */
async function removed(replica: Replica, name: string): Promise<boolean> {
  return replica.store.remove(piecePath(name)).then(
    () => true,
    () => false,
  );
}
