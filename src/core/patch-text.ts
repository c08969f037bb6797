// Applies a unified diff to one text: completely or not at all.
import { applyPatch, parsePatch, type StructuredPatch } from 'diff';
import { Failure } from './errors.ts';

/** Characters. For a longer diff, the caller has to write the whole file. */
const LONGEST = 1_000_000;

/**
 * @param before undefined: there is no such file, and the diff creates it
 * @throws Failure `bad_request` if the text is not a diff of this file, `conflict` if it does not fit
 */
export function patchText(before: string | undefined, diff: string, path: string): string {
  if (diff.length > LONGEST) throw bad(path, 'the diff is too long; write the whole file instead');
  const patch = parsed(diff, path);
  for (const name of [patch.oldFileName, patch.newFileName]) {
    if (name === undefined || name === '' || name === '/dev/null') continue;
    const plain = name.replace(/^[ab]\//, '');
    if (plain !== path && name !== path) throw bad(path, `the diff is for '${plain}'`);
  }
  const after = applyPatch(before ?? '', patch, { autoConvertLineEndings: true });
  if (after === false) {
    throw new Failure(
      'conflict',
      `fs.patch: ${path}: the diff does not fit the file; read the file again and make the diff from that`,
    );
  }
  return after;
}

function parsed(diff: string, path: string): StructuredPatch {
  let patches: StructuredPatch[];
  try {
    patches = parsePatch(diff);
  } catch (error) {
    throw bad(path, error instanceof Error ? error.message : 'it is not a diff');
  }
  const [first, ...others] = patches.filter(({ hunks }) => hunks.length > 0);
  if (!first) throw bad(path, 'this is not a unified diff; it needs hunks such as "@@ -1,2 +1,2 @@"');
  if (others.length > 0) throw bad(path, 'the diff changes several files; patch one at a time');
  return first;
}

function bad(path: string, why: string): Failure {
  return new Failure('bad_request', `fs.patch: ${path}: ${why}`);
}
