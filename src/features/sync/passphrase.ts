// How hard a passphrase is to guess, as a hint, and new ones that are hard enough. Pure but for chance.

export type Strength = 'short' | 'weak' | 'fair' | 'strong';

/** Without letters and digits that look alike. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const GROUPS = 5;
const GROUP = 4;

/** @param shortest characters below which it is refused */
export function strengthOf(passphrase: string, shortest: number): Strength {
  if (passphrase.length < shortest) return 'short';
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d]/].filter((kind) => kind.test(passphrase)).length;
  const distinct = new Set(passphrase).size;
  const score = Math.min(passphrase.length, distinct * 2) + kinds * 3;
  if (score < 20) return 'weak';
  return score < 28 ? 'fair' : 'strong';
}

/** A random passphrase of about 100 bits. */
export function newPassphrase(): string {
  // 248 is the largest multiple of the 31 letters in a byte, so all are equally likely.
  const letters: string[] = [];
  while (letters.length < GROUPS * GROUP) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      if (byte < 248 && letters.length < GROUPS * GROUP) letters.push(LETTERS[byte % LETTERS.length]!);
    }
  }
  return Array.from({ length: GROUPS }, (_, at) => letters.slice(at * GROUP, (at + 1) * GROUP).join('')).join(
    '-',
  );
}
