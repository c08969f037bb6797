// Parses how long runs are kept, as typed. Pure.
import { Failure } from '../../core/errors.ts';
import type { Settings } from '../../core/settings.ts';
import { language } from '../texts/texts.ts';

const MB = 1024 * 1024;
/** Ten years: nobody looks further back. */
const MOST_DAYS = 3650;
/** More would slow down the run list. */
const MOST_MB = 10_000;

/** @throws Failure `bad_request` with a sentence. */
export function readRetention(days: string, megabytes: string): Settings['runs'] {
  return {
    days: wholeNumber(days, MOST_DAYS, 'days'),
    bytes: wholeNumber(megabytes, MOST_MB, 'megabytes') * MB,
  };
}

function wholeNumber(typed: string, most: number, unit: string): number {
  const number = typed.trim() === '' ? NaN : Number(typed);
  if (!Number.isInteger(number) || number < 1 || number > most) {
    throw new Failure(
      'bad_request',
      `enter a whole number of ${unit}, from 1 to ${most.toLocaleString(language)}`,
    );
  }
  return number;
}
