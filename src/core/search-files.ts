// Searches the text files of a folder for plain text, line by line. It takes no patterns, so none can hang it.
import { Failure } from './errors.ts';

export interface FileMatch {
  path: string;
  /** From 1. */
  line: number;
  text: string;
}

/** Bytes. Larger files are probably data, not text. */
const LARGEST = 1024 * 1024;
const MOST_MATCHES = 200;
/** Characters of a line. */
const LONGEST_LINE = 240;

/**
 * Ignores case. Skips large files.
 * @param textAt undefined when the file is binary or gone
 * @throws Failure `bad_request` without words, `cancelled`
 */
export async function searchFiles(
  files: readonly { path: string; size: number }[],
  words: string,
  textAt: (path: string) => Promise<string | undefined>,
  signal: { readonly aborted: boolean },
): Promise<FileMatch[]> {
  const wanted = words.toLowerCase();
  if (wanted.trim() === '') throw new Failure('bad_request', 'fs.search: the text to look for is empty');
  const found: FileMatch[] = [];
  for (const { path, size } of [...files].sort((a, b) => (a.path < b.path ? -1 : 1))) {
    if (found.length >= MOST_MATCHES) break;
    if (signal.aborted) throw new Failure('cancelled', 'fs.search: the run was stopped');
    if (size > LARGEST) continue;
    const text = await textAt(path);
    if (text === undefined || !text.toLowerCase().includes(wanted)) continue;
    for (const [index, line] of text.split('\n').entries()) {
      if (found.length >= MOST_MATCHES) break;
      const at = line.toLowerCase().indexOf(wanted);
      if (at >= 0) found.push({ path, line: index + 1, text: cut(line, at) });
    }
  }
  return found;
}

/** Shows the match, wherever it is in a long line. */
function cut(line: string, at: number): string {
  const from = line.length > LONGEST_LINE ? Math.max(0, at - LONGEST_LINE / 2) : 0;
  return line.slice(from, from + LONGEST_LINE).trimEnd();
}
