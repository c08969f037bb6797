// Repairs files in the storage. A device that finds a piece missing or damaged names it in its marker. One that has the
// file reads the piece, and sends it again if it is not whole.
import { winner } from '../log/cells.ts';
import { fileCells } from './piece-folder.ts';
import { sendMarker } from './push.ts';
import type { Replica } from './replica.ts';

/** Pieces that a marker names; the others follow when these are back. */
const MOST = 200;
/** Milliseconds: a storage that damages a piece again and again makes no device send it all the time. */
const AGAIN_AFTER = 24 * 60 * 60_000;

/** Tells the other devices what this one lacks, or that it lacks nothing any more. */
export async function askFor(replica: Replica, pieces: ReadonlySet<string>): Promise<void> {
  const lacking = [...pieces].sort().slice(0, MOST);
  if (String(lacking) === String(replica.state.lacking ?? [])) return;
  // After an interruption, the next sync writes the marker.
  await replica.save({ state: { lacking, shown: false } });
  await sendMarker(replica);
}

/** What other devices lack of the files here: the pieces, and the keys of the files. */
export function askedHere(replica: Replica): { pieces: Set<string>; keys: Set<string> } {
  const { asked = {} } = replica.state;
  const wanted = new Set(
    Object.values(asked)
      .flat()
      .filter((piece) => !isRecent(replica, piece)),
  );
  const [pieces, keys] = [new Set<string>(), new Set<string>()];
  if (wanted.size === 0) return { pieces, keys };
  for (const { key, mark, heads } of fileCells(replica)) {
    const needed = mark === undefined ? [] : (winner(heads)?.pieces ?? []).filter((name) => wanted.has(name));
    for (const name of needed) pieces.add(name);
    if (needed.length > 0) keys.add(key);
  }
  return { pieces, keys };
}

/** Each piece is checked once for a marker, and once a day at most. */
export async function noteRepaired(replica: Replica, pieces: ReadonlySet<string>): Promise<void> {
  const { asked = {}, repaired = {} } = replica.state;
  if (Object.keys(asked).length === 0) return;
  const now = replica.clock.now();
  const recent = Object.entries(repaired).filter(([piece]) => isRecent(replica, piece));
  const later = Object.entries(asked)
    .map(([device, all]) => [device, all.filter((piece) => isRecent(replica, piece))] as const)
    .filter(([, all]) => all.length > 0);
  await replica.save({
    state: {
      asked: Object.fromEntries(later),
      repaired: Object.fromEntries([...recent, ...[...pieces].map((piece) => [piece, now] as const)]),
    },
  });
}

function isRecent({ state, clock }: Replica, piece: string): boolean {
  const at = state.repaired?.[piece];
  // A clock that was set back must not stop repairs for long.
  return at !== undefined && Math.abs(clock.now() - at) < AGAIN_AFTER;
}
