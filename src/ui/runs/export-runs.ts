// Exports the run log as a file for people and programs: JSON Lines, one run per line.

/** @returns the number of exported runs. */
export async function exportRuns(lines: AsyncIterable<string>): Promise<number> {
  const parts: string[] = [];
  for await (const line of lines) parts.push(line);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob(parts, { type: 'application/jsonl' }));
  link.download = `perilune-runs-${new Date().toISOString().slice(0, 10)}.jsonl`;
  link.click();
  // The browser reads the file after this task.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return parts.length;
}
