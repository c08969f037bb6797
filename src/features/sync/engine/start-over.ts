// Gives this device a new log. Needed when a copy of it has continued the old one: a restored browser profile, or a
// copied one.
import { sha256Hex } from '../../../base/digest.ts';
import type { Json } from '../../../base/json.ts';
import { randomId } from '../log/canonical.ts';
import type { Cell } from '../log/cells.ts';
import { entryPath, readEntry } from '../log/files.ts';
import { newIdentity } from '../../../storage/age-files.ts';
import type { Pending } from './ports.ts';
import type { Replica } from './replica.ts';

export async function startOver(replica: Replica): Promise<void> {
  const old = replica.state;
  const device = randomId();
  const reached = old.sent.seq > 0 ? { ...old.reached, [old.device]: old.sent } : old.reached;
  const places = new Map<string, number>();
  const pending: Pending[] = [];
  let last = { seq: 0, hash: '' };
  for (const waiting of replica.pending) {
    const entry = readEntry(JSON.parse(new TextDecoder().decode(waiting.bytes)) as Record<string, Json>);
    const seq = last.seq + 1;
    places.set(entryPath(old.device, entry.seq), seq);
    const bytes = replica.sealed.plain(entryPath(device, seq), {
      ...{ device, seq, prev: last.hash, seen: reached, changes: entry.changes },
    });
    pending.push({ seq, bytes, blobs: waiting.blobs });
    last = { seq, hash: await sha256Hex(bytes) };
  }
  const cells: Cell[] = [];
  for (const cell of replica.cells.values()) {
    const heads = cell.heads.map((head) => {
      const seq = places.get(entryPath(head.at[0], head.at[1]));
      return seq === undefined ? head : { ...head, at: [device, seq, head.at[2]] as const };
    });
    if (heads.some((head, index) => head !== cell.heads[index])) cells.push({ ...cell, heads });
  }
  const { snapshot: _, ...rest } = old;
  await replica.save({
    state: {
      ...rest,
      ...{ device, identity: await newIdentity(), reached, written: last, marked: 0, shown: false },
      sent: { seq: 0, hash: '' },
      names: { ...old.names, [old.device]: old.name },
    },
    cells,
    drop: replica.pending.map(({ seq }) => seq),
    add: pending,
  });
}
