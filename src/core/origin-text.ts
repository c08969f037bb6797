// Where a record without a file came from: as stored, and as shown. Pure.
import { inEnglish, type Words } from './words.ts';

/** Stored in records. */
export const FROM_BACKUP = 'a backup';
export const FROM_DEVICE = 'another device';

/** The stored origin as words to put after “from”. */
export function originText(from: string, words: Words = inEnglish): string {
  switch (from) {
    case FROM_BACKUP:
      return words`a backup`;
    case FROM_DEVICE:
      return words`another device`;
    default:
      return from;
  }
}
