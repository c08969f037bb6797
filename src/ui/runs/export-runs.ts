// Exports the run log as a file for people and programs: JSON Lines, one run per line.
import { maskKeysIn } from '../../core/mask-keys.ts';
import { offerUnmasked } from '../components/offer-unmasked.ts';
import { saveBlob } from '../components/save-file.ts';

/** @returns the number of exported runs. */
export async function exportRuns(lines: AsyncIterable<string>): Promise<number> {
  const whole: string[] = [];
  const masked: string[] = [];
  let count = 0;
  for await (const line of lines) {
    const safe = maskKeysIn(JSON.parse(line) as unknown);
    count += safe.count;
    whole.push(line);
    masked.push(`${JSON.stringify(safe.value)}\n`);
  }
  const save = (parts: string[]): void =>
    saveBlob(
      `perilune-runs-${new Date().toISOString().slice(0, 10)}.jsonl`,
      new Blob(parts, { type: 'application/jsonl' }),
    );
  save(masked);
  offerUnmasked(count, () => save(whole));
  return whole.length;
}
