// Pasted text that is long enough to be a document of its own. Pure.
import { shortened } from '../../../base/shortened.ts';

const LONGEST_TITLE = 80;

/** The first line with text, without heading marks. */
export function titleOfText(text: string): string {
  const line = text
    .split('\n')
    .map((one) => one.replace(/^[#>*\s-]+/, '').trim())
    .find((one) => /[\p{L}\p{N}]/u.test(one));
  if (line === undefined) return 'Pasted text';
  return shortened(line, LONGEST_TITLE);
}

/** Removes the pasted text from the field, if it is still there. */
export function withoutPasted(text: string, pasted: string): string {
  const at = text.lastIndexOf(pasted);
  return at < 0 ? text : (text.slice(0, at) + text.slice(at + pasted.length)).trim();
}
