// Guesses the encoding of a text that is neither UTF-8 nor declares one, by the bytes above ASCII. Pure.

/** A guess from fewer bytes above ASCII would be a coin toss. */
const FEWEST = 8;
/** Bytes to look at. */
const SAMPLE = 64 * 1024;

/** The most frequent lower-case letters of a language, and the encodings that are common for it. */
const ALPHABETS: [letters: string, encodings: string[]][] = [
  ['оеаинтсрвлкмдпу', ['windows-1251', 'koi8-r', 'ibm866', 'iso-8859-5']],
  ['αοιετσνηυρπκμλς', ['windows-1253']],
  ['יוהלארתבשמנדחק', ['windows-1255']],
  ['اليمونرتبةعدسف', ['windows-1256', 'iso-8859-6']],
];

/** @returns a name for `TextDecoder`; undefined when Western European is as likely as anything */
export function guessEncoding(bytes: Uint8Array): string | undefined {
  const sample = bytes.subarray(0, SAMPLE);
  const seen = countBytes(sample);
  if (seen.high < FEWEST) return undefined;
  return guessDoubleByte(sample, seen) ?? guessAlphabet(sample, seen);
}

interface Seen {
  /** Bytes above ASCII. */
  high: number;
  /** Those next to another one. In Western languages, accented letters stand alone. */
  adjacent: number;
  /** Those in an unbroken row of even length, as two-byte characters make. */
  paired: number;
}

function countBytes(bytes: Uint8Array): Seen {
  const seen: Seen = { high: 0, adjacent: 0, paired: 0 };
  for (let at = 0; at < bytes.length;) {
    let end = at;
    while (end < bytes.length && bytes[end]! >= 0x80) end++;
    const length = end - at;
    seen.high += length;
    if (length > 1) seen.adjacent += length;
    if (length % 2 === 0) seen.paired += length;
    at = end + 1;
  }
  return seen;
}

/** Chinese, Japanese and Korean, by the first bytes of their most frequent characters. */
function guessDoubleByte(bytes: Uint8Array, { high, paired }: Seen): string | undefined {
  const shiftJis = pairsIn(bytes, (lead) => (lead >= 0x81 && lead <= 0x9f) || (lead >= 0xe0 && lead <= 0xfc));
  const isKana = (lead: number, trail: number): boolean =>
    (lead === 0x82 && trail >= 0x9f && trail <= 0xf1) || (lead === 0x83 && trail >= 0x40 && trail <= 0x96);
  if (shareOf(shiftJis, isKana) > 0.2 && isValid(bytes, 'shift_jis')) return 'shift_jis';
  const pairs = pairsIn(bytes, (lead) => lead >= 0xa1);
  if (paired > high * 0.8) {
    if (shareOf(pairs, (lead) => lead === 0xa4 || lead === 0xa5) > 0.2) return validOf(bytes, 'euc-jp');
    if (shareOf(pairs, (lead) => lead >= 0xb0 && lead <= 0xc8) > 0.75) return validOf(bytes, 'euc-kr');
    if (shareOf(pairs, (lead) => lead >= 0xb0 && lead <= 0xd7) > 0.6) return validOf(bytes, 'gb18030');
  }
  if (shareOf(pairs, (lead) => lead >= 0xa4 && lead <= 0xc6) > 0.7) return validOf(bytes, 'big5');
  return undefined;
}

/** Languages with an alphabet of their own, by their most frequent letters. */
function guessAlphabet(bytes: Uint8Array, { high, adjacent }: Seen): string | undefined {
  if (adjacent < high * 0.6) return undefined;
  let best: { encoding: string; share: number } | undefined;
  for (const [letters, encodings] of ALPHABETS) {
    for (const encoding of encodings) {
      const text = new TextDecoder(encoding).decode(bytes);
      let found = 0;
      for (const letter of text) if (letters.includes(letter)) found++;
      if (found > (best?.share ?? 0.5) * high) best = { encoding, share: found / high };
    }
  }
  return best?.encoding;
}

function pairsIn(bytes: Uint8Array, isLead: (byte: number) => boolean): [lead: number, trail: number][] {
  const pairs: [number, number][] = [];
  for (let at = 0; at + 1 < bytes.length; at++) {
    if (!isLead(bytes[at]!)) continue;
    pairs.push([bytes[at]!, bytes[at + 1]!]);
    at++;
  }
  return pairs;
}

function shareOf(pairs: readonly [number, number][], fits: (lead: number, trail: number) => boolean): number {
  return pairs.length === 0 ? 0 : pairs.filter(([lead, trail]) => fits(lead, trail)).length / pairs.length;
}

function validOf(bytes: Uint8Array, encoding: string): string | undefined {
  return isValid(bytes, encoding) ? encoding : undefined;
}

/** The sample may end within a character. */
function isValid(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
