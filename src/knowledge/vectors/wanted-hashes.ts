// The hashes of a library's passages, which merging keeps.
import { HashRows } from '../../search/vectors/hash-rows.ts';

export function wantedHashes(
  passages: Iterable<{ low: number; high: number }>,
): (low: number, high: number) => boolean {
  const wanted = new HashRows();
  for (const { low, high } of passages) wanted.push(low, high);
  return (low, high) => wanted.rowOf(low, high) >= 0;
}
